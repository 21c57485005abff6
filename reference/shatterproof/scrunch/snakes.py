"""Snakes: groups of connected stones of one colour."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import networkx as nx

from shatterproof.game import IllegalTurn
from shatterproof.scrunch.cells import Cell, Stones, board, describe
from shatterproof.scrunch.readings import Readings

MOST_FRIENDS = 2
"""Friendly neighbours that a stone of a sound snake has at most."""


@dataclass(frozen=True)
class Standing:
    """How a player stands: own and opposing stones on a board of `side`, whether in creation, and the readings.

    `counted` is the number of snakes before the turn where a removal came first and the limit is still held against
    it (scrunch.removal-count), else None.
    """

    side: int
    own: Stones
    opposing: Stones
    creating: bool
    readings: Readings
    counted: int | None = None

    @cached_property
    def snakes(self) -> list[Stones]:
        """The player's snakes, sorted."""
        return snakes(self.side, self.own)

    @cached_property
    def smallest(self) -> list[Stones]:
        """The player's smallest snakes."""
        return smallest(self.snakes)

    def is_empty(self, cell: Cell) -> bool:
        return cell not in self.own and cell not in self.opposing

    def with_stones(self, own: Iterable[Cell]) -> Standing:
        """The same player with other stones."""
        return replace(self, own=frozenset(own))


def snakes(side: int, stones: Stones) -> list[Stones]:
    """scrunch.snake.group: the largest sets of connected stones, sorted by their smallest cells."""
    return sorted(map(frozenset, nx.connected_components(board(side).subgraph(stones))), key=min)


def smallest(found: list[Stones]) -> list[Stones]:
    """scrunch.snake.smallest: the snakes than which no other of them is smaller."""
    size = min(map(len, found), default=0)
    return [snake for snake in found if len(snake) == size]


def is_egg(snake: Stones) -> bool:
    """scrunch.snake.egg: a snake of a single stone."""
    return len(snake) == 1


def friends(side: int, stones: Stones, cell: Cell) -> list[Cell]:
    """The cells beside `cell` on which stones of this colour stand."""
    return [other for other in board(side)[cell] if other in stones]


def has_mutant(side: int, stones: Stones) -> bool:
    """scrunch.snake.mutant: whether some stone has more than two friendly neighbours."""
    return any(len(friends(side, stones, cell)) > MOST_FRIENDS for cell in stones)


def has_loop(side: int, stones: Stones) -> bool:
    """scrunch.loops: whether some stones stand in a closed ring, three around a corner included."""
    return bool(stones) and not nx.is_forest(board(side).subgraph(stones))


def check_sound(side: int, stones: Stones, readings: Readings) -> None:
    """Raises IllegalTurn if a mutant would stand (scrunch.growth.cure), or a forbidden loop (scrunch.loops)."""
    if has_mutant(side, stones):
        bad = min(cell for cell in stones if len(friends(side, stones, cell)) > MOST_FRIENDS)
        raise IllegalTurn("scrunch.growth.cure", f"the stone on {describe(bad)} would have more than two friends")
    if readings.loops == "forbidden" and has_loop(side, stones):
        raise IllegalTurn("scrunch.loops", "some stones would stand in a closed loop")
