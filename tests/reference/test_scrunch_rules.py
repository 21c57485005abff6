"""Positions of Scrunch for which only one reading of the rules gives the right turns."""

from __future__ import annotations

from typing import Any

import pytest

from play.search import clause_broken
from shatterproof import scrunch
from shatterproof.game import IllegalPosition
from shatterproof.scrunch.cells import Cell
from shatterproof.scrunch.death import removals as removals_of
from shatterproof.scrunch.snakes import snakes

EITHER_PAIR = "Scrunch 2, Dark to move\n x o\nx . x\n . x\n"
"""Both pairs are stuck, each while the other stands."""
LARGER_STUCK = "Scrunch 3, Dark to move\n  . x .\n . . . .\n. . . . .\n o o o .\n  x x o\n"
"""Dark's pair is stuck in the corner, Dark's egg is not."""


def removals(diagram: str, **readings: Any) -> list[str]:
    position = scrunch.from_diagram(diagram, scrunch.Readings(**readings))
    return [scrunch.format_turn(position, turn) for turn in scrunch.turns(position) if turn.removed]


def test_snakes_come_by_their_smallest_cells() -> None:
    long, egg = frozenset({Cell(0, 0), Cell(1, 0), Cell(2, 0)}), frozenset({Cell(0, 2)})
    assert snakes(3, long | egg) == [long, egg]


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


GROWS_AFTER_REMOVING = "Scrunch 3, Dark to move\n  . . x\n x . . x\nx . . . x\n . o o .\n  o x o\n"
"""Dark's egg is stuck; a pair and a longer snake are not."""


def test_what_grows_after_a_removal_is_one_of_the_smallest_snakes_left() -> None:
    readings = scrunch.Readings(removal_ends_turn="then-wriggle")
    position = scrunch.from_diagram(GROWS_AFTER_REMOVING, readings)
    turns = [scrunch.format_turn(position, turn) for turn in scrunch.turns(position)]
    assert {text[:9] for text in turns} == {"x a2; b1 ", "x a2; c2 ", "x a2; d2 ", "x a2; e1 "}


def test_a_forbidden_loop_is_reported_of_a_position_as_what_stands_in_it() -> None:
    with pytest.raises(IllegalPosition, match="some stones stand in a closed loop") as refused:
        scrunch.from_diagram("2, Dark to move\n x x\nx . x\n x x\nreadings loops=forbidden\n")
    assert refused.value.clause == "scrunch.start.mutants"
