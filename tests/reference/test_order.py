"""The canonical order of turns, which decides which of several turns with one result is listed."""

from __future__ import annotations

from typing import Any

import pytest

from shatterproof.crumble.cuts import Cut
from shatterproof.crumble.joins import Join
from shatterproof.crumble.pieces import Piece
from shatterproof.crumble.position import Turn as CrumbleTurn
from shatterproof.crumble.swaps import Walk
from shatterproof.scrunch.cells import Cell
from shatterproof.scrunch.position import PASS
from shatterproof.scrunch.position import Turn as ScrunchTurn
from shatterproof.splinter.position import Turn as SplinterTurn
from shatterproof.splinter.squares import DIRECTIONS, Square

SOUTH, EAST, NORTH = Piece(0, 0, 4, 4), Piece(4, 0, 4, 4), Piece(0, 4, 4, 4)
FIRST, SECOND = Cell(0, 0), Cell(0, 1)
WEST_SQUARE, EAST_SQUARE = Square(0, 1), Square(1, 0)

CRUMBLE = [
    CrumbleTurn(Cut("H", (SOUTH,))),
    CrumbleTurn(Cut("H", (SOUTH,)), Walk(SOUTH, "E")),
    CrumbleTurn(Cut("H", (SOUTH,)), Walk(SOUTH, "W")),
    CrumbleTurn(Cut("H", (SOUTH,)), Walk(SOUTH, "EE")),
    CrumbleTurn(Cut("H", (SOUTH,)), Walk(EAST, "E")),
    CrumbleTurn(Cut("H", (SOUTH,)), Walk(NORTH, "E")),
    CrumbleTurn(Cut("H", (SOUTH, EAST))),
    CrumbleTurn(Cut("H", (EAST,))),
    CrumbleTurn(Cut("H", (NORTH,))),
    CrumbleTurn(Cut("V", (SOUTH,))),
    CrumbleTurn(Join(SOUTH, ())),
    CrumbleTurn(Join(SOUTH, ()), Walk(SOUTH, "N")),
    CrumbleTurn(Join(Piece(0, 0, 4, 8), ())),
    CrumbleTurn(Join(Piece(0, 0, 8, 4), ())),
    CrumbleTurn(Join(EAST, ())),
    CrumbleTurn(Join(NORTH, ())),
]
"""Cuts, then joins; by place; no walk, then shorter walks, then by letters."""
SCRUNCH = [
    ScrunchTurn(placed=FIRST),
    ScrunchTurn(placed=SECOND),
    ScrunchTurn(placed=FIRST, moved=(FIRST, SECOND)),
    ScrunchTurn(placed=FIRST, moved=(SECOND, FIRST)),
    ScrunchTurn(placed=SECOND, moved=(FIRST, SECOND)),
    ScrunchTurn(removed=(FIRST,)),
    ScrunchTurn(removed=(FIRST,), placed=FIRST),
    ScrunchTurn(removed=(FIRST,), placed=FIRST, moved=(FIRST, SECOND)),
    ScrunchTurn(removed=(SECOND,)),
    PASS,
]
"""Placements alone, growths, removals, passes; then by cells."""
SPLINTER = [
    SplinterTurn(WEST_SQUARE, "N"),
    SplinterTurn(WEST_SQUARE, "N", WEST_SQUARE),
    SplinterTurn(WEST_SQUARE, "N", EAST_SQUARE),
    *(SplinterTurn(WEST_SQUARE, direction) for direction in list(DIRECTIONS)[1:]),
    SplinterTurn(EAST_SQUARE, "N"),
]
"""By square, then by direction from north clockwise, then by choice."""


@pytest.mark.parametrize("ordered", [CRUMBLE, SCRUNCH, SPLINTER], ids=["crumble", "scrunch", "splinter"])
def test_turns_are_in_their_canonical_order(ordered: list[Any]) -> None:
    for index, turn in enumerate(ordered):
        assert [turn < other for other in ordered] == [index < at for at in range(len(ordered))]
