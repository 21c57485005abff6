"""Mutants of four kinds that engines really have, in each game, which the harness does not know.

- frames: a text is read, or written, in another frame than that of the notation;
- limits: something goes on only as far as some number;
- choices: what a player chooses, or a tie, is settled by something else;
- second acts: of two things that a turn does, the second is refused, left out or always allowed.

Each game has a module here with the mutants of each kind, and the clauses of which any may be named for each. Every
third is set aside: no part of the harness was ever tried with it before its share was measured.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module

from shatterproof.game import OURS
from shatterproof.spec import find_clause
from shatterproof_properties.common.clauses import readings_on
from shatterproof_properties.conformance.mutants import EngineMutant

KINDS = {"frame": "FRAMES", "limit": "LIMITS", "choice": "CHOICES", "second act": "SECOND_ACTS"}


@dataclass(frozen=True)
class MutantOfKind(EngineMutant):
    """A mutant of one kind, of whose clauses any may be named."""

    game: str
    kind: str
    set_aside: bool


def is_named_rightly(reported: str, broken: Iterable[str]) -> bool:
    """Whether a clause is one of those that are broken, or a reading on one, or one that such a reading is on."""
    if not reported:
        return False
    bearing = readings_on(find_clause(reported))
    return any(each in (reported, *bearing) or reported in readings_on(find_clause(each)) for each in broken)


def mutants_of_kinds(*games: str) -> Iterator[MutantOfKind]:
    """All of them, of some games or of all."""
    for game in games or OURS:
        module = import_module(f"{__name__}.{game}")
        for kind, listed in KINDS.items():
            for place, (name, engine, clauses) in enumerate(getattr(module, listed)):
                yield MutantOfKind(name, engine, clauses, game, kind, place % 3 == 2)
