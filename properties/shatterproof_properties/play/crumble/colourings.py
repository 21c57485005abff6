"""Colours for the pieces of an arrangement: chequered, in regions, in chains, in rings that are nearly closed."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from functools import partial

from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.captures import Colours, enclosed, winner
from shatterproof.crumble.cuts import cut_line, pieces_on_line
from shatterproof.crumble.pieces import BLACK, GRAIN, Piece
from shatterproof_properties.play.crumble.tilings import piece_at_a_place

MOST_TOUCHES = 4
PATTERN = 12
Base = Callable[[st.DrawFn, Arrangement], Colours]
Touch = Callable[[Arrangement, Colours], SearchStrategy[Colours]]


@st.composite
def colourings(draw: st.DrawFn, arrangement: Arrangement, bias: str | None = None) -> Colours:
    """Any colouring of an arrangement, as its black pieces; chequered when shrunk.

    `bias` is one of those in MANNERS.
    """
    bases, touches, (fewest, most) = MANNERS[bias]
    black = draw(st.sampled_from(bases))(draw, arrangement)
    for _ in range(draw(st.integers(fewest, most)) if touches else 0):
        black = draw(draw(st.sampled_from(touches))(arrangement, black))
    return black


def _chequered(draw: st.DrawFn, arrangement: Arrangement) -> Colours:
    rows = arrangement.rows
    return frozenset(
        piece for piece in arrangement.pieces if (piece.x // GRAIN + (rows - 1 - piece.y // GRAIN)) % 2 == 0
    )


def _split(draw: st.DrawFn, arrangement: Arrangement) -> Colours:
    line = draw(st.integers(1, arrangement.columns - 1)) * GRAIN
    return frozenset(piece for piece in arrangement.pieces if piece.x < line)


def _one_by_one(draw: st.DrawFn, arrangement: Arrangement) -> Colours:
    """A random colouring by quarters of unit squares, in a pattern that repeats."""
    coins = [draw(st.integers(0, 2**PATTERN - 1)) for _ in range(PATTERN)]
    half = GRAIN // 2
    return frozenset(
        piece for piece in arrangement.pieces if coins[piece.y // half % PATTERN] >> piece.x // half % PATTERN & 1
    )


def _pieces(arrangement: Arrangement) -> SearchStrategy[Piece]:
    return piece_at_a_place(arrangement.pieces, arrangement.columns, arrangement.rows)


def _painted(black: Colours, pieces: Set[Piece], in_black: bool) -> Colours:
    return black | pieces if in_black else black - pieces


@st.composite
def _with_patch(draw: st.DrawFn, arrangement: Arrangement, black: Colours, largest: int = 8) -> Colours:
    return _painted(black, draw(_patches(arrangement, largest)), draw(st.booleans()))


@st.composite
def _patches(
    draw: st.DrawFn, arrangement: Arrangement, largest: int, within: Sequence[Piece] | None = None
) -> set[Piece]:
    """A connected set of pieces, from all pieces or from those in `within`."""
    first = draw(_pieces(arrangement) if within is None else st.sampled_from(within))
    size = draw(st.integers(1, largest))
    found = [first]
    for piece in found:
        beside = (other for other in sorted(arrangement.touching[piece]) if other not in found)
        found += [other for other in beside if within is None or other in within]
        if len(found) >= size:
            break
    return set(found[:size])


@st.composite
def _with_chain(draw: st.DrawFn, arrangement: Arrangement, black: Colours) -> Colours:
    """A walk from neighbour to neighbour, painted in one colour."""
    piece = draw(_pieces(arrangement))
    chain = {piece}
    for _ in range(draw(st.integers(0, 2 * max(arrangement.columns, arrangement.rows)))):
        piece = draw(st.sampled_from(sorted(arrangement.neighbours[piece]) or [piece]))
        chain.add(piece)
    return _painted(black, chain, draw(st.booleans()))


@st.composite
def _with_line(draw: st.DrawFn, arrangement: Arrangement, black: Colours) -> Colours:
    """All pieces on the middle line of one of them, painted in one colour."""
    piece, axis = draw(_pieces(arrangement)), draw(st.sampled_from("HV"))
    entered = pieces_on_line(arrangement, axis, cut_line(piece, axis))
    return _painted(black, set(entered), draw(st.booleans()))


@st.composite
def _with_island(draw: st.DrawFn, arrangement: Arrangement, black: Colours) -> Colours:
    """A patch of one colour and a ring of the other around it, with one or two gaps."""
    inside = draw(_patches(arrangement, 3))
    around = sorted({other for piece in inside for other in arrangement.touching[piece]} - inside)
    gaps = {draw(st.sampled_from(around)) for _ in range(draw(st.integers(1, 2)))} if around else set()
    in_black = draw(st.booleans())
    return _painted(_painted(black, set(around), not in_black), inside | gaps, in_black)


@st.composite
def _with_siege(draw: st.DrawFn, arrangement: Arrangement, black: Colours) -> Colours:
    """A large patch away from the edge, and a ring of the other colour around it with one gap.

    A piece outside, beside the gap, has the ring's colour and may fill the gap.
    """
    inland = [piece for piece in arrangement.pieces if piece not in arrangement.at_the_edge]
    if not inland:
        return black
    inside = draw(_patches(arrangement, 30, inland))
    around = {other for piece in inside for other in arrangement.touching[piece]} - inside
    gap = draw(st.sampled_from(sorted(around)))
    outside = sorted(set(arrangement.neighbours[gap]) - inside - around)
    filling = {draw(st.sampled_from(outside))} if outside else set()
    in_black = draw(st.booleans())
    return _painted(_painted(black, around | filling, not in_black), inside | {gap}, in_black)


@st.composite
def _with_specks(draw: st.DrawFn, arrangement: Arrangement, black: Colours) -> Colours:
    """A random colour for each piece finer than half a unit."""
    specks = sorted(piece for piece in arrangement.pieces if 2 * min(piece.width, piece.height) < GRAIN)
    coins = draw(st.integers(0, 2 ** (2 * PATTERN) - 1))
    in_black = {piece for place, piece in enumerate(specks) if coins >> place % (2 * PATTERN) & 1}
    return (black - set(specks)) | in_black


@st.composite
def _with_nest(draw: st.DrawFn, arrangement: Arrangement, black: Colours) -> Colours:
    """A patch inside a ring inside another ring, in alternating colours. Each ring may have a gap."""
    inside = draw(_patches(arrangement, 2))
    in_black = draw(st.booleans())
    black = _painted(black, inside, in_black)
    for _ in range(2):
        ring = {other for piece in inside for other in arrangement.touching[piece]} - inside
        in_black = not in_black
        is_open = draw(st.booleans())
        gaps = {draw(st.sampled_from(sorted(ring)))} if ring and is_open else set()
        black = _painted(_painted(black, ring, in_black), gaps, not in_black)
        inside |= ring
    return black


@st.composite
def _with_cross(draw: st.DrawFn, arrangement: Arrangement, black: Colours) -> Colours:
    """Nearly a four-side chain: the pieces of a horizontal and a vertical line, except for one or two."""
    chosen = [(draw(_pieces(arrangement)), axis) for axis in "HV"]
    crossing = {other for piece, axis in chosen for other in pieces_on_line(arrangement, axis, cut_line(piece, axis))}
    gaps = {draw(st.sampled_from(sorted(crossing))) for _ in range(draw(st.integers(1, 2)))}
    in_black = draw(st.booleans())
    return _painted(_painted(black, crossing, in_black), gaps, not in_black)


ANY_BASE: tuple[Base, ...] = (_chequered, _split, _one_by_one)
MANNERS: dict[str | None, tuple[tuple[Base, ...], tuple[Touch, ...], tuple[int, int]]] = {
    None: (ANY_BASE, (_with_patch, _with_chain, _with_island, _with_line), (0, MOST_TOUCHES)),
    "rings": (ANY_BASE, (_with_island, _with_island, _with_nest), (1, MOST_TOUCHES)),
    "sieges": (ANY_BASE, (_with_siege, _with_siege, _with_nest), (1, 1)),
    "chains": (ANY_BASE, (_with_cross,), (1, MOST_TOUCHES)),
    "crowds": (
        (_split, _one_by_one, _chequered),
        (partial(_with_patch, largest=40), _with_line, _with_siege, _with_cross),
        (1, MOST_TOUCHES),
    ),
    "fine": (ANY_BASE, (_with_specks, _with_specks, _with_patch), (1, MOST_TOUCHES)),
    "walks": ((_chequered,), (), (0, MOST_TOUCHES)),
    "blocks": ((_split,), (_with_patch,), (0, MOST_TOUCHES)),
}
"""For each bias: the first colourings, what may be painted over them, and the fewest and most times."""


def settled(arrangement: Arrangement, black: Colours) -> Colours:
    """The colours after all captures."""
    held = enclosed(arrangement, black)
    while held:
        black = frozenset(black ^ held)
        held = enclosed(arrangement, black)
    return black


def undecided(arrangement: Arrangement, black: Colours, settle: bool) -> Colours:
    """The colours without four-side chains. To break a chain, all pieces along an edge change colour."""
    mend = partial(settled, arrangement) if settle else lambda colours: colours
    black = mend(black)
    for edge in "NEN":
        won = winner(arrangement, black)
        if won is None:
            return black
        black = mend(_painted(black, arrangement.along[edge], won != BLACK))
    assume(winner(arrangement, black) is None)
    return black
