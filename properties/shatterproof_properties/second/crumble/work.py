"""Cuts and joins, and the arrangement after each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate
from operator import or_
from typing import NamedTuple

from shatterproof_properties.second.crumble.board import Rect, groups, slots
from shatterproof_properties.second.crumble.position import Arrangement, Work, Worked
from shatterproof_properties.second.crumble.rules import Rules

HALVES = {"V": "WE", "H": "SN", "J": ("",)}
"""The names of the new pieces at one place of a cut or join, in order, for each kind of work."""


Wanted = Callable[[Work], bool]
"""Chooses the cuts and joins to carry out."""


def all_wanted(work: Work) -> bool:
    """Wants every cut and join."""
    return True


class WorkResult(NamedTuple):
    """The result of a cut or join: all the mover's pieces, and the new ones, with halves in pairs."""

    arrangement: Arrangement
    own: int
    new: tuple[tuple[int, ...], ...]


def cut_more(rules: Rules, before: WorkResult, worked: Iterable[int], vertical: bool) -> WorkResult:
    """Halves more of the mover's pieces. The rules must allow halving them."""
    arrangement, own, new = before
    for slot in worked:
        halves = rules.halves(arrangement.rects[slot], vertical)
        assert halves is not None
        bit = 1 << slot
        arrangement, (low, high) = arrangement.replaced(rules, bit, halves)
        own = own & ~bit | 1 << low | 1 << high
        new = (*new, (low, high))
    return WorkResult(arrangement, own, new)


def join(rules: Rules, arrangement: Arrangement, own: int, gone: int, outline: Rect) -> WorkResult:
    """Joins pieces to their outline."""
    joined, (slot,) = arrangement.replaced(rules, gone, (outline,))
    return WorkResult(joined, own & ~gone | 1 << slot, ((slot,),))


def crossings(arrangement: Arrangement, vertical: bool) -> list[tuple[int, int, int]]:
    """The stretch in which a line would enter each piece, and its slot, from the south or the west."""
    low, order = (0, 1) if vertical else (1, 0)
    rects = arrangement.rects
    found = sorted(
        (rects[slot][order], rects[slot][low], rects[slot][low + 2], slot) for slot in slots(arrangement.live)
    )
    return [(first, last, slot) for _, first, last, slot in found]


def entered(pieces: list[tuple[int, int, int]], at: int) -> list[int]:
    """The pieces whose interior a line across the board enters, in order. They are given as `crossings`."""
    return [slot for first, last, slot in pieces if first < at < last]


def middle(rect: Rect, vertical: bool) -> int:
    """The coordinate of the line that halves a piece."""
    return (rect[0] + rect[2]) >> 1 if vertical else (rect[1] + rect[3]) >> 1


def may_halve(rules: Rules, rect: Rect, vertical: bool) -> bool:
    """Whether a piece has legal halves on whole grains."""
    return rules.within_limits(rect, vertical) and rules.halves(rect, vertical) is not None


def cuts(
    rules: Rules, arrangement: Arrangement, own: int, wanted: Wanted = all_wanted
) -> Iterator[tuple[Work, WorkResult]]:
    """All wanted cuts: every run of halved pieces on every line."""
    rects = arrangement.rects
    for vertical in (True, False):
        pieces = crossings(arrangement, vertical)
        lines: dict[int, int] = {}
        for slot in slots(own):
            if may_halve(rules, rects[slot], vertical):
                at = middle(rects[slot], vertical)
                lines[at] = lines.get(at, 0) | 1 << slot
        before = WorkResult(arrangement, own, ())
        for at in sorted(lines):
            yield from _cuts_on_line(rules, before, vertical, entered(pieces, at), lines[at], wanted)


def _cuts_on_line(
    rules: Rules, before: WorkResult, vertical: bool, line: list[int], halved: int, wanted: Wanted
) -> Iterator[tuple[Work, WorkResult]]:
    rects = before.arrangement.rects
    kind = "V" if vertical else "H"
    for first in range(len(line)):
        result, last, carried_out = before, first, first
        while last < len(line) and halved >> line[last] & 1:
            if last > first and not rules.may_follow(rects[line[last - 1]], rects[line[last]], vertical):
                break
            last += 1
            work = Work(kind, tuple(line[first:last]), None)
            if wanted(work):
                result = cut_more(rules, result, line[carried_out:last], vertical)
                carried_out = last
                yield work, result


