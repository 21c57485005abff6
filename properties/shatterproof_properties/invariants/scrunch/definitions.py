"""Cells, snakes, mutants and loops from their definitions, in plain sets.

The place of a cell is counted from the middle of the board: rows up, and steps to the right along lines that lean left.
So all cells have the same six steps to their neighbours. Nothing here uses the boards or snakes of the reference.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from functools import lru_cache

from shatterproof.scrunch.cells import Cell

Place = tuple[int, int]
Places = frozenset[Place]

STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))


@lru_cache(maxsize=16)
def places(side: int) -> Places:
    """All places of the board: those less than `side` steps from the middle."""
    near = range(1 - side, side)
    return frozenset((up, along) for up in near for along in near if abs(up + along) < side)


def place_of(side: int, cell: Cell) -> Place:
    """The place of a cell. Each row below the middle begins half a cell further right than the row above it."""
    row, column = cell
    return row - side + 1, column - min(row, side - 1)


def cell_at(side: int, place: Place) -> Cell:
    """The cell at a place of the board."""
    row = place[0] + side - 1
    return Cell(row, place[1] + min(row, side - 1))


def seen(side: int, cells: Iterable[Cell]) -> Places:
    return frozenset(place_of(side, cell) for cell in cells)


def beside(place: Place) -> set[Place]:
    """The six places around one, on the board or not."""
    return {(place[0] + up, place[1] + along) for up, along in STEPS}


def snake_at(place: Place, stones: Set[Place]) -> set[Place]:
    """The snake that the stone at a place belongs to."""
    found, edge = {place}, {place}
    while edge:
        edge = {other for stone in edge for other in beside(stone) if other in stones} - found
        found |= edge
    return found


def snakes_of(stones: Set[Place]) -> list[Places]:
    """The snakes that some stones of one colour form, ordered by their lowest, leftmost stones."""
    left, found = set(stones), []
    while left:
        snake = snake_at(min(left), left)
        left -= snake
        found.append(frozenset(snake))
    return found


def smallest_of(stones: Set[Place]) -> list[Places]:
    """The smallest of these snakes."""
    found = snakes_of(stones)
    return [snake for snake in found if all(len(snake) <= len(other) for other in found)]


def is_mutant(stones: Set[Place]) -> bool:
    """Whether a stone has more than two friends beside it."""
    return any(len(beside(stone) & stones) > 2 for stone in stones)


def is_looped(stones: Set[Place]) -> bool:
    """Whether some stones stand in a closed ring.

    The test takes away stones with at most one friend, again and again; a ring remains.
    """
    left = set(stones)
    while ends := {stone for stone in left if len(beside(stone) & left) < 2}:
        left -= ends
    return bool(left)
