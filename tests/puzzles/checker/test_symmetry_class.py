"""The key that the images of a position share: the same for them, and for no other position."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from shatterproof.game import AnyGame, find_game
from shatterproof_properties.puzzles.checker.symmetry_class import image_key
from shatterproof_properties.solving.adapters import search_adapter

GAMES, LENGTH = 3, 8
BOARDS = [("crumble", "3x2"), ("crumble", "2x2"), ("scrunch", "2"), ("scrunch", "3"), ("splinter", "4x3")]
START = {"4x3": {"board": "4x3", "game": "splinter", "memory": [], "to_move": "blue", "pieces": [
    ["a1", "blue", "square"], ["a2", "white", "square"], ["b1", "blue", "cross"], ["b2", "white", "cross"],
    ["c1", "white", "circle"], ["c2", "blue", "circle"]]}}  # fmt: skip


def positions(game: AnyGame, board: str) -> list[Any]:
    """Positions of games of random turns, with what they remember."""
    found: list[Any] = []
    for number in range(GAMES):
        chance = Random(number)
        here = game.from_json(START[board]) if board in START else game.start(board)
        while game.outcome(here) is None and len(found) < LENGTH * (number + 1):
            found.append(here)
            here = chance.choice([after for _, after in game.results(here)][:40])
    return found


def plain(game: AnyGame, position: Any) -> dict[str, Any]:
    return {name: value for name, value in game.to_json(position).items() if name != "readings"}


@pytest.mark.parametrize(("name", "board"), BOARDS)
def test_positions_share_a_key_as_they_do_for_the_search_memory_included(name: str, board: str) -> None:
    game, adapter = find_game(name), search_adapter(name, board)
    pairs = set()
    for here in positions(game, board):
        for _, after in list(game.results(here))[:10]:
            if game.outcome(after) is None:
                pairs.add((image_key(game, after), adapter.key(adapter.read(plain(game, after)))))
    assert len({ours for ours, _ in pairs}) == len({theirs for _, theirs in pairs}) == len(pairs) > 20


def test_what_is_remembered_tells_positions_apart_and_is_turned_with_the_board() -> None:
    game = find_game("splinter")
    here = game.from_json(START["4x3"])
    slid = [after for _, after in game.results(here) if after.memory]
    assert image_key(game, slid[0]) != image_key(game, game.from_json({**plain(game, slid[0]), "memory": []}))
