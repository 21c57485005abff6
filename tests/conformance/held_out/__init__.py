"""Held-out mutants: engines with a mistake that no example of the spec shows, and random play hardly ever.

The harness does not know them: they show how it deals with mistakes that nobody has thought of. Some are exceptions:
some examples show those about draws of Crumble, and play now and then shows those that need pairs. `unlisted/` has
mutants as a stranger might make them, `kinds/` those of four kinds that engines really have.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from shatterproof_properties.conformance.mutants import EngineMutant, Usual


def _mutants(module: str) -> tuple[EngineMutant, ...]:
    return tuple(EngineMutant(*each) for each in import_module(f"{__name__}.{module}").MUTANTS)


def held_out_mutants(game: str) -> tuple[EngineMutant, ...]:
    """The held-out mutants of a game."""
    return _mutants(game)


def pair_mutants(game: str) -> tuple[EngineMutant, ...]:
    """The held-out mutants of a game that show only where two or three rare things meet."""
    return _mutants(f"pairs_{game}")


def unlisted_mutants(game: str) -> tuple[EngineMutant, ...]:
    """The mutants of a game as a stranger might make them."""
    return _mutants(f"unlisted.{game}")


def misread(read: Callable[[str], str]) -> Usual:
    """The meanings of a text that the engine takes for another."""
    return lambda it, usual, here, text: [(text, after) for _, after in usual(here, read(text))]
