"""Removals of many snakes: a list costs as much as its results, however many orders there are."""

from __future__ import annotations

from dataclasses import replace
from math import factorial

import pytest

from shatterproof import scrunch
from shatterproof.scrunch.cells import Cell, board
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


def test_the_one_way_is_the_first_of_all_orders() -> None:
    position = walled_in(3)
    every = list(scrunch.actions(position))
    assert len(position.dark) > 2
    assert len(every) == factorial(len(position.dark))
    assert [(min(turn for turn, _ in every), every[0][1])] == list(scrunch.results(position))


def test_a_snake_that_shuts_itself_in_goes_though_no_opposing_stone_stands() -> None:
    position = scrunch.from_diagram("2, Dark to move, creating Light\n x x\nx . x\n x x\n")
    ((turn, after),) = scrunch.results(position)
    assert turn == Turn((min(position.dark),))
    assert after.dark == frozenset()
