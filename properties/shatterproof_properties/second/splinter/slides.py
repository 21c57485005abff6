"""Slides: which pieces move along, what is left of them, and all at once those that cannot remove anything."""

from __future__ import annotations

from typing import NamedTuple

from shatterproof_properties.second.splinter.groups import can_leave, neighbour_masks, touched_once
from shatterproof_properties.second.splinter.position import Position
from shatterproof_properties.second.splinter.returns import ReturnRules
from shatterproof_properties.second.splinter.squares import NOWHERE, Squares, opposite


class Sorted(NamedTuple):
    """The mover's slides by direction, each as the mask of the squares they start from.

    `quiet` slides are legal and remove nothing, `rest` may remove something or be illegal; after those of the rest
    that are in `whole` all pieces still hold together.
    """

    quiet: list[int]
    rest: list[int]
    whole: list[int]


def contiguous(squares: Squares, occupied: int, square: int, direction: int) -> int:
    """A square and the occupied ones ahead of it, up to the first that is empty."""
    ray = squares.rays[direction][square]
    empty = ray & ~occupied
    if not empty:
        return ray | square
    if direction < 4:
        return ray & (empty & -empty) - 1 | square
    return ray & -1 << empty.bit_length() | square


def slid(squares: Squares, pieces: int, run: int, direction: int) -> int:
    """The pieces after a run has moved one step, perhaps onto the frame."""
    moving = pieces & run * squares.planes
    return pieces ^ moving ^ squares.moved(moving, direction)


def sort_slides(rules: ReturnRules, here: Position, own: int) -> Sorted:
    """Tells the slides that remove nothing from the others, in a position with one group."""
    squares = rules.squares
    occupied = here.pieces & squares.all
    beside = neighbour_masks(squares, occupied)
    leaving = can_leave(squares, occupied, own, beside)
    lonely = touched_once(squares, occupied, beside)
    back = NOWHERE if here.heading == NOWHERE else opposite(here.heading)
    quiet, rest, whole = [], [], []
    for direction in range(8):
        linked = leaving & ~squares.moved(lonely, direction ^ 4)
        calm = linked & ~_reaching_the_edge(squares, occupied, direction)
        forbidden = rules.forbidden_back(here, occupied) if direction == back else 0
        quiet.append(calm & ~forbidden)
        rest.append(own & ~calm & ~forbidden)
        whole.append(linked)
    return Sorted(quiet, rest, whole)


def _reaching_the_edge(squares: Squares, occupied: int, direction: int) -> int:
    """The pieces whose slide takes a piece off the board."""
    reached, before = occupied & squares.last[direction], 0
    while reached != before:
        before = reached
        reached |= squares.moved(reached, direction ^ 4) & occupied
    return reached
