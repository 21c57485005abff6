"""Positions and turns inside the engine, and the hexhex board as bits.

Each cell has one bit, row by row, in rows of equal width with one spare bit at the end. Sides are seen from the one to
move: `own` and `other`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

LIMITS = (2, 10)
"""The smallest and the largest side."""
LETTERS = "abcdefghijklmnopqrs"
SIDES = ("dark", "light")


def bits(mask: int) -> Iterator[int]:
    """The cells of a mask as masks of one bit, lowest first."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


class Board:
    """A board of one side. A cell is a single bit; cells are ordered by row, then column.

    `cells` has all of them. `near` gives the neighbours of a cell, `texts` its name, and `named` the cell of a name.
    """

    def __init__(self, side: int) -> None:
        """A side within the limits."""
        self.side = side
        self._stride = 2 * side
        self.texts: dict[int, str] = {}
        for row in range(2 * side - 1):
            first = row * self._stride + max(0, side - 1 - row)
            for column in range(side + min(row, 2 * side - 2 - row)):
                self.texts[1 << first + column] = f"{LETTERS[row]}{column + 1}"
        self.named = {text: cell for cell, text in self.texts.items()}
        self.cells = sum(self.texts)
        self._quoted = {cell: f'"{text}"' for cell, text in self.texts.items()}
        self.near = {cell: self.beside(cell) for cell in self.texts}

    def beside(self, stones: int) -> int:
        """The cells next to any of some stones, including stones that are next to one another."""
        stride = self._stride
        beside = stones << 1 | stones >> 1 | stones << stride | stones >> stride
        return (beside | stones << stride - 1 | stones >> stride - 1) & self.cells

    def flood(self, seed: int, within: int) -> int:
        """All cells of a mask that are connected to the seed, including the seed."""
        reached = front = seed & within
        while front:
            front = self.beside(front) & within & ~reached
            reached |= front
        return reached

    def groups(self, stones: int) -> tuple[int, ...]:
        """The connected groups of stones, in the order of their first cells."""
        found = []
        while stones:
            group = self.flood(stones & -stones, stones)
            found.append(group)
            stones ^= group
        return tuple(found)

    def crowded(self, stones: int) -> tuple[int, int, int, int]:
        """The cells that have at least one, two, three and four of the stones beside them."""
        stride = self._stride
        one = two = three = four = 0
        for shifted in (
            stones << 1, stones >> 1, stones << stride, stones >> stride, stones << stride - 1, stones >> stride - 1,
        ):  # fmt: skip
            four |= three & shifted
            three |= two & shifted
            two |= one & shifted
            one |= shifted
        cells = self.cells
        return one & cells, two & cells, three & cells, four & cells

    def mutants(self, stones: int) -> int:
        """The stones with more than two friends beside them."""
        return stones & self.crowded(stones)[2]

    def is_tree(self, group: int) -> bool:
        """Whether a connected group has no loop of any size."""
        stride = self._stride
        links = (group & group >> 1).bit_count() + (group & group >> stride).bit_count()
        return links + (group & group >> stride - 1).bit_count() == group.bit_count() - 1

    def has_loop(self, stones: int) -> bool:
        """Whether stones without mutants hold a closed loop, which is a snake without an end."""
        ends = stones & ~self.crowded(stones)[1]
        return self.flood(ends, stones) != stones

    def written(self, stones: int) -> list[str]:
        """The names of cells, in order."""
        return [self.texts[cell] for cell in bits(stones)]

    def listed(self, stones: int) -> str:
        """The names of cells as items of a list in JSON, in order."""
        return ",".join([self._quoted[cell] for cell in bits(stones)])


@lru_cache(maxsize=LIMITS[1])
def board_of(side: int) -> Board:
    """The board of a side, built once."""
    return Board(side)


class Position(NamedTuple):
    """A position: both sides' stones, the sides still in creation, and whether the side to move is Dark."""

    own: int
    other: int
    creating: bool
    other_creating: bool
    dark_moves: bool


class Turn(NamedTuple):
    """A turn: the first cells of the snakes removed, in order, and single bits, 0 for a missing part.

    An egg or a bare placement has only `placed`. A growth also moves the stone on `moved` to `target`. A pass is empty.
    """

    removed: tuple[int, ...]
    placed: int
    moved: int
    target: int


PASS = Turn((), 0, 0, 0)
