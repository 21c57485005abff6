"""The notable features of turns."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from shatterproof import crumble, scrunch, splinter
from shatterproof.game import GAMES, AnyGame, find_game
from shatterproof_properties import play
from shatterproof_properties.protocol import features

CASES: list[tuple[Any, str, str, set[str]]] = [
    (crumble, "3x2, White to move\nAaB\nbCc\n", "0V", {"pieces cut: 1", "board wider than high"}),
    (splinter, "5x3, Blue to move\nSXO..\n...O.\n..sxo\n", "d2W",
     {"pieces moved along a column or a row: 1", "longest side of the board: 4 to 6"}),
    (splinter, "Blue to move\nSXO..\n...O.\n..sxo\nreadings passing=allowed\n", "pass", {"splinter.passing"}),
    (scrunch, "2, Dark to move\n. o\n. . .\nx .\n", "a2 a1-b2", {"side of the board: 2", "snakes of the mover: 1"}),
    (scrunch, "2, Dark to move, creating Dark\nx .\n. . .\no o\n", "b3", {"egg on the last isolated cell"}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "diagram", "text", "expected"), CASES)
def test_a_turn_is_known_by_what_is_notable_about_it(game: Any, diagram: str, text: str, expected: set[str]) -> None:
    position = game.from_diagram(diagram)
    assert expected <= set(features.met_by_turn(game, position, game.parse_turn(position, text)))


@pytest.mark.parametrize("game", [pytest.param(find_game(name), id=name) for name in GAMES])
@given(data=st.data())
def test_whatever_is_met_is_a_clause_or_has_a_name_of_the_list(game: AnyGame, data: Any) -> None:
    position = data.draw(play.positions(game, max_plies=6))
    assume(game.outcome(position) is None)
    turn = data.draw(play.turns(game, position))
    met = features.met_by_turn(game, position, turn)
    clauses = features.clauses_of_turn(game, position, turn)
    assert met[: len(clauses)] == clauses
    assert set(met[len(clauses) :]) <= set(features.notable(game))
    assert not any("." in name for name in features.notable(game))


@pytest.mark.parametrize("game", [pytest.param(find_game(name), id=name) for name in GAMES])
@given(data=st.data())
def test_two_things_that_meet_in_a_turn_are_a_pair_that_may_meet(game: AnyGame, data: Any) -> None:
    position = data.draw(play.positions(game, max_plies=6))
    assume(game.outcome(position) is None)
    met = features.met_by_turn(game, position, data.draw(play.turns(game, position)))
    found = {
        pair
        for pair in features.pairs_of(name for name in met if "." not in name)
        if len({*map(features.dimension, pair)}) > 1
    }
    assert found <= features.pairs(game)


def test_a_game_that_is_over_is_a_pair_with_every_command() -> None:
    for command in features.COMMANDS:
        for ending in ("blue", "white", "drawn"):
            assert (features.asked(command), f"game that is over: {ending}") in features.pairs(splinter)
    assert not any("drawn" in name for pair in features.pairs(scrunch) for name in pair)


def test_a_range_begins_with_the_least_number_that_there_can_be() -> None:
    assert {"empty cells: 0", "empty cells: 1 to 2", "empty cells: 21 and more"} <= set(features.notable(scrunch))
