"""Cuts and joins of Crumble: the list has all of them, the pieces on a line, their order, and refusals have reasons."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from play.search import clause_broken, refused
from shatterproof import crumble
from shatterproof.crumble.arrangement import Arrangement, check_cover
from shatterproof.crumble.cuts import Cut, cut_from, cuts, new_halves
from shatterproof.crumble.joins import Join, join_into, joins
from shatterproof.crumble.pieces import GRAIN, Piece
from shatterproof.crumble.swaps import Standing, swap_step
from shatterproof.game import IllegalTurn

HALF = GRAIN // 2


def rectangle(x: int, y: int, width: int, height: int) -> Piece:
    """A piece by its place and size in half units."""
    return Piece(x * HALF, y * HALF, width * HALF, height * HALF)


def arrangement(rows: str) -> Arrangement:
    return crumble.from_diagram(rows).arrangement


@pytest.mark.parametrize("row", [0, 1], ids=["below", "above"])
def test_a_line_halves_a_further_piece_in_its_middle_or_not_at_all(row: int) -> None:
    board = arrangement("3x2\nABB\nCBB\n")
    first = rectangle(0, 2 * row, 2, 2)
    assert refused(cut_from, board, {*board.pieces}, first, "H", 2).clause == "crumble.cut.halves"


def test_a_player_may_cut_the_only_piece_or_all() -> None:
    board = arrangement("3x2\nABC\ndef\n")
    row = tuple(rectangle(x, 2, 2, 2) for x in (0, 2, 4))
    assert Cut("H", row) in set(cuts(board, set(row)))
    assert list(cuts(board, {row[0]})) == [Cut("H", row[:1]), Cut("V", row[:1])]


def test_a_piece_that_a_cut_cannot_halve_has_no_halves() -> None:
    wide, unit = rectangle(0, 0, 4, 2), rectangle(4, 0, 2, 2)
    assert new_halves(Cut("H", (wide, unit))) == [(rectangle(4, 0, 2, 1), rectangle(4, 1, 2, 1))]


def test_pieces_are_joined_wherever_they_lie() -> None:
    board = arrangement("3x2\naBC\ndEF\n")
    own = {rectangle(x, y, 2, 2) for x in (2, 4) for y in (0, 2)}
    outlines = [rectangle(2, 0, 2, 4), rectangle(2, 0, 4, 2), rectangle(2, 0, 4, 4), rectangle(4, 0, 2, 4)]
    assert [join.outline for join in joins(board, own)] == [*outlines, rectangle(2, 2, 4, 2)]


def test_pieces_of_unlike_sizes_make_half_a_square_of_three_units() -> None:
    lying = arrangement("3x2\nppqqrr\nAABBEE\nCCCCDD\nCCCCDD\n")
    standing = arrangement("2x3\nDDEr\nDDEr\nCCBq\nCCBq\nCCAp\nCCAp\n")
    wide, tall = rectangle(0, 0, 6, 3), rectangle(0, 0, 3, 6)
    for board, outline in ((lying, wide), (standing, tall)):
        own = {piece for piece in board.pieces if piece.north <= outline.north and piece.east <= outline.east}
        assert outline in [join.outline for join in joins(board, own)]


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
