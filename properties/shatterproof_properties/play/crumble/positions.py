"""Boards, and positions set up on them."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import accumulate

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from shatterproof.crumble.arrangement import LARGEST_BOARD, SMALLEST_BOARD, Arrangement, board_size
from shatterproof.crumble.captures import Colours
from shatterproof.crumble.pieces import BLACK, GRAIN, WHITE, Piece, has_legal_shape
from shatterproof.crumble.position import Position
from shatterproof.crumble.position import set_up as checked
from shatterproof.crumble.readings import Readings
from shatterproof.errors import InputError
from shatterproof_properties.play.crumble.colourings import MANNERS, colourings, settled, undecided
from shatterproof_properties.play.crumble.memories import memories
from shatterproof_properties.play.crumble.tilings import COVERS, arrangements
from shatterproof_properties.play.strategies import Family

REPEATING = "repeating"
BIASES = (*(name for name in MANNERS if name), REPEATING)
"""What a position may be rich in.

Nearly closed rings, nested ones, large ones; chains that nearly win; crowds of pieces; the finest pieces; long walks;
many pieces to cut or join; turns about to be repeated.
"""


def boards(largest: int) -> SearchStrategy[str]:
    """Boards from 2x2 to `largest` units each way, square or not."""
    sides = st.integers(SMALLEST_BOARD, min(largest, LARGEST_BOARD))
    return st.builds("{}x{}".format, sides, sides)


@st.composite
def coloured(draw: st.DrawFn, board: str) -> tuple[Arrangement, Colours]:
    """Any cover of a board, with any black pieces. Rings and four-side chains may stand."""
    arrangement = draw(arrangements(*board_size(board)))
    return arrangement, draw(colourings(arrangement))


@st.composite
def set_up(
    draw: st.DrawFn,
    board: str,
    readings: Readings,
    decided: bool,
    bias: str | None = None,
    besides: str | None = None,
) -> Position:
    """Any legal pieces in any colours; settled, unless the readings allow otherwise.

    Of two biases one may decide the pieces, the other the colours or the memory.
    """
    rich = [one for one in (bias, besides) if one]
    cover = next((one for one in rich if one in COVERS), None)
    arrangement = draw(arrangements(*board_size(board), cover))
    colours_of = [one for one in rich if one in MANNERS]
    black = draw(colourings(arrangement, next((one for one in colours_of if one != cover), cover)))
    must_settle = readings.standing_enclosure == "reject" and readings.capture_nested == "outer-takes-all"
    settle = must_settle or draw(st.sampled_from((True, False)))
    if not decided:
        black = undecided(arrangement, black, settle)
    elif settle:
        black = settled(arrangement, black)
    colours = {piece: BLACK if piece in black else WHITE for piece in arrangement.pieces}
    position = checked(board, colours, draw(st.sampled_from((BLACK, WHITE))), readings=readings)
    if REPEATING in rich and position.winner is None:
        return replace(position, memory=draw(memories(position)))
    return position


# Finite families of positions, for going through all of them


CELLS = 2 * SMALLEST_BOARD
"""Cells along a side of the smallest board; the finest piece is one cell."""
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
            return checked(board, colours, (BLACK, WHITE)[coins & 1], readings=readings)
        except InputError:
            return None

    yield Family(board, ends[-1], position)


@cache
def covers() -> tuple[Cover, ...]:
    """The covers of the smallest board by few pieces, fewest first."""
    return tuple(sorted(_covers((), 0), key=lambda cover: (len(cover), cover)))


def _covers(laid: Cover, taken: int) -> Iterator[Cover]:
    """Every way to continue a cover. The next cell is the southernmost open one, then the westernmost."""
    free = ~taken & (1 << CELLS * CELLS) - 1
    if not free:
        yield laid
    elif len(laid) < 7:
        y, x = divmod((free & -free).bit_length() - 1, CELLS)
        for width in range(1, CELLS - x + 1):
            for height in range(1, CELLS - y + 1):
                cells = sum(1 << (row * CELLS + x + along) for row in range(y, y + height) for along in range(width))
                if has_legal_shape(width, height) and not cells & taken:
                    yield from _covers((*laid, _piece(x, y, width, height)), taken | cells)


def _piece(x: int, y: int, width: int, height: int) -> Piece:
    return Piece(*(length * GRAIN * SMALLEST_BOARD // CELLS for length in (x, y, width, height)))
