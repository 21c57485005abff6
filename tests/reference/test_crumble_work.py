"""Cuts and joins: the list has all of them, texts are read, and refusals have reasons."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from play.search import clause_broken
from shatterproof import crumble
from shatterproof.crumble.arrangement import Arrangement, check_cover
from shatterproof.crumble.joins import Join, join_into, joins
from shatterproof.crumble.pieces import GRAIN, Piece
from shatterproof.crumble.swaps import Standing, swap_step
from shatterproof.game import IllegalTurn

HALF = GRAIN // 2
SLENDER = [
    Piece(0, 0, GRAIN, 2 * GRAIN),
    Piece(0, 2 * GRAIN, GRAIN, GRAIN),
    *(Piece(x, y * GRAIN, HALF, GRAIN) for x in (GRAIN, GRAIN + HALF) for y in range(3)),
]
"""On 2 by 3 units: a tall half-square, a unit above it, and small pieces beside both."""
LYING = [Piece(y, x, height, width) for x, y, width, height in SLENDER]


def every_join(arrangement: Arrangement, own: frozenset[Piece]) -> set[Join]:
    """Every possible join, for each outline of half units."""
    wide, high = 2 * arrangement.columns, 2 * arrangement.rows
    found = set()
    for (west, east), (south, north) in product(combinations(range(wide + 1), 2), combinations(range(high + 1), 2)):
        try:
            outline = Piece(west * HALF, south * HALF, (east - west) * HALF, (north - south) * HALF)
            found.add(join_into(arrangement, own, outline))
        except IllegalTurn:
            continue
    return found


@pytest.mark.parametrize(("columns", "rows", "pieces"), [(2, 3, SLENDER), (3, 2, LYING)], ids=["slender", "lying"])
def test_every_outline_that_can_be_joined_is_listed(columns: int, rows: int, pieces: list[Piece]) -> None:
    arrangement = check_cover(columns, rows, pieces)
    own = frozenset(pieces)
    listed = list(joins(arrangement, own))
    assert Piece(0, 0, columns * GRAIN - HALF * (columns < rows), rows * GRAIN - HALF * (rows < columns)) in {
        join.outline for join in listed
    }
    assert len(set(listed)) == len(listed)
    assert set(listed) == every_join(arrangement, own)


def test_an_opposing_piece_further_on_blocks_a_cut_though_it_begins_further_west() -> None:
    position = crumble.from_diagram("3x3, Black to move\naaB\naaC\nbAc\n")
    assert clause_broken(crumble, position, "1V2") == "crumble.cut.blocked"
    assert clause_broken(crumble, position, "0V") == "crumble.cut.own"


@pytest.mark.parametrize(("rows", "side"), [("abc\ndef\ngAh", "Black"), ("ABC\nDEF\nGaH", "White")])
def test_a_piece_that_swaps_into_the_middle_of_a_ring_is_free_no_more(rows: str, side: str) -> None:
    position = crumble.from_diagram(f"3x3, {side} to move\n{rows}\n")
    start = next(iter(position.own))
    after = swap_step(position.arrangement, Standing(position.black, start), "N", position.readings)
    assert (after.at.x, after.at.y) == (GRAIN, GRAIN)
    assert not after.free
    assert len(after.black) == (0 if side == "Black" else 9)
