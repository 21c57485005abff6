"""Cuts and joins of Crumble, asked for directly: the pieces on a line, their order, and the halved ones."""

from __future__ import annotations

import pytest

from shatterproof import crumble
from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.cuts import Cut, cut_from, cuts, new_halves
from shatterproof.crumble.joins import joins
from shatterproof.crumble.pieces import GRAIN, Piece
from shatterproof.game import IllegalTurn

HALF = GRAIN // 2


def rectangle(x: int, y: int, width: int, height: int) -> Piece:
    """A piece by its place and size in half units."""
    return Piece(x * HALF, y * HALF, width * HALF, height * HALF)


def arrangement(rows: str) -> Arrangement:
    return crumble.from_diagram(rows).arrangement


def refusal(board: Arrangement, own: set[Piece], first: Piece, axis: str, count: int) -> str:
    with pytest.raises(IllegalTurn) as refused:
        cut_from(board, own, first, axis, count)
    return refused.value.clause


@pytest.mark.parametrize("row", [0, 1], ids=["below", "above"])
def test_a_line_halves_a_further_piece_in_its_middle_or_not_at_all(row: int) -> None:
    board = arrangement("3x2\nABB\nCBB\n")
    assert refusal(board, {*board.pieces}, rectangle(0, 2 * row, 2, 2), "H", 2) == "crumble.cut.halves"


def test_an_opposing_piece_further_on_blocks_a_cut_though_it_begins_further_west() -> None:
    board = arrangement("2x3\n" + 4 * "aaaa\n" + 2 * "bCCd\n")
    first = rectangle(1, 0, 2, 2)
    assert refusal(board, {first}, first, "V", 2) == "crumble.cut.blocked"


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
