"""The fewest threats that answer every defence: what a person reads of a solution."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from time import monotonic

from shatterproof_properties.proofs.crumble.solver import Model, Solver, Undecided
from shatterproof_properties.proofs.crumble.terms import Term, at_most, negation, some


def smallest_cover(answers: Sequence[Collection[int]], limit_seconds: float = 10.0) -> tuple[int, ...] | None:
    """The smallest set of threats that together answer all defences that any of them answers.

    `answers` says for each threat which defences it answers, by number. Threats come by their index, in order; among
    sets of the same size the first in order. None if z3 does not find out within `limit_seconds`.
    """
    defences = sorted(set().union(*answers))
    until = monotonic() + limit_seconds
    try:
        size = next(size for size in range(len(answers) + 1) if _Cover(answers, defences, size).ask((), until))
        return _first_in_order(_Cover(answers, defences, size), len(answers), until)
    except Undecided:
        return None


class _Cover:
    """All covers of at most so many threats."""

    def __init__(self, answers: Sequence[Collection[int]], defences: Sequence[int], size: int) -> None:
        self._solver = Solver()
        self.chosen = [self._solver.boolean("chosen") for _ in answers]
        told = [set(answer) for answer in answers]
        for defence in defences:
            able = (chosen for chosen, answer in zip(self.chosen, told, strict=True) if defence in answer)
            self._solver.say(some(able))
        self._solver.say(at_most(size, self.chosen))

    def ask(self, assumptions: Sequence[Term], until: float) -> Model | None:
        return self._solver.ask(assumptions, max(0.001, until - monotonic()))


def _first_in_order(covers: _Cover, threats: int, until: float) -> tuple[int, ...]:
    """The first in order of the covers, all of which have the same size."""
    given: list[Term] = []
    taken = []
    for threat in range(threats):
        chosen = covers.chosen[threat]
        if covers.ask([*given, chosen], until):
            given.append(chosen)
            taken.append(threat)
        else:
            given.append(negation(chosen))
    return tuple(taken)
