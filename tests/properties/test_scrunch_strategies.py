"""The strategies for Scrunch keep their word, and shrink to something that a person can look at."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from properties.refusals import clause_broken
from shatterproof import scrunch
from shatterproof.scrunch.cells import board, cell_named, describe
from shatterproof.scrunch.position import PASS, Position, Turn
from shatterproof.scrunch.wriggling import can_wriggle
from shatterproof_properties import play
from shatterproof_properties.play.scrunch.nearly_legal import MAKERS
from shatterproof_properties.play.scrunch.simpler import MOST_SIMILAR, cell_at, place

SEARCH = settings(
    max_examples=3000, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
)
UNDER = {
    "scrunch.loops": {"scrunch.loops": "forbidden"},
    "scrunch.first-wriggle": {"scrunch.first-wriggle": "bare-placement"},
    "scrunch.growth.both": {"scrunch.removal-ends-turn": "then-wriggle"},
    "scrunch.stuck-creator": {"scrunch.stuck-creator": "pass"},
}
"""Readings under which alone a clause can be broken."""

CELL = re.compile(r"[a-s][1-9][0-9]?")
some_readings = st.one_of(st.just(scrunch.Readings()), play.readings(scrunch))


@settings(max_examples=5 * settings().max_examples)
@given(data=st.data())
def test_a_nearly_legal_turn_breaks_the_clause_it_names(data: Any) -> None:
    position = data.draw(play.positions(scrunch, max_plies=12, readings=some_readings, decided=True))
    text, clause = data.draw(play.nearly_legal_turns(scrunch, position))
    assert clause_broken(scrunch, position, text) == clause


@pytest.mark.parametrize("clause", [*MAKERS, None])
def test_every_clause_can_be_broken_by_a_nearly_legal_turn(clause: str | None) -> None:
    readings = scrunch.Readings.from_mapping(UNDER.get(clause or "", {}))
    positions = play.positions_set_up(
        scrunch, boards=play.boards(scrunch, 3), readings=readings, decided=clause == "scrunch.turn.finished"
    )
    texts = positions.flatmap(
        lambda position: st.tuples(st.just(position), play.nearly_legal_turns(scrunch, position, (clause,)))
    )
    position, (text, broken) = find(
        texts, lambda found: found[1][1] == clause, settings=settings(SEARCH, phases=[Phase.generate])
    )
    assert clause_broken(scrunch, position, text) == broken == clause


@given(game=play.games(scrunch, max_plies=12, readings=some_readings))
def test_games_are_legal_to_the_last_turn(game: tuple[Position, list[Turn]]) -> None:
    position, turns = game
    for turn in turns:
        assert scrunch.outcome(position) is None
        position = scrunch.play(position, turn)


@given(data=st.data(), style=st.sampled_from(play.styles(scrunch)))
def test_turns_of_every_style_are_legal(data: Any, style: str) -> None:
    position = data.draw(play.positions(scrunch, max_plies=6, readings=some_readings))
    scrunch.play(position, data.draw(play.turns(scrunch, position, style)))


@given(position=play.positions(scrunch, max_plies=8, readings=some_readings))
def test_positions_are_undecided_unless_asked_otherwise(position: Position) -> None:
    assert scrunch.outcome(position) is None


@given(position=play.positions(scrunch, max_plies=8, readings=some_readings, decided=True))
def test_simpler_positions_are_valid_and_have_fewer_cells_stones_or_creators(position: Position) -> None:
    def size(one: Position) -> tuple[int, int, int]:
        return one.side, len(one.dark | one.light), len(one.creating)

    for nearer in play.simpler(scrunch, position):
        assert scrunch.from_json(scrunch.to_json(nearer)) == nearer
        assert nearer.readings == position.readings
        assert size(nearer) < size(position)
        assert nearer.to_move == position.to_move


@given(data=st.data())
def test_a_turn_said_on_a_larger_board_is_among_those_similar_on_a_smaller_one(data: Any) -> None:
    position = data.draw(play.positions_set_up(scrunch, boards=play.boards(scrunch, 3), readings=some_readings))
    text = scrunch.format_turn(position, data.draw(play.turns(scrunch, position)))
    larger = data.draw(st.integers(position.side, 5))
    cells = (cell_at(larger, place(position.side, cell_named(name))) for name in CELL.findall(text))
    names = map(describe, cells)
    assert text in play.similar(scrunch, position, CELL.sub(lambda _: next(names), text))


@given(data=st.data())
def test_similar_turns_are_told_apart_and_stay_on_the_board(data: Any) -> None:
    position = data.draw(play.positions_set_up(scrunch, readings=some_readings))
    text = scrunch.format_turn(position, data.draw(play.turns(scrunch, position)))
    for nearer in play.simpler(scrunch, position):
        similar = play.similar(scrunch, nearer, text)
        assert 0 < len(similar) == len(set(similar)) <= MOST_SIMILAR
        if similar != [text]:
            assert all(clause_broken(scrunch, nearer, said) not in (None, "scrunch.notation.cell") for said in similar)


SITUATIONS: dict[str, Callable[[Position], object]] = {
    "a player past creation who has to remove": lambda position: (
        not position.mover.creating and not can_wriggle(position.mover)
    ),
    "a creator who has to remove": lambda position: (
        position.mover.creating and len(position.mover.own) > 1 and next(scrunch.turns(position)).removed
    ),
    "snakes of unlike sizes": lambda position: len({len(snake) for snake in position.mover.snakes}) > 1,
    "several smallest snakes that are no eggs": lambda position: (
        len(position.mover.smallest) > 1 and len(position.mover.smallest[0]) > 1
    ),
    "a full board": lambda position: len(position.dark | position.light) == len(board(position.side)),
    "many eggs": lambda position: len(position.creating) == 2 and len(position.dark) > 4,
}


@pytest.mark.parametrize("situation", SITUATIONS)
def test_positions_set_up_have_everything_that_matters(situation: str) -> None:
    positions = play.positions_set_up(scrunch, boards=play.boards(scrunch, 4))
    only_found = settings(SEARCH, phases=[Phase.generate])
    assert find(positions, lambda position: bool(SITUATIONS[situation](position)), settings=only_found)


def test_a_forced_removal_shrinks_to_the_smallest_board() -> None:
    positions = play.positions_set_up(scrunch, boards=play.boards(scrunch, 4))
    forced = SITUATIONS["a player past creation who has to remove"]
    found = find(positions, lambda position: bool(forced(position)), settings=SEARCH)
    assert found.side == 2
    assert len(found.mover.snakes) == 1


def test_anything_shrinks_to_the_start_of_the_smallest_board() -> None:
    start = scrunch.start("2")
    small = play.boards(scrunch, 3)
    assert find(play.positions(scrunch, small, max_plies=4), lambda position: True, settings=SEARCH) == start
    assert find(play.positions_set_up(scrunch, small), lambda position: True, settings=SEARCH) == start


def test_a_game_with_a_removal_shrinks_to_a_few_turns_on_the_smallest_board() -> None:
    def removes(game: tuple[Position, list[Turn]]) -> bool:
        return any(turn.removed for turn in game[1])

    games = play.games(scrunch, boards=play.boards(scrunch, 3), max_plies=10, style="crowding")
    start, turns = find(games, removes, settings=SEARCH)
    assert start == scrunch.start("2")
    assert len(turns) <= 7


def test_a_pass_is_drawn_where_nothing_else_is_left() -> None:
    readings = scrunch.Readings(stuck_creator="pass")
    games = play.games(scrunch, boards=play.boards(scrunch, 3), readings=readings, style="creating")
    _, turns = find(games, lambda game: PASS in game[1], settings=settings(SEARCH, phases=[Phase.generate]))
    assert PASS in turns
