"""Removals of Scrunch: which snakes go, and what the list of many at once costs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from play.search import clause_broken
from shatterproof import scrunch
from shatterproof.game import IllegalPosition
from shatterproof.scrunch.cells import Cell, board
from shatterproof.scrunch.death import removals as removals_of
from shatterproof.scrunch.position import Position, Turn


def walled_in(side: int) -> Position:
    """Dark to move, in creation, with eggs far apart. Light stones fill the rest, more than the rules allow."""
    graph = board(side)
    dark: set[Cell] = set()
    for cell in sorted(graph):
        if not any(other in dark for near in graph[cell] for other in (near, *graph[near])):
            dark.add(cell)
    return Position(side, frozenset(dark), frozenset(graph) - dark, "dark", frozenset(("dark",)))


COUNTED_BEFORE = {"scrunch.removal-ends-turn": "then-wriggle", "scrunch.removal-count": "before-removal"}


@pytest.mark.parametrize("readings", [{}, COUNTED_BEFORE])
def test_eggs_that_are_shut_in_one_by_one_go_in_one_way_however_many_there_are(readings: dict[str, str]) -> None:
    position = replace(walled_in(10), readings=scrunch.Readings.from_mapping(readings))
    assert len(position.dark) > 30
    ((turn, after),) = scrunch.results(position)
    assert turn == Turn(tuple(sorted(position.dark)))
    assert after.dark == frozenset()
    ended = scrunch.outcome(after)
    assert ended
    assert ended.winner == "light"


def test_eggs_that_could_only_part_go_in_one_way_too() -> None:
    eggs = [Cell(row, column) for row in range(0, 19, 3) for column in range(1, 9, 4)]
    open_cells = {Cell(row, column + step) for row, column in eggs for step in (-1, 1)}
    light = frozenset(board(10)) - open_cells - set(eggs)
    position = Position(10, frozenset(eggs), light, "dark", frozenset(("dark",)))
    ((turn, after),) = scrunch.results(position)
    assert turn == Turn(tuple(sorted(eggs)))
    assert after.dark == frozenset()


def test_a_snake_that_shuts_itself_in_goes_though_no_opposing_stone_stands() -> None:
    position = scrunch.from_diagram("2, Dark to move, creating Light\n x x\nx . x\n x x\n")
    ((turn, after),) = scrunch.results(position)
    assert turn == Turn((min(position.dark),))
    assert after.dark == frozenset()


EITHER_PAIR = "Scrunch 2, Dark to move\n x o\nx . x\n . x\n"
"""Both pairs are stuck, each while the other stands."""
LARGER_STUCK = "Scrunch 3, Dark to move\n  . x .\n . . . .\n. . . . .\n o o o .\n  x x o\n"
"""Dark's pair is stuck in the corner, Dark's egg is not."""


def removals(diagram: str, **readings: Any) -> list[str]:
    position = scrunch.from_diagram(diagram, scrunch.Readings(**readings))
    return [scrunch.format_turn(position, turn) for turn in scrunch.turns(position) if turn.removed]


def test_of_two_snakes_that_stop_one_another_either_may_be_removed() -> None:
    assert removals(EITHER_PAIR) == ["x a2", "x b1"]


def test_removals_that_end_alike_come_once_unless_every_one_is_wanted() -> None:
    rows = "Light to move\no x o\nx o x x\no x . o x\n. x x o\n. o o\n"
    standing = scrunch.from_diagram(rows).mover
    assert len(list(removals_of(standing))) == 1
    assert len(list(removals_of(standing, every=True))) == 2


def test_a_stuck_snake_that_is_none_of_the_smallest_is_no_reason_to_remove() -> None:
    readings = {"tied_death": "each-stuck", "removal_scope": "any-dead"}
    position = scrunch.from_diagram(LARGER_STUCK, scrunch.Readings(**readings))
    assert removals(LARGER_STUCK, **readings) == []
    assert clause_broken(scrunch, position, "x a1") == "scrunch.death.when"


def test_a_forbidden_loop_is_reported_of_a_position_as_what_stands_in_it() -> None:
    with pytest.raises(IllegalPosition, match="some stones stand in a closed loop") as refused:
        scrunch.from_diagram("2, Dark to move\n x x\nx . x\n x x\nreadings loops=forbidden\n")
    assert refused.value.clause == "scrunch.start.mutants"
