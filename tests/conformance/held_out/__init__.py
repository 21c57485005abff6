"""Held-out mutants: engines with a mistake that no example of the spec shows, and random play hardly ever.

The harness does not know them: they show what it finds of mistakes that nobody has thought of. Those about draws of
Crumble are the exception: some examples show them.
"""

from __future__ import annotations

import shlex
import sys
from functools import cache
from pathlib import Path

from conformance.held_out import crumble, crumble_draws, scrunch, splinter
from shatterproof_properties.conformance.mutants import EngineMutant

_LISTED = {
    "crumble": (*crumble.MUTANTS, *crumble_draws.MUTANTS),
    "scrunch": scrunch.MUTANTS,
    "splinter": splinter.MUTANTS,
}


@cache
def held_out_mutants(game: str) -> tuple[EngineMutant, ...]:
    """The held-out mutants of a game."""
    return tuple(EngineMutant(*each) for each in _LISTED[game])


def command(game: str, name: str) -> str:
    """The command that serves an engine with the mutant in a process of its own."""
    return shlex.join([sys.executable, str(Path(__file__).parent), game, name])
