"""Held-out mutants: engines with a mistake that no example of the spec shows, and random play hardly ever.

The harness does not know them: they show how it deals with mistakes that nobody has thought of. Some are exceptions:
some examples show those about draws of Crumble, and play now and then shows those that need pairs. `unlisted/` has
mutants as a stranger might make them, `kinds/` those of four kinds that engines really have.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from conformance.held_out import crumble, crumble_draws, pairs_crumble, pairs_scrunch, pairs_splinter, scrunch, splinter
from conformance.held_out.unlisted import crumble as unlisted_crumble
from conformance.held_out.unlisted import scrunch as unlisted_scrunch
from conformance.held_out.unlisted import splinter as unlisted_splinter
from shatterproof_properties.conformance.mutants import EngineMutant, Listed

Listing = dict[str, Sequence[Listed]]
_HELD_OUT: Listing = {
    "crumble": (*crumble.MUTANTS, *crumble_draws.MUTANTS),
    "scrunch": scrunch.MUTANTS,
    "splinter": splinter.MUTANTS,
}
_OF_PAIRS: Listing = {
    "crumble": pairs_crumble.MUTANTS,
    "scrunch": pairs_scrunch.MUTANTS,
    "splinter": pairs_splinter.MUTANTS,
}
_UNLISTED: Listing = {
    "crumble": unlisted_crumble.MUTANTS,
    "scrunch": unlisted_scrunch.MUTANTS,
    "splinter": unlisted_splinter.MUTANTS,
}


def held_out_mutants(game: str) -> tuple[EngineMutant, ...]:
    """The held-out mutants of a game."""
    return tuple(EngineMutant(*each) for each in _HELD_OUT[game])


def pair_mutants(game: str) -> tuple[EngineMutant, ...]:
    """The held-out mutants of a game that show only where two or three rare things meet."""
    return tuple(EngineMutant(*each) for each in _OF_PAIRS[game])


def unlisted_mutants(game: str) -> tuple[EngineMutant, ...]:
    """The mutants of a game as a stranger might make them."""
    return tuple(EngineMutant(*each) for each in _UNLISTED[game])


def command(game: str, name: str) -> str:
    """The command that serves an engine with the mutant in a process of its own."""
    return shlex.join([sys.executable, str(Path(__file__).parent), game, name])
