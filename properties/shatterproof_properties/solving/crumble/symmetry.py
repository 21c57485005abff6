"""One key for all positions that are images of one another: turned, mirrored, or with colours exchanged.

The rules know no direction and no colour. Turning or mirroring the board, or exchanging the colours and the side to
move, changes nothing else under any reading. The draw memory is turned and mirrored with the board. It names no
colours: the age of each turn says whose it is.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import NamedTuple

from shatterproof_properties.second.crumble.board import GRAINS, Rect, slots
from shatterproof_properties.second.crumble.position import Arrangement, Memory, Position

SLOT_BITS = 16
SLOTS = (1 << SLOT_BITS) - 1
SIZES = (1 << 27) - 1
Image = Callable[[Rect], Rect]
"""The image of a rectangle under a symmetry."""


class CanonicalForm(NamedTuple):
    """An arrangement up to symmetry.

    All its images share `shape`. `views` are the symmetries that lead to it, each with the slots in the order of
    `shape`.
    """

    shape: bytes
    views: tuple[tuple[Image, tuple[int, ...]], ...]


class Symmetry:
    """The symmetries of a board."""

    def __init__(self, columns: int, rows: int) -> None:
        """A square board has eight symmetries, any other four."""
        self._images = board_images(columns, rows)
        self._numbers = lru_cache(1 << 16)(self._numbers_of)

    def key(self, here: Position) -> Hashable:
        """A key that is equal exactly for the images of a position, exchange of colours included."""
        shape, views = here.arrangement.derived(self._canonical_form)
        own = here.own
        if len(views) == 1:
            image, order = views[0]
            return shape, _in_order(order, own), _memory_image(image, here.memory)
        return shape, *min((_in_order(order, own), _memory_image(image, here.memory)) for image, order in views)

    def _canonical_form(self, arrangement: Arrangement) -> CanonicalForm:
        live = [(slot, self._numbers(arrangement.rects[slot])) for slot in slots(arrangement.live)]
        # The least sum names the image without sorting all of them; where sums agree the pieces decide.
        sums = [sum(column) for column in zip(*(mixed for _, (_, mixed) in live), strict=True)]
        least: list[int] = []
        views: list[tuple[Image, tuple[int, ...]]] = []
        for place, image in enumerate(self._images):
            if sums[place] > min(sums):
                continue
            ordered = sorted([numbers[place] << SLOT_BITS | slot for slot, (numbers, _) in live])
            ordered_numbers = [each >> SLOT_BITS for each in ordered]
            if not views or ordered_numbers < least:
                least, views = ordered_numbers, []
            if ordered_numbers == least:
                views.append((image, tuple([each & SLOTS for each in ordered])))
        # The lowest free place, westmost first, is always the corner of the next piece: sizes alone tell all.
        return CanonicalForm(array("I", [number & SIZES for number in least]).tobytes(), tuple(views))

    def _numbers_of(self, rect: Rect) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """A piece in each image as a number, and those numbers hashed."""
        numbers = tuple(_number(image(rect)) for image in self._images)
        return numbers, tuple(number * number % ((1 << 61) - 1) for number in numbers)


def board_images(columns: int, rows: int) -> tuple[Image, ...]:
    """The symmetries of a board: eight if it is square, else four."""
    east, north = columns * GRAINS, rows * GRAINS
    kept: tuple[Image, ...] = (
        lambda r: r,
        lambda r: (east - r[2], r[1], east - r[0], r[3]),
        lambda r: (r[0], north - r[3], r[2], north - r[1]),
        lambda r: (east - r[2], north - r[3], east - r[0], north - r[1]),
    )
    if columns != rows:
        return kept
    return (
        *kept,
        lambda r: (r[1], r[0], r[3], r[2]),
        lambda r: (north - r[3], r[0], north - r[1], r[2]),
        lambda r: (r[1], east - r[2], r[3], east - r[0]),
        lambda r: (north - r[3], east - r[2], north - r[1], east - r[0]),
    )


def _in_order(order: tuple[int, ...], own: int) -> int:
    """The mover's pieces, one bit for each slot in an order."""
    mask = 0
    for place, slot in enumerate(order):
        mask |= (own >> slot & 1) << place
    return mask


def _number(rect: Rect) -> int:
    """A piece as one number: south side, west side, width, form."""
    west, south, east, north = rect
    width, height = east - west, north - south
    return (south << 25 | west) << 27 | width << 2 | (width > height) << 1 | (width < height)


def _memory_image(image: Image, memory: Memory | None) -> tuple[object, ...]:
    """The image of a memory, as nested tuples that can be compared with one another."""
    if memory is None:
        return ()
    return (
        memory.renewals,
        tuple(
            (tuple(sorted(map(image, turn.targets))), tuple(sorted(map(image, turn.worked)))) if turn else ()
            for turn in memory.recent
        ),
    )
