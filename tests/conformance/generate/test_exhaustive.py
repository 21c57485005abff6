"""Small boards enumerated by the reference and by the second engine: every position once, within bounds."""

from __future__ import annotations

import json
from functools import cache
from itertools import islice, pairwise

import pytest

from shatterproof import strict_json
from shatterproof.game import GAMES, AnyGame, find_game
from shatterproof_properties import play
from shatterproof_properties.conformance.generate import exhaustive
from shatterproof_properties.conformance.generate.cases import Case
from shatterproof_properties.conformance.generate.exhaustive import (
    SetUp,
    Shard,
    Visited,
    Walk,
    by_second,
    cases_of_small_boards,
    positions_of_small_boards,
)
from shatterproof_properties.protocol.served import second_engine
from shatterproof_properties.second.engine import SecondEngine

BOARDS = {"crumble": ("2x2", "2x3"), "scrunch": ("2", "3"), "splinter": ("2x4", "5x2")}
SCRUNCH = find_game("scrunch")
each_game = pytest.mark.parametrize("game", [find_game(name) for name in GAMES], ids=GAMES)


def walk(game: AnyGame, set_up: bool = True, shard: Shard | None = None) -> Walk[Case]:
    return cases_of_small_boards(game, BOARDS[game.NAME], game.Readings(), set_up, shard or Shard())


@cache
def smallest_scrunch() -> tuple[list[Case], list[str]]:
    """Every case of the smallest board of Scrunch, and the progress reported in the end."""
    found = cases_of_small_boards(SCRUNCH, ("2",), SCRUNCH.Readings(), set_up=False)
    return list(found), found.reached()


@each_game
def test_the_same_cases_come_every_time_and_none_twice(game: AnyGame) -> None:
    found = [list(islice(walk(game, set_up=False), 60)) for _ in range(2)]
    assert found[0] == found[1]
    assert len({case.question for case in found[0]}) == len(found[0])


@each_game
def test_every_result_of_the_opening_is_asked_about_before_any_further_ply(game: AnyGame) -> None:
    board = BOARDS[game.NAME][0]
    opening = game.start(board)
    results = {after for _, after in game.results(opening)}
    starts = [case.question.begun for case in islice(walk(game), 40 * len(results)) if case.question.board == board]
    first = starts[: 1 + len(results)]
    assert first[0] == opening
    assert results <= set(starts)


@each_game
def test_an_engine_that_takes_no_position_gets_the_way_there(game: AnyGame) -> None:
    openings = {game.start(board) for board in BOARDS[game.NAME]}
    for case in islice(walk(game, set_up=False), 50):
        assert case.question.begun in openings
        assert case.question.at_start().from_opening
        for (before, turn), (after, _) in pairwise((*case.steps, (case.question, None))):
            assert game.play(before.position, turn) == after.position


def test_scrunch_on_the_smallest_board_is_gone_through_to_the_end() -> None:
    cases, lines = smallest_scrunch()
    # Depth-first, without the walk's own bookkeeping: the positions that play reaches.
    reached, waiting = set(), [SCRUNCH.start("2")]
    while waiting:
        position = waiting.pop()
        if position not in reached:
            reached.add(position)
            waiting += [after for _, after in SCRUNCH.results(position)]
    assert {case.question.position for case in cases} == reached
    assert len(cases) == len(reached)
    assert lines == [f"2: all {len(reached)} positions"]


@pytest.mark.ci
def test_processes_share_the_cases_among_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exhaustive, "MOST_WAITING", 60)
    whole = list(cases_of_small_boards(SCRUNCH, ("2",), SCRUNCH.Readings(), set_up=False))
    assert len(whole) > 30
    shares = [
        list(cases_of_small_boards(SCRUNCH, ("2",), SCRUNCH.Readings(), False, Shard(index, 3))) for index in range(3)
    ]
    parts = [case for share in shares for case in share]
    assert len(parts) == len(whole)
    assert {case.question for case in parts} == {case.question for case in whole}


