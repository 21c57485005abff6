"""What rating has to know of one game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Protocol

from shatterproof_properties.common.per_game import PerGame
from shatterproof_properties.puzzles.checker.symmetry_class import Map, Point

Place = tuple[int, int, int, int]
"""A rectangle by two opposite corners, the smaller numbers first; a single point twice."""


class Thing(NamedTuple):
    """What stands at a place, as the side to move sees it: whose it is, and of what kind."""

    place: Place
    what: str


class RatedGame(Protocol):
    """The functions that a game's module offers. Without one nothing is measured, and no puzzles are alike."""

    @property
    def MEASURES(self) -> Mapping[str, str]:
        """The names of what a turn may do, with what they mean."""

    @property
    def TAKING(self) -> tuple[str, ...]:
        """The measures that a quiet key does not have."""

    @property
    def THEMES(self) -> Mapping[str, Any]:
        """Its themes by name: motifs first, then what the play is made of."""

    @property
    def WHOLE_BOARD(self) -> bool:
        """Whether pieces cover the board: then their area counts, and positions are never shifted."""

    @property
    def USES_MEMORY(self) -> bool:
        """Whether a key may work only because of what the position after it remembers."""

    def measure(self, played: Any) -> Mapping[str, int]:
        """How much a turn does of each of `MEASURES`."""

    def things(self, position: Any, side: str) -> tuple[Point, frozenset[Thing]]:
        """Width and height of the board, and what stands on it, as a side sees it."""

    def maps(self, width: int, height: int) -> Iterator[tuple[int, int, Map]]:
        """The symmetries of a board, each with the size that it has afterwards."""


RATED_GAMES = PerGame[RatedGame](__package__)
