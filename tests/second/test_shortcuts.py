"""Shortcuts change no result: an engine without them lists the same."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sampling import some
from second.test_engines_agree import departures
from shatterproof.game import OURS
from shatterproof_properties.protocol.served import second_engine
from shatterproof_properties.second.crumble.engine import Engine as CrumbleEngine

RESTS_ON = {"crumble": "may_enter", "scrunch": "steps", "splinter": "may_push"}
BOARDS = {
    "crumble": [("3x3", 24), ("4x4", 16), ("6x6", 10)],
    "scrunch": [("4", 40), ("6", 70)],
    "splinter": [("10x9", 50), ("8x3", 50), ("12x12", 50)],
}
"""Boards, each with the length of its games."""
TOGETHER = {
    "crumble": [
        {"crumble.draw-target": "own", "crumble.capture-nested": "one-snapshot", "crumble.win-stops": "end-of-turn"},
        {"crumble.draw": "draw-turns", "crumble.draw-turn-target": "shared", "crumble.standing-enclosure": "next-step"},
    ],
    "scrunch": [
        {"scrunch.isolated": "from-all", "scrunch.stuck-creator": "pass", "scrunch.creation-end": "own-growth-or-full"},
        {"scrunch.first-wriggle": "bare-placement", "scrunch.removal-ends-turn": "then-wriggle"},
        {"scrunch.removal-scope": "any-dead", "scrunch.tied-death": "each-stuck", "scrunch.loops": "forbidden"},
        {"scrunch.removal-count": "before-removal", "scrunch.removal-ends-turn": "then-wriggle"},
    ],
    "splinter": [{"splinter.no-return": "whole-position", "splinter.tie": "remove-one", "splinter.passing": "allowed"}],
}


def step_by_step(usual: Any, game: str) -> Any:
    """The same engine without shortcuts, since a method behind them is overridden."""
    rests_on = getattr(usual, RESTS_ON[game])
    return type("StepByStep", (usual,), {RESTS_ON[game]: lambda self, *given: rests_on(self, *given)})


def played(engine: Any, chance: random.Random, plies: int) -> Any:
    """A position of a random game.

    Turns with long texts are preferred, since they capture, grow and choose more often.
    """
    here = engine.opening()
    for _ in range(plies):
        going_on = [(turn, after) for turn, after in engine.results(here) if engine.outcome(after) is None]
        if not going_on:
            break
        tried = chance.sample(going_on, min(3, len(going_on)))
        here = max(tried, key=lambda result: len(engine.turn_text(here, result[0])))[1]
    return here


@pytest.mark.parametrize(
    ("game", "readings"),
    some(
        [(game, readings) for game in OURS for readings in (*departures(game), *TOGETHER[game])],
        one_in=3,
        always=lambda case: case[0] != "crumble",
    ),
)
def test_shortcuts_change_no_result(game: str, readings: dict[str, str]) -> None:
    chance, usual = random.Random(7), second_engine(game)
    for board, plies in BOARDS[game]:
        engine, plain = (kind.on_board(board, readings) for kind in (usual, step_by_step(usual, game)))
        # Crumble's look at no walk that comes home, and not at all the ways to one end.
        assert engine.shortcuts == ("crumble.draw-into" not in readings)
        assert not plain.shortcuts
        for _ in range(3):
            here = played(engine, chance, chance.randrange(plies))
            position = engine.write(here)
            assert list(engine.turns(position)) == list(plain.turns(position))
            assert engine.leaves(here, 1) == plain.leaves(here, 1)


@pytest.mark.parametrize("mover", ["black", "white"])
@pytest.mark.parametrize("value", ["next-step", "until-closed"])
def test_in_crumble_they_change_no_result_where_a_piece_stands_enclosed(value: str, mover: str) -> None:
    readings, rows = {"crumble.standing-enclosure": value}, ["Bwww", "BBBw", "BwBw", "BBBw"][::-1]
    pieces = [
        [str(x), str(y), "1", "1", {"B": "black", "w": "white"}[letter]]
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
    ]
    position = {"board": "4x4", "game": "crumble", "memory": None, "pieces": pieces, "to_move": mover}
    engine, plain = CrumbleEngine(4, 4, readings), step_by_step(CrumbleEngine, "crumble")(4, 4, readings)
    assert list(engine.turns(position)) == list(plain.turns(position))
