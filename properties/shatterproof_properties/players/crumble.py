"""Crumble: how many pieces a side still has to take for a chain that touches all four sides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from shatterproof_properties.second.crumble.arrangement import Arrangement
from shatterproof_properties.second.crumble.board import flood, slots
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
    """So many opposing pieces are missing in the shortest chain, as far as its ways to the four sides meet in one piece.

    A share of how many are missing on average tells apart what is as short.
    """
    opposing = arrangement.live ^ own
    missing = [0] * len(arrangement.rects)
    for edge in arrangement.edges:
        for away, layer in enumerate(_layers(arrangement.near, edge, own, opposing)):
            for slot in slots(layer) if away else ():
                missing[slot] += away
    # A piece that all four ways count is missing once.
    sums = [missing[slot] - 3 * (opposing >> slot & 1) for slot in slots(arrangement.live)]
    return min(sums) + AVERAGE * sum(sums) / len(sums)


def _layers(near: Sequence[int], edge: int, own: int, opposing: int) -> Iterator[int]:
    """All pieces by how many opposing ones are missing on the way from an edge, themselves counted."""
    left = own | opposing
    layer = flood(edge & own, own, near)
    beside = edge
    while left:
        yield layer
        left &= ~layer
        for slot in slots(layer):
            beside |= near[slot]
        taken = beside & opposing & left
        layer = taken
        for slot in slots(taken):
            layer |= near[slot] & own & left
        layer = taken | flood(layer & own, own & left, near)
        if not layer:
            return
