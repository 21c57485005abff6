"""Positions of Scrunch and Splinter that cannot be used: one line says where, what is wrong, and what is expected."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from commands.test_bad_input import check_refused
from shatterproof import scrunch, splinter


def hexagon(**changes: Any) -> str:
    """An opening of Scrunch as JSON text, changed."""
    return json.dumps(scrunch.to_json(scrunch.start("3")) | changes)


def squares(**changes: Any) -> str:
    """An opening of Splinter as JSON text, changed."""
    return json.dumps(splinter.to_json(splinter.start("2x4")) | changes)


OPENING = splinter.to_json(splinter.start("2x4"))["pieces"]
MUTANT = "Scrunch 2, Dark to move\n. x\nx x .\nx .\n"

SCRUNCH = {
    "board of words": (hexagon(board="seven"), "/board", "'seven' names no board", "like 7"),
    "board with zero": (hexagon(board="07"), "/board", "names no board"),
    "board too small": (hexagon(board="1"), "/board", "scrunch.board.limits", "2 to 10"),
    "board too large": (hexagon(board="11"), "/board", "scrunch.board.limits", "2 to 10"),
    "board of two numbers": (hexagon(board="3x3"), "/board", "names no board"),
    "side": (hexagon(to_move="black"), "/to_move", '"black"', '"dark" or "light"'),
    "cells of another kind": (hexagon(dark={"a1": 1}), "/dark", "is no list"),
    "cell of another kind": (hexagon(dark=[1]), "/dark/0", "1 is no cell", "d4"),
    "cell off the board": (hexagon(light=["a4"]), "/light/0", "scrunch.notation.cell", "no cell a4"),
    "cell with zero": (hexagon(light=["a01"]), "/light/0", "is no cell"),
    "cell twice": (hexagon(dark=["a1", "a1"]), "/dark", "scrunch.board.one-stone", "once"),
    "two stones": (hexagon(dark=["a1"], light=["a1"]), "scrunch.board.one-stone", "two stones are on a1"),
    "creating": (hexagon(creating=["light", "dark"]), "/creating", "in this order"),
    "creating of another kind": (hexagon(creating="dark"), "/creating", "is no list"),
    "creating whom": (hexagon(creating=["red"]), "/creating", "red"),
    "no field creating": (
        '{"game":"scrunch","board":"3","dark":[],"light":[],"to_move":"dark"}',
        "'creating' is missing",
    ),
    "memory": (hexagon(memory=[]), "/memory", "unknown field"),
    "no eggs": (hexagon(dark=["a1", "a2"]), "scrunch.start.eggs", "dark is in creation"),
    "nobody left": (hexagon(creating=["light"]), "scrunch.start.phases", "without a stone"),
    "reading": (hexagon(readings={"scrunch.loops": "some"}), "/readings", "'some'", "allowed, forbidden"),
    "reading of another game": (hexagon(readings={"crumble.draw": "draw-turns"}), "/readings", "unknown reading"),
    "mutant": (MUTANT, "scrunch.start.mutants", "more than two friends"),
    "words": ("Scrunch is fun\n. .\n", "line 1", "no line of a diagram", "a header like 7"),
    "header alone": ("Scrunch 2, Dark to move\n", "line 2", "there is no diagram"),
    "rows": ("2, Dark to move\n. .\n. . .\n", "line 1", "2 rows", "3 on board 2"),
    "row length": ("2, Dark to move\n. .\n. .\n. .\n", "line 3", "the row has 2 cells", "3 in this row of board 2"),
    "even rows": (". .\n. .\n", "line 1"),
    "other letters": ("2, Dark to move\n. .\n. X .\n. .\n", "line 3", "is no row of a diagram"),
    "eggs in a diagram": ("2, Dark to move, creating Dark\n. .\nx x .\n. .\n", "line 1", "scrunch.start.eggs"),
}
SPLINTER = {
    "board of words": (squares(board="ten by nine"), "/board", "names no board", "10x9"),
    "board too small": (squares(board="1x9"), "/board", "splinter.board.limits", "2x2 to 26x26"),
    "board too large": (squares(board="27x9"), "/board", "splinter.board.limits", "2x2 to 26x26"),
    "side": (squares(to_move="black"), "/to_move", '"black"', '"blue" or "white"'),
    "pieces": (squares(pieces=7), "/pieces", "7 is no list"),
    "no pieces": (squares(pieces=[]), "/pieces", "splinter.group.one", "there is no piece"),
    "short piece": (squares(pieces=[["a1", "blue"]]), "/pieces/0", "is no piece", "square, colour and kind"),
    "square": (squares(pieces=[["A1", "blue", "cross"]]), "/pieces/0/0", '"A1" is no square', "d4"),
    "square off the board": (squares(pieces=[["c1", "blue", "cross"]]), "/pieces", "splinter.notation.square"),
    "colour": (squares(pieces=[["a1", "red", "cross"]]), "/pieces/0/1", '"red"', '"blue" or "white"'),
    "kind": (squares(pieces=[["a1", "blue", "star"]]), "/pieces/0/2", '"star"', '"square", "cross" or "circle"'),
    "twice": (squares(pieces=[OPENING[0], OPENING[0]]), "/pieces/1/0", "splinter.board.one-piece"),
    "two groups": (squares(pieces=[OPENING[0], OPENING[3]]), "/pieces", "splinter.group.one", "2 groups"),
    "memory": (squares(memory=None), "/memory", "null is no list"),
    "memory of another kind": (squares(memory=[7]), "/memory/0", "7 is no pair", "square now and square before"),
    "memory off": (squares(memory=[["a1", "z99z"]]), "/memory/0/1", "is no square"),
    "memory twice": (squares(memory=[["a1", "a2"], ["a1", "a2"]]), "/memory", "given twice"),
    "memory of no slide": (squares(memory=[["a1", "b2"]]), "/memory", "splinter.slide.return", "no slide"),
    "words": ("Splinter is fun\n..\n", "line 1", "no line of a diagram", "a header like 10x9"),
    "header alone": ("Splinter 2x2, Blue to move\n", "line 2", "there is no diagram"),
    "rows": ("Splinter 2x3, Blue to move\nSX\nsx\n", "line 1", "2 rows", "3 on this board"),
    "row length": ("Splinter 2x2, Blue to move\nSX\nsxo\n", "line 3", "the row has 3 squares", "2 in every row"),
    "groups in a diagram": ("Splinter 3x2, Blue to move\nS.s\nX.x\n", "line 1", "splinter.group.one"),
    "bad memory line": ("Splinter 2x2, Blue to move\nSX\nsx\nmemory {\n", "line 4", "not JSON"),
    "memory line of no slide": (
        'Splinter 2x4, Blue to move\nOo\nxX\nSs\nxX\nmemory [["a1","b2"]]\n',
        "line 6",
        "no slide",
    ),
}


@pytest.mark.parametrize(("game", "name"), [*product(["scrunch"], SCRUNCH), *product(["splinter"], SPLINTER)])
def test_a_position_is_refused_with_place_and_wish(game: str, name: str, tmp_path: Path) -> None:
    content = {"scrunch": SCRUNCH, "splinter": SPLINTER}[game][name]
    for command in (["show"], ["turns", game, "--position"]):
        check_refused(command, tmp_path / "file", *content)
