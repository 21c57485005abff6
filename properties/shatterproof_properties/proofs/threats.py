"""Threats against a defender: does any result escape, and the fewest threats that answer every defence.

z3 picks a result that no known threat answers, and the engine looks for a win there. The caller supplies results,
threats and replays, so any game and engine will do.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from time import monotonic
from typing import Generic, NamedTuple, TypeVar

from shatterproof_properties.proofs.agreement import Disagreement
from shatterproof_properties.proofs.solver import Model, Solver, SolverGaveUp
from shatterproof_properties.proofs.terms import Term, at_most, negation, some

Result = TypeVar("Result")
Threat = TypeVar("Threat")


class Escape(NamedTuple, Generic[Threat]):
    """The outcome of the search for an escape.

    `result` is the index of a result after which the attacker has no win, or None if the defender is mated. `threats`
    are those found, in order. `answers` has for each threat the indices of all results that it answers. If nothing
    escapes, each result is answered by at least one threat, and each answer was replayed.
    """

    result: int | None
    threats: list[Threat]
    answers: list[frozenset[int]]


def escape_loop(
    results: Sequence[Result],
    wins: Callable[[Result], Threat | None],
    replay: Callable[[Threat, Result], bool],
) -> Escape[Threat]:
    """Looks for a result of the defender's turns after which the attacker cannot win next turn.

    `results` are those of all turns that do not lose at once. `wins` returns an engine's win for the attacker after a
    result, or None; its exceptions pass through. `replay` says whether a threat, played after a result, wins. Each
    threat is replayed after every result. Raises Disagreement if a threat does not win by replay where it was found.
    """
    solver = Solver(seed=0)
    picked = [solver.boolean("picked") for _ in results]
    solver.say(some(*picked), at_most(1, picked))
    threats: list[Threat] = []
    answers: list[frozenset[int]] = []
    while (model := solver.ask()) is not None:
        index = next(index for index, term in enumerate(picked) if model.holds(term))
        threat = wins(results[index])
        if threat is None:
            return Escape(index, threats, answers)
        answered = frozenset(other for other, result in enumerate(results) if replay(threat, result))
        if index not in answered:
            raise Disagreement(
                f"does {threat} win after result {index}?", "the engine says it does", "its replay fails"
            )
        threats.append(threat)
        answers.append(answered)
        solver.say(*(negation(picked[other]) for other in answered))
    return Escape(None, threats, answers)


def smallest_cover(answers: Sequence[Collection[int]], limit_seconds: float = 10.0) -> tuple[int, ...] | None:
    """The smallest set of threats that together answer all defences that any of them answers.

    `answers` lists for each threat the numbers of the defences that it answers. The result lists threats by index, in
    order. Of sets of one size, the first in order is chosen. None if z3 does not find out within `limit_seconds`.
    """
    defences = sorted(set().union(*answers))
    until = monotonic() + limit_seconds
    try:
        size = next(size for size in range(len(answers) + 1) if _Cover(answers, defences, size).ask((), until))
        return _first_in_order(_Cover(answers, defences, size), len(answers), until)
    except SolverGaveUp:
        return None


class _Cover:
    """All sets of at most so many threats that answer every defence."""

    def __init__(self, answers: Sequence[Collection[int]], defences: Sequence[int], size: int) -> None:
        self._solver = Solver()
        self.chosen = [self._solver.boolean("chosen") for _ in answers]
        answered = [set(answer) for answer in answers]
        for defence in defences:
            able = (chosen for chosen, answer in zip(self.chosen, answered, strict=True) if defence in answer)
            self._solver.say(some(*able))
        self._solver.say(at_most(size, self.chosen))

    def ask(self, assumptions: Sequence[Term], until: float) -> Model | None:
        return self._solver.ask(assumptions, max(0.001, until - monotonic()))


def _first_in_order(covers: _Cover, threats: int, until: float) -> tuple[int, ...]:
    """The first in order of the covers. All have the same size."""
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
