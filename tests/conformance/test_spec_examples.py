"""Every example of the spec, asked of the second engine and of the engine in JavaScript."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

import pytest

from engines.node import engine_argv
from shatterproof.errors import InputError
from shatterproof.game import GAMES, AnyGame, find_game
from shatterproof_properties.conformance.lockstep import Lockstep
from shatterproof_properties.conformance.spec_examples import examples_in_order, known_cases
from shatterproof_properties.engines.engine import Engine
from shatterproof_properties.engines.session import Session

USED = sorted({(game, example.begun.chosen) for game in GAMES for example in examples_in_order(game)}, key=str)
each_reading_used = pytest.mark.parametrize(
    ("game", "readings"),
    [pytest.param(find_game(game), readings, id=f"{game} {readings.departures()}") for game, readings in USED],
)


def differences(argv: list[str], game: AnyGame, readings: Any) -> tuple[list[str], int]:
    """What an engine says otherwise than the examples under some readings, and how many it was asked."""
    with Engine(argv) as engine:
        session = Session.begin(engine, game.NAME, readings.departures())
        lockstep = Lockstep(session)
        cases = [replace(case, lists=False) for case in known_cases(game.NAME, readings, session.about.boards, True)]
        found = [difference.to_text("") for case in cases if (difference := lockstep.first_difference(case))]
        return [*found, *map(str, session.troubles)], len(cases)


@each_reading_used
def test_the_second_engine_follows_the_examples_under_every_reading(game: AnyGame, readings: Any) -> None:
    second = [sys.executable, "-m", "shatterproof_properties.protocol.served", game.NAME, "--second"]
    found, asked = differences(second, game, readings)
    assert not found
    assert asked


@each_reading_used
def test_the_engine_in_javascript_follows_the_examples_under_every_reading_that_it_knows(
    game: AnyGame, readings: Any
) -> None:
    if game.NAME == "crumble" and readings.departures():
        with pytest.raises(InputError, match="the engine does not play crumble"):
            differences(engine_argv(), game, readings)
        return
    found, asked = differences(engine_argv(), game, readings)
    assert not found
    assert asked


@pytest.mark.parametrize("name", GAMES)
def test_the_examples_use_every_value_of_every_reading(name: str) -> None:
    for reading, values in find_game(name).Readings.choices().items():
        assert {readings.to_mapping()[reading] for game, readings in USED if game == name} == set(values)
