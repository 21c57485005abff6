"""Questions about handing games on: as the code of an address, with a version and a checksum, or as a file."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from pathlib import Path
from typing import Any, NamedTuple

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.fields import check_fields, readings_from_json, show
from shatterproof.game import AnyGame, find_game
from shatterproof.record import format_record
from shatterproof_properties.explorer.knowledge import Json
from shatterproof_properties.explorer.views import read_position, replay
from shatterproof_properties.puzzles.claims.passes_claim import after_pass

VERSION = "1"
LONGEST = 64 * 1024
"""Characters that a code may have."""
LARGEST = 1 << 20
"""Bytes that a code may hold."""
FIELDS: dict[str, type] = {"a": int, "b": str, "g": str, "p": dict, "r": dict, "t": list}
"""What a code holds: how many turns are shown, board, game, position, readings, turns."""
KNOWN = Path(__file__).with_name("address-words").read_bytes()
"""What codes begin with and repeat: it makes them shorter. Part of the version."""
TYPES = {"diagram": "text/plain", "json": "application/json", "record": "text/plain", "svg": "image/svg+xml"}
"""The forms of a file, each with its media type."""
ENDINGS = {"diagram": "txt", "json": "json", "record": "txt", "svg": "svg"}
PASSES = "passes"
"""What stands among the turns of a series where the other side passes."""


def share(question: Json) -> Json:
    """The answer to `share`. Raises InputError for turns that are not legal one after the other, and for too many."""
    game, start = read_position(question["start"])
    texts = question.get("turns", [])
    shared = between_passes(game, start, texts, question.get("at", len(texts)))
    replayed(game, shared.start, shared.turns)
    return {"code": make_code(game, *shared[:3])}


def export(question: Json) -> Json:
    """The answer to `export`. Raises InputError where a turn is not legal, or pieces are too fine for a diagram."""
    game, start = read_position(question["start"])
    texts = question.get("turns", [])
    start, turns, _, left_out = between_passes(game, start, texts, len(texts))
    made = replayed(game, start, turns)
    position, last = (made[-1][2], made[-1][1]) if made else (start, None)
    form = question["form"]
    if form == "record":
        record = format_record(start, [turn for _, turn, _ in made])
        text = _with_comments(record, question.get("comments", {}), left_out)
    elif form == "json":
        text = strict_json.encode(game.to_json(position)) + "\n"
    else:
        text = game.to_diagram(position) if form == "diagram" else game.to_svg(position, (), last)
    name = f"{game.NAME}-{'record' if form == 'record' else 'position'}.{ENDINGS[form]}"
    return {"text": text, "name": name, "type": TYPES[form]}


class LinePart(NamedTuple):
    """A part of a line: where it begins, its turns, how many of them are shown, how many come before it."""

    start: Any
    turns: list[str]
    at: int
    left_out: int


def between_passes(game: AnyGame, start: Any, texts: list[str], at: int) -> LinePart:
    """The part of a line in which its turn `at` stands, from the pass before it up to the next.

    The other side of a series passes, which is no turn of the rules: a game begins after it. Raises InputError.
    """
    passes = [number for number, text in enumerate(texts) if text == PASSES]
    first = max((number + 1 for number in passes if number < at), default=0)
    last = min((number for number in passes if number >= at), default=len(texts))
    for number, text in enumerate(texts[:first], start=1):
        start = after_pass(game, start) if text == PASSES else replayed(game, start, [text], number)[0][2]
    return LinePart(start, texts[first:last], at - first, first)


def replayed(game: AnyGame, position: Any, texts: list[str], first: int = 1) -> list[tuple[Any, Any, Any]]:
    """Each turn between the positions before and after it. Raises InputError."""
    made, refused = replay(game, position, texts)
    if refused is not None:
        raise InputError(str(refused), f"turn {first + len(made)}", "legal turns, one after the other")
    return made


def _with_comments(record: str, comments: Json, left_out: int) -> str:
    """A record with comments among its turns, each by the number of turns before it and those that are left out."""
    tags, _, body = record.partition("\n\n")
    words, number = list[str](), 0
    said = {int(at) - left_out: text for at, text in comments.items() if at.isdigit()}
    words += _comment(said, 0)
    for word in re.findall(r"\([^()]*\)|\S+", body):
        is_turn = not re.fullmatch(r"[0-9]+\)|\.\.\.|\*|1-0|0-1|1/2-1/2", word)
        words.append(word)
        number += is_turn
        words += _comment(said, number) if is_turn else []
    lines = re.sub(r" (?=[0-9]+\) )", "\n", " ".join(words))
    return f"{tags}\n\n{lines}\n"


def _comment(said: dict[int, str], number: int) -> list[str]:
    text = " ".join(said.get(number, "").replace("{", "(").replace("}", ")").split())
    return [f"{{{text}}}"] if text else []


def make_code(game: AnyGame, start: Any, turns: list[str], at: int) -> str:
    """The code of a game from a position on, with the turns played and how many of them are shown.

    Raises InputError for a game that is too long for a code.
    """
    data = {"a": at, "b": start.board, "g": game.NAME, "r": start.readings.departures(), "t": turns}
    if not _is_opening(game, start):
        said = ("board", "game", "readings")
        data["p"] = {name: value for name, value in game.to_json(start).items() if name not in said}
    text = strict_json.encode(data).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=KNOWN)
    packed = packer.compress(text) + packer.flush()
    code = VERSION + _written(zlib.crc32(packed).to_bytes(4, "big") + packed)
    if len(code) > LONGEST or len(text) > LARGEST:
        raise InputError("the game is too long for an address", expected=f"at most {LONGEST:,} characters in its code")
    return code


def _written(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _is_opening(game: AnyGame, start: Any) -> bool:
    try:
        return bool(start == game.start(start.board, start.readings))
    except InputError:
        return False


def read_code(code: str) -> tuple[AnyGame, Any, list[str], int]:
    """The game, its first position, the turns and how many of them are shown. Raises InputError for a damaged code."""
    if len(code) > LONGEST:
        raise InputError("this address is too long", expected=f"at most {LONGEST:,} characters")
    if not code.startswith(VERSION):
        what = "this address was made by another version, or is no address"
        raise InputError(what, expected=f"a code that begins with {VERSION}")
    data = strict_json.decode(_unpacked(code[1:]), source="the address")
    check_fields(data, "", set(FIELDS), FIELDS.keys() - {"p"})
    for name, value in data.items():
        if not isinstance(value, FIELDS[name]):
            raise InputError(f"{show(value)} stands where it cannot", f"/{name}", "an address as it was copied")
    game = find_game(data["g"])
    readings = readings_from_json(data["r"], None, game.Readings)
    if "p" in data:
        position = {**data["p"], "board": data["b"], "game": game.NAME}
        start = game.from_json(position, readings)
    else:
        start = game.start(data["b"], readings)
    turns = [text for text in data["t"] if isinstance(text, str)]
    return game, start, turns, max(0, data["a"])


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
