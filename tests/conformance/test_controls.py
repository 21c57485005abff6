from __future__ import annotations

import shlex
from random import Random
from typing import Any

import pytest

from campaigns import campaign, some
from conformance.made import HOUR, MANY, checked, nothing_in_the_shadow, shrinking_for
from conformance.planted import in_process
from shatterproof.errors import InputError
from shatterproof.game import GAMES, find_game
from shatterproof_properties.conformance import controls, shrinking
from shatterproof_properties.conformance.check import Plan, run_check
from shatterproof_properties.conformance.controls import Control
from shatterproof_properties.protocol.boards import area

MOST_TURNS = 3
CONSEQUENCES = {"captures-at-the-end": "crumble.swap.opponent", "mover-wins-only": "crumble.turn.finished"}
"""Clauses that a witness may speak of because of the mistake, though it does not lie there."""
PLANTED = [pytest.param(game, control, id=control.name) for game in GAMES for control in controls.controls(game)]
SHRUNK_ALWAYS = {"one-complete-side", "jumps-along-its-snake", "step-off-refused"}
"""Shrinking takes seconds for some: every run shrinks one of each game, CI those besides that take little."""
SHRUNK_SOON = {"chains-through-corners", "removes-though-growing", "pushed-may-return"}


def marked(case: Any) -> Any:
    """A planted mistake, marked as one that is shrunk in every run, in CI, or in long ones only."""
    if case.id in SHRUNK_SOON:
        return campaign(case)
    return pytest.param(*case.values, id=case.id, marks=() if case.id in SHRUNK_ALWAYS else pytest.mark.long)


SHRUNK = list(map(marked, PLANTED))
each_game = pytest.mark.parametrize("game", GAMES)


def clauses_of(control: Control) -> tuple[str, ...]:
    return (*control.clauses, CONSEQUENCES.get(control.name, control.clauses[0]))


@pytest.mark.parametrize(("game", "control"), some(PLANTED, one_in=6))
def test_a_planted_mistake_is_found(game: str, control: Control) -> None:
    with shrinking_for(0), nothing_in_the_shadow():
        found = checked(in_process(control.name), MANY, game=game).difference
    assert found is not None
    assert found.clause.startswith(clauses_of(control))


@pytest.mark.parametrize(("game", "control"), SHRUNK)
def test_a_planted_mistake_is_found_and_shrunk(game: str, control: Control, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shrinking, "MOST_SECONDS", HOUR)
    with nothing_in_the_shadow():
        verdict = run_check(Plan(game, shlex.join(controls.argv(game, control.name)), HOUR, MANY, 5, controls=0))
    found = verdict.difference
    assert found is not None
    assert verdict.exit_code == 1
    assert len(found.question.texts) <= MOST_TURNS
    assert found.question.size.area < area(find_game(game), find_game(game).start().board)
    assert found.clause.startswith(clauses_of(control))


@each_game
def test_every_planted_mistake_says_what_it_is(game: str) -> None:
    planted = controls.controls(game)
    assert len(planted) >= 10
    assert all(control.says.endswith(".") for control in planted)
    assert len({control.name for control in planted}) == len(planted)


@each_game
def test_a_sample_names_planted_mistakes_without_repetition(game: str) -> None:
    names = controls.sample(game, 100, Random(1))
    assert sorted(names) == sorted(control.name for control in controls.controls(game))
    assert controls.sample(game, 3, Random(1)) == controls.sample(game, 3, Random(1))


def test_an_unknown_planted_mistake_is_refused() -> None:
    with pytest.raises(InputError, match="unknown control 'no-such'"):
        controls.find_control("crumble", "no-such")
