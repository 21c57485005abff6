"""Self-check mutants: engines with one mistake each. A harness that misses one has nothing to say about other engines.

Each game has a module here with its mutants, as subclasses of its second engine, and others with rare ones: no
example of the spec shows these, and random play hardly ever.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from shatterproof.errors import InputError
from shatterproof_properties.conformance.mutants.crumble import CRUMBLE
from shatterproof_properties.conformance.mutants.draws_crumble import DRAWS_CRUMBLE
from shatterproof_properties.conformance.mutants.rare_crumble import HELD_OUT_CRUMBLE
from shatterproof_properties.conformance.mutants.rare_scrunch import HELD_OUT_SCRUNCH
from shatterproof_properties.conformance.mutants.rare_splinter import HELD_OUT_SPLINTER
from shatterproof_properties.conformance.mutants.scrunch import SCRUNCH
from shatterproof_properties.conformance.mutants.splinter import SPLINTER

SELF_CHECK = {"crumble": CRUMBLE, "scrunch": SCRUNCH, "splinter": SPLINTER}
HELD_OUT = {"crumble": (*HELD_OUT_CRUMBLE, *DRAWS_CRUMBLE), "scrunch": HELD_OUT_SCRUNCH, "splinter": HELD_OUT_SPLINTER}


@dataclass(frozen=True)
class EngineMutant:
    """A mutant: its name, the engine that makes it, and the clauses of which a witness may speak.

    The first of them is the clause that it breaks. Others may be beginnings of the names of clauses.
    """

    name: str
    engine: type[Any]
    clauses: tuple[str, ...]

    @property
    def clause(self) -> str:
        """The clause that it breaks, "" where there is none."""
        return next(iter(self.clauses), "")

    @property
    def says(self) -> str:
        """The mistake in a sentence."""
        return (self.engine.__doc__ or "").strip()


@cache
def self_check_mutants(game: str) -> tuple[EngineMutant, ...]:
    """The mutants of a game."""
    return tuple(EngineMutant(*planted) for planted in SELF_CHECK[game])


@cache
def held_out_mutants(game: str) -> tuple[EngineMutant, ...]:
    """The rare mistakes of a game."""
    return tuple(EngineMutant(*planted) for planted in HELD_OUT[game])


def sample(game: str, count: int, random: Random) -> list[str]:
    """Names of some mutants of a game, drawn without repetition."""
    names = [mutant.name for mutant in self_check_mutants(game)]
    return random.sample(names, min(count, len(names)))


def find_mutant(game: str, name: str) -> EngineMutant:
    """The mutant of that name, rare or not. Raises InputError for an unknown one."""
    for mutant in (*self_check_mutants(game), *held_out_mutants(game)):
        if mutant.name == name:
            return mutant
    raise InputError(f"unknown mutant {name!r}", expected=f"a mutant of {game}")


def argv(game: str, name: str) -> list[str]:
    """The command that serves an engine with the mutant."""
    return [sys.executable, "-m", __name__, game, name]
