"""Pieces: squares and half-squares, placed exactly."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

BLACK = "black"
WHITE = "white"

HALVINGS = 20
GRAIN = 1 << HALVINGS
"""Grains in a unit: lengths and places are whole numbers of the finest length a cut may reach."""

DIRECTIONS = "ENSW"
OPPOSITE = {"E": "W", "W": "E", "N": "S", "S": "N"}


class Piece(NamedTuple):
    """A rectangle: its south-west corner, measured from that of the board, and its size, all in grains."""

    x: int
    y: int
    width: int
    height: int

    @property
    def east(self) -> int:
        return self.x + self.width

    @property
    def north(self) -> int:
        return self.y + self.height

    @property
    def area(self) -> int:
        return self.width * self.height


def has_legal_shape(width: int, height: int) -> bool:
    """crumble.pieces.shape: a square, or a square's half."""
    return width == height or width == 2 * height or height == 2 * width


def place(piece: Piece) -> tuple[int, int]:
    """The key that sorts pieces from the south row up, each row from the west."""
    return (piece.y, piece.x)


def side(piece: Piece, direction: str) -> tuple[int, int, int]:
    """The side of a piece that faces `direction`: the line it lies on, its lower end and its upper end."""
    return {
        "N": (piece.north, piece.x, piece.east),
        "S": (piece.y, piece.x, piece.east),
        "E": (piece.east, piece.y, piece.north),
        "W": (piece.x, piece.y, piece.north),
    }[direction]


def share_complete_side(piece: Piece, other: Piece, direction: str) -> bool:
    """crumble.neighbour.complete-side: `other` lies in `direction` and the side between them is whole for both."""
    return side(piece, direction) == side(other, OPPOSITE[direction])


def common(piece: Piece, other: Piece) -> Piece:
    """What two pieces have in common: a rectangle without area where they do not overlap."""
    x, y = max(piece.x, other.x), max(piece.y, other.y)
    return Piece(x, y, max(min(piece.east, other.east) - x, 0), max(min(piece.north, other.north) - y, 0))


def overlap(piece: Piece, other: Piece) -> int:
    """The area that two pieces have in common, in square grains."""
    return common(piece, other).area


def contact(piece: Piece, other: Piece) -> int:
    """The length in grains of the side that two pieces share: 0 at a corner, below 0 where they do not touch."""
    (x, y, width, height), (east, north, wide, high) = piece, other
    across = min(x + width, east + wide) - max(x, east)
    upward = min(y + height, north + high) - max(y, north)
    return max(across, upward) if min(across, upward) == 0 else -1


def opponent(colour: str) -> str:
    return WHITE if colour == BLACK else BLACK


@lru_cache(maxsize=4096)
def in_units(length: int) -> str:
    """A length in grains as a fraction of a unit in lowest terms: `2`, `3/2`."""
    return str(Fraction(length, GRAIN))


def describe(piece: Piece) -> str:
    """A piece for messages: `1x1/2 at (0, 3/2)`."""
    return f"{in_units(piece.width)}x{in_units(piece.height)} at ({in_units(piece.x)}, {in_units(piece.y)})"
