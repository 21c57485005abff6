"""Positions and turns inside the engine. An arrangement holds the pieces without their colours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar, cast

from shatterproof.errors import InputError
from shatterproof.game import Outcome
from shatterproof_properties.second.crumble.board import COMPLETE_SIDE, SIDE, Point, Rect, slots

SIDES = ("black", "white")
WON = {side: Outcome(side, "crumble.win.four-sides") for side in SIDES}
DRAWN = Outcome(None, "crumble.draw.repetition")
Worked = tuple[Rect, ...]
Targets = tuple[Rect, ...]
NO_TARGETS = 0
GONE: Rect = (0, 0, 0, 0)
Made = TypeVar("Made")


class Geometry(Protocol):
    """The position of pieces relative to each other: the part of the rules that an arrangement needs."""

    def contact(self, one: Rect, other: Rect) -> int:
        """The contact of two pieces: APART, CORNER, SIDE, or COMPLETE_SIDE plus the direction of the other."""

    def edges_of(self, piece: Rect) -> Iterable[int]:
        """The edges of the board that a piece touches."""


class Arrangement:
    """One way to cover the board. A piece keeps its slot from turn to turn; new pieces take the slots of removed ones.

    For each slot `touch` lists the pieces that it touches, `near` those that share part of a side with it, `faces`
    those that share a complete side, and `sides[direction]` the latter in one direction. `edges[direction]` are the
    pieces on that edge of the board, and `rim` those on any edge.
    """

    __slots__ = ("_derived", "edges", "faces", "live", "near", "rects", "rim", "sides", "touch")

    def __init__(self, rects: list[Rect]) -> None:
        """Pieces by slot. Their contacts are not worked out yet."""
        self.rects = rects
        self.live = (1 << len(rects)) - 1
        self.touch = [0] * len(rects)
        self.near = [0] * len(rects)
        self.faces = [0] * len(rects)
        self.sides = tuple([0] * len(rects) for _ in range(4))
        self.edges = [0, 0, 0, 0]
        self.rim = 0
        self._derived: dict[object, Any] | None = None

    def derived(self, make: Callable[..., Made], *arguments: object) -> Made:
        """The value that `make` returns for this arrangement. It is kept, so later calls ignore the arguments."""
        if self._derived is None:
            self._derived = {}
        elif make in self._derived:
            return cast(Made, self._derived[make])
        made = self._derived[make] = make(self, *arguments)
        return made

    def _copy(self) -> Arrangement:
        new = Arrangement.__new__(Arrangement)
        new.rects = self.rects.copy()
        new.live = self.live
        new.touch = self.touch.copy()
        new.near = self.near.copy()
        new.faces = self.faces.copy()
        north, east, south, west = self.sides
        new.sides = (north.copy(), east.copy(), south.copy(), west.copy())
        new.edges = self.edges.copy()
        new.rim = self.rim
        new._derived = None
        return new

    def slot_at(self, corner: Point) -> int | None:
        """The piece whose lower-left corner is that point."""
        for slot in slots(self.live):
            if self.rects[slot][:2] == corner:
                return slot
        return None

    def relate(self, geometry: Geometry, slot: int, others: int) -> None:
        """Works out the contacts of a new piece with the others and with the edges of the board."""
        rects, touch, near, contact = self.rects, self.touch, self.near, geometry.contact
        mine, bit = rects[slot], 1 << slot
        touching = nearby = 0
        while others:
            other_bit = others & -others
            others ^= other_bit
            other = other_bit.bit_length() - 1
            kind = contact(mine, rects[other])
            if not kind:
                continue
            touching |= other_bit
            touch[other] |= bit
            if kind >= SIDE:
                nearby |= other_bit
                near[other] |= bit
            if kind >= COMPLETE_SIDE:
                direction = kind - COMPLETE_SIDE
                self.sides[direction][slot] |= other_bit
                self.sides[direction ^ 2][other] |= bit
                self.faces[slot] |= other_bit
                self.faces[other] |= bit
        touch[slot] = touching
        near[slot] = nearby
        for direction in geometry.edges_of(mine):
            self.edges[direction] |= bit
            self.rim |= bit

    def _forget(self, gone: int) -> int:
        """Remove pieces; return the pieces that touched them."""
        rects, touch, near, faces = self.rects, self.touch, self.near, self.faces
        keep = ~gone
        touched = faced = 0
        for slot in slots(gone):
            touched |= touch[slot]
            faced |= faces[slot]
            touch[slot] = near[slot] = faces[slot] = 0
            for side in self.sides:
                side[slot] = 0
            rects[slot] = GONE
        touched &= keep
        for slot in slots(touched):
            touch[slot] &= keep
            near[slot] &= keep
        for slot in slots(faced & keep):
            faces[slot] &= keep
            for side in self.sides:
                side[slot] &= keep
        self.live &= keep
        if gone & self.rim:
            self.edges = [edge & keep for edge in self.edges]
            self.rim &= keep
        return touched

    def _add(self, rect: Rect) -> int:
        slot = (~self.live & (self.live + 1)).bit_length() - 1
        if slot == len(self.rects):
            for column in (self.touch, self.near, self.faces, *self.sides):
                column.append(0)
            self.rects.append(rect)
        else:
            self.rects[slot] = rect
        self.live |= 1 << slot
        return slot

    def replaced(self, geometry: Geometry, gone: int, new: Iterable[Rect]) -> tuple[Arrangement, list[int]]:
        """The arrangement with some pieces replaced by new ones in the same space, and the slots of the new pieces."""
        child = self._copy()
        around = child._forget(gone)
        added = []
        for rect in new:
            slot = child._add(rect)
            child.relate(geometry, slot, around)
            around |= 1 << slot
            added.append(slot)
        return child, added


def arranged(geometry: Geometry, rects: Sequence[Rect]) -> Arrangement:
    """The arrangement of pieces sorted by their south side; InputError if two of them overlap."""
    arrangement = Arrangement(list(rects))
    begun = 0
    for slot, (west, south, east, north) in enumerate(rects):
        for other in slots(begun):
            x0, y0, x1, y1 = rects[other]
            if x0 < east and west < x1 and y0 < north and south < y1:
                raise InputError("two pieces overlap (crumble.pieces.cover)", "/pieces", "one piece at every point")
        arrangement.relate(geometry, slot, begun)
        begun |= 1 << slot
        # No later piece touches one that ends further south than this one begins.
        begun ^= sum(1 << other for other in slots(begun) if rects[other][3] < south)
    return arrangement


class Remembered(NamedTuple):
    """The draw rule's memory of one turn: the pieces that it swapped into, in order, and those that it worked on."""

    targets: Targets
    worked: Worked


class Memory(NamedTuple):
    """The latest turns, newest first, and how many in a row have renewed."""

    recent: tuple[Remembered | None, ...]
    renewals: int


class Position(NamedTuple):
    """A position; `black` are Black's pieces.

    Equal positions may use different slots: compare them by `Engine.write`, not ==.
    """

    arrangement: Arrangement
    black: int
    black_moves: bool
    memory: Memory | None
    outcome: Outcome | None

    @property
    def own(self) -> int:
        """The pieces of the side to move."""
        return self.black if self.black_moves else self.arrangement.live ^ self.black


class Work(NamedTuple):
    """A cut ("V", "H") of the slots in `worked`, in order along the line, or a join ("J") to `outline`."""

    kind: str
    worked: tuple[int, ...]
    outline: Rect | None


class Turn(NamedTuple):
    """A cut or join and its walk: the number of the piece along the cut, the half that starts, and the path."""

    work: Work
    piece: int
    half: str
    path: str


class WalkEnd(NamedTuple):
    """The end of a turn: the mover's pieces, the slots of its targets (a mask), and the winner as in `Rules`."""

    own: int
    targets: int
    winner: int
