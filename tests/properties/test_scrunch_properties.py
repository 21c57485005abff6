"""Every property of Scrunch, over positions reached and set up, turns of all styles, and whole games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from shatterproof import scrunch
from shatterproof.scrunch.position import Position, Turn
from shatterproof_properties import invariants, play
from shatterproof_properties.invariants.scrunch.enumeration import few_snakes

Invariant = Callable[..., None]

BY_TRYING_EVERYTHING = {
    "scrunch.endings.a_threat_is_a_turn_that_would_win_if_the_mover_could_move_again",
    "scrunch.enumeration.each_result_is_listed_once_by_its_first_turn",
    "scrunch.enumeration.turns_are_complete",
    "scrunch.symmetry.turns_commute_with_symmetries",
}
ALL_TURNS = {
    "scrunch.creation.a_creator_may_grow_like_anybody",
    "scrunch.creation.a_creator_without_an_isolated_cell_lays_no_egg",
    "scrunch.death.each_kind_of_turn_is_there_when_it_should_be",
    "scrunch.death.past_creation_a_player_grows_or_else_removes",
    "scrunch.enumeration.leaves_are_the_sum_of_the_leaves_below",
    "scrunch.enumeration.turns_are_sound",
    "scrunch.growth.a_placement_may_merge_and_mutate_if_the_movement_mends_it",
    "scrunch.growth.stricter_readings_only_take_growths_away",
    "scrunch.stones.a_stone_more_may_stand_unless_it_makes_a_mutant_or_a_creators_snake",
}

some_readings = st.one_of(st.just(scrunch.Readings()), play.readings(scrunch))


def of_scrunch(*parameters: str) -> dict[str, Invariant]:
    return invariants.invariants("scrunch", *parameters)


def each(found: dict[str, Invariant]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("holds", [pytest.param(found[name], id=name) for name in sorted(found)])


def only(names: set[str]) -> dict[str, Invariant]:
    return {name: found for name, found in of_scrunch("position").items() if name in names}


def quick_ones() -> dict[str, Invariant]:
    return only(of_scrunch("position").keys() - BY_TRYING_EVERYTHING - ALL_TURNS)


def positions(largest: int, **more: Any) -> Any:
    boards = play.boards(scrunch, largest)
    return play.positions(scrunch, boards=boards, max_plies=12, readings=some_readings, **more)


@st.composite
def moves(draw: st.DrawFn) -> tuple[Position, Turn]:
    """A position and a legal turn of it, often one in which snakes have to be removed."""
    position = draw(positions(5))
    return position, draw(play.turns(scrunch, position, draw(st.sampled_from((None, "crowding")))))


@each(quick_ones())
@given(position=positions(5, decided=True))
def test_it_holds_of_every_position(holds: Invariant, position: Position) -> None:
    holds(position)


@each(of_scrunch("position", "turn"))
@settings(max_examples=2 * settings().max_examples)
@given(move=moves())
def test_it_holds_of_every_turn(holds: Invariant, move: tuple[Position, Turn]) -> None:
    holds(*move)


@each(of_scrunch("start", "turns"))
@given(game=play.games(scrunch, boards=play.boards(scrunch, 4), readings=some_readings))
def test_it_holds_of_every_game(holds: Invariant, game: tuple[Position, list[Turn]]) -> None:
    holds(*game)


@each(of_scrunch("board"))
@pytest.mark.parametrize("board", [str(side) for side in range(2, 11)])
def test_it_holds_of_every_board(holds: Invariant, board: str) -> None:
    holds(board)


@each(of_scrunch("position", "text"))
@given(data=st.data())
def test_it_holds_of_every_nearly_legal_turn(holds: Invariant, data: Any) -> None:
    position = data.draw(positions(4, decided=True))
    holds(position, data.draw(play.nearly_legal_turns(scrunch, position))[0])


@each(only(ALL_TURNS))
@given(position=positions(3, decided=True))
def test_it_holds_of_all_turns_of_a_position(holds: Invariant, position: Position) -> None:
    holds(position)


@each(only(BY_TRYING_EVERYTHING))
@given(position=positions(3, decided=True))
def test_it_holds_by_trying_everything_on_small_boards(holds: Invariant, position: Position) -> None:
    assume(few_snakes(position, 5))
    holds(position)


def test_every_property_is_tried() -> None:
    shapes = [("position",), ("position", "turn"), ("start", "turns"), ("board",), ("position", "text")]
    tried = {name for shape in shapes for name in of_scrunch(*shape)}
    guarding = {name for names in invariants.registry().values() for name in names if name.startswith("scrunch.")}
    assert tried == guarding
    assert tried >= BY_TRYING_EVERYTHING | ALL_TURNS
