"""Every property of Crumble, over positions reached and set up, turns of all styles, and whole games."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from shatterproof import crumble
from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.captures import Colours
from shatterproof.crumble.position import Position, Turn
from shatterproof_properties import invariants, play
from shatterproof_properties.invariants.crumble.enumeration import few_pieces
from shatterproof_properties.play import crumble as crumble_play

Invariant = Callable[..., None]

BY_TRYING_EVERYTHING = {
    "crumble.announcements.a_winning_turn_is_one_that_results_list",
    "crumble.announcements.crumble_is_said_when_a_second_turn_would_win",
    "crumble.announcements.crumblemate_is_said_when_no_turn_saves",
    "crumble.enumeration.cuts_and_joins_are_those_found_by_trying_everything",
    "crumble.enumeration.turns_are_complete",
}
ALL_TURNS = {
    "crumble.cover.pieces_of_any_size_can_be_cut_down_to_one_grain",
    "crumble.enumeration.leaves_are_the_sum_of_the_leaves_below",
    "crumble.enumeration.no_turn_leaves_two_winners",
    "crumble.enumeration.nothing_is_finer_than_a_grain",
    "crumble.enumeration.turns_are_sound",
    "crumble.symmetry.turns_commute_with_symmetries",
}

small_boards = play.boards(crumble, 3)
some_readings = st.one_of(st.just(crumble.Readings()), play.readings(crumble))


def each(found: dict[str, Invariant]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("holds", [pytest.param(found[name], id=name) for name in sorted(found)])


def quick_ones(found: dict[str, Invariant]) -> dict[str, Invariant]:
    return {name: found[name] for name in found.keys() - BY_TRYING_EVERYTHING - ALL_TURNS}


def only(names: set[str]) -> dict[str, Invariant]:
    return {name: found for name, found in invariants.invariants("crumble", "position").items() if name in names}


@st.composite
def moves(draw: st.DrawFn) -> tuple[Position, Turn]:
    """A position and a legal turn of it."""
    position = draw(play.positions(crumble, max_plies=12, readings=some_readings))
    assume(crumble_play.can_move(position))
    return position, draw(play.turns(crumble, position))


coloured = play.boards(crumble).flatmap(crumble_play.coloured)
repetitive = play.games(crumble, boards=small_boards, readings=some_readings, max_plies=16, style="repeating")
whole_games = st.one_of(repetitive, play.games(crumble, boards=small_boards, readings=some_readings, max_plies=12))


@each(quick_ones(invariants.invariants("crumble", "position")))
@given(position=play.positions(crumble, max_plies=12, readings=some_readings, decided=True))
def test_it_holds_of_every_position(holds: Invariant, position: Position) -> None:
    holds(position)


@each(invariants.invariants("crumble", "position", "turn"))
@given(move=moves())
def test_it_holds_of_every_turn(holds: Invariant, move: tuple[Position, Turn]) -> None:
    holds(*move)


@each(invariants.invariants("crumble", "arrangement", "black"))
@given(colouring=coloured)
def test_it_holds_of_every_colouring(holds: Invariant, colouring: tuple[Arrangement, Colours]) -> None:
    holds(*colouring)


@each(invariants.invariants("crumble", "arrangement", "black", "random"))
@given(colouring=coloured, random=st.randoms(use_true_random=False))
def test_it_holds_in_any_order(holds: Invariant, colouring: tuple[Arrangement, Colours], random: Random) -> None:
    holds(*colouring, random)


@each(invariants.invariants("crumble", "start", "turns"))
@given(game=whole_games)
def test_it_holds_of_every_game(holds: Invariant, game: tuple[Position, list[Turn]]) -> None:
    holds(*game)


@each(invariants.invariants("crumble", "board"))
@given(board=play.boards(crumble, 16))
def test_it_holds_of_every_board(holds: Invariant, board: str) -> None:
    holds(board)


@each(invariants.invariants("crumble", "position", "text"))
@given(data=st.data())
def test_it_holds_of_every_nearly_legal_turn(holds: Invariant, data: Any) -> None:
    position = data.draw(play.positions(crumble, max_plies=6))
    holds(position, data.draw(play.nearly_legal_turns(crumble, position))[0])


@each(only(ALL_TURNS))
@settings(max_examples=max(6, settings().max_examples // 3))
@given(
    position=play.positions(crumble, boards=play.boards(crumble, 4), max_plies=6, readings=some_readings, decided=True)
)
def test_it_holds_of_all_turns_of_a_position(holds: Invariant, position: Position) -> None:
    holds(position)


@each(only(BY_TRYING_EVERYTHING))
@settings(max_examples=max(6, settings().max_examples // 3))
@given(position=play.positions(crumble, boards=small_boards, max_plies=4, readings=some_readings, decided=True))
def test_it_holds_by_trying_everything_on_small_boards(holds: Invariant, position: Position) -> None:
    assume(few_pieces(position, own=6, all_of_them=9))
    holds(position)


def test_every_property_is_tried() -> None:
    shapes = [("position",), ("position", "turn"), ("arrangement", "black"), ("arrangement", "black", "random")]
    shapes += [("start", "turns"), ("board",), ("position", "text")]
    tried = {name for shape in shapes for name in invariants.invariants("crumble", *shape)}
    guarding = {name for names in invariants.registry().values() for name in names if name.startswith("crumble.")}
    assert tried == guarding
    assert tried >= BY_TRYING_EVERYTHING | ALL_TURNS
