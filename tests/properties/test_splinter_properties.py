"""Every property of Splinter, over positions reached and set up, turns of all styles, and whole games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shatterproof import splinter
from shatterproof.splinter.position import Position, Turn
from shatterproof_properties import invariants, play

Invariant = Callable[..., None]

ALL_TURNS = {
    "splinter.enumeration.each_result_is_listed_once_by_its_first_turn",
    "splinter.enumeration.leaves_are_the_sum_of_the_leaves_below",
    "splinter.enumeration.turns_are_sound",
    "splinter.enumeration.turns_are_those_found_by_trying_everything",
    "splinter.readings.a_game_that_pushing_off_ends_is_not_splintered",
    "splinter.readings.ties_of_two_come_out_the_same",
    "splinter.readings.without_steps_off_all_other_turns_are_the_same",
    "splinter.returns.all_that_is_remembered_matters",
    "splinter.symmetry.turns_commute_with_symmetries",
    "splinter.wins.a_threat_is_a_win_in_one_more_turn",
}
"""Those that go through all turns of a position, on smaller boards and fewer times."""

BOARDS_WITHOUT_OPENING = ("3x2", "2x3", "3x3", "4x3", "4x2")
small_boards = st.one_of(play.boards(splinter, 4), st.sampled_from(BOARDS_WITHOUT_OPENING))
some_readings = st.one_of(st.just(splinter.Readings()), play.readings(splinter))
all_boards = st.one_of(play.boards(splinter), small_boards)
positions = st.one_of(
    play.positions_set_up(splinter, all_boards, some_readings, decided=True),
    play.positions_reached(splinter, None, 12, some_readings, decided=True),
)
undecided = st.one_of(
    play.positions_set_up(splinter, readings=some_readings),
    play.positions_set_up(splinter, all_boards, some_readings),
    play.positions_reached(splinter, None, 12, some_readings),
)
games_set_up = play.games(
    splinter, starts=play.positions_set_up(splinter, small_boards, readings=some_readings), max_plies=6
)
whole_games = st.one_of(games_set_up, play.games(splinter, readings=some_readings, max_plies=12))


def named(*parameters: str) -> dict[str, Invariant]:
    """The properties of Splinter of these parameters."""
    return invariants.invariants("splinter", *parameters)


def each(found: dict[str, Invariant]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("holds", [pytest.param(found[name], id=name) for name in sorted(found)])


def quick_ones(found: dict[str, Invariant]) -> dict[str, Invariant]:
    return {name: found[name] for name in found.keys() - ALL_TURNS}


def slow_ones(found: dict[str, Invariant]) -> dict[str, Invariant]:
    return {name: found[name] for name in found.keys() & ALL_TURNS}


@st.composite
def moves(draw: st.DrawFn) -> tuple[Position, Turn]:
    """A position and a legal turn of it."""
    position = draw(undecided)
    return position, draw(play.turns(splinter, position, draw(st.sampled_from(("splintering", "splintering", None)))))


@each(quick_ones(named("position")))
@given(position=positions)
def test_it_holds_of_every_position(holds: Invariant, position: Position) -> None:
    holds(position)


@each(named("position", "turn"))
@given(move=moves())
def test_it_holds_of_every_turn(holds: Invariant, move: tuple[Position, Turn]) -> None:
    holds(*move)


@each(named("start", "turns"))
@given(game=whole_games)
def test_it_holds_of_every_game(holds: Invariant, game: tuple[Position, list[Turn]]) -> None:
    holds(*game)


@each(named("board"))
@given(board=st.builds("{}x{}".format, st.integers(2, 26), st.integers(2, 26)) | st.sampled_from(("10x9", "6x5")))
def test_it_holds_of_every_board(holds: Invariant, board: str) -> None:
    holds(board)


@each(named("position", "text"))
@given(data=st.data())
def test_it_holds_of_every_nearly_legal_turn(holds: Invariant, data: Any) -> None:
    position = data.draw(positions)
    holds(position, data.draw(play.nearly_legal_turns(splinter, position))[0])


@each(slow_ones(named("position")))
@settings(max_examples=max(8, settings().max_examples // 2))
@given(position=positions)
def test_it_holds_of_all_turns_of_a_position(holds: Invariant, position: Position) -> None:
    holds(position)


def test_every_property_is_tried() -> None:
    shapes = [("position",), ("position", "turn"), ("start", "turns"), ("board",), ("position", "text")]
    tried = {name for shape in shapes for name in named(*shape)}
    guarding = {name for names in invariants.registry().values() for name in names if name.startswith("splinter.")}
    assert tried == guarding
    assert tried >= ALL_TURNS
