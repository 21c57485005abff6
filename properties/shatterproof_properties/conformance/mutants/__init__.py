"""Self-check mutants: engines with one mistake each. A harness that misses one says nothing about other engines.

In: the name of a game. Out: its mutants, and the command that serves one. Each game has a module of its name with a row
for each: functions that stand in for methods of its second engine. A game without such a module has no self-check.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from random import Random
from typing import Any, Protocol

from shatterproof.errors import InputError
from shatterproof_properties.common.per_game import PerGame
from shatterproof_properties.protocol.serve import ServedGame
from shatterproof_properties.protocol.served import boards_of, second_readings

Listed = tuple[str, type[Any], tuple[str, ...]]
"""A mutant in the list of a game: the fields of EngineMutant."""
Usual = Callable[..., Any]
"""The usual method of an engine."""
Method = Callable[..., Any] | bool
"""Stands in for a method: a function of the engine, the usual method and its arguments, or what it always answers."""


def changed_engine(engine: type[Any], name: str, methods: Mapping[str, Method], **members: Any) -> type[Any]:
    """An engine with other methods."""

    def method(usual: Usual, instead: Method) -> Usual:
        if not callable(instead):
            return lambda *_: instead
        return lambda it, *given, **named: instead(it, partial(usual, it), *given, **named)

    own = {each: method(getattr(engine, each), instead) for each, instead in methods.items()}
    return type(name, (engine,), members | own)


def then(change: Callable[..., Any]) -> Usual:
    """A method that changes the usual answer, by a function of the engine, that answer and the arguments."""
    return lambda it, usual, *given, **named: change(it, usual(*given, **named), *given, **named)


def mutants_of(engine: type[Any]) -> Callable[..., Listed]:
    """Lists mutants of an engine in rows, each with its name, its mistake in a sentence, its clauses, and methods."""

    def mutant(name: str, says: str, clauses: tuple[str, ...], **methods: Method) -> Listed:
        return name, changed_engine(engine, name, methods, __doc__=says), clauses

    return mutant


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
