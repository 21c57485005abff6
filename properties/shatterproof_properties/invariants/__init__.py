"""What must hold of every game: plain functions that raise AssertionError, each named after what it says.

A property takes positions, turns, texts or boards, and is marked with the clauses that it guards. `registry` lists the
properties that guard each clause; `invariants` lists the properties of a game. The package named after a game states
what holds of that game only; a game without a package has no properties. `every_game` states what holds of all games;
the games' modules tie these laws to their clauses.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import TypeVar

from shatterproof.game import GAMES
from shatterproof_properties.common.per_game import PerGame

Invariant = TypeVar("Invariant", bound=Callable[..., None])
LAWS = PerGame[ModuleType](__name__)
"""The package of each game. Its modules register their properties when they are imported."""
_GUARDS: dict[str, list[str]] = {}
_INVARIANTS: dict[str, Callable[..., None]] = {}


def guards(*clauses: str) -> Callable[[Invariant], Invariant]:
    """Marks a property as a guard of the clauses whose ids are given."""

    def note(invariant: Invariant) -> Invariant:
        _note(invariant.__module__, invariant.__name__, invariant, clauses)
        return invariant

    return note


def tie(module: str, subject: object, laws: Mapping[Callable[..., None], Iterable[str]]) -> None:
    """Marks laws of every game as guards of clauses of one game.

    `subject` is the first argument of each law: the game, or its symmetries. `module` is the game's module that the
    laws are listed under.
    """
    for law, clauses in laws.items():
        _note(module, law.__name__, partial(law, subject), clauses)


def _note(module: str, name: str, invariant: Callable[..., None], clauses: Iterable[str]) -> None:
    full_name = f"{module.removeprefix(__name__ + '.')}.{name}"
    _INVARIANTS[full_name] = invariant
    for clause in clauses:
        _GUARDS.setdefault(clause, []).append(full_name)


def registry() -> dict[str, list[str]]:
    """The properties that guard each clause, by clause id; properties are named like `crumble.cover.board_is_...`."""
    _import_all()
    return {clause: sorted(names) for clause, names in sorted(_GUARDS.items())}


def invariants(game: str, *parameters: str) -> dict[str, Callable[..., None]]:
    """The properties of a game whose parameters are exactly these, for example `position` and `turn`, by name."""
    _import_all()
    return {
        name: invariant
        for name, invariant in _INVARIANTS.items()
        if name.startswith(f"{game}.") and tuple(inspect.signature(invariant).parameters) == parameters
    }


def _import_all() -> None:
    for package in filter(None, map(LAWS.find, GAMES)):
        # A game that is known in a single module has no path.
        for module in iter_modules(getattr(package, "__path__", ())):
            import_module(f"{package.__name__}.{module.name}")


def check(holds: object, message: object) -> None:
    """Raises AssertionError with the message unless a condition holds; unlike `assert`, also under `python -O`."""
    if not holds:
        raise AssertionError(message)