def test_a_walk_ends_with_the_ply_after_which_there_would_be_too_many_positions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(exhaustive, "MOST_WAITING", 10)
    monkeypatch.setattr(exhaustive, "MOST_WAITING_BY_SECOND", 10)
    by_rules = cases_of_small_boards(SCRUNCH, ("3",), SCRUNCH.Readings(), set_up=False)
    task = by_second("3", 3, engine_for)
    assert (len(list(by_rules)), len(list(task.portion())), task.size) == (1, 1, None)
    assert [task.reached()] == by_rules.reached() == ["3: plies 0-0, 1 positions"]


@each_game
def test_families_hold_positions_of_their_board(game: AnyGame) -> None:
    for family in play.families(game):
        positions = [family.position(number) for number in range(0, family.count, max(1, family.count // 200))]
        assert any(positions)
        for position in filter(None, positions):
            assert position.board == family.board
            assert game.from_json(game.to_json(position)) == position


@each_game
def test_no_part_begins_a_family_where_another_does(game: AnyGame) -> None:
    family = max(play.families(game), key=lambda each: each.count)
    parts = (0, 1, 500, 1000, 2000)
    begun = [next(SetUp(game, family, Case, part=part).portion()).question for part in parts]
    assert len(set(begun)) == len(parts)


def test_a_family_has_every_position_that_play_reaches_and_none_twice() -> None:
    (family,) = play.families(SCRUNCH)
    positions = list(filter(None, map(family.position, range(family.count))))
    assert len(set(positions)) == len(positions)
    assert {case.question.position for case in smallest_scrunch()[0]} <= set(positions)


@each_game
def test_an_engine_with_large_boards_only_has_these_walked(game: AnyGame) -> None:
    board = game.start().board
    first = next(iter(cases_of_small_boards(game, (board, board), game.Readings())))
    assert first.question.begun == game.start(board)


# By the second engine


def engine_for(board: str) -> SecondEngine[object, object]:
    engine: SecondEngine[object, object] = second_engine("scrunch").on_board(board)
    return engine


def test_play_reaches_the_positions_that_it_reaches_by_the_reference() -> None:
    task = by_second("2", 2, engine_for)
    found: list[Visited] = []
    while task.size is not None:
        found += task.portion()
    by_rules, _ = smallest_scrunch()
    assert {visited.text for visited in found} == {strict_json.encode(case.question.data) for case in by_rules}
    assert task.reached() == f"2: all {len(found)} positions"
    for visited in found:
        here = engine_for("2").read(json.loads(visited.text))
        assert list(visited.results) == [result for _, result in engine_for("2").result_texts(here)]


def test_processes_have_boards_of_their_own() -> None:
    names: list[str] = []
    for index in range(2):
        visited = positions_of_small_boards(SCRUNCH, ("2", "3"), SCRUNCH.Readings(), engine_for, Shard(index, 2))
        assert len(list(islice(visited, 60)))
        names += (line.partition(":")[0] for line in visited.reached())
    assert sorted(names) == ["2", "2 set up", "3"]


def test_families_are_gone_through_from_their_other_end() -> None:
    (family,) = play.families(SCRUNCH)
    ends = [
        {case.question.start for case in islice(SetUp(SCRUNCH, family, Case, backwards).portion(), 20)}
        for backwards in (False, True)
    ]
    assert [len(end) for end in ends] == [20, 20]
    assert not ends[0] & ends[1]


def test_later_parts_of_a_run_begin_some_turns_on() -> None:
    begun = [next(by_second("3", 3, engine_for, part).portion()).text for part in range(4)]
    assert len(set(begun)) == 4
    task = by_second("3", 3, engine_for, 1)
    assert len(list(task.portion())) == 1
    assert " turns on: plies 0-0, 1 positions" in task.reached()


def test_a_walk_says_what_share_of_a_ply_it_has_gone_through() -> None:
    task = by_second("3", 3, engine_for)
    (opening,) = task.portion()
    assert len(opening.results) > 4
    portion = task.portion()
    for _ in range(4):
        next(portion)
    # The fourth position is being looked at.
    assert task.reached() == f"3: plies 0-0 and {3 / len(opening.results):.0%} of ply 1, 4 positions"
