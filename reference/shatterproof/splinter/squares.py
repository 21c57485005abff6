"""The board and the pieces on its squares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from shatterproof.errors import InputError
from shatterproof.game import IllegalPosition, IllegalTurn

BLUE = "blue"
WHITE = "white"
KINDS = ("square", "cross", "circle")

SMALLEST_BOARD = 2
LARGEST_BOARD = 26

DIRECTIONS = {
    "N": (0, 1),
    "NE": (1, 1),
    "E": (1, 0),
    "SE": (1, -1),
    "S": (0, -1),
    "SW": (-1, -1),
    "W": (-1, 0),
    "NW": (-1, 1),
}
"""The eight directions in order, each with the columns and rows of one step."""

LETTERS = {"S": "square", "X": "cross", "O": "circle"}
"""The letters of the kinds, as diagrams have them: capital letters for Blue, small ones for White."""

BLOCK = ("OoOoOo", "oXxXxO", "OsSsSo", "oXxXxO", "OoOoOo")
"""splinter.start.block: the pieces of the start, top row first, in the letters of diagrams."""


class Square(NamedTuple):
    """A square: its column from the left and its row from the bottom, both from 0. Printed `a1`."""

    column: int
    row: int


class Piece(NamedTuple):
    """A piece: its colour and its kind, which is square, cross or circle."""

    colour: str
    kind: str


Pieces = Mapping[Square, Piece]
"""The pieces by the squares on which they stand."""


def starting_pieces(columns: int, rows: int) -> Pieces:
    """splinter.start.block, splinter.start.other-boards: the block in the middle of a board, as much of it as fits.

    Raises IllegalPosition for a board so small that a side would lack a kind.
    """
    west, south = (columns - len(BLOCK[0])) // 2, (rows - len(BLOCK)) // 2
    pieces = {}
    for up, letters in enumerate(reversed(BLOCK)):
        for along, letter in enumerate(letters):
            square = Square(west + along, south + up)
            if is_on_board(columns, rows, square):
                pieces[square] = piece_lettered(letter)
    if any(missing_kinds(pieces, colour) for colour in (BLUE, WHITE)):
        what = f"board {columns}x{rows} is too small for an opening"
        raise IllegalPosition("splinter.start.other-boards", what, expected="2x4, 5x2 or larger")
    return pieces


def piece_lettered(letter: str) -> Piece:
    """The piece that a letter of a diagram stands for."""
    return Piece(BLUE if letter.isupper() else WHITE, LETTERS[letter.upper()])


def board_size(board: str) -> tuple[int, int]:
    """Columns and rows of a board named like `10x9`. Raises InputError; IllegalPosition (splinter.board.limits)."""
    columns, times, rows = board.partition("x")
    numbers = [int(text) for text in (columns, rows) if text.isascii() and text.isdigit() and len(text) <= 3]
    if not times or len(numbers) != 2 or f"{numbers[0]}x{numbers[1]}" != board:
        raise InputError(f"{board[:40]!r} names no board", expected="columns by rows, like 10x9")
    if not all(SMALLEST_BOARD <= number <= LARGEST_BOARD for number in numbers):
        raise IllegalPosition("splinter.board.limits", f"no board {board}", expected="2x2 to 26x26 squares")
    return numbers[0], numbers[1]


def is_on_board(columns: int, rows: int, square: Square) -> bool:
    return 0 <= square.column < columns and 0 <= square.row < rows


def step(square: Square, direction: str) -> Square:
    """splinter.slide.one-step: the next square in a direction, on the board or not."""
    columns, rows = DIRECTIONS[direction]
    return Square(square.column + columns, square.row + rows)


def describe(square: Square) -> str:
    """splinter.notation.square: the name of a square, its column as a letter and its row as a number: `a1`."""
    return f"{chr(ord('a') + square.column)}{square.row + 1}"


def square_named(name: str) -> Square:
    """The square of a name that the grammar allows, on the board or not."""
    return Square(ord(name[0]) - ord("a"), int(name[1:]) - 1)


def check_on_board(columns: int, rows: int, square: Square) -> None:
    """Raises IllegalTurn (splinter.notation.square) unless the board has the square."""
    if not is_on_board(columns, rows, square):
        raise IllegalTurn("splinter.notation.square", f"board {columns}x{rows} has no square {describe(square)}")


def opponent(colour: str) -> str:
    return WHITE if colour == BLUE else BLUE


def missing_kinds(pieces: Pieces, colour: str) -> list[str]:
    """splinter.win.type-out: the kinds of which a side has no piece left."""
    return [kind for kind in KINDS if Piece(colour, kind) not in pieces.values()]
