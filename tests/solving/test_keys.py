"""Positions share a key of the search where a symmetry of the invariants makes one of the other, and only there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from sampling import some
from shatterproof import strict_json
from shatterproof.game import find_game
from shatterproof_properties.invariants.crumble.symmetry import SYMMETRIES as OF_CRUMBLE
from shatterproof_properties.invariants.scrunch.symmetry import SYMMETRIES as OF_SCRUNCH
from shatterproof_properties.invariants.splinter.symmetry import SYMMETRIES as OF_SPLINTER
from shatterproof_properties.protocol.answers import position_to_json
from shatterproof_properties.solving.adapters import SearchAdapter, search_adapter

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
