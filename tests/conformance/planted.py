"""The planted mistakes as engines in this process: `python:conformance.planted:NAME`, of any game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from shatterproof.game import GAMES, find_game
from shatterproof_properties.conformance.controls import controls
from shatterproof_properties.protocol.serve import ServedGame
from shatterproof_properties.protocol.served import BOARDS, opened
from shatterproof_properties.protocol.table import Table


def in_process(name: str) -> str:
    """The command of the engine with that planted mistake, without a process of its own."""
    return f"python:{__name__}:{name}"


def _open(engine: type[Any], board: str, readings: Mapping[str, str]) -> Table:
    return opened(engine, board, readings)


globals().update(
    {
        control.name: ServedGame(game, BOARDS[game], find_game(game).Readings.choices(), partial(_open, control.engine))
        for game in GAMES
        for control in controls(game)
    }
)
