"""Slides of Splinter: the last one is known from what moved."""

from __future__ import annotations

import pytest

from shatterproof.splinter.slides import (
    Slide,
    last_slide,
)
from shatterproof.splinter.squares import (
    DIRECTIONS,
    Piece,
    Square,
    describe,
    is_on_board,
    square_named,
)

BLUE = Piece("blue", "square")
AFTER = dict.fromkeys(map(square_named, ("b1", "c1", "d1")), BLUE)


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("kept", [(0, 1, 2), (2,), (1, 2)])
def test_the_last_slide_is_known_from_its_foremost_piece(direction: str, kept: tuple[int, ...]) -> None:
    columns, rows = DIRECTIONS[direction]
    run = tuple(Square(10 + at * columns, 5 + at * rows) for at in range(3))
    slide = Slide(run, direction)
    pieces = dict.fromkeys((now for now, _ in slide.pairs), BLUE) | {Square(0, 0): BLUE}
    assert last_slide(pieces, frozenset(slide.pairs[at] for at in kept)) == slide


@pytest.mark.parametrize("pairs", ["b1-a1 c1-a1", "b1-a1 b2-a1", "c1-a1", "a1-a1", "b1-a1 a1-b1"])
def test_no_slide_moves_pieces_otherwise_than_by_one_square_in_one_direction(pairs: str) -> None:
    memory = frozenset((square_named(pair[:2]), square_named(pair[3:])) for pair in pairs.split())
    assert last_slide(AFTER, memory) is None


def test_a_square_is_on_the_board_within_its_columns_and_rows() -> None:
    on = {
        describe(Square(column, row))
        for column in range(-1, 5)
        for row in range(-1, 5)
        if is_on_board(3, 2, Square(column, row))
    }
    assert on == {"a1", "b1", "c1", "a2", "b2", "c2"}
    assert square_named("z26") == Square(25, 25)
    assert describe(Square(25, 25)) == "z26"
