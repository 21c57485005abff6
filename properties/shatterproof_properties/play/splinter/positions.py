"""Boards, and positions set up on them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

from hypothesis import assume, reject
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from shatterproof.errors import InputError
from shatterproof.game import IllegalPosition
from shatterproof.splinter.position import Position, outcome
from shatterproof.splinter.position import set_up as checked
from shatterproof.splinter.readings import Readings
from shatterproof.splinter.slides import Memory, Slide, remember
from shatterproof.splinter.squares import (
    BLUE,
    DIRECTIONS,
    KINDS,
    LARGEST_BOARD,
    SMALLEST_BOARD,
    WHITE,
    Piece,
    Pieces,
    Square,
    board_size,
    is_on_board,
    opponent,
    starting_pieces,
    step,
)
from shatterproof_properties.play.splinter.shapes import MANNERS, Squares, connected, equal_groups, scattered
from shatterproof_properties.play.strategies import Family

ENDS = "ends"
BIASES = tuple(name for name in MANNERS if name)
"""What a position may be rich in.

Groups that tie when they part; groups that part; long lines; large groups; pieces at the edge; last pieces of a kind.
"""
EVERY_PIECE = tuple(Piece(colour, kind) for kind in reversed(KINDS) for colour in (BLUE, WHITE))
"""One piece of every kind for each side, the least that an undecided position has."""


def boards(largest: int) -> SearchStrategy[str]:
    """Boards with an opening, up to `largest` squares each way; if `largest` is below 4, the smallest boards."""
    sides = range(SMALLEST_BOARD, max(min(largest, LARGEST_BOARD), 4) + 1)
    sizes = [(columns, rows) for columns in sides for rows in sides if has_opening(columns, rows)]
    return st.sampled_from([f"{columns}x{rows}" for columns, rows in sorted(sizes, key=lambda size: (sum(size), size))])


def has_opening(columns: int, rows: int) -> bool:
    """Whether a board is large enough for the opening."""
    try:
        starting_pieces(columns, rows)
    except IllegalPosition:
        return False
    return True


@st.composite
def set_up(
    draw: st.DrawFn,
    board: str,
    readings: Readings,
    decided: bool,
    bias: str | None = None,
    besides: str | None = None,
) -> Position:
    """Pieces of any kinds in one group of any shape, or in several if the readings allow it; perhaps with a memory.

    Of two biases, last pieces of a kind go with any shape, and two shapes are laid over each other. The board needs no
    opening. On a board too small for an undecided position nothing can be drawn.
    """
    columns, rows = board_size(board)
    over = decided and draw(st.booleans())
    shapes: list[str | None] = [each for each in (bias, besides) if each not in (None, ENDS)] or [bias]
    squares = draw(_squares_taken(columns, rows, readings, over, *shapes))
    needed = draw(st.lists(st.sampled_from(EVERY_PIECE), unique=True)) if over else EVERY_PIECE
    needed, last = tuple(needed[: len(squares)]), ENDS in (bias, besides)
    if last and not over and draw(st.booleans()):
        pieces = draw(_side_by_side(squares, needed))
    else:
        pieces = draw(_placed(sorted(squares), needed, 1 if last else len(EVERY_PIECE)))
    to_move = draw(st.sampled_from((BLUE, WHITE)))
    loose = Position(columns, rows, frozenset(pieces.items()), to_move, readings=readings)
    over = outcome(loose) is not None
    assume(decided or not over)
    memory = frozenset() if over else draw(_memories(loose))
    try:
        return checked(board, pieces, to_move, memory, readings)
    except IllegalPosition:
        # Scattered pieces may stand only where they are too few of a kind, which is drawn, not known before.
        reject()


def _squares_taken(
    columns: int, rows: int, readings: Readings, over: bool, bias: str | None, besides: str | None = None
) -> SearchStrategy[Squares]:
    fewest = 1 if over else len(EVERY_PIECE)
    ways = [connected(columns, rows, fewest, bias, besides)]
    if readings.tie == "remove-one" and max(columns, rows) >= 3:
        ways.append(equal_groups(columns, rows, fewest))
    if readings.both_out == "push-first" and over:
        ways.append(scattered(columns, rows))
    return st.one_of(ways)


@st.composite
def _placed(draw: st.DrawFn, squares: list[Square], needed: tuple[Piece, ...], most_kinds: int) -> Pieces:
    others = draw(st.lists(st.sampled_from(EVERY_PIECE), min_size=1, max_size=most_kinds, unique=True))
    rest = len(squares) - len(needed)
    drawn = draw(st.lists(st.sampled_from(others), min_size=rest, max_size=rest))
    places = list(squares)
    found: dict[Square, Piece] = {}
    for piece in needed:
        found[places.pop(draw(st.integers(0, len(places) - 1)))] = piece
    return found | dict(zip(places, drawn, strict=True))


@st.composite
def _side_by_side(draw: st.DrawFn, squares: Squares, needed: tuple[Piece, ...]) -> Pieces:
    """Places one side's pieces at one end of the squares, the other's after them. So many may be lost at once."""
    side, upright = draw(st.sampled_from((BLUE, WHITE))), draw(st.booleans())
    places = sorted(squares, key=lambda square: (square.row, square.column) if upright else square)
    if draw(st.booleans()):
        places.reverse()
    others = draw(st.permutations([piece for piece in needed if piece.colour != side]))
    ordered = [*(piece for piece in needed if piece.colour == side), *others]
    return dict(zip(places, [*ordered, *[others[-1]] * (len(places) - len(ordered))], strict=True))


@st.composite
def _memories(draw: st.DrawFn, position: Position) -> Memory:
    """No memory, or the memory of a slide of the other side that may have led to this position."""
    if draw(st.integers(0, 3)) == 0:
        return frozenset()
    slides = _slides_before(position)
    left = (remember(position.pieces, slide, False, position.to_move, position.readings) for slide in slides)
    return draw(st.sampled_from(list(dict.fromkeys(filter(None, left))) or [frozenset()]))


def _slides_before(position: Position) -> Iterator[Slide]:
    """The slides of the other side that may have led here.

    Each left an empty square behind a piece, and moved this piece alone, or with some of the pieces in line ahead of
    it.
    """
    names = list(DIRECTIONS)
    for square, piece in position.pieces.items():
        for direction in DIRECTIONS if piece.colour == opponent(position.to_move) else ():
            behind = step(square, names[(names.index(direction) + 4) % len(names)])
            if behind in position.pieces or not is_on_board(position.columns, position.rows, behind):
                continue
            run = [behind]
            while step(run[-1], direction) in position.pieces:
                yield Slide(tuple(run), direction)
                run.append(step(run[-1], direction))


# Finite families of positions, for going through all of them


SMALLEST_BOARDS = ("2x4", "5x2")


def families(readings: Readings) -> Iterator[Family]:
    """The positions with six pieces in one group."""
    for board in SMALLEST_BOARDS:
        ways = math.perm(math.prod(board_size(board)), len(EVERY_PIECE))
        yield Family(board, 2 * ways, partial(_set_up_by_number, board, readings))


def _set_up_by_number(board: str, readings: Readings, number: int) -> Position | None:
    columns, rows = board_size(board)
    left = [Square(column, row) for column in range(columns) for row in range(rows)]
    number, mover = divmod(number, 2)
    pieces = {}
    for piece in EVERY_PIECE:
        number, at = divmod(number, len(left))
        pieces[left.pop(at)] = piece
    try:
        return checked(board, pieces, (BLUE, WHITE)[mover], readings=readings)
    except InputError:
        return None
