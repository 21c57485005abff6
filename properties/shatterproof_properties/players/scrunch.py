"""Scrunch: how many ways to grow the sides have."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from shatterproof_properties.second.scrunch.position import Position
from shatterproof_properties.solving.scrunch.adapter import ScrunchAdapter


def evaluation(adapter: ScrunchAdapter, chance: Random) -> Callable[[Position], float]:
    """The share of all growths, and eggs, that are the other side's."""
    engine = adapter.engine

    def freedom(own: int, other: int, creating: bool) -> int:
        eggs = engine.isolated(own, other).bit_count() if creating else 0
        return eggs + engine.growth_count(own, other, creating)

    def value(here: Position) -> float:
        theirs = freedom(here.own, here.other, here.creating)
        ours = freedom(here.other, here.own, here.other_creating)
        return (ours - theirs) / (ours + theirs + 1)

    return value
