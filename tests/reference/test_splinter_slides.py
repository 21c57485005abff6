"""Slides of Splinter, asked for directly: what moves, leaves the board, is remembered and may not return."""

from __future__ import annotations

import pytest

from shatterproof.errors import InputError
from shatterproof.game import IllegalPosition, IllegalTurn
from shatterproof.splinter.readings import Readings
from shatterproof.splinter.slides import (
    Memory,
    Slide,
    after_slide,
    check_return,
    last_slide,
    remember,
    returning,
    slide_from,
    steps_off,
)
from shatterproof.splinter.squares import (
    DIRECTIONS,
    Piece,
    Square,
    board_size,
    describe,
    is_on_board,
    square_named,
)

BLUE, WHITE = Piece("blue", "square"), Piece("white", "cross")


def squares(names: str) -> tuple[Square, ...]:
    return tuple(square_named(name) for name in names.split())


def memory(pairs: str) -> Memory:
    """A memory from pairs like `b1-a1`: where a piece stands now, and where it stood before."""
    return frozenset((square_named(now), square_named(before)) for now, before in (p.split("-") for p in pairs.split()))


def standing(text: str) -> dict[Square, Piece]:
    """The pieces of a text like `Ba1 Wb1`."""
    return {square_named(word[1:]): BLUE if word[0] == "B" else WHITE for word in text.split()}


ROW = standing("Ba1 Wb1 Bc1 We1 Bb2")


@pytest.mark.parametrize(
    ("square", "direction", "run"),
    [("a1", "E", "a1 b1 c1"), ("b1", "E", "b1 c1"), ("c1", "W", "c1 b1 a1"), ("e1", "W", "e1"), ("a1", "NE", "a1 b2")],
)
def test_a_piece_pushes_along_what_lies_in_the_way_without_a_gap(square: str, direction: str, run: str) -> None:
    assert slide_from(ROW, square_named(square), direction) == Slide(squares(run), direction)


def test_what_leaves_the_board_is_gone_and_all_else_moves_by_one_square() -> None:
    run = slide_from(ROW, square_named("a1"), "E")
    assert run.pairs == [
        (square_named(now), square_named(before)) for now, before in (("b1", "a1"), ("c1", "b1"), ("d1", "c1"))
    ]
    assert after_slide(5, 2, ROW, run) == standing("Bb1 Wc1 Bd1 We1 Bb2")
    assert after_slide(3, 2, standing("Ba1 Wb1 Bc1 Bb2"), run) == standing("Bb1 Wc1 Bb2")
    up = slide_from(ROW, square_named("b1"), "N")
    assert after_slide(5, 2, ROW, up) == standing("Ba1 Bc1 We1 Wb2")


@pytest.mark.parametrize(
    ("columns", "rows", "run", "direction", "leaves"),
    [
        (3, 9, "c1", "E", True),
        (3, 9, "b1 c1", "E", False),
        (9, 3, "c1", "E", False),
        (9, 3, "a3", "N", True),
        (3, 9, "a3", "N", False),
        (9, 3, "a2 a3", "N", False),
        (3, 3, "a1", "SW", True),
        (3, 3, "b2 a1", "SW", False),
    ],
)
def test_a_slid_piece_leaves_the_board_only_by_itself(
    columns: int, rows: int, run: str, direction: str, leaves: bool
) -> None:
    assert steps_off(columns, rows, Slide(squares(run), direction)) == leaves


AFTER = standing("Bb1 Wc1 Bd1")
RUN = Slide(squares("a1 b1 c1"), "E")
ALL = "b1-a1 c1-b1 d1-c1"


@pytest.mark.parametrize(
    ("reading", "removed", "to_move", "kept"),
    [
        ("any-piece", False, "white", ALL),
        ("any-piece", True, "blue", ALL),
        ("moved-piece", False, "white", "c1-b1"),
        ("moved-piece", True, "white", "c1-b1"),
        ("moved-piece", False, "blue", "b1-a1 d1-c1"),
        ("whole-position", False, "blue", "d1-c1"),
        ("whole-position", False, "white", ""),
        ("whole-position", True, "blue", ""),
    ],
)
def test_as_much_is_remembered_as_the_reading_needs(reading: str, removed: bool, to_move: str, kept: str) -> None:
    assert remember(AFTER, RUN, removed, to_move, Readings(no_return=reading)) == memory(kept)


