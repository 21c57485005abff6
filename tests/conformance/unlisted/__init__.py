"""Mutants that no list of the harness has, as a stranger might make them: `python:conformance.unlisted:NAME`.

Each game has a module here with its mutants and the clause that each breaks.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import Any

from shatterproof.game import find_game
from shatterproof_properties.protocol.serve import ServedGame
from shatterproof_properties.protocol.served import boards_of, opened


def unlisted_mutants(game: str) -> dict[str, tuple[type[Any], str]]:
    """The mutants of a game by the names of their engines in this process, each with the clause that it breaks."""
    mutants: dict[type[Any], str] = import_module(f"{__name__}.{game}").UNLISTED
    return {f"{game}_{engine.__name__}": (engine, clause) for engine, clause in mutants.items()}


def __getattr__(name: str) -> ServedGame:
    game, _, _ = name.partition("_")
    try:
        engine, _ = unlisted_mutants(game)[name]
    except (ImportError, KeyError) as error:
        raise AttributeError(name) from error
    return ServedGame(game, boards_of(game), find_game(game).Readings.choices(), partial(opened, engine))