def runs_through(
    rules: Rules, arrangement: Arrangement, own: int, slot: int, vertical: bool
) -> Iterator[tuple[int, ...]]:
    """The runs of several pieces that one cut halves, with a given piece of the mover's among them, each in order."""
    rects = arrangement.rects
    at = middle(rects[slot], vertical)
    line = entered(crossings(arrangement, vertical), at)

    def halved(one: int) -> bool:
        return bool(own >> one & 1) and middle(rects[one], vertical) == at and may_halve(rules, rects[one], vertical)

    def linked(one: int, other: int) -> bool:
        return halved(one) and halved(other) and rules.may_follow(rects[one], rects[other], vertical)

    place = low = high = line.index(slot)
    while low and linked(line[low - 1], line[low]):
        low -= 1
    while high + 1 < len(line) and linked(line[high], line[high + 1]):
        high += 1
    for first in range(low, place + 1):
        for last in range(place, high + 1):
            if last > first:
                yield tuple(line[first : last + 1])


def joins(
    rules: Rules, arrangement: Arrangement, own: int, wanted: Wanted = all_wanted
) -> Iterator[tuple[Work, WorkResult]]:
    """All wanted joins, from every lower-left corner to every upper-right one."""
    for gone, outline in join_outlines(rules, arrangement, own):
        work = join_work(arrangement, gone, outline)
        if wanted(work):
            yield work, join(rules, arrangement, own, gone, outline)


def join_work(arrangement: Arrangement, gone: int, outline: Rect) -> Work:
    """The work that joins pieces to their outline, the lower-left piece named first."""
    rects = arrangement.rects
    return Work("J", tuple(sorted(slots(gone), key=lambda slot: (rects[slot][1], rects[slot][0]))), outline)


def join_outlines(rules: Rules, arrangement: Arrangement, own: int) -> Iterator[tuple[int, Rect]]:
    """The mover's pieces that exactly fill an outline to which they may join, and that outline."""
    rects, live = arrangement.rects, arrangement.live
    (from_west, to_east), (from_south, to_north) = arrangement.derived(_beyond)
    for chain in groups(own, arrangement.near):
        if not chain & (chain - 1):
            continue
        ends = sorted((rects[slot][3], rects[slot][2]) for slot in slots(chain))
        for slot in slots(chain):
            west, south = rects[slot][:2]
            corner, outside = from_west[west] & from_south[south], to_east[west] | to_north[south]
            for north, east in ends:
                if east <= west or north <= south or not rules.is_legal_shape(east - west, north - south):
                    continue
                inside = corner & to_east[east] & to_north[north]
                if inside & ~own or not inside & (inside - 1):
                    continue
                outline = (west, south, east, north)
                is_filled = inside == live & ~(outside | from_west[east] | from_south[north])
                if is_filled and rules.may_join(outline, inside.bit_count()):
                    yield inside, outline


def _beyond(arrangement: Arrangement) -> list[tuple[dict[int, int], dict[int, int]]]:
    """For both axes, by each coordinate of a side: the pieces that begin there or after it, and that end by there."""
    found = []
    for axis in (0, 1):
        begins: dict[int, int] = defaultdict(int)
        ends: dict[int, int] = defaultdict(int)
        for slot in slots(arrangement.live):
            begins[arrangement.rects[slot][axis]] |= 1 << slot
            ends[arrangement.rects[slot][axis + 2]] |= 1 << slot
        upward = sorted({*begins, *ends})
        downward = upward[::-1]
        after = accumulate((begins[place] for place in downward), or_)
        before = accumulate((ends[place] for place in upward), or_)
        found.append((dict(zip(downward, after, strict=True)), dict(zip(upward, before, strict=True))))
    return found


def inside_outline(arrangement: Arrangement, outline: Rect) -> tuple[int, bool]:
    """The pieces that overlap an outline, and whether none of them sticks out."""
    west, south, east, north = outline
    inside, filled = 0, True
    for slot in slots(arrangement.live):
        x0, y0, x1, y1 = arrangement.rects[slot]
        if x0 < east and west < x1 and y0 < north and south < y1:
            inside |= 1 << slot
            filled = filled and west <= x0 and south <= y0 and x1 <= east and y1 <= north
    return inside, filled


def worked_rects(arrangement: Arrangement, work: Work) -> Worked:
    """The pieces that a cut or join works on, sorted by south, then west side."""
    rects = [arrangement.rects[slot] for slot in work.worked]
    if len(rects) > 1:
        rects.sort(key=lambda rect: (rect[1], rect[0]))
    return tuple(rects)
