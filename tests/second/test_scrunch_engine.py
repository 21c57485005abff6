"""The second engine of Scrunch: eggs that are walled in, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from shatterproof.errors import InputError
from shatterproof_properties.second.scrunch import Engine
from shatterproof_properties.second.scrunch.position import Position

Json = dict[str, Any]


def test_eggs_walled_in_for_good_go_in_one_order_only() -> None:
    engine = Engine(10)
    board = engine.board
    dark = light = 0
    for cell, walls in board.near.items():
        if not board.beside(walls) & light:
            dark |= cell
            light |= walls
    assert dark.bit_count() >= 20
    eggs = " ".join(board.written(dark))
    turns = list(engine.turns(engine.write(Position(dark, light, False, False, True))))
    assert [result["turn"] for result in turns] == [f"x {eggs}"]
    assert turns[0]["outcome"] == {"winner": "light", "clause": "scrunch.end.last-snake"}


# Refusals


def at(side: int, dark: str, light: str = "", creating: str = "", to_move: str = "dark") -> Json:
    """A position from names of cells."""
    return {
        "board": str(side),
        "creating": creating.split(),
        "dark": dark.split(),
        "game": "scrunch",
        "light": light.split(),
        "to_move": to_move,
    }


BARE = {"scrunch.first-wriggle": "bare-placement"}
THEN = {"scrunch.removal-ends-turn": "then-wriggle"}
PASSING = {"scrunch.stuck-creator": "pass"}
STRAIGHT = {"scrunch.loops": "forbidden"}
LONE = at(3, "c3", "e2")
LAYING = at(3, "c3", "b2 e2", "dark")
FLANKED = at(3, "b3 c2 d3", "e1")
WALLED = at(3, "a1 a2 e3", "d3 d4 e2")
HUDDLED = at(3, "d1 e3", "b1 c1 d2 d3")
REFUSALS = [
    (at(3, "", "c3", "", "light"), "c3", {}, "scrunch.turn.finished"),
    (LONE, "a4", {}, "scrunch.notation.cell"),
    (LONE, "c2 c3-s19", {}, "scrunch.notation.cell"),
    (LAYING, "e2", {}, "scrunch.board.one-stone"),
    (LONE, "a1", {}, "scrunch.creation.over"),
    (LAYING, "c2", {}, "scrunch.creation.egg"),
    (LONE, "e2 c3-c2", {}, "scrunch.board.one-stone"),
    (LAYING, "c2 c3-d2", BARE, "scrunch.first-wriggle"),
    (LONE, "a1 c3-c2", {}, "scrunch.growth.place"),
    (at(3, "a1 c3 c4", "e1"), "d3 c3-c2", {}, "scrunch.growth.smallest"),
    (LONE, "c2 c2-d2", {}, "scrunch.growth.move"),
    (at(3, "a1 c3", "e1"), "c2 a1-a2", {}, "scrunch.growth.move"),
    (LONE, "c2 c3-e1", {}, "scrunch.growth.step"),
    (LAYING, "c2 c3-b2", {}, "scrunch.board.one-stone"),
    (LONE, "c2 c3-c2", {}, "scrunch.board.one-stone"),
    (FLANKED, "c3 c2-d2", {}, "scrunch.growth.cure"),
    (at(3, "c2 c3", "e1"), "d3 c2-d2", STRAIGHT, "scrunch.loops"),
    (LONE, "c2 c3-c4", {}, "scrunch.growth.count"),
    (LAYING, "x c3", {}, "scrunch.death.creator"),
    (at(2, "b2", "", "dark light"), "x b2", PASSING, "scrunch.stuck-creator"),
    (LONE, "x c4", {}, "scrunch.death.which"),
    (LONE, "x c3", {}, "scrunch.death.when"),
    (HUDDLED, "x d1", {}, "scrunch.death.until"),
    (WALLED, "x e3 a1", {}, "scrunch.death.until"),
    (at(2, "a1 a2 c2", "b3"), "x a1", {}, "scrunch.death.which"),
    (WALLED, "x e3; b1 a1-b2", {}, "scrunch.removal-ends-turn"),
    (WALLED, "x e3", THEN, "scrunch.removal-ends-turn"),
    (HUDDLED, "x d1 e3; a1 d1-d2", THEN, "scrunch.removal-ends-turn"),
    (WALLED, "x e3; b1", THEN, "scrunch.growth.both"),
    (at(3, "", "", "dark light"), "pass", {}, "scrunch.turn.no-pass"),
]


MALFORMED = [
    "", " ", "d", "4", "a0", "a01", "a20", "t1", "A1", "a1 ", " a1", "a1  b1-b2", "a1 b1", "a1 b1-", "a1 b1-b2 c1-c2",
    "a1-b1", "x", "x ", "x a1;", "x a1 ; b1", "x a1;b1", "x; b1", "xa1", "x a1; pass", "pass ", "Pass", "a1\n",
    "x a1\n", "a\u0661", "x" + 1400 * " a1",
]  # fmt: skip


# Positions from outside


BAD = [
    ({"game": "crumble"}, "/game", "scrunch"),
    ({"board": "4"}, "/board", '"3"'),
    ({"board": 3}, "/board", '"3"'),
    ({"to_move": "black"}, "/to_move", "dark"),
    ({"to_move": ["dark"]}, "/to_move", "dark"),
    ({"readings": {}}, "", "unknown field"),
    ({"dark": None}, "/dark", "list"),
    ({"dark": ["c3", "c3"]}, "/dark/1", "scrunch.board.one-stone"),
    ({"dark": ["c3", "a1"]}, "/dark/1", "order"),
    ({"light": ["a1", "c6"]}, "/light/1", "scrunch.notation.cell"),
    ({"light": ["a01"]}, "/light/0", "scrunch.notation.cell"),
    ({"light": [["a1"]]}, "/light/0", "scrunch.notation.cell"),
    ({"light": ["c3"]}, "/light", "scrunch.board.one-stone"),
    ({"creating": "dark"}, "/creating", "dark"),
    ({"creating": ["light", "dark"]}, "/creating", "order"),
    ({"creating": ["dark", "dark"]}, "/creating", "order"),
    ({"creating": [0]}, "/creating", "list"),
    ({"creating": ["light"], "light": ["a1", "a2"]}, "/light", "scrunch.start.eggs"),
    ({"light": ["b2", "c2", "c4", "c1", "d2"]}, "/light/3", "order"),
    ({"light": ["d1", "d2", "d3", "e2"]}, "/light", "scrunch.start.mutants"),
    ({"dark": []}, "/to_move", "scrunch.start.phases"),
]


def test_loops_are_refused_where_they_are_forbidden() -> None:
    triangle = at(3, "c3", "a1 a2 b2")
    assert Engine(3).read(triangle).creating is False
    with pytest.raises(InputError, match=r"scrunch\.start\.mutants"):
        Engine(3, STRAIGHT).read(triangle)
