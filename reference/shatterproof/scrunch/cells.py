"""The board: hexagonal cells in the shape of a hexagon."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from functools import lru_cache
from typing import NamedTuple

from shatterproof.errors import InputError
from shatterproof.game import IllegalPosition, IllegalTurn

DARK = "dark"
LIGHT = "light"

SMALLEST_BOARD = 2
LARGEST_BOARD = 10
ROW_LETTERS = "abcdefghijklmnopqrs"


class Cell(NamedTuple):
    """A cell: its row from the bottom and its place in the row from the left, both from 0. Printed `a1`."""

    row: int
    column: int


Stones = frozenset[Cell]
"""The cells on which stones of one colour stand."""


def board_size(board: str) -> tuple[int]:
    """The cells along each side of a board named like `7`, as a tuple of one number.

    Raises InputError; IllegalPosition (scrunch.board.limits).
    """
    if not re.fullmatch(r"[1-9][0-9]{0,2}", board):
        raise InputError(f"{board[:40]!r} names no board", expected="the cells along a side, like 7")
    if not SMALLEST_BOARD <= int(board) <= LARGEST_BOARD:
        raise IllegalPosition("scrunch.board.limits", f"no board {board}", expected="2 to 10 cells along a side")
    return (int(board),)


def row_length(side: int, row: int) -> int:
    """scrunch.board.hexagon: how many cells a row has; the rows grow to the middle of the board and shrink again."""
    return side + min(row, 2 * side - 2 - row)


@lru_cache(maxsize=16)
def board(side: int) -> Mapping[Cell, Set[Cell]]:
    """scrunch.board.hexagon: the cells of a board, each with those that share a side with it."""
    cells = [Cell(row, column) for row in range(2 * side - 1) for column in range(row_length(side, row))]
    beside: dict[Cell, set[Cell]] = {cell: set() for cell in cells}
    for cell in cells:
        for other in beside.keys() & _next_cells(side, cell):
            beside[cell].add(other)
            beside[other].add(cell)
    return beside


def _next_cells(side: int, cell: Cell) -> set[Cell]:
    """The cell to the right, and the two above: up to the middle row each row begins half a cell further left."""
    shift = 1 if cell.row < side - 1 else 0
    above = {Cell(cell.row + 1, cell.column + shift - 1), Cell(cell.row + 1, cell.column + shift)}
    return {Cell(cell.row, cell.column + 1), *above}


def describe(cell: Cell) -> str:
    """scrunch.notation.cell: the name of a cell, its row as a letter and its place in the row: `a1`.

    A cell in a row that no board has is told by its numbers, `(19, 0)`.
    """
    if not 0 <= cell.row < len(ROW_LETTERS):
        return f"({cell.row}, {cell.column})"
    return f"{ROW_LETTERS[cell.row]}{cell.column + 1}"


def cell_named(name: str) -> Cell:
    """The cell of a name that the grammar allows, on the board or not."""
    return Cell(ROW_LETTERS.index(name[0]), int(name[1:]) - 1)


def check_on_board(side: int, cell: Cell) -> None:
    """Raises IllegalTurn (scrunch.notation.cell) unless the board has the cell."""
    if cell not in board(side):
        raise IllegalTurn("scrunch.notation.cell", f"board {side} has no cell {describe(cell)}")


def opponent(colour: str) -> str:
    return LIGHT if colour == DARK else DARK
