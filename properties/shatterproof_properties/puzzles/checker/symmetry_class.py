"""Symmetry classes of positions, and turns that count as one answer: what the checker knows besides the rules.

The rules know no direction and no colour, under any reading. So what is shown of a position is shown of its images.
Everything is seen from the side to move, memory included. The functions take positions and turns of the reference.
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
    """The functions that a game's module offers.

    Without one a position has no images, and every turn is its own answer.
    """

    def images(self, position: Any) -> Iterator[tuple[Any, ...]]:
        """All images of a position: turned, mirrored, with the colours exchanged together with the side to move."""

    def motif(self, turn: Any) -> Any:
        """A key of the turn's effect, however it is spelt: turns that are one answer share it. Keys have an order."""


CHECKED_GAMES = PerGame[CheckedGame](__package__)


def image_key(game: AnyGame, position: Any) -> Hashable:
    """A key that positions share exactly if they are images of one another: the least of the images."""
    known = CHECKED_GAMES.find(game)
    return min(known.images(position)) if known else strict_json.encode(game.to_json(position))


def motif_of(game: AnyGame, turn: Any) -> Any:
    """A key that turns share if they count as one answer. The keys have an order."""
    known = CHECKED_GAMES.find(game)
    return known.motif(turn) if known else turn


def ways(width: int, height: int) -> Iterator[tuple[int, int, Map]]:
    """The eight images of a rectangle: width, height and a function on points."""
    yield width, height, lambda at: at
    yield width, height, lambda at: (width - at[0], at[1])
    yield width, height, lambda at: (at[0], height - at[1])
    yield width, height, lambda at: (width - at[0], height - at[1])
    yield height, width, lambda at: (at[1], at[0])
    yield height, width, lambda at: (height - at[1], at[0])
    yield height, width, lambda at: (at[1], width - at[0])
    yield height, width, lambda at: (height - at[1], width - at[0])
