"""Crumble: how many pieces a side still has to take for a chain that touches all four sides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from shatterproof_properties.second.crumble.arrangement import Arrangement
from shatterproof_properties.second.crumble.board import slots
from shatterproof_properties.second.crumble.position import Position
from shatterproof_properties.solving.crumble.adapter import CrumbleAdapter

AVERAGE = 0.25
"""What a piece that is missing on average is worth beside one that is missing in the shortest chain."""


def evaluation(adapter: CrumbleAdapter, chance: Random) -> Callable[[Position], float]:
    """The other side's distance to a win, less the own one."""

    def value(here: Position) -> float:
        arrangement, to_move = here.arrangement, here.own
        return distance(arrangement, to_move) - distance(arrangement, arrangement.live ^ to_move)

    return value


def distance(arrangement: Arrangement, own: int) -> float:
    """So many opposing pieces are missing in the shortest chain whose ways to the four sides meet in one piece.

    A share of how many are missing on average tells apart what is as short.
    """
    live = arrangement.live
    missing = [0] * len(arrangement.rects)
    for edge in arrangement.edges:
        _add_missing(missing, arrangement.near, edge, own)
    # A piece that all four ways count is missing once.
    sums = [missing[slot] for slot in slots(own)] + [missing[slot] - 3 for slot in slots(live ^ own)]
    return min(sums) + AVERAGE * sum(sums) / len(sums)


def _add_missing(missing: list[int], near: Sequence[int], edge: int, own: int) -> None:
    """Adds to each piece how many opposing ones are on its best way from an edge, itself counted."""
    layer, after, seen, away = edge & own, edge & ~own, edge, 0
    while layer or after:
        while layer:
            low = layer & -layer
            slot = low.bit_length() - 1
            missing[slot] += away
            new = near[slot] & ~seen
            seen |= new
            layer ^= low | new & own
            after |= new & ~own
        layer, after, away = after, 0, away + 1
