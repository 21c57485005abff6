"""The rules about one colouring of one arrangement, and about one walk: captures, wins, and steps of swapping.

Colours are terms, one for each piece: true for black. Every colouring has exactly one solution, except for the ranks by
which pieces are reached. A walk is stated step by step: its solutions are exactly the walks that the rules allow.
"""

from __future__ import annotations

from collections.abc import Sequence

from shatterproof_properties.proofs.components import reached
from shatterproof_properties.proofs.crumble.board import PieceGeometry
from shatterproof_properties.proofs.solver import Solver
from shatterproof_properties.proofs.terms import (
    NO,
    YES,
    Term,
    below,
    differ,
    every,
    exactly_one,
    implies,
    negation,
    same,
    some,
)

Colours = Sequence[Term]
OUTER_TAKES_ALL, ONE_SNAPSHOT = "outer-takes-all", "one-snapshot"


def colours(solver: Solver, geometry: PieceGeometry, label: str = "black") -> list[Term]:
    """Open colours, one for each piece."""
    return [solver.boolean(label) for _ in geometry.pieces]


def others(terms: Colours) -> list[Term]:
    """The other colours: of black pieces, the white ones."""
    return [negation(term) for term in terms]


def free(solver: Solver, geometry: PieceGeometry, black: Colours) -> list[Term]:
    """For each piece, whether its group reaches the edge.

    A group is of one colour, joined by any touch (crumble.ring).
    """
    rim = geometry.rim
    links = {
        (one, other): same(black[one], black[other])
        for one, other in geometry.touching
        if one not in rim or other not in rim
    }
    return reached(solver, [YES if piece in rim else NO for piece in geometry.pieces], links)


def captured(
    solver: Solver, geometry: PieceGeometry, black: Colours, out: Colours, nested: str = OUTER_TAKES_ALL
) -> list[Term]:
    """The colours after captures, if `out` says who is free (crumble.capture.enclosed, crumble.capture-nested).

    No repetition is needed. A free piece keeps its colour. Pieces that are enclosed together all take the one colour of
    the free pieces around them.
    """
    if nested == ONE_SNAPSHOT:
        return [solver.named("after", same(colour, is_free)) for colour, is_free in zip(black, out, strict=True)]
    after = [colour if is_free == YES else solver.boolean("after") for colour, is_free in zip(black, out, strict=True)]
    for colour, is_free, new in zip(black, out, after, strict=True):
        solver.say(spared(is_free, colour, new))
    for one, other in geometry.touching:
        both_in = every(negation(out[one]), negation(out[other]))
        solver.say(implies(both_in, same(after[one], after[other])))
        for here, there in ((one, other), (other, one)):
            solver.say(implies(every(negation(out[here]), out[there]), same(after[here], black[there])))
    return after


def spared(is_free: Term, colour: Term, after: Term) -> Term:
    """crumble.capture.edge, crumble.capture.enclosed: a piece that is free keeps its colour."""
    return implies(is_free, same(after, colour))


def resolved(solver: Solver, geometry: PieceGeometry, black: Colours, nested: str = OUTER_TAKES_ALL) -> list[Term]:
    """The colours after captures (crumble.capture.every-step)."""
    return captured(solver, geometry, black, free(solver, geometry, black), nested)


def winners(solver: Solver, geometry: PieceGeometry, black: Colours) -> tuple[Term, Term]:
    """Whether black, and whether white, holds one chain to all four sides (crumble.win.four-sides).

    A solution with true contains such a chain. A solution with false contains labels which show that there is none.
    """
    sides = []
    for side in "ESW":
        # Labels stand on at least all pieces whose chain touches the side.
        labels = [YES if piece in geometry.edges[side] else solver.boolean("label") for piece in geometry.pieces]
        for one, other in geometry.neighbours:
            solver.say(implies(same(black[one], black[other]), same(labels[one], labels[other])))
        sides.append(labels)
    won = solver.boolean("won"), solver.boolean("won")
    for has_won, own in zip(won, (black, others(black)), strict=True):
        chain = _chain(solver, geometry, own)
        solver.say(*(implies(has_won, some(*(chain[piece] for piece in edge))) for edge in geometry.edges.values()))
        for piece in geometry.edges["N"]:
            solver.say(implies(every(own[piece], *(labels[piece] for labels in sides)), has_won))
    return won


def _chain(solver: Solver, geometry: PieceGeometry, own: Colours) -> list[Term]:
    """Some of the pieces `own` that hang together through neighbours and begin at the west edge; or none."""
    chain = [solver.boolean("chain") for _ in geometry.pieces]
    ranks = [solver.rank("rank") for _ in geometry.pieces]
    reasons: list[list[Term]] = [[] for _ in geometry.pieces]
    for one, other in geometry.neighbours:
        for here, there in ((one, other), (other, one)):
            reasons[here].append(every(chain[there], below(ranks[there], ranks[here])))
    roots = {piece: solver.boolean("root") for piece in geometry.edges["W"]}
    solver.say(exactly_one(roots.values()))
    for piece, why in enumerate(reasons):
        solver.say(implies(chain[piece], every(own[piece], some(roots.get(piece, NO), *why))))
    return chain


def exchanged(black: Colours, one: Colours, other: Colours) -> list[Term]:
    """The colours after two pieces of unlike colours have exchanged theirs.

    Exactly one term of `one` holds, that of the first piece, and exactly one of `other`, that of the second.
    """
    return [differ(colour, differ(*picked)) for colour, *picked in zip(black, one, other, strict=True)]


class OpenWalk:
    """A walk on one arrangement. Its colours, start and path are open unless the caller states them.

    `black` has the colours before the walk and after each step, `swapped` those of each step before its captures. `at`
    is the piece that the walk has reached. `won` says after each step whether black, and whether white, has won.
    """

    def __init__(
        self,
        solver: Solver,
        geometry: PieceGeometry,
        black: Colours,
        start: Colours,
        guard: Term = YES,
    ) -> None:
        """Begins a walk without steps: `start` picks the piece that swaps.

        If `guard` is false the walk need not keep to the rules.
        """
        self.geometry = geometry
        self.solver = solver
        self.guard = guard
        self.black: list[Colours] = [black]
        self.at: list[Colours] = [start]
        self.swapped: list[Colours] = []
        self.won: list[tuple[Term, Term]] = []
        self._kept: list[Term] = []

    def step(self) -> None:
        """Adds a step: crumble.swap.complete-side, -opponent, -exchange, walk.captured, win.at-once."""
        solver, geometry = self.solver, self.geometry
        before, here = self.black[-1], self.at[-1]
        if self._kept:
            solver.say(implies(self.guard, every(self._kept[-1], *map(negation, self.won[-1]))))
        there = [solver.boolean("at") for _ in geometry.pieces]
        solver.say(exactly_one(there))
        for piece in geometry.pieces:
            beside = geometry.across[piece].values()
            ways = (every(there[other], differ(before[piece], before[other])) for other in beside)
            solver.say(implies(every(self.guard, here[piece]), some(*ways)))
        swapped = [solver.named("black", colour) for colour in exchanged(before, here, there)]
        after = resolved(solver, geometry, swapped)
        kept = (implies(place, same(*colour)) for place, *colour in zip(there, after, swapped, strict=True))
        self._kept.append(every(*kept))
        self.swapped.append(swapped)
        self.black.append(after)
        self.at.append(there)
        self.won.append(winners(solver, geometry, after))
