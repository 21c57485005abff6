"""A walker that plays by the offered choices."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from explorer.asking import ask
from shatterproof.api import from_json, to_json
from shatterproof.game import GAMES, game_of

BOARDS = {"crumble": ["2x2", "4x4", "3x5"], "scrunch": ["2", "4"], "splinter": ["5x5", "10x9"]}
TURNS, MANY = 6, 60


@pytest.mark.parametrize("game", GAMES)
def test_wherever_the_walker_goes_the_board_is_that_of_the_reference(game: str) -> None:
    walk(game, Random(game), TURNS)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("game", GAMES)
def test_the_same_for_whole_games_under_any_readings(game: str, seed: int) -> None:
    walk(game, Random(f"{game} {seed}"), MANY)


def walk(game: str, chance: Random, turns: int) -> None:
    """Plays some turns of a game on some board, under some readings."""
    described = next(each for each in ask("games")["games"] if each["game"] == game)
    readings = {each["reading"]: chance.choice(each["values"]) for each in described["readings"]}
    opened = ask("open", game=game, board=chance.choice(BOARDS[game]), readings=readings)
    position, played = opened["start"]["position"], list[str]()
    for _ in range(turns):
        turn = built(position, chance)
        if turn is None:
            break
        answer = ask("play", position=position, turn=turn)
        here = from_json(position)
        adapter = game_of(here)
        after = adapter.play(here, adapter.parse_turn(here, turn))
        assert answer["played"]["shown"]["position"] == to_json(after)
        ask("announce", position=to_json(after))
        position = to_json(after)
        played.append(answer["played"]["turn"])
    again = ask("open", code=ask("share", start=opened["start"]["position"], turns=played)["code"])
    assert [each["turn"] for each in again["turns"]] == played
    assert (again["turns"] or [{"shown": again["start"]}])[-1]["shown"]["position"] == position


def built(position: Any, chance: Random) -> str | None:
    """A turn built from the choices; None if the game is over."""
    parts = list[str]()
    for _ in range(12):
        answer = ask("next", position=position, parts=parts)
        assert answer["parts"] == parts
        further = [choice["part"] for choice in answer["choices"] if choice["refusal"] is None]
        if not further or (answer["turn"] and chance.random() < 0.4):
            assert answer["turn"] or answer["outcome"], (position, parts)
            return None if answer["turn"] is None else str(answer["turn"])
        parts.append(chance.choice(further))
    return None if answer["turn"] is None else str(answer["turn"])
