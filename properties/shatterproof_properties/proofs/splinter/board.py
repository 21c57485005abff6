"""The board, by the names of its squares."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

DIRECTIONS = {
    "N": (0, 1),
    "NE": (1, 1),
    "E": (1, 0),
    "SE": (1, -1),
    "S": (0, -1),
    "SW": (-1, -1),
    "W": (-1, 0),
    "NW": (-1, 1),
}
OPPOSITE = dict(zip(DIRECTIONS, [*list(DIRECTIONS)[4:], *list(DIRECTIONS)[:4]], strict=True))
COLUMNS = "abcdefghijklmnopqrstuvwxyz"


class SquareBoard(NamedTuple):
    """A board: its squares by column and then by row; the neighbours of each; and the next square in each direction."""

    squares: tuple[str, ...]
    beside: dict[str, tuple[str, ...]]
    next: dict[tuple[str, str], str]
    """The next square by square and direction. Steps that lead off the board are missing."""

    def behind(self, square: str, direction: str) -> str | None:
        """The square from which a step in a direction leads to this one, if the board has it."""
        return self.next.get((square, OPPOSITE[direction]))


@lru_cache(maxsize=16)
def board_of(columns: int, rows: int) -> SquareBoard:
    """splinter.board.rectangle, splinter.slide.one-step: a board of columns by rows."""
    places = {(column, row): f"{COLUMNS[column]}{row + 1}" for column in range(columns) for row in range(rows)}
    following = {
        (name, direction): places[column + east, row + north]
        for (column, row), name in places.items()
        for direction, (east, north) in DIRECTIONS.items()
        if (column + east, row + north) in places
    }
    beside = {
        name: tuple(following[name, direction] for direction in DIRECTIONS if (name, direction) in following)
        for name in places.values()
    }
    return SquareBoard(tuple(places.values()), beside, following)
