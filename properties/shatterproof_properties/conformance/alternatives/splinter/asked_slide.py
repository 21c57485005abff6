"""An engine of Splinter that remembers which slide it is asked about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from shatterproof_properties.second.splinter.engine import Engine
from shatterproof_properties.second.splinter.position import Position


class SlideAsked(NamedTuple):
    """A slide: the mover's pieces before it, the square, the direction, the pieces that move, and
    whether one goes off.
    """

    own: int
    square: int
    direction: int
    run: int
    off: bool


class Sliding(Engine):
    """Remembers the slide that it was asked about last; None once a position is read."""

    sliding: SlideAsked | None = None

    def read(self, position: Any) -> Position:
        self.sliding = None
        return super().read(position)

    def refusal(self, here: Position, square: int, direction: int, run: int) -> str | None:
        off = bool(run & self.squares.last[direction])
        self.sliding = SlideAsked(self.own(here), square, direction, run, off)
        return super().refusal(here, square, direction, run)

    def refuses_splinters(self) -> bool:
        return False


def of_slide(count: Callable[[SlideAsked], int]) -> Callable[[Any, Position, str, Position], int]:
    """The measure of a turn that counts something about its slide."""
    return lambda engine, here, text, after: count(engine.sliding) if engine.sliding else 0


def pieces_removed(engine: Any, here: Position, text: str, after: Position) -> int:
    """The number of pieces that a turn takes off the board by pushing or by cutting off."""
    every: int = engine.squares.all
    return (here.pieces & every).bit_count() - (after.pieces & every).bit_count()
