"""The rules on one board, kept in solvers that are asked about one position after another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property, lru_cache
from typing import NamedTuple

from shatterproof_properties.proofs.formulas import (
    Formula,
    Model,
    Solver,
    every,
    holds,
    named,
    new_solver,
    no,
    satisfied,
    some,
    told,
    z3,
)
from shatterproof_properties.proofs.scrunch.cells import beside
from shatterproof_properties.proofs.scrunch.removal import Escape, Removal
from shatterproof_properties.proofs.scrunch.stones import Stones, unknown
from shatterproof_properties.proofs.scrunch.turns import Growth, Standing, egg_allowed

Cells = frozenset[str]
Removed = tuple[str, ...]


class Here(NamedTuple):
    """How the mover stands, in cells: own and opposing stones, and whether still in creation."""

    own: Cells
    opposing: Cells
    creating: bool


class Grown(NamedTuple):
    """A growth: the cell of the stone placed, and those that the other one leaves and reaches."""

    placed: str
    lifted: str
    landed: str


class Statement:
    """The rules of Scrunch on the board of one side."""

    def __init__(self, side: int) -> None:
        self.beside = beside(side)
        own, opposing = unknown(self.beside, "own"), unknown(self.beside, "opposing")
        self.standing = Standing(self.beside, own, opposing, z3.Bool("creating"))

    def egg_cells(self, here: Here) -> Cells:
        """scrunch.creation.egg: the cells on which the mover may lay an egg."""
        solver, eggs = self._laying
        with self._at(solver, here):
            return _cells(solver.model(), eggs) if satisfied(solver) else frozenset()

    def after_growth(self, here: Here, grown: Grown) -> Cells | None:
        """The mover's stones after a growth; None if it is not allowed."""
        solver, growth, allowed = self._growing
        if not set(grown) <= set(self.beside):
            return None
        with self._at(solver, here):
            return _cells(solver.model(), growth.after) if satisfied(solver, allowed, *_chosen(growth, grown)) else None

    def misgrown(self, here: Here, claimed: Mapping[Grown, Cells]) -> Grown | None:
        """A growth that is allowed and not claimed, or claimed and not allowed, or leads elsewhere; None without one.

        `claimed` are all that are said to be allowed, with the mover's stones after each.
        """
        solver, growth, allowed = self._growing
        chosen = {grown: every(*_chosen(growth, grown)) for grown in claimed}
        elsewhere = [every(chosen[grown], some(*_unlike(growth.after, after))) for grown, after in claimed.items()]
        with self._at(solver, here):
            solver.add(growth.both(), some(allowed != some(*chosen.values()), *elsewhere))
            if not satisfied(solver):
                return None
            model = solver.model()
        return Grown(*(min(_cells(model, cells)) for cells in (growth.placed, growth.lifted, growth.landed)))

    def grows(self, here: Here) -> bool:
        """scrunch.death.dead: whether one of the mover's smallest snakes can grow."""
        solver, _, allowed = self._growing
        with self._at(solver, here):
            return satisfied(solver, allowed)

    def after_removal(self, here: Here, named: Iterable[str]) -> Cells | None:
        """The mover's stones after removal of snakes named each by a cell, in order; None if it is not allowed."""
        if not self.may_remove(here):
            return None
        for cell in named:
            left = self._without(here, cell) if here.own and not self.grows(here) else None
            if left is None:
                return None
            here = here._replace(own=left)
        return None if self.must_go_on(here) else here.own

    def removals(self, here: Here) -> Iterator[tuple[Removed, Cells]]:
        """scrunch.death.until: every order of removal that is allowed, by first cells, with the stones left."""
        return self._removals(here) if self.may_remove(here) and self.must_go_on(here) else iter(())

    def _removals(self, here: Here) -> Iterator[tuple[Removed, Cells]]:
        for first, left in self._once_removed(here):
            after = here._replace(own=left)
            if not self.must_go_on(after):
                yield (first,), left
                continue
            for further, end in self._removals(after):
                yield (first, *further), end

    def may_remove(self, here: Here) -> bool:
        """scrunch.death.creator: whether the mover's phase allows removal."""
        return not self.egg_cells(here)

    def must_go_on(self, here: Here) -> bool:
        """scrunch.death.when, scrunch.death.until: whether there are snakes, and none of the smallest can grow."""
        return bool(here.own) and not self.grows(here)

    def _without(self, here: Here, cell: str) -> Cells | None:
        """The mover's stones once the smallest snake on a cell is gone; None if there is no such snake."""
        return next((left for _, left in self._once_removed(here) if cell in here.own - left), None)

    def _once_removed(self, here: Here) -> Iterator[tuple[str, Cells]]:
        """scrunch.death.which: the smallest snakes by their first cells, with the stones left without each."""
        solver, removal, which = self._removing
        found = []
        with self._at(solver, here):
            while satisfied(solver, which):
                model = solver.model()
                (first,) = _cells(model, removal.named)
                found.append((first, _cells(model, removal.left)))
                solver.add(no(removal.named[first]))
        return iter(found)

    def is_mated_now(self, here: Here) -> bool:
        """Whether there are turns and each of them is the removal of all snakes: no egg, and no escape."""
        solver, possible = self._escaping
        if not here.own or not self.may_remove(here):
            return False
        with self._at(solver, here):
            return not satisfied(solver, possible)

    @contextmanager
    def _at(self, solver: Solver, here: Here) -> Iterator[None]:
        """The solver, told where the stones are, for the time being."""
        standing = self.standing
        solver.push()
        try:
            solver.add(every(*_like(standing.own, here.own), *_like(standing.opposing, here.opposing)))
            solver.add(told(standing.creating, here.creating))
            yield
        finally:
            solver.pop()

    @cached_property
    def _laying(self) -> tuple[Solver, Stones]:
        return new_solver(), {cell: egg_allowed(self.standing, cell) for cell in self.beside}

    @cached_property
    def _growing(self) -> tuple[Solver, Growth, Formula]:
        growth = Growth(self.standing)
        solver, allowed = _told(growth.facts, growth.allowed())
        return solver, growth, allowed

    @cached_property
    def _removing(self) -> tuple[Solver, Removal, Formula]:
        removal = Removal(self.standing)
        solver, which = _told(removal.facts, removal.which())
        return solver, removal, which

    @cached_property
    def _escaping(self) -> tuple[Solver, Formula]:
        escape = Escape(self.standing)
        return _told(escape.facts, escape.possible())


@lru_cache(maxsize=8)
def statement(side: int) -> Statement:
    """The statement for a board, made once."""
    return Statement(side)


def _told(facts: list[Formula], claim: Formula) -> tuple[Solver, Formula]:
    """A solver that knows the facts, and a name for the claim to ask about."""
    solver = new_solver()
    solver.add(every(*facts))
    return solver, named(solver, "claim", claim)


def _chosen(growth: Growth, grown: Grown) -> list[Formula]:
    """That a growth is this one."""
    return [growth.placed[grown.placed], growth.lifted[grown.lifted], growth.landed[grown.landed]]


def _like(stones: Stones, cells: Cells) -> list[Formula]:
    """That the stones stand on just these cells, cell by cell."""
    return [told(stone, cell in cells) for cell, stone in stones.items()]


def _unlike(stones: Stones, cells: Cells) -> list[Formula]:
    """For each cell that the stones are not there as they are on these cells."""
    return [told(stone, cell not in cells) for cell, stone in stones.items()]


def _cells(model: Model, stones: Stones) -> Cells:
    return frozenset(cell for cell, stone in stones.items() if holds(model, stone))
