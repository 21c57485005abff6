"""Held-out mutants: engines with a mistake that no example of the spec shows, and random play hardly ever.

The harness does not know them: they show how it deals with mistakes that nobody has thought of. Two kinds are
exceptions: some examples show those about draws of Crumble, and play now and then shows those that need pairs.
"""

from __future__ import annotations

import shlex
import sys
from functools import cache
from pathlib import Path

from conformance.held_out import crumble, crumble_draws, pairs_crumble, pairs_scrunch, pairs_splinter, scrunch, splinter
from shatterproof_properties.conformance.mutants import EngineMutant, Listed

_LISTED = {
    "crumble": (*crumble.MUTANTS, *crumble_draws.MUTANTS),
    "scrunch": scrunch.MUTANTS,
    "splinter": splinter.MUTANTS,
}
_OF_PAIRS: dict[str, tuple[Listed, ...]] = {
    "crumble": pairs_crumble.MUTANTS,
    "scrunch": pairs_scrunch.MUTANTS,
    "splinter": pairs_splinter.MUTANTS,
}


@cache
def held_out_mutants(game: str) -> tuple[EngineMutant, ...]:
    """The held-out mutants of a game."""
    return tuple(EngineMutant(*each) for each in _LISTED[game])


@cache
def pair_mutants(game: str) -> tuple[EngineMutant, ...]:
    """The held-out mutants of a game that show only where two or three rare things meet."""
    return tuple(EngineMutant(*each) for each in _OF_PAIRS[game])


def command(game: str, name: str) -> str:
    """The command that serves an engine with the mutant in a process of its own."""
    return shlex.join([sys.executable, str(Path(__file__).parent), game, name])
