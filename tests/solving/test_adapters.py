"""Games in a search: wins in one, turns tried again, bad boards, keys; and a game without its own search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from sampling import some
from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import find_game
from shatterproof_properties.invariants.crumble.symmetry import SYMMETRIES as OF_CRUMBLE
from shatterproof_properties.invariants.scrunch.symmetry import SYMMETRIES as OF_SCRUNCH
from shatterproof_properties.invariants.splinter.symmetry import SYMMETRIES as OF_SPLINTER
from shatterproof_properties.protocol.answers import position_to_json
from shatterproof_properties.second import scrunch, splinter
from shatterproof_properties.second.splinter.position import NOWHERE, contiguous, opposite, squares_of
from shatterproof_properties.solving.adapters import LOST, WON, PlainAdapter, SearchAdapter, search_adapter
from shatterproof_properties.solving.forcing import Forcing
from shatterproof_properties.solving.splinter import SplinterAdapter

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


SYMMETRIES: Mapping[str, Any] = {"crumble": OF_CRUMBLE, "scrunch": OF_SCRUNCH, "splinter": OF_SPLINTER}
CASES = [
    # The number of games, and the turns of each.
    ("crumble", "3x3", {}, 2, 9),
    ("crumble", "3x2", {}, 2, 9),
    ("crumble", "2x2", {"crumble.draw": "draw-turns"}, 2, 9),
    ("crumble", "2x2", {"crumble.draw-target": "own"}, 2, 9),
    ("scrunch", "3", {}, 6, 60),
    ("scrunch", "4", {}, 2, 60),
    ("splinter", "3x4", {}, 6, 60),
    ("splinter", "4x4", {}, 6, 60),
    ("splinter", "6x5", {}, 6, 60),
]
Json = dict[str, Any]


def symmetry_class(adapter: SearchAdapter, here: Any) -> list[Json]:
    """The images of a position on its own board, and those with colours exchanged."""
    value = adapter.write(here)
    game = find_game(value["game"])
    position = game.from_json(value, game.Readings.from_mapping(adapter.readings))
    images = (position_to_json(game, symmetry.position(position)) for symmetry in SYMMETRIES[value["game"]])
    return [image for image in images if image["board"] == value["board"]]


def late_positions(adapter: SearchAdapter, seed: int, turns: int) -> Iterator[Any]:
    """The last positions of a game of random turns, what some turns lead to, and what a pass does."""
    chance, here, game = Random(seed), adapter.engine.opening(), list[Any]()
    while adapter.verdict(here) is None and len(game) < turns:
        game.append(here)
        here = chance.choice([after for _, after in adapter.results(here)][:200])
    for here in game[-4:]:
        yield from (here, *(passed for passed in [adapter.passed(here)] if passed is not None))
        yield from (after for _, after in [*adapter.results(here)][:12] if adapter.verdict(after) is None)


@pytest.mark.parametrize(("name", "board", "readings", "games", "turns"), some(CASES, one_in=2))
def test_a_symmetry_class_has_one_key_and_others_have_others(
    name: str, board: str, readings: dict[str, str], games: int, turns: int
) -> None:
    adapter = search_adapter(name, board, readings)
    keys: dict[str, Any] = {}
    for seed in range(games):
        for here in late_positions(adapter, seed, turns):
            every = symmetry_class(adapter, here)
            assert {adapter.key(adapter.read(image)) for image in every} == {adapter.key(here)}
            keys[min(map(strict_json.encode, every))] = adapter.key(here)
    assert len(set(keys.values())) == len(keys) > 15


@pytest.mark.parametrize("board", ["3x4", "6x5"])
def test_a_side_is_threatened_where_the_other_would_win_if_it_were_to_move(board: str) -> None:
    adapter, seen = SplinterAdapter(board), set[bool]()
    for number in range(4):
        for here in game_of(adapter, number)[-6:]:
            passed = here._replace(blue_moves=not here.blue_moves, now=0, heading=NOWHERE)
            seen.add(adapter.is_threatened(here))
            assert adapter.is_threatened(here) == any(
                adapter.verdict(after) == LOST for _, after in adapter.results(passed)
            )
    assert seen == {True, False}


def remembering(adapter: SplinterAdapter, here: Any) -> list[Any]:
    """The same pieces with every possible memory of the turn before."""
    squares, found = adapter.engine.squares, [here._replace(now=0, heading=NOWHERE)]
    occupied = here.pieces & squares.all
    for heading in range(8):
        for square in squares_of(occupied & ~squares.last[opposite(heading)]):
            run = contiguous(squares, occupied, square, heading)
            with suppress(InputError):
                found.append(adapter.read(adapter.write(here._replace(now=run, heading=heading))))
    return found


def test_positions_that_remember_different_pieces_have_different_keys() -> None:
    adapter = SplinterAdapter("6x5")
    for here in game_of(adapter, 1)[-3:]:
        positions = remembering(adapter, here)
        alike = {min(map(strict_json.encode, symmetry_class(adapter, each))) for each in positions}
        assert len({adapter.key(each) for each in positions}) == len(alike) > 8


@pytest.mark.parametrize(
    "readings", some([readings for game, readings in DEPARTURES if game == "splinter"], one_in=3), ids=str
)
def test_nobody_has_only_turns_that_lose_at_once(readings: dict[str, str]) -> None:
    adapter = SplinterAdapter("3x4", readings)
    for number in range(40):
        for here in game_of(adapter, number)[-6:]:
            assert any(adapter.verdict(after) != WON for _, after in adapter.results(here))
            assert adapter.win_in_one(here) == adapter.win_now(here)
