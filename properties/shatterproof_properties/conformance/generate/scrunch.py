"""Boards, choices and variants of Scrunch."""

from __future__ import annotations

from random import Random

from shatterproof.scrunch.cells import DARK, LIGHT
from shatterproof_properties.conformance.generate import Change, Data, Fitting, Sizes
from shatterproof_properties.conformance.generate.variants import other_mover

SIZES = Sizes("7", 5, ("6", "8", "9", "10"), 2, 180, (2, 4), 60)
STANDING: tuple[str, ...] = (DARK, LIGHT)
FITTING: Fitting = {
    "creation": {"style": "creating"},
    "merges": {"style": "merging"},
    "loops": {"style": "merging"},
    "deaths": {"style": "crowding"},
    "graves": {"style": "crowding"},
    "many": {"boards": "larger"},
    "long": {"boards": "larger"},
}


def places(position: Data) -> set[tuple[str, ...]]:
    return {(cell,) for side in (DARK, LIGHT) for cell in position[side]}


def _one_stone_less(random: Random, position: Data) -> Data:
    side = random.choice([side for side in (DARK, LIGHT) if position[side]] or [DARK])
    return {**position, side: random.sample(position[side], max(0, len(position[side]) - 1))}


CREATORS: list[list[str]] = [[], [DARK], [LIGHT], [DARK, LIGHT]]
CHANGES: tuple[Change, ...] = (
    other_mover,
    lambda random, position: {**position, DARK: position[LIGHT], LIGHT: position[DARK]},
    _one_stone_less,
    lambda random, position: {**position, "creating": random.choice(CREATORS)},
)
