"""Scrunch: how much room the sides have to grow."""

from __future__ import annotations

from collections.abc import Callable

from shatterproof_properties.second.scrunch.position import Position
from shatterproof_properties.solving.scrunch import ScrunchAdapter

EGG = 2
"""The weight of a cell for an egg, where a cell for a growing stone counts 1."""


def evaluation(adapter: ScrunchAdapter) -> Callable[[Position], float]:
    """The share of all room that the side not to move has."""
    engine = adapter.engine
    board = engine.board

    def room(own: int, other: int, creating: bool) -> int:
        empty = board.cells & ~(own | other)
        near, _, crowded, _ = board.crowded(own)
        eggs = EGG * (empty & ~near).bit_count() if creating else 0
        return eggs + (near & ~crowded & empty).bit_count()

    def value(here: Position) -> float:
        theirs = room(here.own, here.other, here.creating)
        ours = room(here.other, here.own, here.other_creating)
        return (ours - theirs) / (ours + theirs + 1)

    return value
