"""Slides that may run the other side out of a kind, found without playing the others out.

Two ways lead there: pushing a last piece off, and moving a piece on which the group hangs. Where one group stays, a win
in one is a win at once, because nobody is ever in a position in which all turns lose at once:

Take the piece p of the side to move without which the largest group that is left, L, is largest. All other pieces of
that side are in L: one elsewhere would leave a larger group. On some squares beside p stand pieces of L; p can slide
towards any of them, and to any empty square beside one of them, and L stays, and so does p. Nothing that is cut off is
the mover's, so that such a slide loses only if it pushes off the mover's last piece of a kind; of those there are at
most three. One direction may be forbidden as a return. So if all turns lose, then every square next to p and next to a
piece of L is taken by a piece of L, one direction perhaps excepted, and each such direction ends in a last piece.

- Away from the edge that makes seven directions, which are too many.
- On an edge, but not in a corner, it makes four, unless just the direction straight inwards is forbidden. Then it makes
  two, and one of the last pieces is in a corner of that edge.
- A corner piece never parts the group, and so may be taken for p. It has three directions, of which two at least must
  end in last pieces, one of them in the next corner, of which the same holds. So all three kinds have one piece, the
  forbidden direction leads straight inwards from the edge of both corners, and the third piece stands on the opposite
  edge where their diagonals meet. It does not part the group either, may be taken for p, and would need the opposite
  direction to be the forbidden one.
- So there is no p in a corner, and with it none on an edge.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from shatterproof_properties.second.splinter.position import (
    Position,
    Squares,
    contiguous,
    grouped,
    opposite,
    squares_of,
)
from shatterproof_properties.second.splinter.rules import Rules
from shatterproof_properties.second.splinter.slides import can_leave, neighbour_masks

Slide = tuple[int, int]
"""A square and a direction."""


class PiecesByKind(NamedTuple):
    """One side's pieces of each kind, as squares."""

    square: int
    cross: int
    circle: int


def kinds_of(squares: Squares, pieces: int, side: int) -> PiecesByKind:
    """One side's pieces by kind, from all pieces and the squares of that side."""
    square, cross = pieces >> 2 * squares.size & side, pieces >> 3 * squares.size & side
    return PiecesByKind(square, cross, side & ~(square | cross))


class FinishingSlides:
    """The slides of one position that may win, under `keep-one` only."""

    def __init__(self, rules: Rules, here: Position) -> None:
        self._squares = rules.squares
        self._rules = rules
        self._occupied = here.pieces & rules.squares.all
        self._own = rules.own(here)
        self._kinds = kinds_of(rules.squares, here.pieces, self._occupied ^ self._own)

    def slides(self) -> Iterator[Slide]:
        """All slides after which the other side may be out of a kind. Some may be illegal."""
        for kind in self._kinds:
            if not kind & kind - 1:
                yield from self._pushing_off(kind)
        squares, occupied, own = self._squares, self._occupied, self._own
        hanging = own & ~can_leave(squares, occupied, own, neighbour_masks(squares, occupied))
        for square in squares_of(hanging):
            parts = list(grouped(occupied ^ square, squares.spread))
            if not self._may_leave_out(parts):
                continue
            for direction in range(8):
                run = contiguous(squares, occupied, square, direction)
                front = squares.moved(run, direction) & ~occupied & squares.all
                slid = [kind & ~run | squares.moved(kind & run, direction) for kind in self._kinds]
                if any(not kind & stays for stays in self._staying(parts, front) for kind in slid):
                    yield square, direction

    def _pushing_off(self, piece: int) -> Iterator[Slide]:
        for direction in range(8):
            if piece & self._squares.last[direction]:
                run = contiguous(self._squares, self._occupied, piece, opposite(direction))
                for square in squares_of(run & self._own):
                    yield square, direction

    def _may_leave_out(self, parts: list[int]) -> bool:
        """Whether a kind may be gone if one of these parts stays.

        A part of more than half the pieces stays. So does a piece that slides within it, unless it is pushed off.
        """
        for part in parts:
            if 2 * part.bit_count() > self._occupied.bit_count():
                inside = (kind & part for kind in self._kinds)
                return any(not kind & (kind - 1 | ~self._squares.edge) for kind in inside)
        return True

    def _staying(self, parts: list[int], front: int) -> list[int]:
        """The largest groups that the parts make with a newly occupied square; none if the square joins all parts."""
        if front:
            near = self._squares.spread(front)
            apart = [part for part in parts if not part & near]
            if not apart:
                return []
            parts = [*apart, front | sum(part for part in parts if part & near)]
        most = max(part.bit_count() for part in parts)
        return [part for part in parts if part.bit_count() == most]
