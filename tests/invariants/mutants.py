"""Mutants of the reference, each with one mistake on purpose, and a property that kills it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import pytest

from shatterproof.game import AnyGame
from shatterproof_properties.invariants.every_game import ways

Plant = Callable[[pytest.MonkeyPatch], None]
Check = Callable[[], None]


class Mutant(NamedTuple):
    """A change of the reference, and a property on a case that shows it."""

    plant: Plant
    killed_by: Check


def instead_of(original: Any, mistaken: Any) -> Plant:
    """Puts another function wherever the original is known, by whatever name."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        for module in [module for name, module in sys.modules.items() if name.startswith("shatterproof")]:
            for known_as in [name for name, value in vars(module).items() if value is original]:
                patch.setattr(module, known_as, mistaken)

    return plant


def patched(owner: Any, name: str, value: Any) -> Plant:
    """Gives something that belongs to a module or a class another value."""
    return lambda patch: patch.setattr(owner, name, value)


def together(*plants: Plant) -> Plant:
    """Several plants at once."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        for each in plants:
            each(patch)

    return plant


def of_position(law: Callable[[Any], None], position: Any) -> Check:
    """A property of a position."""
    return lambda: law(position)


def of_all_turns(game: AnyGame, law: Callable[[Any, Any], None], position: Any) -> Check:
    """A property of every turn of a position, of those that the reference lists when first asked, without a mistake."""

    @cache
    def known() -> list[Any]:
        return [turn for turn, _ in ways(game, position)]

    def check() -> None:
        for turn in known():
            law(position, turn)

    return check


def check_killed(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fails unless the property holds of the reference, and no longer does of the mutant."""
    mutant.killed_by()
    with monkeypatch.context() as patch:
        mutant.plant(patch)
        with pytest.raises(AssertionError):
            mutant.killed_by()
