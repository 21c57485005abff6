"""Slides that cannot remove anything, found all at once."""

from __future__ import annotations

from shatterproof_properties.second.splinter.board import Squares, squares_of


def sort_slides(squares: Squares, occupied: int, own: int, back: int, forbidden: int) -> tuple[list[int], list[int]]:
    """The slides that are legal and remove nothing, and those that may remove something or be illegal.

    Each are given by direction, as the mask of the squares that they start from, in a position with one group. In the
    direction `back` (NOWHERE for none) slides from the squares in `forbidden` are illegal.
    """
    beside = neighbour_masks(squares, occupied)
    leaving = can_leave(squares, occupied, own, beside)
    lonely = touched_once(squares, occupied, beside)
    quiet, rest = [], []
    for direction in range(8):
        calm = leaving & ~squares.moved(lonely, direction ^ 4) & ~_reaching_the_edge(squares, occupied, direction)
        allowed = ~forbidden if direction == back else -1
        quiet.append(calm & allowed)
        rest.append(own & ~calm & allowed)
    return quiet, rest


def _reaching_the_edge(squares: Squares, occupied: int, direction: int) -> int:
    """The pieces whose slide takes a piece off the board."""
    reached, before = occupied & squares.last[direction], 0
    while reached != before:
        before = reached
        reached |= squares.moved(reached, direction ^ 4) & occupied
    return reached


def neighbour_masks(squares: Squares, mask: int) -> list[int]:
    """For each direction, the squares whose neighbour in that direction is in the mask."""
    return [squares.moved(mask, direction ^ 4) for direction in range(8)]


def can_leave(squares: Squares, occupied: int, own: int, beside: list[int]) -> int:
    """The pieces of `own` that can leave without splitting the group; `beside` is as in `neighbour_masks`."""
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
    """Whether a piece's neighbours are linked without that piece."""
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
