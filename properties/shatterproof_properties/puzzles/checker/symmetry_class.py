"""What the checker has to know of a game besides its rules: which positions, and which turns, are the same to it.

The rules know no direction and no colour, under any reading; so what is shown of a position is shown of its images. All
is seen from the side to move, and what a position remembers goes along. Works on positions and turns of the reference.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, Protocol

from shatterproof import strict_json
from shatterproof.game import AnyGame
from shatterproof_properties.common.per_game import PerGame

Point = tuple[int, int]
Map = Callable[[Point], Point]


class CheckedGame(Protocol):
    """The functions that a game's module offers. Without one a position has no images, every turn is its own answer."""

    def images(self, position: Any) -> Iterator[tuple[Any, ...]]:
        """All images of a position: turned, mirrored, colours exchanged with the side to move."""

    def motif(self, turn: Any) -> Any:
        """What a turn does, however it is spelt: the same for turns that count as one answer, and in an order."""


CHECKED_GAMES = PerGame[CheckedGame](__package__)


def image_key(game: AnyGame, position: Any) -> Hashable:
    """The same for positions that are images of one another, and for no others: the least of the images."""
    known = CHECKED_GAMES.find(game)
    return min(known.images(position)) if known else strict_json.encode(game.to_json(position))


def motif_of(game: AnyGame, turn: Any) -> Any:
    """What a turn does: the same for turns that count as one, and in an order."""
    known = CHECKED_GAMES.find(game)
    return known.motif(turn) if known else turn


def ways(width: int, height: int) -> Iterator[tuple[int, int, Map]]:
    """Width, height and places of the images of a rectangle: eight, each as what it does to a point."""
    yield width, height, lambda at: at
    yield width, height, lambda at: (width - at[0], at[1])
    yield width, height, lambda at: (at[0], height - at[1])
    yield width, height, lambda at: (width - at[0], height - at[1])
    yield height, width, lambda at: (at[1], at[0])
    yield height, width, lambda at: (height - at[1], at[0])
    yield height, width, lambda at: (at[1], width - at[0])
    yield height, width, lambda at: (height - at[1], width - at[0])
