"""Positions and turns inside the engine."""

from __future__ import annotations

from typing import NamedTuple

from shatterproof.game import Outcome

SIDES = ("blue", "white")
KINDS = ("square", "cross", "circle")


class Position(NamedTuple):
    """A position; `pieces` is as in `Squares`.

    `now` are the squares of the remembered pieces, and `heading` is the direction in which they came. It is NOWHERE if
    nothing is remembered.
    """

    pieces: int
    blue_moves: bool
    now: int
    heading: int
    outcome: Outcome | None


class Turn(NamedTuple):
    """The slid piece's square, a direction, and in a tie the smallest square of the chosen group, else 0.

    A pass has square 0.
    """

    square: int
    direction: int
    choice: int


PASS = Turn(0, 0, 0)
