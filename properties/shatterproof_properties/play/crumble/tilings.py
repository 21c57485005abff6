"""Ways to cover a board with squares and half-squares of any size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from operator import itemgetter

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from shatterproof.crumble.arrangement import Arrangement, check_cover
from shatterproof.crumble.cuts import halves
from shatterproof.crumble.pieces import GRAIN, HALVINGS, Piece, has_legal_shape, overlap
from shatterproof.game import IllegalTurn

COVERS = ("fine", "crowds", "blocks")
"""The biases that decide the pieces."""
Cells = set[tuple[int, int]]


@st.composite
def arrangements(draw: st.DrawFn, columns: int, rows: int, bias: str | None = None) -> Arrangement:
    """Any cover of a board: big and small pieces, some of them cut finer; unit squares when shrunk.

    Mostly the draws do not depend on the board, so that they also fit a smaller one. "fine" draws pieces near the
    finest that a cut may make, "crowds" many of one size, and "blocks" mostly large ones.
    """
    fine = bias == "fine"
    if bias == "crowds":
        return check_cover(columns, rows, draw(_dense(columns, rows)))
    scale = draw(st.sampled_from([scale for scale in (1, 2, 4) if columns * rows * scale * scale <= 150] or [1]))
    manners = (_some_placed, _some_placed, _along_a_line, _all_placed, _in_blocks)
    manner = draw(st.sampled_from((*manners, *[_in_blocks] * len(manners)) if bias == "blocks" else manners))
    cells = draw(manner(columns * scale, rows * scale, scale))
    pieces = [Piece(*(length * (GRAIN // scale) for length in cell)) for cell in cells]
    for _ in range(draw(st.integers(int(fine), 3))):
        # One piece is cut finer: in two, in four, or again and again towards a corner.
        index = pieces.index(draw(piece_at_a_place(pieces, columns, rows)))
        cutting = draw(st.sampled_from(FINE_CUTTINGS if fine else CUTTINGS))
        pieces = [*pieces[:index], *draw(cutting(pieces[index])), *pieces[index + 1 :]]
    return check_cover(columns, rows, pieces)


@st.composite
def _some_placed(draw: st.DrawFn, columns: int, rows: int, unit: int) -> list[Piece]:
    """Some pieces of any size where they fit, and unit squares around them."""
    found: list[Piece] = []
    free = _all_cells(columns, rows)
    for _ in range(draw(st.integers(0, 5))):
        x, y = draw(st.integers(0, columns - 1)), draw(st.integers(0, rows - 1))
        room = _fitting(x, y, free, unit)
        choice = draw(st.integers(0, 11))
        if room:
            found.append(room[choice % len(room)])
            free.difference_update(_cells(found[-1]))
    return [*found, *_filled(free, unit)]


@st.composite
def _all_placed(draw: st.DrawFn, columns: int, rows: int, unit: int) -> list[Piece]:
    """A cover in which each piece is drawn."""
    return _filled(_all_cells(columns, rows), unit, lambda fitting: draw(st.sampled_from(fitting)))


@st.composite
def _in_blocks(draw: st.DrawFn, columns: int, rows: int, unit: int) -> list[Piece]:
    """Squares of one size as far as they fit, and the nearest size for the rest."""
    return _filled(_all_cells(columns, rows), draw(st.integers(2, max(2, min(columns, rows)))))


@st.composite
def _dense(draw: st.DrawFn, columns: int, rows: int) -> list[Piece]:
    """Squares of one size all over the board, or in a band of columns or rows with unit squares around it."""
    most = max(draw(st.sampled_from((40, 40, 80, 130))), columns * rows)
    upright = draw(st.booleans())
    long, across = (columns, rows) if upright else (rows, columns)
    room = {scale: (most - columns * rows) // ((scale * scale - 1) * across) for scale in (2, 4)}
    scale = draw(st.sampled_from([scale for scale in room if room[scale]] or [1]))
    wide = draw(st.integers(1, min(long, room.get(scale, 1))))
    first = draw(st.integers(0, long - wide))
    band = range(first, first + wide)
    found: list[Piece] = []
    for x, y in sorted(_all_cells(columns, rows)):
        fine = scale if (x if upright else y) in band else 1
        side = GRAIN // fine
        found += [Piece(x * GRAIN + i * side, y * GRAIN + j * side, side, side)
                  for i in range(fine) for j in range(fine)]  # fmt: skip
    return found


def _filled(free: Cells, side: int, choose: Callable[[list[Piece]], Piece] = itemgetter(0)) -> list[Piece]:
    """The free cells covered by squares of one size as far as they fit, or by the pieces chosen of those that fit.

    They are covered row by row from the south, each row from the west.
    """
    found: list[Piece] = []
    while free:
        y, x = min((y, x) for x, y in free)
        found.append(choose(_fitting(x, y, free, side)))
        free.difference_update(_cells(found[-1]))
    return found


def _all_cells(columns: int, rows: int) -> Cells:
    return {(x, y) for x in range(columns) for y in range(rows)}


def _cells(piece: Piece) -> list[tuple[int, int]]:
    return [(x, y) for x in range(piece.x, piece.east) for y in range(piece.y, piece.north)]


def _fitting(x: int, y: int, free: Cells, side: int) -> list[Piece]:
    """The pieces that fit into free cells with their corner here: the square of this side first, then by size."""
    wide = next(width for width in count() if (x + width, y) not in free)
    high = next(height for height in count() if (x, y + height) not in free)
    fitting = [
        piece
        for width in range(1, wide + 1)
        for height in sorted({width // 2, width, 2 * width})
        if 1 <= height <= high and has_legal_shape(width, height)
        if free.issuperset(_cells(piece := Piece(x, y, width, height)))
    ]
    return sorted(fitting, key=lambda piece: (abs(piece.width - side) + abs(piece.height - side), piece))


@st.composite
def _along_a_line(draw: st.DrawFn, columns: int, rows: int, unit: int) -> list[Piece]:
    """Squares of several sizes with gaps between them, their middles on one horizontal or vertical line."""
    upright = draw(st.booleans())
    long, wide = (rows, columns) if upright else (columns, rows)
    middle = draw(st.integers(1, 2 * wide - 1))
    found, at = [], draw(st.integers(0, 1))
    while at < long:
        high = [height for height in range(1, wide + 1) if 0 <= middle - height <= 2 * (wide - height)]
        centred = [height for height in high if (middle - height) % 2 == 0]
        size = draw(st.sampled_from(centred)) if centred else 0
        if not size or at + size > long:
            break
        low = (middle - size) // 2
        found.append(Piece(low, at, size, size) if upright else Piece(at, low, size, size))
        at += size + draw(st.sampled_from((0, 0, 1, 1, 3, 4)))
    free = _all_cells(columns, rows) - {cell for piece in found for cell in _cells(piece)}
    return [*found, *_filled(free, unit)]


@st.composite
def piece_at_a_place(draw: st.DrawFn, pieces: Sequence[Piece], columns: int, rows: int) -> Piece:
    """A piece drawn by its place on the board, so that it stays the same on a smaller board."""
    x, y = draw(st.integers(0, columns - 1)) * GRAIN, draw(st.integers(0, rows - 1)) * GRAIN
    there = [piece for piece in pieces if overlap(piece, Piece(x, y, GRAIN, GRAIN))]
    return sorted(there)[draw(st.integers(0, 3)) % len(there)]


@st.composite
def _in_two(draw: st.DrawFn, piece: Piece) -> list[Piece]:
    options = halvings(piece)
    return list(draw(st.sampled_from(options))) if options else [piece]


@st.composite
def _in_four(draw: st.DrawFn, piece: Piece) -> list[Piece]:
    return [quarter for half in draw(_in_two(piece)) for quarter in draw(_in_two(half))]


@st.composite
def _cut_down(draw: st.DrawFn, piece: Piece, depths: tuple[int, ...]) -> list[Piece]:
    """The parts of a piece that is quartered some times, each time at one corner; the part at the corner last."""
    depth, nearer = draw(st.sampled_from(depths)), draw(st.sampled_from((0, 1)))
    found = []
    for _ in range(2 * depth):
        options = halvings(piece)
        if options:
            piece, rest = options[0][nearer], options[0][1 - nearer]
            found.append(rest)
    return [*found, piece]


Cutting = Callable[[Piece], SearchStrategy[list[Piece]]]
CUTTINGS: tuple[Cutting, ...] = (_in_two, _in_four, partial(_cut_down, depths=(1, 2, 3, HALVINGS)))
DEPTHS = (HALVINGS, HALVINGS - 1, HALVINGS, *range(3, HALVINGS - 1))
"""How often a piece is quartered until the last can be cut once more, or not at all; or less often."""
FINE_CUTTINGS: tuple[Cutting, ...] = (partial(_cut_down, depths=DEPTHS),)


def halvings(piece: Piece) -> list[tuple[Piece, Piece]]:
    """The pairs of legal pieces that a cut can make of one."""
    found = []
    for axis in "VH":
        try:
            pair = halves(piece, axis)
        except IllegalTurn:
            continue
        if pair:
            found.append(pair)
    return found
