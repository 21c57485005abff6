"""Scales: numbers in words, by the range in which they fall."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

THIN = 3
"""A board is long and thin if one side is this many times the other."""


class Scale(NamedTuple):
    """A scale: what it counts, and the largest number of each range but the last. The first begins with `least`."""

    what: str
    tops: tuple[int, ...]
    least: int = 1

    def name(self, number: int) -> str:
        """The range in which a number is."""
        place = sum(number > top for top in self.tops)
        return self.names()[place]

    def names(self) -> tuple[str, ...]:
        """All ranges."""
        return tuple(f"{self.what}: {span}" for span in self._spans())

    def _spans(self) -> Iterator[str]:
        for below, top in pairwise((self.least - 1, *self.tops)):
            yield str(top) if top == below + 1 else f"{below + 1} to {top}"
        yield f"{self.tops[-1] + 1} and more"


ANOTHER_SPELLING = "another spelling"
"""The dimension of other spellings of a turn. Its values are the clauses of the notation that allow them."""


def values(what: str, *names: str) -> tuple[str, ...]:
    """The values of what is one of a few."""
    return tuple(f"{what}: {name}" for name in names)


SIDES = Scale("longest side of the board", (3, 6, 9, 12, 15), least=2)
SHAPES = ("board as wide as high", "board wider than high", "board higher than wide", "board long and thin")


def shapes(columns: int, rows: int) -> Iterator[str]:
    """The features of a board by its columns and rows."""
    yield SIDES.name(max(columns, rows))
    yield SHAPES[0 if columns == rows else 1 if columns > rows else 2]
    if max(columns, rows) >= THIN * min(columns, rows):
        yield SHAPES[3]
