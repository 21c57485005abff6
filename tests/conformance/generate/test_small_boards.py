"""Small boards enumerated by the second engine: positions of play, and families from their other end."""

from __future__ import annotations

import json
import re
from itertools import islice

import pytest

from shatterproof.game import find_game
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

SCRUNCH = find_game("scrunch")


def engine_for(board: str) -> SecondEngine[object, object]:
    engine: SecondEngine[object, object] = second_engine("scrunch").on_board(board)
    return engine


def walk(boards: tuple[str, ...], shard: Shard | None = None) -> Walk[Visited]:
    return positions_of_small_boards(SCRUNCH, boards, SCRUNCH.Readings(), engine_for, shard or Shard())


def test_play_reaches_the_positions_that_it_reaches_by_the_reference() -> None:
    task = by_second("2", 2, engine_for)
    found: list[Visited] = []
    while task.size is not None:
        found += task.portion()
    by_rules = list(cases_of_small_boards(SCRUNCH, ("2",), SCRUNCH.Readings(), set_up=False))
    assert {json.dumps(json.loads(visited.text)) for visited in found} == {
        json.dumps(case.question.data) for case in by_rules
    }
    assert task.reached() == f"2: all {len(found)} positions"
    for visited in found:
        here = engine_for("2").read(json.loads(visited.text))
        assert list(visited.results) == [result for _, result in engine_for("2").result_texts(here)]


def test_processes_have_boards_of_their_own() -> None:
    names = [name for index in range(2) for name in walked(("2", "3"), index)]
    assert sorted(names) == ["2", "2 set up", "3"]


def walked(boards: tuple[str, ...], index: int) -> list[str]:
    """The positions that one of two processes has visited."""
    whole = walk(boards, Shard(index, 2))
    for _ in islice(whole, 60):
        pass
    return [line.partition(":")[0] for line in whole.reached()]


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
    assert re.fullmatch(r"3 from [0-9]+ turns on: plies 0-0, 1 positions", task.reached())


def test_a_walk_says_what_share_of_a_ply_it_has_gone_through() -> None:
    task = by_second("3", 3, engine_for)
    (opening,) = task.portion()
    assert len(opening.results) > 4
    portion = task.portion()
    for _ in range(4):
        next(portion)
    # The fourth position is being looked at.
    assert task.reached() == f"3: plies 0-0 and {3 / len(opening.results):.0%} of ply 1, 4 positions"


def test_a_walk_ends_where_there_would_be_too_many_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exhaustive, "MOST_WAITING_BY_SECOND", 10)
    task = by_second("3", 3, engine_for)
    assert len(list(task.portion())) == 1
    assert task.size is None
    assert task.reached() == "3: plies 0-0, 1 positions"
