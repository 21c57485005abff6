"""The mutants as engines in this process: `python:conformance.planted:NAME`, of any game.

The second engine itself goes by the name of its game.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from shatterproof.game import GAMES, find_game
from shatterproof_properties.conformance.mutants import held_out_mutants, self_check_mutants
from shatterproof_properties.protocol.serve import ServedGame
from shatterproof_properties.protocol.served import boards_of, opened, second_engine
from shatterproof_properties.protocol.table import Table


def in_process(name: str) -> str:
    """The command of the engine with that mutant, or the second engine of that game, without a process."""
    return f"python:{__name__}:{name}"


def _open(engine: type[Any], board: str, readings: Mapping[str, str]) -> Table:
    return opened(engine, board, readings)


def _served(game: str, engine: type[Any]) -> ServedGame:
    return ServedGame(game, boards_of(game), find_game(game).Readings.choices(), partial(_open, engine))


globals().update({mutant.name: _served(game, mutant.engine) for game in GAMES for mutant in self_check_mutants(game)})
# Rare mistakes of several games may have one name.
globals().update({f"{game}-{one.name}": _served(game, one.engine) for game in GAMES for one in held_out_mutants(game)})
globals().update({game: _served(game, second_engine(game)) for game in GAMES})
