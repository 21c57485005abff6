"""Forced wins, threats and numbers of turns."""

from __future__ import annotations

import pytest

from explorer.asking import ask, opening, position, worked
from shatterproof.game import GAMES

THREAT = "3x3, White to move\nabc\nDEF\ngHi"


@pytest.mark.parametrize("name", ["crumble/rising-damp", "scrunch/ropes-end"])
def test_thinking_finds_what_the_collection_claims(name: str) -> None:
    start = ask("puzzle", id=name)
    kind, _, turns = start["puzzle"]["claim"].partition("-")
    found = worked("think", position=start["start"]["position"], depth=int(turns))
    assert (found["verdict"], found["turns"]) == ({"wins": "wins", "mated": "is-mated"}[kind], int(turns))
    assert found["count"] > 0


def test_threats_are_arrows_on_the_board_and_crumble_is_announced() -> None:
    found = worked("think", position=position(THREAT), depth=1)
    assert found["threats"]
    assert all(threat["about"] for threat in found["threats"])
    announced = ask("announce", position=position(THREAT))
    assert announced["turn"] in [threat["turn"] for threat in found["threats"]]
    assert (announced["threatens"], announced["mark"]) == (True, "+")
    assert announced["text"].startswith("Crumble! Black")


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_announced_at_the_opening(game: str) -> None:
    board = {"crumble": "6x6", "scrunch": "4", "splinter": "10x9"}[game]
    assert ask("announce", position=opening(game, board))["threatens"] is False
