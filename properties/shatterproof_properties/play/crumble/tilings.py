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
    """A board of cells covered from the south row up, each row from the west, by pieces of whole cells."""
    covered: set[tuple[int, int]] = set()
    found = []
    for y in range(rows):
        for x in range(columns):
            if (x, y) not in covered:
                room = next((east for east in range(x, columns) if (east, y) in covered), columns) - x
                width, height = draw(st.sampled_from(_sizes(room, rows - y, unit)))
                found.append(Piece(x, y, width, height))
                covered.update((x + right, y + up) for right in range(width) for up in range(height))
    return found


def _sizes(width: int, height: int, unit: int) -> list[tuple[int, int]]:
    """The sizes of pieces that fit, the unit square first, or else what comes nearest to it."""
    fitting = [
        (across, up) for across in range(1, width + 1) for up in range(1, height + 1) if has_legal_shape(across, up)
    ]
    return sorted(fitting, key=lambda size: (abs(size[0] - unit) + abs(size[1] - unit), size))


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
