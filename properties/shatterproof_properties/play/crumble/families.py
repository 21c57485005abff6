"""All covers of the smallest board by few pieces no finer than quarters of a unit square, in all colours."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from functools import cache
from itertools import accumulate

from shatterproof.crumble.arrangement import SMALLEST_BOARD
from shatterproof.crumble.pieces import BLACK, GRAIN, WHITE, Piece, has_legal_shape
from shatterproof.crumble.position import Position, set_up
from shatterproof.crumble.readings import Readings
from shatterproof.errors import InputError
from shatterproof_properties.play.family import Family

CELLS = 2 * SMALLEST_BOARD
"""Cells along a side: the finest piece is one of them."""
MOST_PIECES = 7
Cover = tuple[Piece, ...]


def families(readings: Readings) -> Iterator[Family]:
    """The positions with few pieces on the smallest board, both sides to move."""
    board = f"{SMALLEST_BOARD}x{SMALLEST_BOARD}"
    known = covers()
    ends = list(accumulate(2 ** (len(cover) + 1) for cover in known))

    def position(number: int) -> Position | None:
        index = bisect(ends, number)
        cover, coins = known[index], number - (ends[index - 1] if index else 0)
        colours = {piece: BLACK if coins >> place & 1 else WHITE for place, piece in enumerate(cover, start=1)}
        try:
            return set_up(board, colours, (BLACK, WHITE)[coins & 1], readings=readings)
        except InputError:
            return None

    yield Family(board, ends[-1], position)


@cache
def covers() -> tuple[Cover, ...]:
    """The covers of the smallest board by few pieces, those of the fewest first."""
    return tuple(sorted(_covers((), 0), key=lambda cover: (len(cover), cover)))


def _covers(laid: Cover, taken: int) -> Iterator[Cover]:
    """Every way to go on, each time with the cell furthest south, then west, that is not yet covered."""
    free = ~taken & (1 << CELLS * CELLS) - 1
    if not free:
        yield laid
    elif len(laid) < MOST_PIECES:
        y, x = divmod((free & -free).bit_length() - 1, CELLS)
        for width in range(1, CELLS - x + 1):
            for height in range(1, CELLS - y + 1):
                cells = sum(1 << (row * CELLS + x + along) for row in range(y, y + height) for along in range(width))
                if has_legal_shape(width, height) and not cells & taken:
                    yield from _covers((*laid, _piece(x, y, width, height)), taken | cells)


def _piece(x: int, y: int, width: int, height: int) -> Piece:
    return Piece(*(length * GRAIN * SMALLEST_BOARD // CELLS for length in (x, y, width, height)))
