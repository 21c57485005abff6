"""Splinter: how few pieces of each kind the sides have, and how firmly these hang in the group."""

from __future__ import annotations

from collections.abc import Callable

from shatterproof_properties.second.splinter.position import Position, Squares
from shatterproof_properties.solving.splinter import SplinterAdapter
from shatterproof_properties.solving.splinter.finishes import kinds_of

PIECE = 0.03
"""The worth of each piece. A kind counts against its side as 1 divided by the number of its pieces."""
LOOSE = 0.25
"""The share of its worth that a piece loses if it touches fewer than three others."""


def evaluation(adapter: SplinterAdapter) -> Callable[[Position], float]:
    """Few pieces of a kind are bad for a side, and so are pieces that hang on few others."""
    squares = adapter.engine.squares

    def worry(pieces: int, side: int, loose: int) -> float:
        total = -PIECE * side.bit_count()
        for kind in kinds_of(squares, pieces, side):
            count = kind.bit_count()
            total += 1 / count + LOOSE * (kind & loose).bit_count() / (count * count)
        return total

    def value(here: Position) -> float:
        to_move, occupied = adapter.engine.own(here), here.pieces & squares.all
        loose = occupied & ~held(squares, occupied)
        return worry(here.pieces, to_move, loose) - worry(here.pieces, occupied ^ to_move, loose)

    return value


def held(squares: Squares, occupied: int) -> int:
    """The squares that touch at least three occupied ones."""
    one = two = three = 0
    for direction in range(8):
        beside = squares.moved(occupied, direction)
        three |= two & beside
        two |= one & beside
        one |= beside
    return three
