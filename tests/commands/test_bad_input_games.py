"""Positions of Scrunch and Splinter, and records, that cannot be used: one line says where and what is wrong."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from commands.test_bad_input import check_refused
from shatterproof import scrunch, splinter
from shatterproof.crumble import start, to_json


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


CRUMBLE = '[Game "crumble"]\n'
BOARD_BY_BOARD = CRUMBLE + '[Board "2x2"]\n'
RECORDS = {
    "empty": ("\n \n", "the file is empty"),
    "position": (json.dumps(to_json(start("2x2"))), "line 1", "no game record", '[Game "crumble"]'),
    "diagram": ("2x2\nAb\nbA\n", "the tag Game is missing", '[Game "crumble"]'),
    "open string": ('[Game "crumble]\n', "line 1", "the tag cannot be read"),
    "board": (CRUMBLE + '[Board "17x2"]\n', "line 2, tag Board", "2x2 to 16x16", "crumble.board.rectangle"),
    "reading": (CRUMBLE + '[Readings "colour=x"]\n', "line 2, tag Readings", "'crumble.colour'", "one of"),
    "gap": (CRUMBLE + '[Position "AAb/bAb"]\n', "line 2, tag Position, part ", "no rectangle"),
    "pointer": (CRUMBLE + '[Position "{}"]\n', "line 2, tag Position", "field 'board' is missing"),
    "unsettled": (CRUMBLE + '[Position "ABC/DaE/FGH"]\n', "line 2, tag Position", "stands inside a ring"),
    "huge number": (BOARD_BY_BOARD + "9" * 100_000 + ") 1V\n", "line 3", "has no turn number"),
    "no turn": (BOARD_BY_BOARD + "1) e4\n", "line 3, move 1 (Black)", "'e4' is no turn", "a form like 2,1V"),
    "rude turn": (BOARD_BY_BOARD + "1) 1V\x1b[2J\n", "line 3, move 1 (Black)", "is no turn"),
    "endless turn": (BOARD_BY_BOARD + "1) 1V" + "W" * 4_000_000 + "\n", "line 3, move 1 (Black)", "is no turn"),
    "endless location": (BOARD_BY_BOARD + "1) " + "0," * 3_000_000 + "\n", "line 3, move 1 (Black)", "is no turn"),
}


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_that_cannot_be_read_is_refused_with_its_line(name: str, file: Path) -> None:
    for command in (["judge"], ["judge", "--json"]):
        check_refused(command, file, *RECORDS[name])