@pytest.mark.parametrize(
    ("reading", "to_move", "kept"),
    [("any-piece", "white", "b1-a1 c1-b1"), ("whole-position", "white", "c1-b1"), ("whole-position", "blue", "")],
)
def test_pieces_that_are_gone_are_not_remembered(reading: str, to_move: str, kept: str) -> None:
    assert remember(standing("Bb1 Wc1"), RUN, False, to_move, Readings(no_return=reading)) == memory(kept)


@pytest.mark.parametrize(
    ("reading", "remembered", "back"),
    [
        ("any-piece", ALL, "d1-c1 c1-b1 b1-a1"),
        ("any-piece", "c1-b1", "c1-b1"),
        ("moved-piece", ALL, "d1-c1"),
        ("moved-piece", "c1-b1", ""),
        ("whole-position", "d1-c1", "d1-c1"),
        ("whole-position", "b1-a1", ""),
        ("any-piece", "c1-d1 b1-c1 a1-b1", ""),
    ],
)
def test_pieces_may_not_return_to_where_they_have_just_come_from(reading: str, remembered: str, back: str) -> None:
    slide, readings = Slide(squares("d1 c1 b1"), "W"), Readings(no_return=reading)
    found = returning(slide, memory(remembered), readings)
    assert [f"{describe(left)}-{describe(reached)}" for left, reached in found] == back.split()
    if not back:
        check_return(slide, memory(remembered), readings)
        return
    with pytest.raises(IllegalTurn) as refused:
        check_return(slide, memory(remembered), readings)
    left, reached = back.split()[0].split("-")
    assert refused.value.clause == "splinter.slide.return"
    assert refused.value.reason == f"the piece on {left} would return to {reached}"


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("kept", [(0, 1, 2), (2,), (1, 2)])
def test_the_last_slide_is_known_from_its_foremost_piece(direction: str, kept: tuple[int, ...]) -> None:
    columns, rows = DIRECTIONS[direction]
    run = tuple(Square(10 + at * columns, 5 + at * rows) for at in range(3))
    slide = Slide(run, direction)
    pieces = dict.fromkeys((now for now, _ in slide.pairs), BLUE) | standing("Ba1")
    assert last_slide(pieces, frozenset(slide.pairs[at] for at in kept)) == slide


@pytest.mark.parametrize("pairs", ["b1-a1 c1-a1", "b1-a1 b2-a1", "c1-a1", "a1-a1", "b1-a1 a1-b1"])
def test_no_slide_moves_pieces_otherwise_than_by_one_square_in_one_direction(pairs: str) -> None:
    assert last_slide(AFTER, memory(pairs)) is None


# Boards


@pytest.mark.parametrize("board", ["2x2", "26x26", "2x26", "10x9"])
def test_a_board_is_named_by_columns_and_rows(board: str) -> None:
    assert "x".join(map(str, board_size(board))) == board


@pytest.mark.parametrize("board", ["1x9", "9x1", "27x9", "9x27", "100x9", "9x999", "0x9", "26x1"])
def test_a_board_beyond_the_limits_breaks_a_rule(board: str) -> None:
    with pytest.raises(IllegalPosition) as refused:
        board_size(board)
    assert refused.value.clause == "splinter.board.limits"


@pytest.mark.parametrize(
    "board",
    [
        "",
        "x",
        "9",
        "9x",
        "x9",
        "9x9x9",
        "09x9",
        "9x09",
        "9 x9",
        "-9x9",
        "9X9",
        "\u00b2x3",
        "3x\u00b2",
        "1000x9",
        "9" * 5000 + "x9",
    ],
)
def test_what_names_no_board_is_refused_by_its_form(board: str) -> None:
    with pytest.raises(InputError, match="names no board") as refused:
        board_size(board)
    assert not isinstance(refused.value, IllegalPosition)


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
