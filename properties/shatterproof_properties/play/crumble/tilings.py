"""Ways to cover a board with squares and half-squares of any size."""

from __future__ import annotations

from hypothesis import strategies as st

from shatterproof.crumble.arrangement import Arrangement, check_cover
from shatterproof.crumble.cuts import halves
from shatterproof.crumble.pieces import GRAIN, HALVINGS, Piece, has_legal_shape
from shatterproof.game import IllegalTurn

MOST_CELLS = 150
MOST_REFINEMENTS = 3


@st.composite
def arrangements(draw: st.DrawFn, columns: int, rows: int) -> Arrangement:
    """Any cover of a board: big pieces and small ones, then some cut finer; unit squares when shrunk."""
    scale = draw(st.sampled_from([scale for scale in (1, 2, 4) if columns * rows * scale * scale <= MOST_CELLS] or [1]))
    cells = draw(_coverings(columns * scale, rows * scale, scale))
    pieces = [Piece(*(length * (GRAIN // scale) for length in cell)) for cell in cells]
    for _ in range(draw(st.integers(0, MOST_REFINEMENTS))):
        pieces = draw(_refined(pieces))
    return check_cover(columns, rows, pieces)


@st.composite
def _coverings(draw: st.DrawFn, columns: int, rows: int, unit: int) -> list[Piece]:
    """A board of cells covered by pieces of whole cells: some along a line, the others from the south row up."""
    found = draw(_along_a_line(columns, rows)) if draw(st.integers(0, 3)) == 3 else []
    free = {(x, y) for x in range(columns) for y in range(rows)} - {cell for piece in found for cell in _cells(piece)}
    for y in range(rows):
        for x in range(columns):
            if (x, y) in free:
                room = [piece for piece in _sizes(x, y, columns, rows, unit) if free.issuperset(_cells(piece))]
                piece = draw(st.sampled_from(room))
                found.append(piece)
                free.difference_update(_cells(piece))
    return found


def _cells(piece: Piece) -> list[tuple[int, int]]:
    return [(x, y) for x in range(piece.x, piece.east) for y in range(piece.y, piece.north)]


def _sizes(x: int, y: int, columns: int, rows: int, unit: int) -> list[Piece]:
    """The pieces that fit on the board with their corner here, the unit square first, or else what comes nearest."""
    fitting = [
        Piece(x, y, width, height)
        for width in range(1, columns - x + 1)
        for height in {width // 2, width, 2 * width}
        if 1 <= height <= rows - y and has_legal_shape(width, height)
    ]
    return sorted(fitting, key=lambda piece: (abs(piece.width - unit) + abs(piece.height - unit), piece))


@st.composite
def _along_a_line(draw: st.DrawFn, columns: int, rows: int) -> list[Piece]:
    """Pieces of several sizes with their middles on one line, level or upright, and gaps between them."""
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
        at += size + draw(st.integers(0, 1))
    return found


@st.composite
def _refined(draw: st.DrawFn, pieces: list[Piece]) -> list[Piece]:
    """The same cover with one piece cut finer: in two, in four, or again and again towards a corner."""
    index = draw(st.integers(0, len(pieces) - 1))
    manner = draw(st.sampled_from((_in_two, _in_four, _towards_a_corner)))
    finer = draw(manner(pieces[index]))
    return [*pieces[:index], *finer, *pieces[index + 1 :]]


@st.composite
def _in_two(draw: st.DrawFn, piece: Piece) -> list[Piece]:
    options = halvings(piece)
    return list(draw(st.sampled_from(options))) if options else [piece]


@st.composite
def _in_four(draw: st.DrawFn, piece: Piece) -> list[Piece]:
    return [quarter for half in draw(_in_two(piece)) for quarter in draw(_in_two(half))]


@st.composite
def _towards_a_corner(draw: st.DrawFn, piece: Piece) -> list[Piece]:
    """Down to the finest piece there can be, if drawn so."""
    depth, nearer = draw(st.sampled_from((1, 2, 3, HALVINGS))), draw(st.sampled_from((0, 1)))
    found = []
    for _ in range(2 * depth):
        options = halvings(piece)
        if options:
            piece, rest = options[0][nearer], options[0][1 - nearer]
            found.append(rest)
    return [*found, piece]


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
