"""Controls: engines with one planted mistake each. A harness that misses one has nothing to say about other engines.

Each game has a module here with its planted mistakes, as subclasses of its second engine, and others with rare ones: no
example of the spec shows these, and random play hardly ever.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from shatterproof.errors import InputError
from shatterproof_properties.conformance.controls.crumble import CRUMBLE
from shatterproof_properties.conformance.controls.draws_crumble import DRAWS_CRUMBLE
from shatterproof_properties.conformance.controls.rare_crumble import RARE_CRUMBLE
from shatterproof_properties.conformance.controls.rare_scrunch import RARE_SCRUNCH
from shatterproof_properties.conformance.controls.rare_splinter import RARE_SPLINTER
from shatterproof_properties.conformance.controls.scrunch import SCRUNCH
from shatterproof_properties.conformance.controls.splinter import SPLINTER

PLANTED = {"crumble": CRUMBLE, "scrunch": SCRUNCH, "splinter": SPLINTER}
RARE = {"crumble": (*RARE_CRUMBLE, *DRAWS_CRUMBLE), "scrunch": RARE_SCRUNCH, "splinter": RARE_SPLINTER}


@dataclass(frozen=True)
class Control:
    """A planted mistake: its name, the engine that makes it, and the clauses of which a witness may speak.

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
def controls(game: str) -> tuple[Control, ...]:
    """The planted mistakes of a game."""
    return tuple(Control(*planted) for planted in PLANTED[game])


@cache
def rare_controls(game: str) -> tuple[Control, ...]:
    """The rare mistakes of a game."""
    return tuple(Control(*planted) for planted in RARE[game])


def sample(game: str, count: int, random: Random) -> list[str]:
    """Names of some planted mistakes of a game, drawn without repetition."""
    names = [control.name for control in controls(game)]
    return random.sample(names, min(count, len(names)))


def find_control(game: str, name: str) -> Control:
    """The planted mistake of that name, rare or not. Raises InputError for an unknown one."""
    for control in (*controls(game), *rare_controls(game)):
        if control.name == name:
            return control
    raise InputError(f"unknown control {name!r}", expected=f"a planted mistake of {game}")


def argv(game: str, name: str) -> list[str]:
    """The command that serves an engine with the planted mistake."""
    return [sys.executable, "-m", __name__, game, name]
