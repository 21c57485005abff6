from __future__ import annotations

import shlex
from random import Random

import pytest

from conformance.made import checked
from shatterproof.errors import InputError
from shatterproof_properties.conformance import controls
from shatterproof_properties.conformance.controls import Control

STANDARD_AREA = 36
MOST_TURNS = 3
CONSEQUENCES = {"captures-at-the-end": "crumble.swap.opponent", "mover-wins-only": "crumble.turn.finished"}
"""Clauses that a witness may speak of because of the mistake, though it does not lie there."""


@pytest.mark.parametrize("control", controls.CRUMBLE, ids=lambda control: control.name)
def test_a_planted_mistake_is_found_and_shrunk(control: Control) -> None:
    verdict = checked(shlex.join(controls.argv(control.name)), results=None)
    found = verdict.difference
    assert found is not None
    assert verdict.exit_code == 1
    assert found.turns <= MOST_TURNS
    assert found.size[0] < STANDARD_AREA
    assert found.clause.startswith((*control.clauses, CONSEQUENCES.get(control.name, control.clauses[0])))


def test_every_planted_mistake_says_what_it_is() -> None:
    assert all(control.says.endswith(".") for control in controls.CRUMBLE)
    assert len({control.name for control in controls.CRUMBLE}) == len(controls.CRUMBLE)


def test_a_sample_names_planted_mistakes_without_repetition() -> None:
    names = controls.sample("crumble", 100, Random(1))
    assert sorted(names) == sorted(control.name for control in controls.CRUMBLE)
    assert controls.sample("crumble", 3, Random(1)) == controls.sample("crumble", 3, Random(1))


def test_an_unknown_planted_mistake_is_refused() -> None:
    with pytest.raises(InputError, match="unknown control 'no-such'"):
        controls.find_control("no-such")
