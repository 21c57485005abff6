"""Groups of touching pieces, as masks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from shatterproof_properties.second.splinter.squares import Squares, squares_of

Spread = Callable[[int], int]
"""From a set of squares to itself and all squares linked to it."""


def flood(seed: int, within: int, spread: Spread) -> int:
    """Everything within a mask that is linked to the seed, seed included."""
    reached, before = seed, 0
    while reached != before:
        before = reached
        reached = spread(reached) & within
    return reached


def grouped(mask: int, spread: Spread) -> Iterator[int]:
    """The groups of a mask, in the order of their smallest squares."""
    while mask:
        group = flood(mask & -mask, mask, spread)
        yield group
        mask ^= group


def neighbour_masks(squares: Squares, mask: int) -> list[int]:
    """For each direction the squares whose neighbour there is in the mask."""
    return [squares.moved(mask, direction ^ 4) for direction in range(8)]


def can_leave(squares: Squares, occupied: int, own: int, beside: list[int]) -> int:
    """The pieces of `own` that all others hold together without; `beside` as in `neighbour_masks`."""
    north, north_east, east, south_east, south, south_west, west, north_west = beside
    # Gaps in the ring around a square, each counted where it ends.
    one = ~north & (north_east | east)
    two = ~east & (south_east | south)
    three = ~south & (south_west | west)
    four = ~west & (north_west | north)
    gaps = one & two | three & four | (one | two) & (three | four)
    doubtful = own & gaps
    safe = own ^ doubtful
    for square in squares_of(doubtful):
        if _holds_without(squares, occupied ^ square, square):
            safe |= square
    return safe


def _holds_without(squares: Squares, rest: int, square: int) -> bool:
    """Whether a piece's neighbours are linked without it."""
    around = squares.spread(square) & rest
    reached, before = around & -around, 0
    while reached != before:
        if not around & ~reached:
            return True
        before = reached
        reached = squares.spread(reached) & rest
    return False


def touched_once(squares: Squares, occupied: int, beside: list[int]) -> int:
    """The empty squares that at most one piece touches."""
    once = twice = 0
    for mask in beside:
        twice |= once & mask
        once |= mask
    return squares.all & ~occupied & ~twice
