"""Names of boards, and the ranges in which engines announce them: 6x6, 7, 2x2..16x16, 3..10."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from shatterproof.errors import InputError
from shatterproof.game import AnyGame

LARGEST_SIDE = 26
"""The largest side of a board in a game that announces no boards."""


def area(game: AnyGame, board: str) -> int:
    """The size of a board, to order boards by: columns times rows, or the side."""
    return math.prod(game.board_size(board))


def has_opening(game: AnyGame, board: str) -> bool:
    try:
        game.start(board)
    except InputError:
        return False
    return True


def boards_around(game: AnyGame) -> tuple[str, ...]:
    """The boards that the rules can open a game on, as ranges like those that engines announce.

    From the standard board, one side at a time is made smaller or larger while there is an opening. If some board of
    the smallest and largest sides found in this way has none, the standard board is the only one.
    """
    standard = _sides(game.start().board)

    def furthest(place: int, step: int) -> int:
        sides = list(standard)
        while 0 < sides[place] + step <= LARGEST_SIDE and has_opening(game, _name(_stepped(sides, place, step))):
            sides = _stepped(sides, place, step)
        return sides[place]

    ends = [sorted({furthest(place, -1), furthest(place, 1)}) for place in range(len(standard))]
    if not all(has_opening(game, _name(corner)) for corner in product(*ends)):
        return (_name(standard),)
    return (f"{_name([each[0] for each in ends])}..{_name([each[-1] for each in ends])}",)


def _stepped(sides: Sequence[int], place: int, step: int) -> list[int]:
    return [side + step * (at == place) for at, side in enumerate(sides)]


def _name(sides: Iterable[int]) -> str:
    return "x".join(map(str, sides))


def covers(announced: Iterable[str], board: str) -> bool:
    """Whether the board of that name is one of the boards and ranges announced."""
    sides = _sides(board)
    return any(
        len(sides) == len(low) == len(high) and all(a <= side <= b for a, side, b in zip(low, sides, high, strict=True))
        for low, high in map(_ends, announced)
    )


def expand(announced: Iterable[str]) -> Iterator[str]:
    """The name of each announced board, smallest first within a range, none twice."""
    ranges = ([range(a, b + 1) for a, b in zip(low, high, strict=False)] for low, high in map(_ends, announced))
    ordered = (sorted(product(*each), key=lambda sides: (sum(sides), sides)) for each in ranges)
    yield from dict.fromkeys(_name(sides) for boards in ordered for sides in boards)


def _ends(entry: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    low, _, high = entry.partition("..")
    return _sides(low), _sides(high or low)


def _sides(board: str) -> tuple[int, ...]:
    return tuple(int(side) for side in board.split("x"))
