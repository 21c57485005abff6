"""Any game: the value of a position is the result of a random game from it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from shatterproof_properties.solving.adapters import SearchAdapter

MOST_PLIES = 40
"""A random game of this many turns is left undecided."""


def evaluation(adapter: SearchAdapter, chance: Random) -> Callable[[Any], float]:
    """Plays one random game: 1 if the side that is not to move wins it, -1 if it loses, else 0."""

    def value(here: Any) -> float:
        for ply in range(MOST_PLIES):
            verdict = adapter.verdict(here)
            if verdict is not None:
                return verdict if ply % 2 else -verdict
            here = chance.choice(list(adapter.results(here)))[1]
        return 0.0

    return value
