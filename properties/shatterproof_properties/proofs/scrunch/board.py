"""The board, by the names of its cells."""

from __future__ import annotations

from functools import lru_cache

ROWS = "abcdefghijklmnopqrs"
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
"""The steps in slanted coordinates between cells beside each other (scrunch.board.hexagon)."""

Beside = dict[str, tuple[str, ...]]
"""For each cell of a board, by name, those that share a side with it."""


@lru_cache(maxsize=16)
def beside(side: int) -> Beside:
    """scrunch.board.hexagon: the cells of a board by row and then from the left, each with those beside it."""
    names = dict(sorted(names_by_place(side).items(), key=lambda item: (item[0][1], item[0][0])))
    return {
        name: tuple(names[q + east, r + north] for east, north in STEPS if (q + east, r + north) in names)
        for (q, r), name in names.items()
    }


def names_by_place(side: int) -> dict[tuple[int, int], str]:
    """The cells by slanted coordinates from the middle: those less than `side` steps away from it."""
    reach = side - 1
    middle = [(q, r) for r in range(-reach, side) for q in range(-reach, side) if abs(q + r) <= reach]
    starts = {row: min(q for q, r in middle if r == row) for row in range(-reach, side)}
    return {(q, r): f"{ROWS[r + reach]}{q - starts[r] + 1}" for q, r in middle}
