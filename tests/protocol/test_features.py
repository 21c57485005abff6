"""The sizes and differences of positions, both in words, and the notable features of turns."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from shatterproof import crumble, scrunch, splinter
from shatterproof.game import GAMES, AnyGame, find_game
from shatterproof_properties import play
from shatterproof_properties.protocol import features

CASES = [
    (crumble, "3x2, White to move\nAaB\nbCc\n", "0V", (6, 6), "3 black, 3 white", ["1x1 at (0, 0)"]),
    (scrunch, "2, Dark to move\n. o\n. . .\nx .\n", "a2 a1-b2",
     (7, 2), "dark 1 in 1, light 1 in 1", ["a1", "a2", "b2"]),
    (scrunch, "2, Light to move\n. o\n. . .\nx x\n", "b2 c2-b3",
     (7, 3), "dark 1 in 2, light 1 in 1", ["b2", "b3", "c2"]),
    (splinter, "5x3, Blue to move\nSXO..\n...O.\n..sxo\n", "d2W", (15, 7), "4 blue, 3 white", ["c2", "d2"]),
]  # fmt: skip


@pytest.mark.parametrize(("game", "diagram", "text", "extent", "summary", "changed"), CASES)
def test_a_position_is_measured_and_compared_with_the_next(
    game: Any, diagram: str, text: str, extent: tuple[int, int], summary: str, changed: list[str]
) -> None:
    position, known = game.from_diagram(diagram), features.of(game)
    after = game.play(position, game.parse_turn(position, text))
    assert known.extent(position) == extent
    assert known.summarise(position) == summary
    assert list(map(known.describe, sorted(known.differing(position, after)))) == changed
    assert known.differing(position, position) == set()


def test_a_piece_of_another_colour_differs() -> None:
    one, two = (crumble.from_diagram(f"2x2, Black to move\n{rows}\n") for rows in ("AB\ncd", "Ab\ncd"))
    assert features.of(crumble).differing(one, two) == {one.arrangement.pieces[3]}


NOTABLE: list[tuple[Any, str, str, set[str]]] = [
    (crumble, "3x2, White to move\nAaB\nbCc\n", "0V", {"pieces cut: 1", "board wider than high"}),
    (splinter, "5x3, Blue to move\nSXO..\n...O.\n..sxo\n", "d2W",
     {"pieces moved along a column or a row: 1", "longest side of the board: 4 to 6"}),
    (splinter, "Blue to move\nSXO..\n...O.\n..sxo\nreadings passing=allowed\n", "pass", {"splinter.passing"}),
    (scrunch, "2, Dark to move\n. o\n. . .\nx .\n", "a2 a1-b2", {"side of the board: 2", "snakes of the mover: 1"}),
    (scrunch, "2, Dark to move, creating Dark\nx .\n. . .\no o\n", "b3", {"egg on the last isolated cell"}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "diagram", "text", "expected"), NOTABLE)
def test_a_turn_is_known_by_what_is_notable_about_it(game: Any, diagram: str, text: str, expected: set[str]) -> None:
    position = game.from_diagram(diagram)
    assert expected <= set(features.met_by_turn(game, position, game.parse_turn(position, text)))


@pytest.mark.parametrize("game", [pytest.param(find_game(name), id=name) for name in GAMES])
@given(data=st.data())
def test_whatever_is_met_is_a_clause_or_has_a_name_of_the_list_and_meets_as_a_pair(game: AnyGame, data: Any) -> None:
    position = data.draw(play.positions(game, max_plies=6))
    assume(game.outcome(position) is None)
    turn = data.draw(play.turns(game, position))
    met, clauses = (of(game, position, turn) for of in (features.met_by_turn, features.clauses_of_turn))
    named = met[len(clauses) :]
    assert met[: len(clauses)] == clauses
    assert set(named) <= set(features.notable(game))
    assert not any("." in name for name in features.notable(game))
    found = {pair for pair in features.pairs_of(named) if len({*map(features.dimension, pair)}) > 1}
    assert found <= features.pairs(game)


def test_a_game_that_is_over_is_a_pair_with_every_command() -> None:
    for command in features.COMMANDS:
        for ending in ("blue", "white", "drawn"):
            assert (features.asked(command), f"game that is over: {ending}") in features.pairs(splinter)
    assert not any("drawn" in name for pair in features.pairs(scrunch) for name in pair)


def test_a_range_begins_with_the_least_number_that_there_can_be() -> None:
    assert {"empty cells: 0", "empty cells: 1 to 2", "empty cells: 21 and more"} <= set(features.notable(scrunch))
