"""The strategies for Splinter keep their word, and shrink to something that a person can look at."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, assume, find, given, settings
from hypothesis import strategies as st

from properties.refusals import clause_broken
from shatterproof import splinter
from shatterproof.splinter.groups import groups
from shatterproof.splinter.position import Position, Turn
from shatterproof.splinter.slides import Slide, after_slide
from shatterproof.splinter.squares import Pieces
from shatterproof_properties import play
from shatterproof_properties.invariants.splinter.wins import refusal
from shatterproof_properties.play.splinter import can_move
from shatterproof_properties.play.splinter.nearly_legal import MAKERS
from shatterproof_properties.play.splinter.turns import slides, tied_by

SEARCH = settings(
    max_examples=2000, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
)
FOUND_ANYHOW = settings(SEARCH, phases=[Phase.generate])
UNDER = {"splinter.step-off": {"splinter.step-off": "forbidden"}}
"""Readings under which alone a clause can be broken."""

some_readings = st.one_of(st.just(splinter.Readings()), play.readings(splinter))
positions = st.one_of(
    play.positions_set_up(splinter, readings=some_readings, decided=True),
    play.positions_reached(splinter, None, 12, some_readings, decided=True),
)


@settings(max_examples=5 * settings().max_examples)
@given(data=st.data())
def test_a_nearly_legal_turn_breaks_the_clause_it_names(data: Any) -> None:
    position = data.draw(positions)
    text, clause = data.draw(play.nearly_legal_turns(splinter, position))
    assert clause_broken(splinter, position, text) == clause


@pytest.mark.parametrize("clause", [*MAKERS, None])
def test_every_clause_can_be_broken_by_a_nearly_legal_turn(clause: str | None) -> None:
    readings = splinter.Readings.from_mapping(UNDER.get(clause or "", {}))
    decided = clause == "splinter.turn.finished"
    drawn = play.positions_set_up(splinter, play.boards(splinter, 4), readings, decided)
    texts = drawn.flatmap(lambda position: play.nearly_legal_turns(splinter, position, (clause,)))
    assert find(texts, lambda broken: broken[1] == clause, settings=FOUND_ANYHOW)[1] == clause


@given(game=play.games(splinter, max_plies=8, readings=some_readings))
def test_games_are_legal_to_the_last_turn(game: tuple[Position, list[Turn]]) -> None:
    position, turns = game
    for turn in turns:
        assert splinter.outcome(position) is None
        position = splinter.play(position, turn)


@given(data=st.data(), style=st.sampled_from(play.styles(splinter)))
def test_turns_of_every_style_are_legal(data: Any, style: str) -> None:
    position = data.draw(positions)
    if splinter.outcome(position) is None:
        assert refusal(position, data.draw(play.turns(splinter, position, style))) is None


@given(position=play.positions(splinter, max_plies=8, readings=some_readings))
def test_positions_are_undecided_unless_asked_otherwise(position: Position) -> None:
    assert splinter.outcome(position) is None
    assert can_move(position)


def lacks_pieces(position: Position, colour: str) -> bool:
    return not any(piece.colour == colour for piece in position.pieces.values())


def can_tie(position: Position, groups_tied: int) -> bool:
    return any(len(tied_by(position, slide)) >= groups_tied for slide in slides(position))


def after(position: Position, slide: Slide) -> Pieces:
    return after_slide(position.columns, position.rows, position.pieces, slide)


def clause_of_the_end(position: Position) -> str:
    ended = splinter.outcome(position)
    return ended.clause if ended else ""


SORTS: dict[str, tuple[dict[str, str], Callable[[Position], bool]]] = {
    "a memory of several pieces": ({}, lambda position: len(position.memory) > 1),
    "a memory of a pushed piece": ({"splinter.no-return": "moved-piece"}, lambda position: len(position.memory) > 0),
    "a memory of everything": ({"splinter.no-return": "whole-position"}, lambda position: len(position.memory) == 1),
    "a tie near": ({}, lambda position: can_tie(position, 2)),
    "a tie of three near": ({}, lambda position: can_tie(position, 3)),
    "three equal groups": ({"splinter.tie": "remove-one"}, lambda position: len(groups(position.pieces)) == 3),
    "groups of two sizes": (
        {"splinter.both-out": "push-first"},
        lambda position: len({len(group) for group in groups(position.pieces)}) == 2,
    ),
    "one side out": ({}, lambda position: clause_of_the_end(position) == "splinter.win.type-out"),
    "both sides out": ({}, lambda position: clause_of_the_end(position) == "splinter.win.both-out"),
    "both sides out and even": ({}, lambda position: clause_of_the_end(position) == "splinter.win.even"),
    "a side without pieces": ({}, lambda position: lacks_pieces(position, "white")),
    "a full board": ({}, lambda position: len(position.pieces) == position.columns * position.rows),
    "twenty pieces": ({}, lambda position: len(position.pieces) >= 20),
    "white to move": ({}, lambda position: position.to_move == "white"),
}


@pytest.mark.parametrize("sort", SORTS)
def test_positions_of_every_sort_are_set_up(sort: str) -> None:
    values, holds = SORTS[sort]
    drawn = play.positions_set_up(splinter, readings=splinter.Readings.from_mapping(values), decided=True)
    assert holds(find(drawn, holds, settings=FOUND_ANYHOW))


@pytest.mark.parametrize("board", ["3x2", "2x3", "3x3", "4x3", "10x9", "2x26"])
def test_boards_with_and_without_an_opening_can_be_set_up(board: str) -> None:
    drawn = find(play.positions_set_up(splinter, st.just(board)), lambda position: True, settings=FOUND_ANYHOW)
    assert drawn.board == board


@given(board=play.boards(splinter, 26))
def test_every_board_that_is_drawn_has_an_opening(board: str) -> None:
    assert splinter.start(board).board == board


def simplicity(position: Position) -> tuple[int, int, int, int]:
    plain = sum(piece.kind == "circle" for piece in position.pieces.values())
    return position.columns * position.rows, len(position.pieces), -plain, len(position.memory)


@given(position=positions)
def test_simpler_positions_are_valid_and_simpler(position: Position) -> None:
    for nearer in play.simpler(splinter, position):
        assert splinter.from_json(splinter.to_json(nearer)) == nearer
        assert simplicity(nearer) < simplicity(position)
        assert nearer.readings == position.readings
        assert nearer.to_move == position.to_move


@given(data=st.data())
def test_the_turn_itself_is_among_those_similar_to_it(data: Any) -> None:
    position = data.draw(positions)
    assume(splinter.outcome(position) is None and len(position.pieces) < 15)
    text = splinter.format_turn(position, data.draw(play.turns(splinter, position)))
    assert text in play.similar(splinter, position, text)


def test_a_text_that_is_no_turn_is_similar_to_nothing() -> None:
    assert play.similar(splinter, splinter.start("2x4"), "pass") == []


def test_anything_shrinks_to_the_start_of_the_smallest_board() -> None:
    drawn = play.positions(splinter, play.boards(splinter, 5), max_plies=2)
    assert find(drawn, lambda _: True, settings=settings(SEARCH, max_examples=60)) == splinter.start("2x4")


def test_a_position_set_up_shrinks_to_few_pieces_on_the_smallest_board() -> None:
    drawn = play.positions_set_up(splinter, play.boards(splinter, 5))
    found = find(drawn, lambda position: position.to_move == "white", settings=SEARCH)
    assert found.board == "2x4"
    assert len(found.pieces) == 6
    assert not found.memory


def test_a_turn_that_cuts_something_off_shrinks_to_a_small_board() -> None:
    def splinters(position: Position) -> bool:
        return any(len(groups(pushed)) > 1 for pushed in map(partial(after, position), slides(position)))

    drawn = play.positions_set_up(splinter, play.boards(splinter, 4))
    found = find(drawn, splinters, settings=SEARCH)
    assert found.columns + found.rows <= 7
    assert len(found.pieces) <= 7
    assert not found.memory


def test_a_position_with_a_memory_shrinks_to_one_piece_that_moved() -> None:
    drawn = play.positions_set_up(splinter, play.boards(splinter, 5))
    found = find(drawn, lambda position: bool(position.memory), settings=SEARCH)
    assert found.board == "2x4"
    assert len(found.memory) == 1


def test_a_game_that_someone_wins_shrinks_to_few_turns() -> None:
    def is_won(game: tuple[Position, list[Turn]]) -> bool:
        position, turns = game
        for turn in turns:
            position = splinter.play(position, turn)
        return splinter.outcome(position) is not None

    start, turns = find(play.games(splinter, max_plies=6), is_won, settings=SEARCH)
    assert start == splinter.start("2x4")
    assert len(turns) <= 2
