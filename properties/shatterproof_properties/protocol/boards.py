"""Names of boards, and the ranges in which engines announce them: 6x6, 7, 2x2..16x16, 3..10."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import product

from shatterproof.errors import InputError
from shatterproof.game import AnyGame


def area(game: AnyGame, board: str) -> int:
    """How large a board is, to order boards by: columns times rows, or the side."""
    return math.prod(game.board_size(board))


def has_opening(game: AnyGame, board: str) -> bool:
    """Whether the rules can open a game on a board."""
    try:
        game.start(board)
    except InputError:
        return False
    return True


def covers(announced: Iterable[str], board: str) -> bool:
    """Whether the board of that name is one of the boards and ranges announced."""
    return any(_within(_sides(board), *_ends(entry)) for entry in announced)


def expand(announced: Iterable[str]) -> Iterator[str]:
    """The name of each board announced, smallest first within a range; none twice."""
    seen: set[str] = set()
    for entry in announced:
        low, high = _ends(entry)
        ranges = [range(a, b + 1) for a, b in zip(low, high, strict=False)]
        for sides in sorted(product(*ranges), key=lambda sides: (sum(sides), sides)):
            name = "x".join(map(str, sides))
            if name not in seen:
                seen.add(name)
                yield name


def _ends(entry: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    low, _, high = entry.partition("..")
    return _sides(low), _sides(high or low)


def _sides(board: str) -> tuple[int, ...]:
    return tuple(int(side) for side in board.split("x"))


def _within(sides: tuple[int, ...], low: tuple[int, ...], high: tuple[int, ...]) -> bool:
    return len(sides) == len(low) == len(high) and all(
        a <= side <= b for a, side, b in zip(low, sides, high, strict=True)
    )
