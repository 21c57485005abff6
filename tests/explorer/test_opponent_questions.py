"""The question what the program plays."""

from __future__ import annotations

from typing import Any

import pytest

from explorer.asking import BOARDS, ask, opening, played, position, worked
from shatterproof.game import OURS, find_game
from shatterproof_properties.explorer.service import Explorer, check_question
from shatterproof_properties.players.program import STRENGTHS

CRUMBLE = "3x3, White to move\nabc\nDEF\ngHi"
"""Black would win at once."""


def played_by(here: Any, found: Any) -> Any:
    """The position after the turn of an answer, as it is shown."""
    return ask("play", position=here, turn=found["turn"])["played"]["shown"]


@pytest.mark.parametrize(("game", "strength"), list(zip(OURS, STRENGTHS, strict=True)))
def test_a_legal_turn_is_played_in_the_time_given(game: str, strength: str) -> None:
    texts, here = played(game, 4)
    found = worked("reply", position=here, strength=strength, milliseconds=100)
    rules = find_game(game)
    before = rules.from_json(here)
    after = rules.play(before, rules.parse_turn(before, found["turn"]))
    assert len(texts) > 2
    assert after.to_move != before.to_move
    assert found["did"]
    assert found["saw"].endswith(".")


def test_a_win_at_once_is_played_and_the_threat_is_said() -> None:
    found = worked("reply", position=position(CRUMBLE), strength="beginner", milliseconds=100)
    assert found["saw"] == "This turn wins."
    assert played_by(position(CRUMBLE), found)["outcome"]["winner"] == "white"
    black = position(CRUMBLE.replace("White", "Black"))
    assert played_by(black, {"turn": found["threat"]})["outcome"]["winner"] == "black"


def test_other_readings_are_played() -> None:
    here = opening("scrunch", BOARDS["scrunch"], loops="forbidden")
    found = worked("reply", position=here, strength="club", milliseconds=100)
    assert played_by(here, found)["position"]["readings"]


def test_a_game_that_is_over_is_an_error() -> None:
    here = position("2x2, White to move\nAb\ncd") | {"pieces": [["0", "0", "2", "2", "black"]]}
    answer = Explorer(check=check_question).work(
        {"do": "reply", "position": here, "strength": "strong", "milliseconds": 1000}, print
    )
    assert answer["error"]["text"] == "/position: the game is over; expected a position in which somebody is to move"
