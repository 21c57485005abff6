"""What must hold of every game: plain functions that raise AssertionError, each named after what it says.

A property takes positions, turns, texts or boards, and is marked with the clauses that it guards; `registry` tells
which clauses have a guard, `invariants` the properties of a game. What is said of one game stands in the package named
after it; a game without one has no properties. What is the same for every game stands once, in `every_game` and
`symmetry`, and is tied to clauses by the modules of the games.
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
"""The package of each game; its modules note their properties as they are imported."""
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

    `subject` is what each law takes first: the game, or its symmetries. `module` is the name of the module of that game
    under which the laws are known.
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
    """The properties of a game that take exactly these parameters, like `position` and `turn`, by name."""
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
    """Raises AssertionError with the message unless something holds; unlike `assert`, also under `python -O`."""
    if not holds:
        raise AssertionError(message)
