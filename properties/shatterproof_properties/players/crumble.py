"""Crumble: how many pieces a side still needs for a chain that touches all four sides."""

from __future__ import annotations

from collections.abc import Callable

from shatterproof_properties.second.crumble.board import slots
from shatterproof_properties.second.crumble.position import Arrangement, Position
from shatterproof_properties.solving.crumble import CrumbleAdapter

AVERAGE = 0.25
"""The weight of the average number of missing pieces, where that of the shortest chain counts 1."""
CHOICE, MOST_CHOICES = 0.3, 3
"""The weight of each opposing piece in which a shortest chain could meet, and how many of them count."""


def evaluation(adapter: CrumbleAdapter) -> Callable[[Position], float]:
    """How near the side that has moved is to a win, less how near the other side is. The last steps count most."""

    def value(here: Position) -> float:
        arrangement, to_move = here.arrangement, here.own
        return 1 / (1 + distance(arrangement, arrangement.live ^ to_move)) - 1 / (1 + distance(arrangement, to_move))

    return value


def distance(arrangement: Arrangement, own: int) -> float:
    """How many opposing pieces are missing in the shortest chain to all four sides that meet in one piece.

    A share of the average over all such pieces tells apart positions whose shortest chains are equal.
    """
    live, near = arrangement.live, arrangement.near
    missing = [0] * len(arrangement.rects)
    for edge in arrangement.edges:
        # To each piece is added the number of opposing pieces on its shortest way from the edge, itself included.
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
    # A piece that all four ways count is missing once.
    taken = [missing[slot] - 3 for slot in slots(live ^ own)]
    sums = [missing[slot] for slot in slots(own)] + taken
    least = min(sums)
    return least - CHOICE * min(MOST_CHOICES, taken.count(least)) + AVERAGE * sum(sums) / len(sums)
