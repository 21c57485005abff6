"""The images of a position of Crumble, and the turns that count as one answer, for the checker."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from shatterproof.crumble.pieces import GRAIN
from shatterproof_properties.puzzles.checker.symmetry_class import Map, ways


def images(position: Any) -> Iterator[tuple[Any, ...]]:
    """All images, each as numbers: width, height, the pieces, the memory."""
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


def motif(turn: Any) -> Any:
    """The cut or the join, whatever walk follows."""
    return replace(turn, walk=None)
