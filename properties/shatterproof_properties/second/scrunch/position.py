"""Positions and turns inside the engine. Sides are seen from the one to move: `own` and `other`."""

from __future__ import annotations

from typing import NamedTuple

SIDES = ("dark", "light")


class Position(NamedTuple):
    """A position: both sides' stones, the sides still in creation, and whether the side to move is Dark."""

    own: int
    other: int
    creating: bool
    other_creating: bool
    dark_moves: bool


class Turn(NamedTuple):
    """A turn: the first cells of the snakes removed, in order, and single bits, 0 for a missing part.

    An egg or a bare placement has only `placed`. A growth also moves the stone on `moved` to `target`. A pass is empty.
    """

    removed: tuple[int, ...]
    placed: int
    moved: int
    target: int


PASS = Turn((), 0, 0, 0)
