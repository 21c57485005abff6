"""Every example of the spec, asked of the second engine and of the engine in JavaScript."""

from __future__ import annotations

from functools import cache, partial
from itertools import chain, islice
from typing import Any

import pytest

from conformance.in_process import in_process
from engines.node import engine_argv
from sampling import only_in_ci, some
from shatterproof.errors import InputError
from shatterproof.game import GAMES, AnyGame, find_game
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.generate.cases import Case
from shatterproof_properties.conformance.generate.exhaustive import Shard
from shatterproof_properties.conformance.generate.spec_examples import known_cases
from shatterproof_properties.engines.client import EngineClient
from shatterproof_properties.engines.session import Session
from shatterproof_properties.protocol.announced import expand
from shatterproof_properties.protocol.example_games import ExampleGame, example_games
from shatterproof_properties.protocol.served import boards_of


@cache
def examples_of(game: str) -> tuple[ExampleGame, ...]:
    return tuple(dict.fromkeys(example_games(game)))


def readings_of_examples(game: str) -> list[Any]:
    """All sets of readings that examples of a game are written for."""
    found = {example.begun.chosen for example in examples_of(game)}
    return sorted(found, key=lambda readings: sorted(readings.departures().items()))


USED = [(game, readings) for game in GAMES for readings in readings_of_examples(game)]
SETS = [pytest.param(find_game(game), readings, id=f"{game} {readings.departures()}") for game, readings in USED]
each_reading_used = pytest.mark.parametrize(
    ("game", "readings"),
    [only_in_ci(SETS[0]), *some(SETS[1:], one_in=5, always=lambda case: not case.values[1].departures())],
)
JAVASCRIPT = some(SETS[:0:-1], one_in=5,
                  always=lambda case: GAMES[-1] == case.values[0].NAME and not case.values[1].departures())  # fmt: skip
each_reading_in_javascript = pytest.mark.parametrize(("game", "readings"), [*JAVASCRIPT, only_in_ci(SETS[0])])


@cache
def asked_under(game: str, readings: Any, boards: tuple[str, ...]) -> list[Case]:
    """The examples written for these readings, and a share of the examples written for others."""
    sets = [used for name, used in USED if name == game]
    known = partial(known_cases, game, readings, boards, set_up=True)
    own = [example for example in examples_of(game) if example.begun.chosen == readings]
    some = islice(known(), len(own)), known(shard=Shard(sets.index(readings), len(sets)))
    return [case.asking(lists=False) for case in chain(*some)]


def differences(argv: list[str], game: AnyGame, readings: Any) -> tuple[list[str], int]:
    """The differences of an engine in the examples under some readings, and the number of examples asked."""
    with EngineClient(argv) as engine:
        session = Session.begin(engine, game.NAME, readings.departures())
        differential = DifferentialRun(session)
        cases = asked_under(game.NAME, readings, session.about.boards)
        found = [difference.to_text("") for case in cases if (difference := differential.first_difference(case))]
        return [*found, *map(str, session.engine_errors)], len(cases)


@each_reading_used
def test_the_second_engine_follows_the_examples_under_every_reading(game: AnyGame, readings: Any) -> None:
    found, asked = differences([in_process(game.NAME)], game, readings)
    assert (found, bool(asked)) == ([], True)


@each_reading_in_javascript
def test_the_engine_in_javascript_follows_the_examples_under_every_reading_that_it_knows(
    game: AnyGame, readings: Any
) -> None:
    if game.NAME == "crumble" and readings.departures():
        with pytest.raises(InputError, match="the engine does not play crumble"):
            differences(engine_argv(), game, readings)
        return
    found, asked = differences(engine_argv(), game, readings)
    assert (found, bool(asked)) == ([], True)


@pytest.mark.parametrize(
    ("name", "departure", "standard"),
    [
        only_in_ci(("crumble", {"crumble.draw": "agreement-only"}, "6x6")),
        ("scrunch", {"scrunch.shut-out": "loses"}, "7"),
        ("splinter", {"splinter.tie": "remove-one"}, "10x9"),
    ],
)
def test_examples_are_asked_under_other_readings_and_on_the_standard_board_alone(
    name: str, departure: dict[str, str], standard: str
) -> None:
    game = find_game(name)
    every, readings = examples_of(name), game.Readings.from_mapping(departure)
    everywhere = list(known_cases(name, readings, set(expand(boards_of(name))), set_up=True))
    assert len(everywhere) > 0.8 * len({(example.begun.under({}), example.texts) for example in every})
    on_one = list(known_cases(name, readings, [standard], set_up=True))
    assert len(on_one) > 0.6 * len(everywhere)
    for case in (*everywhere[::7], *on_one[::7]):
        assert case.question.chosen == readings
        assert case.question.reach(readings) == case.question.position
    assert {case.question.board for case in on_one} == {standard}


@pytest.mark.parametrize("name", GAMES)
def test_the_examples_use_every_value_of_every_reading(name: str) -> None:
    for reading, values in find_game(name).Readings.choices().items():
        assert {readings.to_mapping()[reading] for game, readings in USED if game == name} == set(values)
