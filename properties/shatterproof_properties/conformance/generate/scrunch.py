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


def _sides_exchanged(random: Random, position: Data) -> Data:
    return {**position, DARK: position[LIGHT], LIGHT: position[DARK]}


def _one_stone_less(random: Random, position: Data) -> Data:
    side = random.choice([side for side in (DARK, LIGHT) if position[side]] or [DARK])
    return {**position, side: random.sample(position[side], max(0, len(position[side]) - 1))}


def _other_creators(random: Random, position: Data) -> Data:
    creators: list[list[str]] = [[], [DARK], [LIGHT], [DARK, LIGHT]]
    return {**position, "creating": random.choice(creators)}


CHANGES: tuple[Change, ...] = (other_mover, _sides_exchanged, _one_stone_less, _other_creators)
