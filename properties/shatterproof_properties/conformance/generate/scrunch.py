"""Boards, choices and variants of Scrunch."""

from __future__ import annotations

from random import Random

from shatterproof.scrunch.cells import DARK, LIGHT
from shatterproof_properties.conformance.generate import Change, Data, Fitting, Sizes

SIZES = Sizes("7", 5, ("6", "8", "9", "10"), 2, 180, (2, 4), 60)
FITTING: Fitting = {
    "creation": {"style": "creating"},
    "merges": {"style": "merging"},
    "loops": {"style": "merging"},
    "deaths": {"style": "crowding"},
    "graves": {"style": "crowding"},
    "many": {"boards": "larger"},
    "long": {"boards": "larger"},
}


def _one_stone_less(random: Random, position: Data) -> Data:
    side = random.choice([side for side in (DARK, LIGHT) if position[side]] or [DARK])
    return {**position, side: random.sample(position[side], max(0, len(position[side]) - 1))}


CREATORS: list[list[str]] = [[], [DARK], [LIGHT], [DARK, LIGHT]]
CHANGES: tuple[Change, ...] = (
    _one_stone_less,
    lambda random, position: {**position, "creating": random.choice(CREATORS)},
)
