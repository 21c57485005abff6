"""The images of sets of places under the symmetries of a board. A set is a mask with one bit for each place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import add


class Images:
    """The images under some symmetries, each given as a map from place to place."""

    def __init__(self, symmetries: Sequence[Mapping[int, int]]) -> None:
        self.width = max(symmetries[0]).bit_length()
        self._bytes = [_images_of_byte(symmetries, first) for first in range(0, self.width, 8)]
        # A board of 19 cells has fewer sets of stones that may stand.
        self.of = lru_cache(maxsize=150_000)(self._of)

    def _of(self, mask: int) -> tuple[tuple[int, ...], int, tuple[int, ...]]:
        """The images of a set by symmetry, the least of them, and the symmetries that give it."""
        pieces = [table[mask >> 8 * place & 255] for place, table in enumerate(self._bytes)]
        images = tuple(map(sum, zip(*pieces, strict=True)))
        least = min(images)
        return images, least, tuple(way for way, image in enumerate(images) if image == least)


def _images_of_byte(symmetries: Sequence[Mapping[int, int]], first: int) -> list[tuple[int, ...]]:
    """The images of each value of the byte that starts at a bit."""
    images = [(0,) * len(symmetries)]
    for value in range(1, 256):
        place = (value & -value) << first
        moved = (symmetry.get(place, 0) for symmetry in symmetries)
        images.append(tuple(map(add, images[value & value - 1], moved)))
    return images
