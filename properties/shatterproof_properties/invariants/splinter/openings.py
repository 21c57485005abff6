"""What must hold of boards and openings."""

from __future__ import annotations

from itertools import product

from shatterproof import splinter
from shatterproof.game import IllegalPosition
from shatterproof.splinter.position import Position
from shatterproof_properties.invariants import check, every_game, guards
from shatterproof_properties.invariants.splinter.brute_force import (
    ALL_KINDS,
    COLOURS,
    Standing,
    groups_of,
    kinds_of,
    standing_of,
)


def opening_by_definition(columns: int, rows: int) -> Standing:
    """The opening: a chequered block of 6 by 5 in the middle, with circles around, crosses in the corners inside,
    squares between.

    Colours alternate from blue in the south-west corner of the block.
    """
    west, south = (columns - 6) // 2, (rows - 5) // 2
    found: Standing = {}
    for column, row in product(range(6), range(5)):
        at = (west + column, south + row)
        if 0 <= at[0] < columns and 0 <= at[1] < rows:
            is_border = column in (0, 5) or row in (0, 4)
            kind = "circle" if is_border else "square" if row == 2 else "cross"
            found[at] = (COLOURS[(column + row) % 2], kind)
    return found


def opening(board: str) -> Position | None:
    """The opening on a board; None if the board has none."""
    try:
        return splinter.start(board)
    except IllegalPosition as refused:
        check(refused.clause == "splinter.start.other-boards", f"board {board} is refused by {refused.clause}")
        return None


@guards("splinter.start.block", "splinter.start.other-boards", "splinter.pieces.kinds")
def the_opening_is_the_block_as_far_as_it_fits(board: str) -> None:
    columns, rows = splinter.board_size(board)
    expected = opening_by_definition(columns, rows)
    start = opening(board)
    complete = all(kinds_of(expected, colour) == ALL_KINDS for colour in COLOURS)
    check((start is not None) == complete, f"board {board} has an opening: {start is not None}")
    if start is not None:
        check(standing_of(start) == expected, f"another opening on board {board}")
        check(splinter.outcome(start) is None, "the game is over before it begins")
        check(len(groups_of(expected)) == 1, "the opening does not hold together")


@guards("splinter.start.first", "splinter.turn.order")
def blue_begins_and_nothing_is_remembered(board: str) -> None:
    start = opening(board)
    if start is not None:
        check(start.to_move == "blue" and not start.memory, f"{start.to_move} begins, with memory {start.memory}")


@guards("splinter.start.first", "splinter.start.agreed")
def either_side_may_begin(board: str) -> None:
    """A position given from outside says who moves; it may be the opening with the other side to move first."""
    start = opening(board)
    if start is not None:
        data = splinter.to_json(start) | {"to_move": "white"}
        other = splinter.from_json(data)
        check(other.to_move == "white" and other.standing == start.standing, "white may not begin")
        check(next(splinter.turns(other), None) is not None, "white has no turn")


@guards("splinter.board.limits", "splinter.board.rectangle")
def boards_measure_two_to_twenty_six_squares_each_way(board: str) -> None:
    columns, rows = splinter.board_size(board)
    check(2 <= columns <= 26 and 2 <= rows <= 26, f"there is a board {board}")
    for name in (f"1x{rows}", f"{columns}x1", f"27x{rows}", f"{columns}x27", f"0x{rows}"):
        every_game.check_refused("splinter.board.limits", f"board {name}", splinter.board_size, name)
