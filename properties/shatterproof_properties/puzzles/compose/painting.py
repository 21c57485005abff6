"""Crumble positions that z3 composes: pieces as they lie, painted so that there are threats."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from shatterproof_properties.proofs.crumble.board import board_of
from shatterproof_properties.proofs.crumble.compose import compose_threats, halvings
from shatterproof_properties.proofs.solver import Undecided
from shatterproof_properties.puzzles.compose.craft import Json
from shatterproof_properties.second.crumble.values import COLOURS

EFFORT = 3_000_000
"""Of z3, for one question: about half a second."""
SHAPES, THREATS = 8, 3
"""Cuts with a walk of one step that are drawn, and how many of them are to be threats."""
APART = 3
"""Pieces in which two positions on one arrangement differ in colour."""
MOST = 16
"""Positions from one arrangement: the first takes z3 longer than the next five."""
LARGEST_SEED = 2**31 - 1


def threatened(position: Json, chance: Random) -> Iterator[Json]:
    """Positions in which the side that is not to move has some threats, as many as z3 finds with a fair effort."""
    geometry, _ = board_of(position)
    every = halvings(geometry, 1)
    shapes = chance.sample(every, min(SHAPES, len(every)))
    side, seed = chance.choice(COLOURS), chance.randrange(LARGEST_SEED)
    try:
        yield from islice(compose_threats(geometry, shapes, THREATS, side, APART, EFFORT, seed), MOST)
    except Undecided:
        return
