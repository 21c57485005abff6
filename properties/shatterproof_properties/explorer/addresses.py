"""Questions about handing games on: as the code of an address, or as a file."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import AnyGame
from shatterproof.record import TAGS
from shatterproof_properties.explorer.address_codes import TooLongForAddress, make_code
from shatterproof_properties.explorer.game_trees import GameTree, check_variations, numbered
from shatterproof_properties.explorer.knowledge import Json
from shatterproof_properties.explorer.views import read_position, replay
from shatterproof_properties.explorer.written_records import record_of
from shatterproof_properties.puzzles.claims.passes_claim import after_pass

TYPES = {"diagram": "text/plain", "json": "application/json", "record": "text/plain", "svg": "image/svg+xml"}
"""The forms of a file, each with its media type."""
ENDINGS = {"diagram": "txt", "json": "json", "record": "txt", "svg": "svg"}
ADDED_LEAST_FIRST = ("marks", "comments", "variations", "tags")
"""The notes in the order in which they are left out if an address cannot hold everything."""
PASSES = "passes"
"""The mark in a series of turns where the other side passes."""


def share(question: Json) -> Json:
    """The answer to `share`. Raises InputError for an illegal turn, and for too many turns."""
    tree, at, left_out = asked_tree(question)
    replayed(tree.game, tree.start, tree.turns)
    for least in range(len(ADDED_LEAST_FIRST) + 1):
        lost = [name for name in ADDED_LEAST_FIRST[:least] if getattr(tree, name)]
        with suppress(TooLongForAddress):
            code = make_code(_without(tree, lost), _at_without(tree, at, lost))
            return {"code": code, "left_out": left_out + lost}
    raise TooLongForAddress


def _without(tree: GameTree, lost: list[str]) -> GameTree:
    """A game without some of its notes."""
    empty: Json = {"variations": [], "comments": {}, "marks": {}, "tags": {}}
    return replace(tree, **{name: empty[name] for name in lost})


def _at_without(tree: GameTree, at: int, lost: list[str]) -> int:
    """The node shown. If the variations are left out, the last node of the main line before it."""
    while "variations" in lost and at > len(tree.turns):
        at = tree.variations[at - len(tree.turns) - 1][0]
    return at


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
    tree, _, left_out = asked_tree({name: value for name, value in question.items() if name != "at"})
    game, form = tree.game, question["form"]
    made = replayed(game, tree.start, tree.turns)
    position, last = (made[-1][2], made[-1][1]) if made else (tree.start, None)
    if form == "record":
        text, too_deep = record_of(tree)
        left_out = left_out + too_deep
    elif form == "json":
        text = strict_json.encode(game.to_json(position)) + "\n"
    else:
        text = game.to_diagram(position) if form == "diagram" else game.to_svg(position, (), last)
    name = f"{game.NAME}-{'record' if form == 'record' else 'position'}.{ENDINGS[form]}"
    return {"text": text, "name": name, "type": TYPES[form], "left_out": left_out if form == "record" else []}


class LinePart(NamedTuple):
    """A part of a line: its first position, its turns, how many of them are shown, and how many come before it."""

    start: Any
    turns: list[str]
    at: int
    left_out: int


def between_passes(game: AnyGame, start: Any, texts: list[str], at: int) -> LinePart:
    """The part of a line that contains its turn `at`, from the pass before it up to the next pass.

    In a series the other side passes. The rules know no such turn, so a new game begins after it. Raises InputError.
    """
    passes = [number for number, text in enumerate(texts) if text == PASSES]
    first = max((number + 1 for number in passes if number < at), default=0)
    last = min((number for number in passes if number >= at), default=len(texts))
    for number, text in enumerate(texts[:first], start=1):
        start = after_pass(game, start) if text == PASSES else replayed(game, start, [text], number)[0][2]
    return LinePart(start, texts[first:last], at - first, first)


def replayed(game: AnyGame, position: Any, texts: list[str], first: int = 1) -> list[tuple[Any, Any, Any]]:
    """Each turn with the positions before and after it. Raises InputError."""
    made, refused = replay(game, position, texts)
    if refused is not None:
        raise InputError(str(refused), f"turn {first + len(made)}", "legal turns, one after the other")
    return made
