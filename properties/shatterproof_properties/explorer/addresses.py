"""Games handed on: as the code of an address, with a version and a checksum, or as a file."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import UnionType
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.fields import check_fields, readings_from_json, show
from shatterproof.game import AnyGame, find_game
from shatterproof.record import TAGS
from shatterproof_properties.explorer.game_trees import MOST_OPENED, GameTree, check_variations, numbered, record_of
from shatterproof_properties.explorer.knowledge import Json
from shatterproof_properties.explorer.views import read_position, replay
from shatterproof_properties.puzzles.claims.wins_claim import after_pass

VERSIONS = "12"
"""The beginnings of codes: of plain games, and of games with notes."""
LONGEST = 64 * 1024
"""The most characters that a code may have."""
LARGEST = 1 << 20
"""The most bytes that a code may hold."""
KNOWN = Path(__file__).with_name("address-words").read_bytes()
"""Texts that codes often repeat; knowing them makes codes shorter. They are part of the version."""
FORMS = {
    "diagram": ("txt", "text/plain"),
    "json": ("json", "application/json"),
    "record": ("txt", "text/plain"),
    "svg": ("svg", "image/svg+xml"),
}
"""The forms of a file, each with its ending and its media type."""
ADDED_LEAST_FIRST = ("marks", "comments", "variations", "tags")
"""The notes in the order in which they are left out if an address cannot hold everything."""
PASSES = "passes"
"""The mark in a series of turns where the other side passes."""


class TooLongForAddress(InputError):
    """The game is too long for any address."""

    def __init__(self) -> None:
        super().__init__("the game is too long for an address", expected=f"at most {LONGEST:,} characters in its code")


def make_code(tree: GameTree, at: int) -> str:
    """The code of a game, with the number of the node that is shown. Raises TooLongForAddress if it is too long."""
    if len(tree.turns) + len(tree.variations) > MOST_OPENED:
        raise TooLongForAddress
    game, start = tree.game, tree.start
    data = {"a": at, "b": start.board, "g": game.NAME, "r": start.readings.departures(), "t": tree.turns}
    try:
        is_opening = start == game.start(start.board, start.readings)
    except InputError:
        is_opening = False
    if not is_opening:
        said = ("board", "game", "readings")
        data["p"] = {name: value for name, value in game.to_json(start).items() if name not in said}
    added = {
        "c": {str(number): text for number, text in tree.comments.items()},
        "h": dict(tree.tags),
        "m": {str(number): marks for number, marks in tree.marks.items()},
        "v": [list(variation) for variation in tree.variations],
    }
    data |= {name: value for name, value in added.items() if value}
    text = strict_json.encode(data).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=KNOWN)
    packed = packer.compress(text) + packer.flush()
    version = VERSIONS[any(added.values())]
    code = version + _written(zlib.crc32(packed).to_bytes(4, "big") + packed)
    if len(code) > LONGEST or len(text) > LARGEST:
        raise TooLongForAddress
    return code


def _written(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def fits(value: Any, shape: Any) -> bool:
    """Whether a value has a shape.

    That is a type or several, a list with the shape of each value, a pattern for names with the shape of each value, or
    a check.
    """
    match shape:
        case type() | UnionType():
            return isinstance(value, shape)
        case [each]:
            return isinstance(value, list) and all(fits(inner, each) for inner in value)
        case [str() as names, each]:
            is_named = isinstance(value, dict) and all(re.fullmatch(names, name) for name in value)
            return is_named and all(fits(inner, each) for inner in value.values())
    return bool(shape(value))


def _is_mark(value: Any) -> bool:
    return fits(value, [str]) and len(value) in (1, 2)


def _is_variation(value: Any) -> bool:
    return isinstance(value, list) and [type(each) for each in value] == [int, str] and value[0] >= 0


NODE, TAG = "[0-9]{1,5}", "[A-Za-z]{1,40}"
FIELDS: dict[str, Any] = {
    "a": int, "b": str, "c": (NODE, str), "g": str, "h": (TAG, str), "m": (NODE, [_is_mark]), "p": dict, "r": dict,
    "t": [str], "v": [_is_variation],
}  # fmt: skip
"""The fields of a code: the node shown, board, comments, game, tags, marks, position, readings, turns, variations."""


def read_code(code: str) -> tuple[GameTree, int]:
    """The game of a code, and the number of the node that is shown. Raises InputError for a damaged code."""
    if len(code) > LONGEST:
        raise InputError("this address is too long", expected=f"at most {LONGEST:,} characters")
    if code[:1] not in VERSIONS or not code:
        what = "this address was made by another version, or is no address"
        raise InputError(what, expected=f"a code that begins with {' or '.join(VERSIONS)}")
    data = strict_json.decode(_unpacked(code[1:]), source="the address")
    check_fields(data, "", set(FIELDS), set("abgrt"))
    for name, value in data.items():
        if not fits(value, FIELDS[name]):
            raise InputError(f"{show(value)} stands where it cannot", f"/{name}", "an address as it was copied")
    game = find_game(data["g"])
    readings = readings_from_json(data["r"], None, game.Readings)
    if "p" in data:
        position = {**data["p"], "board": data["b"], "game": game.NAME}
        start = game.from_json(position, readings)
    else:
        start = game.start(data["b"], readings)
    variations = [(parent, text) for parent, text in data.get("v", ())]
    check_variations(variations, len(data["t"]))
    comments, marks = numbered(data.get("c", {})), numbered(data.get("m", {}))
    return GameTree(game, start, data["t"], variations, comments, marks, data.get("h", {})), max(0, data["a"])


def _unpacked(code: str) -> bytes:
    damaged = InputError("the address is damaged", expected="all of it, as it was copied")
    try:
        packed = base64.b64decode(code + "=" * (-len(code) % 4), altchars=b"-_", validate=True)
        if zlib.crc32(packed[4:]).to_bytes(4, "big") != packed[:4] or _written(packed) != code:
            raise damaged
        unpacker = zlib.decompressobj(-15, zdict=KNOWN)
        text = unpacker.decompress(packed[4:], LARGEST)
    except (binascii.Error, UnicodeEncodeError, zlib.error):
        raise damaged from None
    if not unpacker.eof or unpacker.unused_data:
        raise damaged
    return text


def share(question: Json) -> Json:
    """The answer to `share`. Raises InputError for an illegal turn, and for too many turns."""
    tree, at, left_out = asked_tree(question)
    replayed(tree.game, tree.start, tree.turns)
    for least in range(len(ADDED_LEAST_FIRST) + 1):
        lost = [name for name in ADDED_LEAST_FIRST[:least] if getattr(tree, name)]
        # Without the variations, the last node of the main line before the one shown is shown.
        while "variations" in lost and at > len(tree.turns):
            at = tree.variations[at - len(tree.turns) - 1][0]
        with suppress(TooLongForAddress):
            without = replace(tree, **{name: type(getattr(tree, name))() for name in lost})
            return {"code": make_code(without, at), "left_out": left_out + lost}
    raise TooLongForAddress


def asked_tree(question: Json) -> tuple[GameTree, int, list[str]]:
    """The game of a question, the node shown, and what is left out: everything before a pass. Raises InputError."""
    game, start = read_position(question["start"])
    texts = question.get("turns", [])
    at = question.get("at", len(texts))
    if PASSES in texts:
        start, turns, at, before = between_passes(game, start, texts, at)
        comments, marks = (numbered(question.get(name, {}), before) for name in ("comments", "marks"))
        left_out = ["turns before a pass"] if before else []
        return GameTree(game, start, turns, [], comments, marks), at, left_out
    variations = [(parent, text) for parent, text in question.get("variations", [])]
    check_variations(variations, len(texts))
    comments, marks = numbered(question.get("comments", {})), numbered(question.get("marks", {}))
    tags = {name: value for name, value in question.get("tags", {}).items() if name not in TAGS}
    return GameTree(game, start, texts, variations, comments, marks, tags), at, []


def export(question: Json) -> Json:
    """The answer to `export`. Raises InputError for an illegal turn, or for pieces too fine for a diagram."""
    tree, _, before = asked_tree({name: value for name, value in question.items() if name != "at"})
    game, form, left_out = tree.game, question["form"], list[str]()
    made = replayed(game, tree.start, tree.turns)
    position, last = (made[-1][2], made[-1][1]) if made else (tree.start, None)
    if form == "record":
        text, too_deep = record_of(tree)
        left_out = before + too_deep
    elif form == "json":
        text = strict_json.encode(game.to_json(position)) + "\n"
    else:
        text = game.to_diagram(position) if form == "diagram" else game.to_svg(position, (), last)
    ending, media_type = FORMS[form]
    name = f"{game.NAME}-{'record' if form == 'record' else 'position'}.{ending}"
    return {"text": text, "name": name, "type": media_type, "left_out": left_out}


def between_passes(game: AnyGame, start: Any, texts: list[str], at: int) -> tuple[Any, list[str], int, int]:
    """The part of a line that contains its turn `at`, from the pass before it up to the next pass.

    In a series the other side passes. The rules know no such turn, so a new game begins after it. Returns the first
    position, the turns, how many of them are shown, and how many come before. Raises InputError.
    """
    passes = [number for number, text in enumerate(texts) if text == PASSES]
    first = max((number + 1 for number in passes if number < at), default=0)
    last = min((number for number in passes if number >= at), default=len(texts))
    for number, text in enumerate(texts[:first], start=1):
        start = after_pass(game, start) if text == PASSES else replayed(game, start, [text], number)[0][2]
    return start, texts[first:last], at - first, first


def replayed(game: AnyGame, position: Any, texts: list[str], first: int = 1) -> list[tuple[Any, Any, Any]]:
    """Each turn with the positions before and after it. Raises InputError."""
    made, refused = replay(game, position, texts)
    if refused is not None:
        raise InputError(str(refused), f"turn {first + len(made)}", "legal turns, one after the other")
    return made
