"""Forced wins of Crumble, compared with trying everything, by the reference and by the second engine."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from shatterproof.game import find_game
from shatterproof_properties.protocol.answers import position_to_json
from shatterproof_properties.second.crumble.position import Memory, Position, Remembered
from shatterproof_properties.solving.adapters import DRAWN
from shatterproof_properties.solving.crumble import CrumbleAdapter
from shatterproof_properties.solving.forcing import Forcing
from solving.crumble_positions import PARTNER, is_mated, is_won, many_positions, mover, winner
from solving.test_crumble_adapter import under_some_readings

GAME = find_game("crumble")
STORED = Path(__file__).with_name("crumblemates.json")


@under_some_readings
def test_the_search_knows_what_trying_everything_tells(readings: dict[str, str]) -> None:
    seen: dict[str, set[bool]] = {"won": set(), "mated": set(), "won in 2": set(), "mated with losing turns": {False}}
    for board, count, turns in (("2x2", 12, 6), ("3x2", 4, 4), ("3x3", 5, 5)):
        adapter = CrumbleAdapter(board, readings)
        search = Forcing(adapter)
        for here in many_positions(adapter.engine, 6, count, turns):
            mated = is_mated(adapter.engine, here, 1)
            assert search.is_mated(here, 1) == mated, adapter.write(here)
            seen["mated"].add(mated)
            losing = any(winner(after) == PARTNER[mover(here)] for _, after in adapter.results(here))
            seen["mated with losing turns"].add(mated and losing)
            if board in ("2x2", "3x2"):
                won = is_won(adapter.engine, here, 1), is_won(adapter.engine, here, 2)
                assert (search.is_won(here, 1), search.is_won(here, 2)) == won, adapter.write(here)
                seen["won"].add(won[0])
                seen["won in 2"].add(won == (False, True))
    assert all(len(truths) == 2 for truths in seen.values()), seen


# Draws


def about_to_be_drawn(adapter: CrumbleAdapter, here: Position, renewals: int) -> Position | None:
    """The same position with a memory by which the next turn may draw: four turns that worked all pieces, to one place.

    None if no turn leaves a memory.
    """
    target = next((after.memory.recent[0] for _, after in adapter.results(here) if after.memory), None)
    if target is None:
        return None
    rects = [rect for slot, rect in enumerate(here.arrangement.rects) if here.arrangement.live >> slot & 1]
    worked = tuple(sorted(rects, key=lambda rect: (rect[1], rect[0])))
    turn = Remembered(target.targets, worked)
    return adapter.read(adapter.write(here._replace(memory=Memory((turn,) * 4, renewals))))


@pytest.mark.parametrize(("readings", "renewals"), [({}, 1), ({"crumble.draw": "draw-turns"}, 3)])
def test_a_draw_is_a_defence_against_a_crumblemate(readings: dict[str, str], renewals: int) -> None:
    adapter, drawn = CrumbleAdapter("3x3", readings), 0
    search = Forcing(adapter)
    for here in many_positions(adapter.engine, 5, 12, 6):
        fresh = here._replace(memory=None)
        remembering = about_to_be_drawn(adapter, fresh, renewals) if search.is_mated(fresh, 1) else None
        if remembering is not None:
            found = search.escape(remembering, 1)
            assert (found is None) == is_mated(adapter.engine, remembering, 1)
            drawn += found is not None and adapter.verdict(found[1]) == DRAWN
    assert drawn > 0


# The positions of the benchmark


def stored_mates() -> list[Any]:
    return list(json.loads(STORED.read_text(encoding="utf-8")))


def test_stored_crumblemates_are_distinct_and_of_their_size() -> None:
    adapter, mates = CrumbleAdapter("6x6", {}), stored_mates()
    assert len({adapter.key(adapter.read(mate)) for mate in mates}) == len(mates) >= 12
    assert all(30 <= len(mate["pieces"]) <= 60 for mate in mates)


@pytest.mark.parametrize("number", range(2))
def test_stored_crumblemates_hold_against_answers_of_the_reference(number: int) -> None:
    adapter, position = CrumbleAdapter("6x6", {}), GAME.from_json(stored_mates()[number])
    assert Forcing(adapter).is_mated(adapter.read(position_to_json(GAME, position)), 1)
    turns = [turn["turn"] for turn in adapter.engine.turns(position_to_json(GAME, position))]
    for text in Random(number).sample(turns, 5):
        after = GAME.play(position, GAME.parse_turn(position, text))
        if GAME.outcome(after) is None:
            here = adapter.read(position_to_json(GAME, after))
            answer = adapter.win_now(here)
            assert answer is not None
            after = GAME.play(after, GAME.parse_turn(after, adapter.text(here, answer[0])))
        outcome = GAME.outcome(after)
        assert outcome is not None
        assert outcome.winner == PARTNER[position.to_move]
