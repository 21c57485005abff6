"""Self-check mutants: engines with one mistake each. A harness that misses one says nothing about other engines.

In: the name of a game. Out: its mutants, and the command that serves one. Each game has a module of its name with a row
for each: a function that stands in for a method of its second engine, or a subclass where that is not enough. A game
without such a module has no self-check.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from shatterproof.errors import InputError
from shatterproof_properties.common.per_game import PerGame
from shatterproof_properties.protocol.serve import ServedGame
from shatterproof_properties.protocol.served import boards_of, second_readings

Listed = tuple[str, type[Any], tuple[str, ...]]
"""A mutant in the list of a game: the fields of EngineMutant."""
P = ParamSpec("P")
R = TypeVar("R")
Method = Callable[Concatenate[Any, P], R]


@dataclass(frozen=True)
class MutantsOf:
    """Lists mutants of an engine in rows. In each, one function stands in for a method of the engine."""

    engine: type[Any]

    def __call__(
        self, name: str, says: str, clauses: tuple[str, ...], usual: Method[P, R], mistake: Method[P, R], **also: bool
    ) -> Listed:
        """A row: the mistake in a sentence, its clauses, the method, and the function that the engine calls instead.

        `also` has other methods, with the answer that each gives then, whatever it is asked.
        """
        others = {method: lambda *_, answer=answer: answer for method, answer in also.items()}
        return name, type(name, (self.engine,), {usual.__name__: mistake, "__doc__": says, **others}), clauses


class GameMutants(Protocol):
    """The mutants that a game's module offers."""

    MUTANTS: tuple[Listed, ...]


SELF_CHECK = PerGame[GameMutants](__name__)


@dataclass(frozen=True)
class EngineMutant:
    """A mutant: its name, the engine that makes the mistake, and the clauses that a counterexample may name.

    The first of these is the clause that it breaks. The others may be beginnings of the ids of clauses.
    """

    name: str
    engine: type[Any]
    clauses: tuple[str, ...]

    @property
    def clause(self) -> str:
        """The clause that it breaks, "" if there is none."""
        return next(iter(self.clauses), "")

    @property
    def says(self) -> str:
        """The mistake in a sentence."""
        return (self.engine.__doc__ or "").strip()


@cache
def self_check_mutants(game: str, only: frozenset[str] = frozenset()) -> tuple[EngineMutant, ...]:
    """The mutants of a game, perhaps only those of some clauses; none if it has no module for them."""
    offered = SELF_CHECK.find(game)
    found = [EngineMutant(*each) for each in offered.MUTANTS] if offered else []
    return tuple(mutant for mutant in found if not only or mutant.clause in only)


def sample(game: str, count: int, random: Random, only: frozenset[str] = frozenset()) -> list[str]:
    """Names of some mutants of a game, perhaps only of some clauses, drawn without repetition."""
    names = [mutant.name for mutant in self_check_mutants(game, only)]
    return random.sample(names, min(count, len(names)))


def find_mutant(game: str, name: str) -> EngineMutant:
    """The mutant of that name. Raises InputError for an unknown one."""
    for mutant in self_check_mutants(game):
        if mutant.name == name:
            return mutant
    raise InputError(f"unknown mutant {name!r}", expected=f"a mutant of {game}")


def served(game: str, engine: type[Any]) -> ServedGame:
    """What a mutant's engine serves of a game, in place of the second engine."""
    return ServedGame(game, boards_of(game), second_readings(game), engine.on_board)


def argv(game: str, name: str) -> list[str]:
    """The command that serves an engine with the mutant."""
    return [sys.executable, "-m", __name__, game, name]
