"""Scrunch in a search: wins in one, turns tried again, bad boards."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from shatterproof_properties.second.scrunch.rules import READINGS
from shatterproof_properties.solving.adapters import LOST, WON
from shatterproof_properties.solving.scrunch import ScrunchAdapter

DEPARTURES = [{}, *({name: value} for name, values in READINGS.items() for value in values[1:])]
LAST = {reading: values[-1] for reading, values in READINGS.items()}


def game_of(adapter: ScrunchAdapter, number: int) -> list[Any]:
    """The undecided positions of a game of random turns."""
    chance, here, game = Random(number), adapter.engine.opening(), list[Any]()
    while adapter.verdict(here) is None and len(game) < 60:
        game.append(here)
        here = chance.choice([after for _, after in adapter.results(here)])
    return game


@pytest.mark.parametrize("readings", [*DEPARTURES, LAST], ids=str)
def test_wins_in_one_are_those_of_trying_everything(readings: dict[str, str]) -> None:
    for board in ("2", "3"):
        adapter = ScrunchAdapter(board, readings)
        for number in range(4):
            for here in game_of(adapter, number)[-5:]:
                ends = {after: adapter.verdict(after) for _, after in adapter.results(here)}
                wins = {after for after, end in ends.items() if end == LOST}
                mates = {
                    after
                    for after, end in ends.items()
                    if end is None and all(adapter.verdict(reply) == WON for _, reply in adapter.results(after))
                }
                now, found = adapter.win_now(here), adapter.win_in_one(here)
                assert now[1] in wins if now else not wins
                assert found[1] in (wins or mates) if found else not wins | mates


@pytest.mark.parametrize("readings", [{}, {"scrunch.first-wriggle": "bare-placement"}, LAST], ids=str)
def test_a_turn_is_tried_again_where_it_is_legal(readings: dict[str, str]) -> None:
    adapter, game = (
        ScrunchAdapter("3", readings),
        [here for number in range(3) for here in game_of(ScrunchAdapter("3", readings), number)],
    )
    chance, repeated = Random(1), 0
    for here in chance.sample(game, 15):
        there = chance.choice(game)
        for turn, after in adapter.results(there):
            assert turn.removed or not turn.placed or adapter.retry(there, adapter.killer(there, turn)) == (turn, after)
            found = adapter.retry(here, adapter.killer(there, turn))
            answer = adapter.engine.apply(adapter.write(here), adapter.text(there, turn))
            if found is None:
                assert turn.removed or not turn.placed or answer["verdict"] == "illegal"
            else:
                assert adapter.engine.apply(adapter.write(here), adapter.text(here, found[0]))[
                    "position"
                ] == adapter.write(found[1])
                repeated += 1
    assert repeated > 5
