"""Memories that some turn repeats, for draws by repetition."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from shatterproof.crumble.draws import REMEMBERED, Deed, Memory, forget, may_be_remembered, renewals_to_draw
from shatterproof.crumble.pieces import GRAIN, Piece, has_legal_shape, overlap, place
from shatterproof.crumble.position import Position, after_work, new_pieces, recoloured
from shatterproof.crumble.swaps import Standing, swap_step
from shatterproof_properties.play.crumble.tilings import halvings
from shatterproof_properties.play.crumble.turns import MOST_STARTERS, WORKS, open_directions


@st.composite
def memories(draw: st.DrawFn, position: Position) -> Memory | None:
    """A memory that a turn of this position may renew, or would renew if one condition did not fail.

    Its turns worked what that turn works, perhaps more or less, and swapped into the same piece. None if there is no
    such turn, or no memory under the readings.
    """
    limit = renewals_to_draw(position.readings)
    walking = list(islice(_walking(position, draw(st.integers(0, 999))), 8)) if limit else []
    if not limit or not walking:
        return None
    worked, target = draw(st.sampled_from(walking))
    own = [draw(_worked(position, worked)) for _ in range(REMEMBERED // 2)]
    standing = [draw(st.sampled_from(position.arrangement.pieces)) for _ in range(REMEMBERED // 2 + 1)]
    others: list[tuple[Piece, ...]] = [(piece,) for piece in standing]
    # What was worked the turn before does not stand any more: it was joined to what does, say.
    for pair in halvings(standing[0])[:1]:
        others[0] = tuple(sorted(pair, key=place))
    deeds = [Deed((target,), pieces) for pair in zip(others, own, strict=False) for pieces in pair]
    deeds = draw(st.sampled_from(CHANGES))(draw, position, [*deeds, Deed((target,), others[-1])])
    # What one turn more than is remembered would draw shows at once.
    for renewals in (draw(st.sampled_from((*range(limit), limit - 1))), 0):
        remembered = Memory(forget(tuple(deeds), renewals, position.readings), renewals)
        if remembered.recent and may_be_remembered(remembered, position.readings):
            return remembered
    return None


def _as_it_is(draw: st.DrawFn, position: Position, deeds: list[Deed]) -> list[Deed]:
    return deeds


def _elsewhere(draw: st.DrawFn, position: Position, deeds: list[Deed]) -> list[Deed]:
    """One of the mover's turns worked another piece instead."""
    piece = draw(st.sampled_from(position.arrangement.pieces))
    return _with_one(draw, deeds, lambda deed: deed._replace(worked=(piece,)))


def _in_parts(draw: st.DrawFn, position: Position, deeds: list[Deed]) -> list[Deed]:
    """One of the mover's turns worked the halves of its pieces instead, or one half of each."""
    kept = draw(st.sampled_from((2, 2, 1)))

    def parts(piece: Piece) -> list[Piece]:
        pairs = halvings(piece)
        return sorted(pairs[-1], key=place)[:kept] if pairs else [piece]

    def halved(deed: Deed) -> Deed:
        return deed._replace(worked=tuple(sorted((part for one in deed.worked for part in parts(one)), key=place)))

    return _with_one(draw, deeds, halved)


def _less(draw: st.DrawFn, position: Position, deeds: list[Deed]) -> list[Deed]:
    """One of the mover's turns worked only its first or its last piece."""
    first = draw(st.booleans())
    return _with_one(draw, deeds, lambda deed: deed._replace(worked=deed.worked[:1] if first else deed.worked[-1:]))


def _other_target(draw: st.DrawFn, position: Position, deeds: list[Deed]) -> list[Deed]:
    """One of the turns swapped into another piece, perhaps one with the same corner."""
    at = draw(st.integers(0, len(deeds) - 1))
    target = deeds[at].targets[0]
    other = draw(st.one_of(_near(position, target), st.sampled_from(position.arrangement.pieces)))
    return [*deeds[:at], deeds[at]._replace(targets=(other,)), *deeds[at + 1 :]]


def _other_targets(draw: st.DrawFn, position: Position, deeds: list[Deed]) -> list[Deed]:
    """All turns swapped into one other piece, perhaps one with the same corner that no longer stands."""
    (target,) = deeds[0].targets
    other = draw(_near(position, target).filter(lambda piece: piece != target))
    return [deed._replace(targets=(other,)) for deed in deeds]


def _changed_sides(draw: st.DrawFn, position: Position, deeds: list[Deed]) -> list[Deed]:
    """The two sides exchange the pieces that their turns worked."""
    one, two, three, four, *rest = deeds
    pairs = (one, two), (two, one), (three, four), (four, three)
    return [*(deed._replace(worked=other.worked) for deed, other in pairs), *rest]


def _with_one(draw: st.DrawFn, deeds: list[Deed], change: Callable[[Deed], Deed]) -> list[Deed]:
    at = draw(st.sampled_from(range(1, len(deeds), 2)))
    return [*deeds[:at], change(deeds[at]), *deeds[at + 1 :]]


Change = Callable[[st.DrawFn, Position, list[Deed]], list[Deed]]
CHANGES: tuple[Change, ...] = (
    _as_it_is, _as_it_is, _as_it_is, _elsewhere, _in_parts, _in_parts, _less, _other_target, _other_targets,
    _other_targets, _changed_sides,
)  # fmt: skip
"""Ways to change turns that would renew. Most of them make one condition fail."""


def _walking(position: Position, first: int) -> Iterator[tuple[tuple[Piece, ...], Piece]]:
    """For turns with a walk of one step: the pieces worked, and the piece swapped into.

    They begin with the cut or join numbered `first`.
    """
    works = [work for kind in WORKS.values() for work in kind(position.arrangement, position.own)]
    at = first % len(works) if works else 0
    for work in [*works[at:], *works[:at]]:
        arrangement, black = after_work(position.arrangement, work), recoloured(position.black, work)
        for starter in new_pieces(work)[:MOST_STARTERS]:
            for direction in open_directions(arrangement, Standing(black, starter)):
                yield work.pieces, swap_step(arrangement, Standing(black, starter), direction, position.readings).at


@st.composite
def _worked(draw: st.DrawFn, position: Position, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The pieces that an earlier turn worked: for each piece itself, or a larger or smaller one at the same place.

    They do not overlap.
    """
    found: list[Piece] = []
    for piece in pieces:
        near = draw(_near(position, piece))
        found.append(piece if any(overlap(near, other) for other in (*found, *pieces) if other != piece) else near)
    return tuple(sorted(found, key=place))


def _near(position: Position, piece: Piece) -> SearchStrategy[Piece]:
    """Mostly the piece itself, else one with a common corner that is half as large to twice as large each way."""
    x, y, width, height = piece
    sizes = [(2 * width, 2 * height), (2 * width, height), (width, 2 * height), (width // 2, height)]
    corners = [(across, up) for across in (0, 1) for up in (0, 1)]
    found = [
        Piece(x + across * (width - wide), y + up * (height - high), wide, high)
        for wide, high in sizes
        for across, up in corners
        if wide and has_legal_shape(wide, high)
    ]
    columns, rows = position.arrangement.columns * GRAIN, position.arrangement.rows * GRAIN
    on_board = [one for one in found if min(one.x, one.y) >= 0 and one.east <= columns and one.north <= rows]
    return st.sampled_from([*[piece] * max(1, len(on_board)), *on_board])
