"""The pieces on the board without their colours, and who lies beside whom, as bit masks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from shatterproof_properties.second.crumble.grains import Rect
from shatterproof_properties.second.crumble.masks import slots

if TYPE_CHECKING:
    from shatterproof_properties.second.crumble.images import Likeness
    from shatterproof_properties.second.crumble.rules import Rules
    from shatterproof_properties.second.crumble.travel import Lines
    from shatterproof_properties.second.crumble.values import Sheet
    from shatterproof_properties.solving.crumble.threats import Memo

NORTH, EAST, SOUTH, WEST = range(4)
LETTERS = "NESW"
APART, CORNER, SIDE, COMPLETE_SIDE = range(4)
"""How two pieces lie to each other; COMPLETE_SIDE stands for north, one more for east, and so on."""
GONE: Rect = (0, 0, 0, 0)


class Arrangement:
    """One way to cover the board. A piece keeps its slot from turn to turn; slots of vanished pieces are used
    again.

    `touch` and `near` say for each slot whom it touches and with whom it shares part of a side;
    `sides[direction]` with whom it shares a complete side, `faces` with whom in any direction;
    `edges[direction]` who lies on that edge of the board, `rim` on any. What is worked out when first asked for
    is None until then: `lines`, `sheet`, `likeness` (see images.py) and `memo` (see threats.py).
    """

    __slots__ = (
        "edges", "faces", "likeness", "lines", "live", "memo", "near", "rects", "rim", "sheet", "sides", "touch"
    )  # fmt: skip

    def __init__(self, rects: list[Rect]) -> None:
        """Pieces by slot, not yet related to one another."""
        self.rects = rects
        self.live = (1 << len(rects)) - 1
        self.touch = [0] * len(rects)
        self.near = [0] * len(rects)
        self.faces = [0] * len(rects)
        self.sides = tuple([0] * len(rects) for _ in range(4))
        self.edges = [0, 0, 0, 0]
        self.rim = 0
        self.lines: Lines | None = None
        self.sheet: Sheet | None = None
        self.likeness: Likeness | None = None
        self.memo: Memo | None = None

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
        new.lines = None
        new.sheet = None
        new.likeness = None
        new.memo = None
        return new

    def slot_at(self, corner: tuple[int, int]) -> int | None:
        """The piece whose lower-left corner is that point."""
        for slot in slots(self.live):
            if self.rects[slot][:2] == corner:
                return slot
        return None

    def relate(self, rules: Rules, slot: int, others: int) -> None:
        """Enters how a new piece lies to the others and to the edges of the board."""
        rects, touch, near, contact = self.rects, self.touch, self.near, rules.contact
        mine, bit = rects[slot], 1 << slot
        touching = nearby = 0
        while others:
            other_bit = others & -others
            others ^= other_bit
            other = other_bit.bit_length() - 1
            kind = contact(mine, rects[other])
            if kind:
                touching |= other_bit
                touch[other] |= bit
                if kind >= SIDE:
                    nearby |= other_bit
                    near[other] |= bit
                    if kind >= COMPLETE_SIDE:
                        self._face(slot, other, kind - COMPLETE_SIDE)
        touch[slot] = touching
        near[slot] = nearby
        for direction in rules.edges_of(mine):
            self.edges[direction] |= bit
            self.rim |= bit

    def _face(self, slot: int, other: int, direction: int) -> None:
        bit, other_bit = 1 << slot, 1 << other
        self.sides[direction][slot] |= other_bit
        self.sides[direction ^ 2][other] |= bit
        self.faces[slot] |= other_bit
        self.faces[other] |= bit

    def _forget(self, gone: int) -> int:
        """Takes pieces away; returns who touched them."""
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

    def replaced(self, rules: Rules, gone: int, new: Iterable[Rect]) -> tuple[Arrangement, list[int]]:
        """The arrangement with some pieces replaced by others in the same space, and the others' slots."""
        child = self._copy()
        around = child._forget(gone)
        added = []
        for rect in new:
            slot = child._add(rect)
            child.relate(rules, slot, around)
            around |= 1 << slot
            added.append(slot)
        return child, added


def arranged(rules: Rules, rects: Sequence[Rect]) -> Arrangement:
    """The arrangement of pieces sorted by their south side; ValueError if two of them overlap."""
    arrangement = Arrangement(list(rects))
    begun = 0
    for slot, rect in enumerate(rects):
        _refuse_overlap(rects, rect, begun)
        arrangement.relate(rules, slot, begun)
        begun |= 1 << slot
        begun = _still_open(rects, begun, rect[1])
    return arrangement


def _still_open(rects: Sequence[Rect], begun: int, south: int) -> int:
    for slot in slots(begun):
        if rects[slot][3] < south:
            begun ^= 1 << slot
    return begun


def _refuse_overlap(rects: Sequence[Rect], rect: Rect, begun: int) -> None:
    west, south, east, north = rect
    for slot in slots(begun):
        other = rects[slot]
        if other[0] < east and west < other[2] and other[1] < north and south < other[3]:
            raise ValueError("two pieces overlap (crumble.pieces.cover)")
