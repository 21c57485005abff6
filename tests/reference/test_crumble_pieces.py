"""Pieces of Crumble: covers with gaps or overlaps, how lengths are written, and how fine pieces may be."""

from __future__ import annotations

import pytest

from play.search import refused
from shatterproof import crumble
from shatterproof.crumble.arrangement import check_cover, from_units, refuse_overlaps
from shatterproof.crumble.cuts import halves
from shatterproof.crumble.pieces import GRAIN, Piece, in_units
from shatterproof.crumble.position import Position, set_up
from shatterproof.errors import InputError
from shatterproof.game import IllegalPosition

ALL = [(x, y) for x in range(3) for y in range(2)]
"""The places of unit squares on a board of 3 by 2."""


def refusal(pieces: list[Piece]) -> str:
    error = refused(check_cover, 3, 2, pieces)
    assert error.clause == "crumble.pieces.cover"
    return str(error.what)


def units(places: list[tuple[int, int]]) -> list[Piece]:
    return [Piece(x * GRAIN, y * GRAIN, GRAIN, GRAIN) for x, y in places]


@pytest.mark.parametrize("missing", ALL)
def test_one_missing_piece_is_said_where_it_should_lie(missing: tuple[int, int]) -> None:
    left = units([place for place in ALL if place != missing])
    x, y = missing
    assert refusal(left).startswith(f"a gap begins at ({x}, {y}), 1 square units are left uncovered")


@pytest.mark.parametrize(
    ("missing", "corner", "area"),
    [
        ([(0, 0), (0, 1)], "(0, 0)", 2),
        ([(2, 0), (2, 1)], "(2, 0)", 2),
        ([(1, 1), (2, 0)], "(1, 1)", 2),
        (ALL, "(0, 0)", 6),
    ],
)
def test_of_several_gaps_the_most_western_is_said_with_the_whole_area(
    missing: list[tuple[int, int]], corner: str, area: int
) -> None:
    left = units([place for place in ALL if place not in missing])
    for given in (left, left[::-1]):
        assert refusal(given).startswith(f"a gap begins at {corner}, {area} square units")


