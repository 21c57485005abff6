"""Mutants of the reference, each with one mistake on purpose, and a property that kills it."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pytest

from shatterproof.game import game_of
from shatterproof_properties.invariants.every_game import ways


class Mutant(NamedTuple):
    """A change of the reference, and a property on a case that shows it.

    `mistaken` stands in for the function `original` wherever that is known, by whatever name. An owner and the name of
    an attribute may stand for the original, or several functions with what stands in for each. The `case` has the
    arguments of the property, or its only one. A property of turns is tried on all turns of the case.
    """

    original: Any
    mistaken: Any
    law: Callable[..., None]
    case: Any

    def plant(self, patch: pytest.MonkeyPatch) -> None:
        """Makes the mistake."""
        if isinstance(self.original, tuple):
            owner, name = self.original
            patch.setattr(owner, name, self.mistaken)
            return
        changes = self.original if isinstance(self.original, dict) else {self.original: self.mistaken}
        for module in [module for name, module in sys.modules.items() if name.startswith("shatterproof")]:
            for known_as, value in [*vars(module).items()]:
                mistaken = next((other for original, other in changes.items() if original is value), None)
                if mistaken is not None:
                    patch.setattr(module, known_as, mistaken)

    def arguments(self) -> list[tuple[Any, ...]]:
        """What the property is tried on, with the turns that the reference lists now."""
        case = self.case if isinstance(self.case, tuple) else (self.case,)
        if "turn" in inspect.signature(self.law).parameters:
            return [(*case, turn) for turn, _ in ways(game_of(*case), *case)]
        return [case]


ByLaw = Mapping[Callable[..., None], Mapping[str, tuple[Any, Any, Any]]]
"""The mutants that each property kills, by name: original, mistaken and case."""


def killed_by(table: ByLaw) -> dict[str, Mutant]:
    """The mutants of a table, by name."""
    return {
        name: Mutant(original, mistaken, law, case)
        for law, several in table.items()
        for name, (original, mistaken, case) in several.items()
    }
