"""The images of a position of Scrunch, and the turns that count as one answer, for the checker."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Place = tuple[int, int]


def images(position: Any) -> Iterator[tuple[Any, ...]]:
    """All images, each as the side of the board, the phases and the stones."""
    own, side = position.to_move, position.side
    phases = own in position.creating, bool(position.creating - {own})
    stones = [(axial(side, cell), colour == own) for colour in ("dark", "light") for cell in position.stones(colour)]
    for _ in range(6):
        # A sixth of a turn about the middle, then also mirrored.
        stones = [((-r, q + r), is_own) for (q, r), is_own in stones]
        yield side, phases, tuple(sorted(stones))
        yield side, phases, tuple(sorted(((r, q), is_own) for (q, r), is_own in stones))


def axial(side: int, cell: Any) -> Place:
    """A cell in axial coordinates, from the middle of the board."""
    r = cell.row - (side - 1)
    return cell.column - (side - 1) - min(r, 0), r


def motif(turn: Any) -> Any:
    """The cells won and left, and the snakes removed."""
    left, won = {*(turn.moved or ())[:1]}, {*(turn.moved or ())[1:]}
    if turn.placed is not None:
        won.add(turn.placed)
    return tuple(sorted(turn.removed)), tuple(sorted(won - left)), tuple(sorted(left - won))