def test_a_gap_beside_a_part_of_a_piece_begins_where_the_others_end() -> None:
    half = Piece(GRAIN, 0, GRAIN, GRAIN // 2)
    left = [*units([place for place in ALL if place != (1, 0)]), half]
    assert refusal(left).startswith("a gap begins at (1, 1/2), 0.5 square units")


def test_a_taller_piece_beyond_covers_the_side_of_a_lower_one() -> None:
    tall = Piece(GRAIN, 0, GRAIN, 2 * GRAIN)
    assert refusal([*units([(0, 0), (0, 1), (2, 0)]), tall]).startswith("a gap begins at (2, 1), 1 square units")


HALF = GRAIN // 2
LOW, HIGH = Piece(HALF, 0, GRAIN, GRAIN), Piece(0, HALF, GRAIN, GRAIN)


@pytest.mark.parametrize(
    "pair", [(LOW, HIGH), (HIGH, LOW), (LOW, Piece(0, 0, GRAIN, GRAIN)), (HIGH, Piece(0, 0, GRAIN, GRAIN))]
)
def test_pieces_that_overlap_are_named(pair: tuple[Piece, Piece]) -> None:
    assert refusal([*pair]).endswith(" overlap (crumble.pieces.cover)")


@pytest.mark.parametrize(
    ("moved", "by"), [(0, (-1, 0)), (0, (0, -1)), (1, (1, 0)), (1, (0, 1))], ids=["west", "south", "east", "north"]
)
def test_pieces_of_the_right_area_may_not_leave_the_board_by_a_grain(moved: int, by: tuple[int, int]) -> None:
    x, y = by
    line = [place for place in ALL if place[1 if x else 0] == moved]
    shifted = [piece._replace(x=piece.x + x, y=piece.y + y) for piece in units(line)]
    assert refusal([*units([place for place in ALL if place not in line]), *shifted]).endswith(
        " leaves the board (crumble.pieces.cover)"
    )


FLAT = Piece(0, 0, 0, 0)
TURNED_ROUND = Piece(2 * GRAIN, 2 * GRAIN, -2 * GRAIN, -GRAIN)


@pytest.mark.parametrize("wrong", [FLAT, TURNED_ROUND, Piece(0, 0, 3 * GRAIN, 2 * GRAIN)])
def test_a_rectangle_that_is_no_square_or_half_of_one_is_no_piece(wrong: Piece) -> None:
    assert refused(check_cover, 3, 2, [*units(ALL), wrong]).clause == "crumble.pieces.shape"


@pytest.mark.parametrize(
    ("place", "edges"), [((0, 0), {"S", "W"}), ((1, 0), {"S"}), ((1, 1), {"N"}), ((2, 1), {"N", "E"})]
)
def test_a_piece_touches_the_sides_of_the_board_that_it_lies_along(place: tuple[int, int], edges: set[str]) -> None:
    assert check_cover(3, 2, units(ALL)).edges_touched(units([place])) == edges


def square(x: int, y: int) -> Piece:
    """A unit square, its place in half units."""
    return Piece(x * HALF, y * HALF, GRAIN, GRAIN)


@pytest.mark.parametrize("south", [1, 5])
def test_a_piece_that_begins_below_all_others_may_overlap_the_lowest(south: int) -> None:
    with pytest.raises(IllegalPosition, match="overlap") as refused:
        refuse_overlaps([square(0, 2), square(0, 6), square(1, south)])
    assert refused.value.clause == "crumble.pieces.cover"


def test_pieces_may_overlap_beyond_others_that_have_ended() -> None:
    with pytest.raises(IllegalPosition, match="overlap"):
        refuse_overlaps([square(0, 0), square(2, 0), square(3, 0)])


@pytest.mark.parametrize(
    "text", ["0", "1", "2", "16", "1/2", "3/2", "7/4", "1/1048576", "16777215/1048576", "999999999"]
)
def test_a_length_in_lowest_terms_is_read_and_written_alike(text: str) -> None:
    assert in_units(from_units(text)) == text


@pytest.mark.parametrize("text", ["1/3", "2/3", "5/6", "1/0", "0/0", "1/2097152", "1/12"])
def test_a_length_that_halving_units_cannot_give_is_refused(text: str) -> None:
    assert refused(from_units, text).clause == "crumble.board.limits"


NO_LENGTHS = [
    "", " 1", "x", "-1", "+1", "1.5", "1/", "/2", "1/2/2", "2/4", "2/2", "1/1", "0/2", "4/2", "01", "00", "1/02",
    "٣", "²", "1/²", "1000000000",
]  # fmt: skip


@pytest.mark.parametrize("text", NO_LENGTHS)
def test_a_text_that_is_no_length_in_lowest_terms_is_refused(text: str) -> None:
    assert not isinstance(refused(from_units, text), IllegalPosition)


def halved(times: int) -> Position:
    """Four units, the first of which is halved again and again."""
    smallest, others = Piece(0, 0, GRAIN, GRAIN), []
    for number in range(times):
        pair = halves(smallest, "HV"[number % 2])
        assert pair is not None
        smallest, other = pair
        others.append(other)
    units = [Piece(GRAIN, 0, GRAIN, GRAIN), Piece(0, GRAIN, GRAIN, GRAIN), Piece(GRAIN, GRAIN, GRAIN, GRAIN)]
    colours = {piece: "black" if number % 2 else "white" for number, piece in enumerate([smallest, *others, *units])}
    return set_up("2x2", colours)


def test_pieces_are_drawn_as_long_as_a_row_has_room() -> None:
    drawn = crumble.to_diagram(halved(16))
    assert max(map(len, drawn.splitlines())) == 512
    with pytest.raises(InputError, match="too fine for a diagram"):
        crumble.to_diagram(halved(18))


@pytest.mark.parametrize(("board", "beside"), [("2x3", [(0, 2), (1, 2)]), ("3x2", [(2, 0), (2, 1)])])
def test_neither_rows_nor_columns_of_pieces_have_more_room(board: str, beside: list[tuple[int, int]]) -> None:
    further = [Piece(x * GRAIN, y * GRAIN, GRAIN, GRAIN) for x, y in beside]
    fine = halved(16)
    colours = {piece: "black" if piece in fine.black else "white" for piece in fine.arrangement.pieces}
    with pytest.raises(InputError, match="too fine for a diagram"):
        crumble.to_diagram(set_up(board, {**colours, **dict.fromkeys(further, "white")}))
