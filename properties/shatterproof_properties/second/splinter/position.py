"""Positions and turns inside the engine, and the bits of the board.

Squares go by column, then row, inside a frame one square wide that catches pieces pushed off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from string import ascii_lowercase
from typing import NamedTuple

from shatterproof.game import Outcome

DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
NOWHERE = -1
LIMITS = (2, 26)
"""The smallest and the largest side."""
SIDES = ("blue", "white")
KINDS = ("square", "cross", "circle")
Spread = Callable[[int], int]
"""A function that adds to a set of squares all squares linked to it."""


def opposite(direction: int) -> int:
    """The direction back."""
    return direction ^ 4


def squares_of(mask: int) -> Iterator[int]:
    """The squares of a mask as masks of one bit, in order."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


class Squares:
    """The squares of one board. A square is a mask of one bit, and a set of squares is a mask.

    `shifts[direction]` is how far a step moves a bit to the left. The first four directions have positive shifts; the
    others are their opposites. `last[direction]` are the squares from which a step leaves the board, and `edge` all of
    those. `rays[direction]` has for each bit the squares ahead of it. `piece_texts` has for each square the JSON texts
    of the pieces that may stand there, by side and kind. A set of pieces holds four masks of `size` bits each: the
    occupied squares, and those with blue pieces, with squares and with crosses.
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        height = rows + 2
        self.size = (columns + 2) * height
        self.planes = sum(1 << plane * self.size for plane in range(4))
        places = ((column, row) for column in range(columns) for row in range(rows))
        self.names = {self.bit(column, row): f"{ascii_lowercase[column]}{row + 1}" for column, row in places}
        self.bits = {name: bit for bit, name in self.names.items()}
        kinds = [f'"{side}","{kind}"' for side in SIDES for kind in KINDS]
        self.piece_texts = {square: [f'["{name}",{kind}]' for kind in kinds] for square, name in self.names.items()}
        self.all = sum(self.names)
        self.everywhere = self.all * self.planes
        self.shifts = tuple(column * height + row for column, row in STEPS)
        self.last = tuple(self.all & ~self.moved(self.all, opposite(direction)) for direction in range(8))
        self.edge = self.last[0] | self.last[2] | self.last[4] | self.last[6]
        self.rays = tuple(self._rays(direction) for direction in range(8))

    def bit(self, column: int, row: int) -> int:
        """The square in a column and a row, both counted from 0."""
        return 1 << (column + 1) * (self.rows + 2) + row + 1

    def piece(self, square: int, side: int, kind: int) -> int:
        """One piece as a set of pieces, given by the indexes of its side and kind in SIDES and KINDS."""
        planes = 1 | (1 << self.size if side == 0 else 0) | (1 << (2 + kind) * self.size if kind < 2 else 0)
        return square * planes

    def moved(self, mask: int, direction: int) -> int:
        """The squares, or the pieces, one step further. From the edge they step onto the frame."""
        shift = self.shifts[direction]
        return mask << shift if shift > 0 else mask >> -shift

    def spread(self, mask: int) -> int:
        """A set of squares and all that touch it by a side or a corner."""
        height = self.rows + 2
        mask |= mask << 1 | mask >> 1
        return mask | mask << height | mask >> height

    def _rays(self, direction: int) -> dict[int, int]:
        rays = {}
        for square in self.names:
            ray, at = 0, self.moved(square, direction)
            while at & self.all:
                ray |= at
                at = self.moved(at, direction)
            rays[square] = ray
        return rays


@lru_cache(maxsize=32)
def squares_of_board(columns: int, rows: int) -> Squares:
    """The squares of a board, built once."""
    return Squares(columns, rows)


def flood(seed: int, within: int, spread: Spread) -> int:
    """All squares of a mask that are linked to the seed, including the seed."""
    reached, before = seed, 0
    while reached != before:
        before = reached
        reached = spread(reached) & within
    return reached


def grouped(mask: int, spread: Spread) -> Iterator[int]:
    """The groups of a mask, in the order of their smallest squares."""
    while mask:
        group = flood(mask & -mask, mask, spread)
        yield group
        mask ^= group


def contiguous(squares: Squares, occupied: int, square: int, direction: int) -> int:
    """A square and the occupied ones ahead of it, up to the first empty square."""
    ray = squares.rays[direction][square]
    empty = ray & ~occupied
    if not empty:
        return ray | square
    if direction < 4:
        return ray & (empty & -empty) - 1 | square
    return ray & -1 << empty.bit_length() | square


def slid(squares: Squares, pieces: int, run: int, direction: int) -> int:
    """The pieces after a run has moved one step, perhaps onto the frame."""
    moving = pieces & run * squares.planes
    return pieces ^ moving ^ squares.moved(moving, direction)


class Position(NamedTuple):
    """A position; `pieces` is as in `Squares`.

    `now` are the squares of the remembered pieces, and `heading` is the direction in which they came. It is NOWHERE if
    nothing is remembered.
    """

    pieces: int
    blue_moves: bool
    now: int
    heading: int
    outcome: Outcome | None


class Turn(NamedTuple):
    """The slid piece's square, a direction, and in a tie the smallest square of the chosen group, else 0.

    A pass has square 0.
    """

    square: int
    direction: int
    choice: int


PASS = Turn(0, 0, 0)
