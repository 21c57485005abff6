"""Threats against a defender: does any result escape, and the fewest threats that answer every defence.

z3 picks a result that no known threat answers, and the engine looks for a win there. The caller supplies results,
threats and replays, so any game and engine will do.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from time import monotonic
from typing import Generic, NamedTuple, TypeVar

from shatterproof_properties.proofs import Disagreement
from shatterproof_properties.proofs.solver import Solver, SolverGaveUp
from shatterproof_properties.proofs.terms import Term, at_most, literal, negation, some

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
            question = f"does {threat} win after result {index}?"
            raise Disagreement(question, "the engine says it does", "its replay fails")
        threats.append(threat)
        answers.append(answered)
        solver.say(*(negation(picked[other]) for other in answered))
    return Escape(None, threats, answers)


def smallest_cover(answers: Sequence[Collection[int]], limit_seconds: float = 10.0) -> tuple[int, ...] | None:
    """The smallest set of threats that together answer all defences that any of them answers.

    `answers` lists for each threat the numbers of the defences that it answers. The result lists threats by index, in
    order. Of sets of one size, the first in order is chosen. None if z3 does not find out within `limit_seconds`.
    """
    defences, until = sorted(set().union(*answers)), monotonic() + limit_seconds
    for size in range(len(answers) + 1):
        solver = Solver()
        chosen = [solver.boolean("chosen") for _ in answers]
        for defence in defences:
            solver.say(some(*(one for one, answered in zip(chosen, answers, strict=True) if defence in answered)))
        solver.say(at_most(size, chosen))
        # The first question has no assumptions; each further one takes a threat if it can be among the chosen.
        given: list[Term] = []
        taken: list[int] = []
        try:
            if not solver.ask((), max(0.001, until - monotonic())):
                continue
            for threat, term in enumerate(chosen):
                is_taken = solver.ask([*given, term], max(0.001, until - monotonic())) is not None
                given.append(literal(term, is_taken))
                taken += [threat] if is_taken else []
        except SolverGaveUp:
            break
        return tuple(taken)
    return None
