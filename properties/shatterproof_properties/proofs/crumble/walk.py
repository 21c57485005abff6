"""Walks of so many steps, written out step by step: any walk the rules allow is a solution, nothing else is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from shatterproof_properties.proofs.crumble.geometry import Geometry
from shatterproof_properties.proofs.crumble.solver import Model, Solver
from shatterproof_properties.proofs.crumble.statement import (
    OUTER_TAKES_ALL,
    Colours,
    exchanged,
    resolved,
    winners,
)
from shatterproof_properties.proofs.crumble.terms import (
    NO,
    YES,
    Term,
    differ,
    every,
    exactly_one,
    implies,
    negation,
    same,
    some,
)


class Walk:
    """A walk on one arrangement, its colours, start and path left open unless the caller states them.

    `black`: the colours before the walk and after each step, `swapped`: those of each step before its captures,
    `at`: which piece the walk has reached, `won`: after each step, whether black, whether white has won.
    """

    def __init__(
        self,
        solver: Solver,
        geometry: Geometry,
        black: Colours,
        start: Colours,
        nested: str = OUTER_TAKES_ALL,
        stops: bool = True,
        guard: Term = YES,
    ) -> None:
        """A walk of no step yet. `start` picks the piece that swaps; with `stops` a win ends the walk at once.

        Where `guard` does not hold the walk need not keep to the rules.
        """
        self.geometry = geometry
        self.solver = solver
        self.nested = nested
        self.stops = stops
        self.guard = guard
        self.black: list[Colours] = [black]
        self.at: list[Colours] = [start]
        self.swapped: list[Colours] = []
        self.won: list[tuple[Term, Term]] = []
        self._kept: list[Term] = []

    def step(self) -> None:
        """One step more: crumble.swap.complete-side, -opponent, -exchange, walk.captured, win.at-once."""
        solver, geometry = self.solver, self.geometry
        before, here = self.black[-1], self.at[-1]
        if self._kept:
            stopped = self.won[-1] if self.stops else ()
            solver.say(implies(self.guard, every((self._kept[-1], *map(negation, stopped)))))
        there = [solver.boolean("at") for _ in geometry.pieces]
        solver.say(exactly_one(there))
        for piece in geometry.pieces:
            beside = geometry.across[piece].values()
            ways = (every((there[other], differ(before[piece], before[other]))) for other in beside)
            solver.say(implies(every((self.guard, here[piece])), some(ways)))
        swapped = [solver.named("black", colour) for colour in exchanged(before, here, there)]
        after = resolved(solver, geometry, swapped, self.nested)
        self._kept.append(every(implies(there[piece], same(after[piece], swapped[piece])) for piece in geometry.pieces))
        self.swapped.append(swapped)
        self.black.append(after)
        self.at.append(there)
        self.won.append(winners(solver, geometry, after))

    def path(self, model: Model) -> list[int]:
        """The pieces that an answer's walk goes over, the start first."""
        return [picked(model, terms) for terms in self.at]


def picked(model: Model, terms: Colours) -> int:
    """Which one of some terms holds in an answer."""
    return next(index for index, term in enumerate(terms) if model.holds(term))


def pick(geometry: Geometry, piece: int) -> list[Term]:
    """Terms that pick one piece for good."""
    return [YES if other == piece else NO for other in geometry.pieces]


def wins_along(solver: Solver, geometry: Geometry, black: Colours, path: Sequence[int], mover: Term) -> Term:
    """A term: the walk over just these pieces, the start first, is legal and wins for a colour (true for black).

    Unlike a Walk it states nothing about the colours by itself, so that its negation can be stated as well. Default
    readings.
    """
    legal: list[Term] = []
    won: tuple[Term, ...] = ()
    for here, there in pairwise(path):
        legal += [negation(term) for term in won]
        legal += [same(black[here], mover), differ(black[there], mover)]
        swapped = exchanged(black, pick(geometry, here), pick(geometry, there))
        black = resolved(solver, geometry, swapped)
        won = winners(solver, geometry, black)
    return every((*legal, won[mover == NO]))
