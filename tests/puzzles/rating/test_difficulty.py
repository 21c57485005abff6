"""The rated difficulty of puzzles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzles.showcase import rated
from shatterproof_properties.puzzles.rating.measures import Features
from shatterproof_properties.puzzles.rating.themes import STEPS, difficulty

EASIEST = Features("crumble", "wins", 1, 1, 0, 0, 0, {"steps": 0, "captured": 0}, ())


def test_each_step_of_solvers_who_fail_makes_a_puzzle_harder_by_one() -> None:
    assert difficulty(EASIEST) == 1
    assert [difficulty(replace(EASIEST, failing=step - 0.01)) for step in STEPS] == [1, 2, 3, 4]
    assert [difficulty(replace(EASIEST, failing=step)) for step in STEPS] == [2, 3, 4, 5]
    assert difficulty(replace(EASIEST, failing=1.0)) == 1 + len(STEPS) == 5


def test_size_by_itself_makes_no_puzzle_harder() -> None:
    assert difficulty(replace(EASIEST, choices=500, replies=500, turns=4)) == 1


@pytest.mark.parametrize(
    ("name", "hard"), [("a tie to win", 1), ("a quiet join", 2), ("a capture wins", 3), ("an egg first", 4)]
)
def test_the_solvers_of_the_samples_rate_them(name: str, hard: int) -> None:
    assert rated(name).puzzle.difficulty == hard
