"""Scrunch and Splinter in a search: wins in one, turns tried again, bad boards; and games without their own search."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sampling import some
from shatterproof.errors import InputError
from shatterproof_properties.second import scrunch, splinter
from shatterproof_properties.solving.adapters import LOST, WON, PlainAdapter, SearchAdapter, search_adapter
from shatterproof_properties.solving.forcing import Forcing

VALUES = {"scrunch": scrunch.rules.READINGS, "splinter": splinter.rules.READINGS}
LAST = {reading: values[-1] for reading, values in VALUES["scrunch"].items()}
DEPARTURES = [
    *(
        (game, {name: value})
        for game, names in VALUES.items()
        for name, values in names.items()
        for value in values[1:]
    ),
    *(("scrunch", {}), ("splinter", {}), ("scrunch", LAST)),
]
PLAYED = {"scrunch": ("2", "3"), "splinter": ("2x5", "3x4", "6x4", "6x6")}

BOARDS = {"scrunch": "2", "splinter": "2x4"}
MOST_PLIES = 8


@pytest.mark.parametrize("game", BOARDS)
def test_every_turn_tried_finds_the_same_wins(game: str) -> None:
    own, plain = search_adapter(game, BOARDS[game]), PlainAdapter(game, BOARDS[game])
    here, plies = plain.read(plain.engine.start()), 0
    while plies < MOST_PLIES:
        same = own.read(plain.write(here))
        assert (own.win_now(same) is None) == (plain.win_now(here) is None)
        assert Forcing(own).is_won(same, 2) == Forcing(plain).is_won(here, 2)
        going_on = [result for result in plain.results(here) if plain.verdict(result[1]) is None]
        if not going_on:
            break
        turn, after = going_on[-1]
        assert plain.retry(here, plain.killer(here, turn)) == (turn, after)
        here, plies = after, plies + 1
    assert plies > 1


NO_BOARDS = {"scrunch": ("1", "11", "03", "3x3", ""), "splinter": ("1x5", "27x9", "9", "03x4", "")}


@pytest.mark.parametrize(("game", "board"), [(game, board) for game in NO_BOARDS for board in NO_BOARDS[game]])
def test_what_is_no_board_is_refused(game: str, board: str) -> None:
    with pytest.raises(InputError):
        search_adapter(game, board)


def game_of(adapter: SearchAdapter, number: int) -> list[Any]:
    """The undecided positions of a game of random turns."""
    chance, here, game = Random(number), adapter.read(adapter.engine.start()), list[Any]()
    while adapter.verdict(here) is None and len(game) < 200:
        game.append(here)
        here = chance.choice([after for _, after in adapter.results(here)])
    return game


@pytest.mark.parametrize(("game", "readings"), some(DEPARTURES, one_in=3), ids=str)
def test_wins_in_one_are_those_of_trying_everything(game: str, readings: dict[str, str]) -> None:
    won = 0
    for board in PLAYED[game]:
        adapter: Any = search_adapter(game, board, readings)
        for here in [here for number in range(6) for here in game_of(adapter, number)[-5:]]:
            ends = {after: adapter.verdict(after) for _, after in adapter.results(here)}
            wins = {after for after, end in ends.items() if end == LOST}
            now, found = adapter.win_now(here), adapter.win_in_one(here)
            assert now[1] in wins if now else not wins
            if found is None or found[1] not in wins:
                mates = {
                    after
                    for after, end in ends.items()
                    if end is None and all(adapter.verdict(reply) == WON for _, reply in adapter.results(after))
                }
                assert found[1] in mates if found else not wins | mates
            won += found is not None
    assert won > 5


@pytest.mark.parametrize(("game", "readings"), some(DEPARTURES, one_in=3), ids=str)
def test_a_turn_is_tried_again_where_it_is_legal(game: str, readings: dict[str, str]) -> None:
    adapter = search_adapter(game, {"scrunch": "3", "splinter": "4x4"}[game], readings)
    places = [here for number in range(3) for here in game_of(adapter, number)]
    chance, repeated = Random(1), 0
    for here in chance.sample(places, 15):
        there = chance.choice(places)
        for turn, after in adapter.results(there):
            again, found = (adapter.retry(place, adapter.killer(there, turn)) for place in (there, here))
            tried = game == "splinter" or (turn.placed and not turn.removed)
            assert again == (turn, after) or not tried
            answer = adapter.engine.apply(adapter.write(here), adapter.text(here, found[0] if found else turn))
            assert answer["verdict"] == "legal" if found else answer["verdict"] == "illegal" or not tried
            assert found is None or answer["position"] == adapter.write(found[1])
            repeated += found is not None
    assert repeated
