"""The images of a position of Splinter, and the turns that count as one answer, for the checker."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from shatterproof_properties.puzzles.checker.symmetry_class import ways


def images(position: Any) -> Iterator[tuple[Any, ...]]:
    """All images, each as columns, rows, the pieces, and the remembered squares."""
    pieces = position.pieces
    for columns, rows, to in ways(position.columns - 1, position.rows - 1):
        standing = tuple(sorted((to(at), piece.colour == position.to_move, piece.kind) for at, piece in pieces.items()))
        yield columns, rows, standing, tuple(sorted((to(now), to(before)) for now, before in position.memory))


def motif(turn: Any) -> Any:
    """The turn itself."""
    return turn
