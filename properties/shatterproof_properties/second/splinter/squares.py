"""The board as bits: squares by column, then row, inside a frame one square wide where pushed-off pieces land."""

from __future__ import annotations

from collections.abc import Iterator

DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
NOWHERE = -1
SMALLEST, LARGEST = 2, 26
PLANES = 4


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
    """The squares of one board. A square is a mask of one bit, a set of squares a mask.

    `shifts[direction]` is how far a bit moves left in a step; the first four directions have positive shifts, and
    the others are their opposites. `last[direction]` are the squares from which a step leads off the board, `edge` all;
    `rays[direction]` has for each bit the squares ahead of it. A set of pieces holds four masks, `size` bits each: the
    occupied squares, and those with blue pieces, with squares and with crosses.
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        height = rows + 2
        self.size = (columns + 2) * height
        self.planes = sum(1 << plane * self.size for plane in range(PLANES))
        self.names = {self.bit(column, row): _name(column, row) for column in range(columns) for row in range(rows)}
        self.bits = {name: bit for bit, name in self.names.items()}
        self.all = sum(self.names)
        self.everywhere = self.all * self.planes
        self.shifts = tuple(column * height + row for column, row in STEPS)
        self.last = tuple(self.all & ~self.moved(self.all, opposite(direction)) for direction in range(8))
        self.edge = self.last[0] | self.last[2] | self.last[4] | self.last[6]
        self.rays = tuple(self._rays(direction) for direction in range(8))

    def bit(self, column: int, row: int) -> int:
        """The square in a column and a row, both counted from 0."""
        return 1 << (column + 1) * (self.rows + 2) + row + 1

    def moved(self, mask: int, direction: int) -> int:
        """The squares, or the pieces, one step further; from the edge they come onto the frame."""
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


def _name(column: int, row: int) -> str:
    return f"{'abcdefghijklmnopqrstuvwxyz'[column]}{row + 1}"
