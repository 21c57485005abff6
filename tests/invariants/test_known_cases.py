"""Cases that random search finds rarely, pinned."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from invariants.crumble_mutants import GAME_DRAWN
from invariants.splinter_mutants import BLOCK, under
from shatterproof import crumble, splinter
from shatterproof.game import Outcome
from shatterproof.splinter.position import Turn
from shatterproof_properties.invariants import every_game, invariants
from shatterproof_properties.invariants.crumble import forms

HEIGHTS_DIFFER = """5x3, Black to move
aXXXb
BXXXc
dXXXe
"""
"""A horizontal line through the middles of two black pieces. The western one is smaller and begins higher."""


Law = Callable[[Any, list[Any]], None]
LAWS_OF_GAMES = {
    game: [pytest.param(law, id=name) for name, law in sorted(invariants(game, "start", "turns").items())]
    for game in ("crumble", "splinter")
}


def test_a_level_cut_of_pieces_of_different_heights_in_crumble_is_said_from_the_western_one_and_reads_back() -> None:
    position = crumble.from_diagram(HEIGHTS_DIFFER)
    for turn, after in crumble.results(position):
        forms.turns_print_in_the_published_form(position, turn)
        every_game.printed_turns_read_back_to_themselves(crumble, position, turn)
        every_game.json_reads_back_to_the_same_position(crumble, after)


DRAWS = [
    {},
    {"crumble.draw-previous": "together"},
    {"crumble.draw-target": "own"},
    {"crumble.draw-into": "last-or-start"},
    {"crumble.draw-into": "any"},
    {"crumble.draw-descent": "partly"},
]


@pytest.mark.parametrize("values", DRAWS)
@pytest.mark.parametrize("law", LAWS_OF_GAMES["crumble"])
def test_a_game_of_crumble_that_ends_in_a_draw_keeps_every_law(law: Law, values: dict[str, str]) -> None:
    law(crumble.start("2x2", crumble.Readings.from_mapping(values)), GAME_DRAWN)


def test_the_drawn_game_of_crumble_is_drawn_by_its_last_turn() -> None:
    now, outcomes = crumble.start("2x2"), []
    for turn in GAME_DRAWN:
        now = crumble.play(now, turn)
        outcomes.append(crumble.outcome(now))
    assert outcomes[:-1] == [None] * 8
    assert outcomes[-1] == Outcome(None, "crumble.draw.repetition")


@pytest.mark.parametrize("reading", ["any-piece", "moved-piece", "whole-position"])
@pytest.mark.parametrize("law", LAWS_OF_GAMES["splinter"])
def test_a_game_of_splinter_that_goes_back_and_forth_keeps_every_law(law: Law, reading: str) -> None:
    """Positions come back three times, by turns that undo the player's own last turn but one; nobody draws."""
    start = under(BLOCK, no_return=reading)
    game, now = list[Turn](), start
    for text in ("c3N", "c2S", "c4S", "c1N") * 3:
        game.append(splinter.parse_turn(now, text))
        now = splinter.play(now, game[-1])
        assert splinter.outcome(now) is None
    assert now.standing == start.standing
    law(start, game)
