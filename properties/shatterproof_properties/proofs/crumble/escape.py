"""Does the defender escape? z3 picks a result that no known threat answers, the engine looks for a win there.

Neutral as to engines and games: results, threats and replays are the caller's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from shatterproof_properties.proofs.crumble.solver import Solver
from shatterproof_properties.proofs.crumble.terms import at_most, negation, some
from shatterproof_properties.proofs.disagreement import Disagreement

Result = TypeVar("Result")
Threat = TypeVar("Threat")


class Escape(NamedTuple, Generic[Threat]):
    """What became of the search for an escape.

    `result` is the index of a result after which the attacker has no win, or None if the defender is mated.
    `threats` are those found, in order, and `answers` for each the indices of all results that it answers. If nothing
    escapes, every result is answered by some threat: each of these was replayed.
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

    `results`: those of all turns that do not lose at once. `wins`: an engine's win for the attacker after a result, or
    None; what it raises passes through. `replay`: whether a threat, played after a result, wins. A threat is replayed
    after every result, so that what is answered is never guessed. Raises Disagreement if a threat does not win by
    replay where it was found.
    """
    solver = Solver(seed=0)
    picked = [solver.boolean("picked") for _ in results]
    solver.say(some(picked), at_most(1, picked))
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
