"""How hard a puzzle is, from 1 to 5, counted from its features.

A puzzle earns points, one for each step of LADDERS that a measured feature reaches: more turns of the attacker, more
turns to choose from, more threats, replies that the most useful threat leaves to others, longer walks and captures that
have to be seen, tries that fail to one defence only. Every three points make it harder by one: the difficulty is one
and a third of the points, rounded down, and at most five. More of anything never makes a puzzle easier.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from shatterproof_properties.puzzles.measured.features import Features

HARDEST = 5
POINTS_A_STEP = 3


class Ladder(NamedTuple):
    """What is measured, in words and by a function, and the values at which it earns a point each."""

    of: str
    measured: Callable[[Features], int]
    steps: tuple[int, ...]


LADDERS = (
    Ladder("turns of the attacker", lambda puzzle: puzzle.turns, (2, 2, 3, 3, 4, 4)),
    Ladder("results of the side to move", lambda puzzle: puzzle.choices, (20, 60, 180, 540)),
    Ladder("threats", lambda puzzle: len(puzzle.threats), (2, 3, 5, 8, 12)),
    Ladder("replies that others than the best threat answer", lambda puzzle: _left_to_others(puzzle), (5, 20, 80)),
    Ladder("steps of the longest walk", lambda puzzle: puzzle.most("steps"), (3, 5, 8)),
    Ladder("pieces captured by one turn", lambda puzzle: puzzle.most("captured"), (1,)),
    Ladder("tries that fail to one defence", lambda puzzle: puzzle.tries, (1, 3)),
)


def points(features: Features) -> int:
    """The points that a puzzle earns."""
    return sum(ladder.measured(features) >= step for ladder in LADDERS for step in ladder.steps)


def difficulty(features: Features) -> int:
    """The difficulty, 1 to 5."""
    return min(HARDEST, 1 + points(features) // POINTS_A_STEP)


def _left_to_others(features: Features) -> int:
    return sum(threat.answers for threat in features.threats[1:])
