"""The places of pieces, and which of them meet, worked out from their rectangles alone."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

Rect = tuple[int, int, int, int]
"""West side, south side, width, height, in grains."""

GRAIN = 1 << 20
"""Grains in a unit. All lengths are whole numbers of grains, even the finest."""


class PieceGeometry:
    """A board of n grains, and rectangles that cover it; pieces are numbered in their order."""

    def __init__(self, width: int, height: int, rects: Sequence[Rect]) -> None:
        self.width = width
        self.height = height
        self.rects = tuple(rects)
        self.pieces = range(len(self.rects))

    @cached_property
    def touching(self) -> list[tuple[int, int]]:
        """Every two pieces that have a point in common."""
        return [pair for pair, _ in self._contacts]

    @cached_property
    def neighbours(self) -> list[tuple[int, int]]:
        """Every two pieces that touch along more than a corner (crumble.neighbour.side)."""
        return [pair for pair, length in self._contacts if length]

    @cached_property
    def _contacts(self) -> list[tuple[tuple[int, int], int]]:
        found = []
        for one in self.pieces:
            x, y, width, height = self.rects[one]
            for other in range(one):
                west, south, wide, high = self.rects[other]
                along = min(x + width, west + wide) - max(x, west)
                up = min(y + height, south + high) - max(y, south)
                if along >= 0 and up >= 0:
                    found.append(((other, one), along + up))
        return found

    @cached_property
    def edges(self) -> dict[str, frozenset[int]]:
        """The pieces along each edge of the board."""
        rects = list(enumerate(self.rects))
        return {
            "E": frozenset(piece for piece, (x, _, width, _) in rects if x + width == self.width),
            "N": frozenset(piece for piece, (_, y, _, height) in rects if y + height == self.height),
            "S": frozenset(piece for piece, (_, y, _, _) in rects if y == 0),
            "W": frozenset(piece for piece, (x, _, _, _) in rects if x == 0),
        }

    @cached_property
    def rim(self) -> frozenset[int]:
        """The pieces along any edge."""
        return frozenset().union(*self.edges.values())

    @cached_property
    def across(self) -> list[dict[str, int]]:
        """crumble.neighbour.complete-side: for each piece, those that share a complete side with it, by direction."""
        by_side = {(x, y, "W", height): piece for piece, (x, y, _, height) in enumerate(self.rects)}
        by_side |= {(x, y, "S", width): piece for piece, (x, y, width, _) in enumerate(self.rects)}
        found: list[dict[str, int]] = [{} for _ in self.pieces]
        for piece, (x, y, width, height) in enumerate(self.rects):
            sides = {"E": (x + width, y, "W", height), "N": (x, y + height, "S", width)}
            for direction, side in sides.items():
                other = by_side.get(side)
                if other is not None:
                    found[piece][direction] = other
                    found[other]["W" if direction == "E" else "S"] = piece
        return found

    def replaced(self, gone: Sequence[Rect], new: Sequence[Rect]) -> PieceGeometry:
        """The same board with some rectangles in the place of others."""
        kept = [rect for rect in self.rects if rect not in gone]
        return PieceGeometry(self.width, self.height, [*kept, *new])


def position_of(geometry: PieceGeometry, black: Sequence[bool], to_move: str) -> dict[str, Any]:
    """A position in its JSON form, with nothing remembered."""
    pieces = sorted(zip(geometry.rects, black, strict=True), key=lambda piece: (piece[0][1], piece[0][0]))
    return {
        "board": f"{geometry.width // GRAIN}x{geometry.height // GRAIN}",
        "game": "crumble",
        "memory": None,
        "pieces": [
            [*(str(Fraction(length, GRAIN)) for length in rect), "black" if is_black else "white"]
            for rect, is_black in pieces
        ],
        "to_move": to_move,
    }
