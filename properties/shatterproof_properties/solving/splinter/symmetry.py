"""One key for all positions that are images of one another: turned, mirrored, or with colours exchanged."""

from __future__ import annotations

from functools import lru_cache

from shatterproof_properties.second.splinter.position import NOWHERE, STEPS, Position, Squares

Way = tuple[bool, bool, bool]
"""Three switches: columns and rows exchanged, then columns mirrored, then rows mirrored."""


class Symmetry:
    """The symmetries of a board: eight if it is square, else four."""

    def __init__(self, squares: Squares) -> None:
        self._squares = squares
        diagonals = (False, True) if squares.columns == squares.rows else (False,)
        ways = [(diagonal, east, north) for diagonal in diagonals for east in (False, True) for north in (False, True)]
        self._lanes = [number * squares.size for number in range(len(ways))]
        self._headings = [[_heading(step, way) for step in STEPS] for way in ways]
        single = self._single_images(ways)
        self._bytes = [_byte_images(single, first) for first in range(0, squares.size, 8)]
        self._least_image = lru_cache(maxsize=100_000)(self._find_least_image)

    def key(self, here: Position) -> int:
        """A number that is equal exactly for a position and its images."""
        squares, pieces = self._squares, here.pieces
        size, every = squares.size, squares.all
        occupied, blue = pieces & every, pieces >> size & every
        least, ways = self._least_image(occupied)
        own = self._images(blue if here.blue_moves else occupied ^ blue)
        square, cross, now = (self._images(pieces >> 2 * size & every), self._images(pieces >> 3 * size & every), 0)
        if here.heading != NOWHERE:
            now = self._images(here.now)
        found = []
        for way in ways:
            lane = self._lanes[way]
            code = (own >> lane & every) << size | square >> lane & every
            code = (code << size | cross >> lane & every) << size | now >> lane & every
            found.append(code << 4 | (8 if here.heading == NOWHERE else self._headings[way][here.heading]))
        return least << 4 * size + 4 | min(found)

    def _find_least_image(self, mask: int) -> tuple[int, tuple[int, ...]]:
        """The least image of some squares, and the symmetries that give it."""
        images = self._images(mask)
        each = [images >> lane & self._squares.all for lane in self._lanes]
        least = min(each)
        return least, tuple(way for way, image in enumerate(each) if image == least)

    def _images(self, mask: int) -> int:
        """All images of some squares side by side, each in a lane of its own."""
        images = 0
        for table, byte in zip(self._bytes, mask.to_bytes(len(self._bytes), "little"), strict=True):
            images |= table[byte]
        return images

    def _single_images(self, ways: list[Way]) -> dict[int, int]:
        squares, single = self._squares, {}
        for column in range(squares.columns):
            for row in range(squares.rows):
                places = [_place(column, row, way, squares.columns, squares.rows) for way in ways]
                images = (squares.bit(*place) << lane for place, lane in zip(places, self._lanes, strict=True))
                single[squares.bit(column, row)] = sum(images)
        return single


def _byte_images(single: dict[int, int], first: int) -> list[int]:
    """The images of the squares in each value of the byte that starts at a bit."""
    images = [0]
    for value in range(1, 256):
        images.append(images[value & value - 1] | single.get((value & -value) << first, 0))
    return images


def _place(column: int, row: int, way: Way, columns: int, rows: int) -> tuple[int, int]:
    diagonal, east, north = way
    if diagonal:
        column, row = row, column
    return columns - 1 - column if east else column, rows - 1 - row if north else row


def _heading(step: tuple[int, int], way: Way) -> int:
    diagonal, east, north = way
    column, row = reversed(step) if diagonal else step
    return STEPS.index((-column if east else column, -row if north else row))
