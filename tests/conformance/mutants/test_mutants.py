from __future__ import annotations

from random import Random
from typing import Any

import pytest

from conformance.in_process import in_process
from conformance.made import HOUR, MANY, checked, run_settings, shrinking_briefly, without_mutant_probes
from sampling import only_in_ci, some
from shatterproof.errors import InputError
from shatterproof.game import GAMES, find_game
from shatterproof_properties.conformance import mutants
from shatterproof_properties.conformance.mutants import EngineMutant
from shatterproof_properties.conformance.reduce import shrinking
from shatterproof_properties.conformance.runs.check import run_check
from shatterproof_properties.protocol.announced import area

MOST_TURNS = 3
CONSEQUENCES = {"captures-at-the-end": "crumble.swap.opponent", "mover-wins-only": "crumble.turn.finished"}
"""Clauses that a counterexample may name because of the mistake, although it is in another clause."""
SELF_CHECK = [
    pytest.param(game, mutant, id=mutant.name) for game in GAMES for mutant in mutants.self_check_mutants(game)
]
SHRUNK_ALWAYS = {"one-complete-side", "jumps-along-its-snake", "step-off-refused"}
"""The mutants that every run shrinks, one of each game."""
SHRUNK_SOON = {"chains-through-corners", "removes-though-growing", "pushed-may-return"}
"""The mutants that CI shrinks too, as they take little time. Only long runs shrink the others."""


def marked(case: Any) -> Any:
    """A mutant, marked as one that is shrunk in every run, in CI, or in long ones only."""
    if case.id in SHRUNK_SOON:
        return only_in_ci(case)
    return pytest.param(*case.values, id=case.id, marks=() if case.id in SHRUNK_ALWAYS else pytest.mark.long)


SHRUNK = list(map(marked, SELF_CHECK))
each_game = pytest.mark.parametrize("game", GAMES)


def clauses_of(mutant: EngineMutant) -> tuple[str, ...]:
    return (*mutant.clauses, CONSEQUENCES.get(mutant.name, mutant.clauses[0]))


@pytest.mark.parametrize(("game", "mutant"), some(SELF_CHECK[::-1], one_in=21))
def test_a_self_check_mutant_is_found(game: str, mutant: EngineMutant) -> None:
    with shrinking_briefly(0), without_mutant_probes():
        found = checked(in_process(mutant.name), MANY, game=game).difference
    assert found is not None
    assert found.clause.startswith(clauses_of(mutant))


@pytest.mark.parametrize(("game", "mutant"), SHRUNK)
def test_a_self_check_mutant_is_found_and_shrunk(
    game: str, mutant: EngineMutant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shrinking, "MOST_SECONDS", HOUR)
    with without_mutant_probes():
        verdict = run_check(run_settings(game, in_process(mutant.name), HOUR, MANY, 5))
    found = verdict.difference
    assert found is not None
    assert verdict.exit_code == 1
    assert len(found.question.texts) <= MOST_TURNS
    assert found.question.size.area < area(find_game(game), find_game(game).start().board)
    assert found.clause.startswith(clauses_of(mutant))


@each_game
def test_a_sample_names_mutants_without_repetition(game: str) -> None:
    names = mutants.sample(game, 100, Random(1))
    assert sorted(names) == sorted(mutant.name for mutant in mutants.self_check_mutants(game))
    assert mutants.sample(game, 3, Random(1)) == mutants.sample(game, 3, Random(1))


def test_an_unknown_mutant_is_refused() -> None:
    with pytest.raises(InputError, match="unknown mutant 'no-such'"):
        mutants.find_mutant("crumble", "no-such")


def test_a_changed_engine_asks_a_function_that_knows_the_usual_method_or_always_answers_the_same() -> None:
    class Usual:
        def times(self, number: int, by: int = 1) -> int:
            return number * by

        def is_small(self) -> bool:
            return True

    methods: dict[str, mutants.Method] = {
        "times": lambda it, usual, *a, **b: it.most + usual(*a, **b),
        "is_small": False,
    }
    changed = mutants.changed_engine(Usual, "Changed", methods, most=3)()
    assert (changed.times(2, by=5), changed.is_small(), type(changed).__name__) == (13, False, "Changed")
