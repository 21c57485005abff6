"""The strategies for Crumble keep their word, and shrink to something that a person can look at."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from properties.refusals import clause_broken
from shatterproof import crumble
from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.captures import enclosed
from shatterproof.crumble.position import Position, Turn
from shatterproof_properties import play
from shatterproof_properties.invariants.crumble.wins import refusal
from shatterproof_properties.play import crumble as crumble_play
from shatterproof_properties.play.crumble.nearly_legal import MAKERS

SEARCH = settings(
    max_examples=3000, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
)


@settings(max_examples=3 * settings().max_examples)
@given(data=st.data())
def test_a_nearly_legal_turn_breaks_the_clause_it_names(data: Any) -> None:
    readings = st.one_of(st.just(crumble.Readings()), play.readings(crumble))
    position = data.draw(play.positions(crumble, max_plies=12, readings=readings, decided=True))
    text, clause = data.draw(play.nearly_legal_turns(crumble, position))
    assert clause_broken(crumble, position, text) == clause


@pytest.mark.parametrize("clause", [*MAKERS, None])
def test_every_clause_can_be_broken_by_a_nearly_legal_turn(clause: str | None) -> None:
    decided = clause == "crumble.turn.finished"
    positions = play.positions_set_up(crumble, boards=play.boards(crumble, 4), decided=decided)
    texts = positions.flatmap(lambda position: play.nearly_legal_turns(crumble, position, (clause,)))
    found = find(texts, lambda broken: broken[1] == clause, settings=settings(SEARCH, phases=[Phase.generate]))
    assert found[1] == clause


@given(game=play.games(crumble, max_plies=8))
def test_games_are_legal_to_the_last_turn(game: tuple[Position, list[Turn]]) -> None:
    position, turns = game
    for turn in turns:
        assert crumble.outcome(position) is None
        position = crumble.play(position, turn)


@given(data=st.data(), style=st.sampled_from(play.styles(crumble)))
def test_turns_of_every_style_are_legal(data: Any, style: str) -> None:
    position = data.draw(play.positions(crumble, max_plies=6))
    if crumble_play.can_move(position):
        assert refusal(position, data.draw(play.turns(crumble, position, style))) is None


@given(position=play.positions(crumble, max_plies=8))
def test_positions_are_undecided_unless_asked_otherwise(position: Position) -> None:
    assert crumble.outcome(position) is None


def captures(position: Position, turn: Turn) -> bool:
    """Whether more pieces change colour than a walk without captures exchanges."""
    if turn.walk is None:
        return False
    return len(crumble.play(position, Turn(turn.work)).black ^ crumble.play(position, turn).black) > 2


def test_a_position_and_a_turn_that_captures_shrink_to_a_small_board() -> None:
    positions = play.positions_set_up(crumble, boards=play.boards(crumble, 3), bias="walks")
    moves = positions.flatmap(lambda position: st.tuples(st.just(position), play.turns(crumble, position, "hunting")))
    # A search now and then ends among very small pieces; what it begins with depends on what else has been imported.
    searches = (find(moves, lambda move: captures(*move), settings=SEARCH, random=Random(seed)) for seed in range(3))
    found = (position.arrangement for position, _ in searches)
    assert any(board.columns + board.rows <= 6 and len(board.pieces) <= 24 for board in found)


def test_an_arrangement_with_a_ring_shrinks_to_few_pieces() -> None:
    def has_ring(colouring: tuple[Arrangement, frozenset[Any]]) -> bool:
        return bool(enclosed(*colouring))

    arrangement, _ = find(play.boards(crumble, 4).flatmap(crumble_play.coloured), has_ring, settings=SEARCH)
    assert len(arrangement.pieces) <= 12


def test_anything_shrinks_to_the_start_of_the_smallest_board() -> None:
    start = crumble.start("2x2")
    small = play.boards(crumble, 3)
    assert find(play.positions(crumble, small, max_plies=4), lambda position: True, settings=SEARCH) == start
    assert find(play.positions_set_up(crumble, small), lambda position: True, settings=SEARCH) == start


def test_a_game_with_a_join_and_a_walk_shrinks_to_a_few_turns_on_the_smallest_board() -> None:
    def has_both(game: tuple[Position, list[Turn]]) -> bool:
        kinds = {type(turn.work).__name__ for turn in game[1]}
        return "Join" in kinds and any(turn.walk for turn in game[1])

    start, turns = find(play.games(crumble, boards=play.boards(crumble, 3), max_plies=6), has_both, settings=SEARCH)
    assert start == crumble.start("2x2")
    assert len(turns) <= 4
