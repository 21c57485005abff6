"""Slides: those that cannot remove anything, found all at once, and one slide played out in full."""

from __future__ import annotations

from shatterproof_properties.second.splinter.position import NOWHERE, Position, Squares, slid, squares_of
from shatterproof_properties.second.splinter.rules import Rules


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
        # A slide of one of these takes a piece off the board.
        reaching, before = occupied & squares.last[direction], 0
        while reaching != before:
            before = reaching
            reaching |= squares.moved(reaching, direction ^ 4) & occupied
        calm = leaving & ~squares.moved(lonely, direction ^ 4) & ~reaching
        allowed = ~forbidden if direction == back else -1
        quiet.append(calm & allowed)
        rest.append(own & ~calm & allowed)
    return quiet, rest


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


SlideResult = tuple[int, Position]
"""The group that the mover names in a tie, else 0, and the position after the turn."""


def slide_results(rules: Rules, here: Position, square: int, direction: int, run: int) -> list[SlideResult]:
    """All results of a legal slide, in the order of the groups named."""
    squares = rules.squares
    landed = slid(squares, here.pieces, run, direction)
    pieces = landed & squares.everywhere
    now = squares.moved(run, direction)
    if rules.push_first and rules.decided(pieces, here.blue_moves):
        return [(0, _after(rules, here, landed, pieces, now, direction))]
    within = rules.judged(landed, pieces)
    groups = rules.groups(pieces, within)
    options = [(0, within)]
    blue = pieces >> squares.size
    own = pieces & squares.all & (blue if here.blue_moves else ~blue)
    landing = squares.moved(square, direction) & squares.all
    if len(groups) > 1:
        options = rules.options(groups, rules.tied(groups, own, landing), landing)
    found = []
    for named, stays in options:
        left = pieces & ~(rules.cut_off(within, stays, own) * squares.planes)
        found.append((named & squares.all, _after(rules, here, landed, left, now, direction)))
    return found


def _after(rules: Rules, here: Position, landed: int, left: int, now: int, direction: int) -> Position:
    outcome = rules.decided(left, here.blue_moves)
    if outcome is None:
        now = rules.remembered(left, now, direction, here.blue_moves, left != landed)
        if now:
            return Position(left, not here.blue_moves, now, direction, None)
    return Position(left, not here.blue_moves, 0, NOWHERE, outcome)
