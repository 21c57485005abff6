"""A table of the second engine of each game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from shatterproof_properties.common.per_game import PerGame
from shatterproof_properties.second.reference_engine import reference_engine


class SecondGame(Protocol):
    """The names in a game's package: its engine, and the values of each reading that this plays, default first."""

    @property
    def Engine(self) -> type[Any]: ...
    @property
    def READINGS(self) -> Mapping[str, tuple[str, ...]]: ...


SECOND = PerGame[SecondGame]("shatterproof_properties.second")
"""The second engines by game; a game may have none."""


def second_engine(game: str) -> type[Any]:
    """The class of a game's second engine, or of its reference in that role. Its `on_board` makes a table."""
    found = SECOND.find(game)
    return found.Engine if found else reference_engine(game)
