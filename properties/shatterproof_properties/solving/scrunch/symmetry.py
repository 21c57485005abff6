"""One key for all positions that are images of one another: turned, mirrored, or with colours exchanged."""

from __future__ import annotations

from functools import lru_cache
from operator import add
from typing import NamedTuple

from shatterproof_properties.second.scrunch.position import LETTERS, Board, Position


class StoneImages(NamedTuple):
    """The twelve images of some stones, the least of them, and the symmetries that give it."""

    all: tuple[int, ...]
    least: int
    ways: tuple[int, ...]


class Symmetry:
    """The turns and reflections of a hexhex board."""

    def __init__(self, board: Board) -> None:
        self._width = board.cells.bit_length()
        moves = _symmetries(board)
        self._bytes = [_byte_images(moves, first) for first in range(0, self._width, 8)]
        # The board of side 3 has fewer sets of stones without mutants.
        self.images = lru_cache(maxsize=150_000)(self._imaged)

    def key(self, here: Position) -> int:
        """A number that is equal exactly for a position and its images, exchange of colours included."""
        return self.stones_key(here.own, here.other) << 2 | here.creating << 1 | here.other_creating

    def stones_key(self, own: int, other: int) -> int:
        """A number that is equal exactly for two sets of stones without phases and their images."""
        _, least, ways = self.images(own)
        all_other = self.images(other).all
        if len(ways) == 1:
            return least << self._width | all_other[ways[0]]
        return least << self._width | min([all_other[way] for way in ways])

    def _imaged(self, stones: int) -> StoneImages:
        """The images of some stones under turns and reflections."""
        pieces = [table[stones >> 8 * place & 255] for place, table in enumerate(self._bytes)]
        images = tuple(map(sum, zip(*pieces, strict=True)))
        least = min(images)
        return StoneImages(images, least, tuple(way for way, image in enumerate(images) if image == least))


def _byte_images(moves: list[dict[int, int]], first: int) -> list[tuple[int, ...]]:
    """The twelve images of each value of the byte that starts at a bit."""
    images = [(0,) * len(moves)]
    for value in range(1, 256):
        cell = (value & -value) << first
        images.append(tuple(map(add, images[value & value - 1], (move.get(cell, 0) for move in moves))))
    return images


def _symmetries(board: Board) -> list[dict[int, int]]:
    """The twelve symmetries of the board, each as a map from cell to cell."""
    middle = board.side - 1
    places = {}
    for cell, text in board.texts.items():
        row = LETTERS.index(text[0])
        # Steps from the middle to the north-east, and to the east.
        places[cell] = (row - middle, int(text[1:]) - 1 - min(row, middle))
    cells = {place: cell for cell, place in places.items()}
    found = []
    for mirrored in (False, True):
        now = {cell: (east, north) if mirrored else (north, east) for cell, (north, east) in places.items()}
        for _ in range(6):
            found.append({cell: cells[place] for cell, place in now.items()})
            now = {cell: (north + east, -north) for cell, (north, east) in now.items()}
    return found
