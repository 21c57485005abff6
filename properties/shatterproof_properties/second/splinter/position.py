"""Positions and turns inside the engine."""

from __future__ import annotations

from typing import NamedTuple

from shatterproof.game import Outcome

SIDES = ("blue", "white")
KINDS = ("square", "cross", "circle")


class Position(NamedTuple):
    """A position; `pieces` as in `Squares`.

    `now` are the squares of the remembered pieces and `heading` the direction in which they came, NOWHERE when
    nothing is remembered.
    """

    pieces: int
    blue_moves: bool
    now: int
    heading: int
    outcome: Outcome | None


class Turn(NamedTuple):
    """The slid piece's square, a direction, and the smallest square of the group chosen in a tie, else 0; a pass has no
    square."""

    square: int
    direction: int
    choice: int


PASS = Turn(0, 0, 0)
