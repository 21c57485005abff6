"""The same key for positions that are images of one another: turned, mirrored, or with the colours exchanged.

The rules know no direction and no colour, under any reading; so what is shown of a position is shown of its images. All
is seen from the side to move, and what a position remembers goes along. Works on positions of the reference.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any

from shatterproof.crumble.pieces import GRAIN
from shatterproof.game import AnyGame

Point = tuple[int, int]
Map = Callable[[Point], Point]


def image_key(game: AnyGame, position: Any) -> Hashable:
    """The least of a position's images."""
    return min(IMAGES[game.NAME](position))


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


def _crumble(position: Any) -> Iterator[tuple[Any, ...]]:
    arrangement, own, memory = position.arrangement, position.own, position.memory
    for width, height, to in ways(arrangement.columns * GRAIN, arrangement.rows * GRAIN):

        def rectangle(piece: Any, to: Map = to) -> tuple[int, ...]:
            (x, y), (east, north) = to((piece.x, piece.y)), to((piece.east, piece.north))
            return min(x, east), min(y, north), abs(east - x), abs(north - y)

        def rectangles(pieces: Iterable[Any], of: Callable[[Any], tuple[int, ...]] = rectangle) -> Any:
            return tuple(sorted(map(of, pieces)))

        pieces = tuple(sorted((*rectangle(piece), piece in own) for piece in arrangement.pieces))
        deeds = memory.recent if memory else ()
        remembered = tuple((rectangles(deed.targets), rectangles(deed.worked)) if deed else () for deed in deeds)
        yield width, height, pieces, remembered, memory.renewals if memory else -1


def _splinter(position: Any) -> Iterator[tuple[Any, ...]]:
    pieces = position.pieces
    for columns, rows, to in ways(position.columns - 1, position.rows - 1):
        standing = tuple(sorted((to(at), piece.colour == position.to_move, piece.kind) for at, piece in pieces.items()))
        yield columns, rows, standing, tuple(sorted((to(now), to(before)) for now, before in position.memory))


def _scrunch(position: Any) -> Iterator[tuple[Any, ...]]:
    own, side = position.to_move, position.side
    phases = own in position.creating, bool(position.creating - {own})
    stones = [(axial(side, cell), colour == own) for colour in ("dark", "light") for cell in position.stones(colour)]
    for _ in range(6):
        # A sixth of a turn about the middle, then also mirrored.
        stones = [((-r, q + r), is_own) for (q, r), is_own in stones]
        yield side, phases, tuple(sorted(stones))
        yield side, phases, tuple(sorted(((r, q), is_own) for (q, r), is_own in stones))


def axial(side: int, cell: Any) -> Point:
    """A cell in axial coordinates, from the middle of the board."""
    r = cell.row - (side - 1)
    return cell.column - (side - 1) - min(r, 0), r


IMAGES: dict[str, Callable[[Any], Iterator[tuple[Any, ...]]]] = {
    "crumble": _crumble,
    "scrunch": _scrunch,
    "splinter": _splinter,
}
