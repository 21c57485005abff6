"""Finds what a package knows of one game: a game is found by its name, and no general module names one.

What a package knows of a game stands in its module named after the game, like `play/crumble/`. A game that somebody
else has installed (entry point `shatterproof.games`) has it at the same place in its own package: `dominoes.play` for
`shatterproof_properties.play`.
"""

from __future__ import annotations

import importlib
from typing import Generic, TypeVar, cast

from shatterproof.errors import InputError
from shatterproof.game import INSTALLED, AnyGame

Offered = TypeVar("Offered")


class PerGame(Generic[Offered]):
    """The modules of a package, one for each game, as in `MUTANTS = PerGame[GameMutants](__name__)`.

    `MUTANTS.of(game)` is the module of one game. `Offered` is the Protocol that a game's module keeps to; a test
    assigns each of our modules to it, so that mypy says what a game lacks. `default` stands for a game that has no such
    module; without one the module is required.
    """

    def __init__(self, package: str, default: Offered | None = None) -> None:
        self._package = package
        self._default = default
        self._found: dict[str, Offered | None] = {}

    def of(self, game: AnyGame | str) -> Offered:
        """The module of a game, given by its package or its name. Raises InputError if the game lacks it."""
        found = self.find(game)
        if found is None:
            name = game if isinstance(game, str) else game.NAME
            raise InputError(f"nothing is known of {name} for this", expected=f"a module {self._module(name)}")
        return found

    def find(self, game: AnyGame | str) -> Offered | None:
        """The module of a game, else the default, else None."""
        name = game if isinstance(game, str) else game.NAME
        if name not in self._found:
            module = self._module(name)
            try:
                self._found[name] = cast(Offered, importlib.import_module(module))
            except ModuleNotFoundError as error:
                # A module that is there but lacks something itself is an error all the same.
                if error.name is None or not (module == error.name or module.startswith(f"{error.name}.")):
                    raise
                self._found[name] = self._default
        return self._found[name]

    def _module(self, name: str) -> str:
        if name in INSTALLED:
            return f"{INSTALLED[name]}.{self._package.partition('.')[2]}"
        return f"{self._package}.{name}"
