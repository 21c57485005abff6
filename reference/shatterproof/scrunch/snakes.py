"""Snakes: groups of connected stones of one colour."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from shatterproof.game import IllegalTurn
from shatterproof.scrunch.cells import Cell, Stones, board, describe
from shatterproof.scrunch.readings import Readings

if TYPE_CHECKING:
    import networkx as nx

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
    import networkx as nx

    return sorted(map(frozenset, nx.connected_components(joined(side, stones))), key=min)


def joined(side: int, cells: Set[Cell]) -> nx.Graph[Cell]:
    """Some cells, those that lie beside each other joined."""
    import networkx as nx

    graph: nx.Graph[Cell] = nx.Graph()
    graph.add_nodes_from(cells)
    graph.add_edges_from((cell, other) for cell in cells for other in board(side)[cell] & cells)
    return graph


def smallest(found: list[Stones]) -> list[Stones]:
    """scrunch.snake.smallest: the snakes than which no other of them is smaller."""
    size = min(map(len, found), default=0)
    return [snake for snake in found if len(snake) == size]


def is_egg(snake: Stones) -> bool:
    """scrunch.snake.egg: a snake of a single stone."""
    return len(snake) == 1


def friends(side: int, stones: Stones, cell: Cell) -> Set[Cell]:
    """The cells beside `cell` on which stones of this colour stand."""
    return board(side)[cell] & stones


def mutants(side: int, stones: Stones) -> list[Cell]:
    """scrunch.snake.mutant: the stones that have more than two friendly neighbours, sorted."""
    beside = board(side)
    return sorted([cell for cell in stones if len(beside[cell] & stones) > MOST_FRIENDS])


def has_loop(side: int, stones: Stones) -> bool:
    """scrunch.loops: whether some stones stand in a closed ring, three around a corner included."""
    import networkx as nx

    return bool(stones) and not nx.is_forest(joined(side, stones))


def check_sound(side: int, stones: Stones, readings: Readings) -> None:
    """Raises IllegalTurn if a mutant would stand (scrunch.growth.cure), or a forbidden loop (scrunch.loops)."""
    too_many = mutants(side, stones)
    if too_many:
        bad = describe(too_many[0])
        raise IllegalTurn("scrunch.growth.cure", f"the stone on {bad} would have more than two friends")
    if readings.loops == "forbidden" and has_loop(side, stones):
        raise IllegalTurn("scrunch.loops", "some stones would stand in a closed loop")
