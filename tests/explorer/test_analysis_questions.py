"""Forced wins, threats, numbers of turns, and what the program plays."""

from __future__ import annotations

from typing import Any

import pytest

from explorer.asking import ask, opening, played, position, worked
from shatterproof.game import GAMES, OURS
from shatterproof_properties.explorer.service import Explorer, check_question
from shatterproof_properties.players.program import STRENGTHS

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


def played_by(here: Any, found: Any) -> Any:
    """The shown position after the turn in an answer."""
    return ask("play", position=here, turn=found["turn"])["played"]["shown"]


@pytest.mark.parametrize(("game", "strength"), list(zip(OURS, STRENGTHS, strict=True)))
def test_a_legal_turn_is_played_in_the_time_given(game: str, strength: str) -> None:
    for here in (played(game, 4)[1], opening("scrunch", loops="forbidden")):
        found = worked("reply", position=here, strength=strength, milliseconds=100)
        after = played_by(here, found)
        assert after["to_move"] != here["to_move"]
        assert after["position"].get("readings") == here.get("readings")
        assert found["did"]
        assert found["saw"].endswith(".")


def test_a_win_at_once_is_played_and_the_threat_is_said() -> None:
    found = worked("reply", position=position(THREAT), strength="beginner", milliseconds=100)
    assert found["saw"] == "This turn wins."
    assert played_by(position(THREAT), found)["outcome"]["winner"] == "white"
    black = position(THREAT.replace("White", "Black"))
    assert played_by(black, {"turn": found["threat"]})["outcome"]["winner"] == "black"


def test_a_game_that_is_over_is_an_error() -> None:
    here = position("2x2, White to move\nAb\ncd") | {"pieces": [["0", "0", "2", "2", "black"]]}
    answer = Explorer(check=check_question).work(
        {"do": "reply", "position": here, "strength": "strong", "milliseconds": 1000}, print
    )
    assert answer["error"]["text"] == "/position: the game is over; expected a position in which somebody is to move"
