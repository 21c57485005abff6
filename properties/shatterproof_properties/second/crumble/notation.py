"""Turns as text in the published notation. It finds pieces by travelling along the edges between them.

A written turn is played, or refused with the clause that it breaks.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from shatterproof_properties.second.crumble.board import LETTERS, Point, Rect, slots
from shatterproof_properties.second.crumble.position import NO_TARGETS, Arrangement, Position, WalkEnd, Work
from shatterproof_properties.second.crumble.rules import Rules
from shatterproof_properties.second.crumble.walks import Walks
from shatterproof_properties.second.crumble.work import (
    WorkResult,
    crossings,
    cut_more,
    entered,
    inside_outline,
    join,
    join_work,
    middle,
    worked_rects,
)
from shatterproof_properties.second.engine import RefusedTurn, refuse_if

_LONGEST_TEXT = 4096
_NUMBER = "(?:0|[1-9][0-9]{0,5})"
_LOCATION = f"(?P<location>{_NUMBER}(?:,{_NUMBER})*)"
_ONE_CUT = re.compile(
    rf"{_LOCATION}(?:(?P<vertical>V)(?P<v>[EW][NESW]*|[EW]-[NESW]+)?|H(?P<h>[NS][NESW]*|[NS]-[NESW]+)?)"
)
_MANY_CUT = re.compile(
    rf"{_LOCATION}(?:(?P<vertical>V)|H)(?P<count>[1-9][0-9]{{0,8}})(?:-(?P<index>[1-9][0-9]{{0,8}}))?"
    r"(?:(?P<half>[NESW])-?(?P<path>[NESW]+))?"
)
_JOIN = re.compile(rf"{_LOCATION}J(?P<corner>{_NUMBER}(?:,{_NUMBER})+)(?P<path>[NESW]*)")


@dataclass(slots=True)
class ParsedTurn:
    """One meaning of a turn's text. `kind` is "V", "H" or "J"; `corner` counts east, north and so on for a join."""

    location: tuple[int, ...]
    kind: str
    count: int = 1
    index: int = 0
    half: str = ""
    path: str = ""
    corner: tuple[int, ...] = ()


def read_turn(text: str) -> list[ParsedTurn]:
    """All meanings that the grammar allows for a text; none if it is malformed."""
    if len(text) > _LONGEST_TEXT:
        return []
    text = text.removesuffix("+")
    meanings = []
    if found := _ONE_CUT.fullmatch(text):
        walk = found["v"] or found["h"] or ""
        half, hyphen, path = walk.partition("-")
        kind = "V" if found["vertical"] else "H"
        meanings.append(ParsedTurn(_numbers(found["location"]), kind, 1, 0, half[:1], path if hyphen else walk))
    if found := _MANY_CUT.fullmatch(text):
        meanings += _many_cut(found)
    if found := _JOIN.fullmatch(text):
        location, corner = _numbers(found["location"]), _numbers(found["corner"])
        meanings.append(ParsedTurn(location, "J", path=found["path"], corner=corner))
    return meanings


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))


def _many_cut(found: re.Match[str]) -> list[ParsedTurn]:
    kind = "V" if found["vertical"] else "H"
    half, path, location = found["half"] or "", found["path"] or "", _numbers(found["location"])
    if not half:
        return [] if found["index"] else [ParsedTurn(location, kind, int(found["count"]))]
    if half not in ("EW" if kind == "V" else "NS"):
        return []
    if found["index"]:
        numbers = [(found["count"], found["index"])]
    else:
        digits = found["count"]
        numbers = [(digits[:at], digits[at:]) for at in range(1, len(digits))]
    return [
        ParsedTurn(location, kind, int(count), int(index) - 1, half, path)
        for count, index in numbers
        if index[0] != "0" and (len(index), index) <= (len(count), count)
    ]


def write_turn(turn: ParsedTurn) -> str:
    """A turn in the published notation, with its hyphens."""
    location = ",".join(map(str, turn.location))
    if turn.kind == "J":
        return f"{location}J{','.join(map(str, turn.corner))}{turn.path}"
    if turn.count == 1:
        implied = not turn.path or turn.path[0] == turn.half
        return f"{location}{turn.kind}{turn.path}" if implied else f"{location}{turn.kind}{turn.half}-{turn.path}"
    walk = f"-{turn.index + 1}{turn.half}-{turn.path}" if turn.path else ""
    return f"{location}{turn.kind}{turn.count}{walk}"


class EdgeGraph:
    """The edges of one arrangement as steps from intersection to intersection, east and north."""

    def __init__(self, arrangement: Arrangement) -> None:
        rects = [arrangement.rects[slot] for slot in slots(arrangement.live)]
        self.rows: dict[int, list[int]] = {}
        self.columns: dict[int, list[int]] = {}
        for x, y in {(x, y) for x0, y0, x1, y1 in rects for x in (x0, x1) for y in (y0, y1)}:
            self.rows.setdefault(y, []).append(x)
            self.columns.setdefault(x, []).append(y)
        for line in (*self.rows.values(), *self.columns.values()):
            line.sort()
        self.steps: tuple[dict[Point, Point], dict[Point, Point]] = ({}, {})
        for west, south, east, north in rects:
            for y in (south, north):
                for x, beyond in pairwise(_between(self.rows[y], west, east)):
                    self.steps[0][x, y] = (beyond, y)
            for x in (west, east):
                for y, beyond in pairwise(_between(self.columns[x], south, north)):
                    self.steps[1][x, y] = (x, beyond)

    def travel(self, start: Point, counts: Sequence[int]) -> Point | None:
        """The point that n intersections east, north, east, ... lead to; None if an edge ends too early."""
        here: Point | None = start
        for number, count in enumerate(counts):
            steps = self.steps[number & 1]
            for _ in range(count):
                if here is None:
                    return None
                here = steps.get(here)
        return here

    def counts(self, rect: Rect) -> tuple[int, int]:
        """The numbers of intersections along the bottom side and up the right side of a rectangle."""
        west, south, east, north = rect
        return (
            len(_between(self.rows[south], west, east)) - 1,
            len(_between(self.columns[east], south, north)) - 1,
        )

    @cached_property
    def locations(self) -> dict[Point, tuple[int, ...]]:
        """The shortest way to each intersection: fewest numbers, then the smallest."""
        # Each layer is in order of its numbers, so the first to reach a point reaches it by the smallest.
        found: dict[Point, tuple[int, ...]] = {}
        layer: list[tuple[Point, tuple[int, ...]]] = [((0, 0), ())]
        axis = 0
        while layer:
            following = []
            for start, way in layer:
                here: Point | None = start
                count = 0
                while here is not None:
                    if here not in found:
                        found[here] = (*way, count)
                        following.append((here, found[here]))
                    here = self.steps[axis].get(here)
                    count += 1
            layer = following
            axis ^= 1
        return found


def _between(line: list[int], first: int, last: int) -> list[int]:
    return line[bisect_right(line, first) - 1 : bisect_right(line, last)]


def edge_graph(arrangement: Arrangement) -> EdgeGraph:
    """The edges of an arrangement, worked out when first asked for."""
    return arrangement.derived(EdgeGraph)


def carried_out(rules: Rules, here: Position, written: ParsedTurn) -> Position:
    """The position after a turn as written. Raises RefusedTurn if the turn breaks a clause."""
    refuse_if(here.outcome is not None, "crumble.turn.finished")
    arrangement = here.arrangement
    corner = edge_graph(arrangement).travel((0, 0), written.location)
    first = None if corner is None else arrangement.slot_at(corner)
    if corner is None or first is None:
        raise RefusedTurn("crumble.notation.location")
    if written.kind == "J":
        work, result = _joined(rules, here, corner, written)
    else:
        work, result = _cut(rules, here, first, written)
    start = result.new[written.index][1 if written.half in ("E", "N") else 0]
    end = walked(rules, result.arrangement, result.own, start, written.path)
    worked = worked_rects(arrangement, work)
    return rules.after(here, result.arrangement, worked, rules.renewing_targets(here.memory, worked), end)


def _joined(rules: Rules, here: Position, corner: Point, written: ParsedTurn) -> tuple[Work, WorkResult]:
    arrangement, own = here.arrangement, here.own
    opposite = edge_graph(arrangement).travel(corner, written.corner)
    if opposite is None or opposite[0] == corner[0] or opposite[1] == corner[1]:
        raise RefusedTurn("crumble.notation.join")
    outline = (*corner, *opposite)
    inside, filled = inside_outline(arrangement, outline)
    refuse_if(inside & ~own, "crumble.join.own")
    is_legal = filled and rules.is_legal_shape(outline[2] - outline[0], outline[3] - outline[1])
    refuse_if(not is_legal, "crumble.join.outline")
    refuse_if(not rules.may_join(outline, inside.bit_count()), "crumble.join.several")
    return join_work(arrangement, inside, outline), join(rules, arrangement, own, inside, outline)


def _cut(rules: Rules, here: Position, first: int, written: ParsedTurn) -> tuple[Work, WorkResult]:
    arrangement, own = here.arrangement, here.own
    rects, vertical = arrangement.rects, written.kind == "V"
    at = middle(rects[first], vertical)
    refuse_if(not own >> first & 1, "crumble.cut.own")
    _refuse_to_halve(rules, rects[first], vertical, at)
    line = entered(crossings(arrangement, vertical), at)
    worked = line[line.index(first) :][: written.count]
    for before, slot in zip([first, *worked], worked, strict=False):
        refuse_if(not own >> slot & 1, "crumble.cut.blocked")
        _refuse_to_halve(rules, rects[slot], vertical, at)
        if slot != first and not rules.may_follow(rects[before], rects[slot], vertical):
            raise RefusedTurn("crumble.cut.along-edges")
    refuse_if(len(worked) < written.count, "crumble.notation.multi-cut")
    cut = cut_more(rules, WorkResult(arrangement, own, ()), worked, vertical)
    return Work(written.kind, tuple(worked), None), cut


def _refuse_to_halve(rules: Rules, rect: Rect, vertical: bool, at: int) -> None:
    refuse_if(rules.halves(rect, vertical) is None, "crumble.cut.halves")
    refuse_if(not rules.within_limits(rect, vertical), "crumble.board.limits")
    refuse_if(middle(rect, vertical) != at, "crumble.cut.halves")


def walked(rules: Rules, arrangement: Arrangement, own: int, start: int, path: str) -> WalkEnd:
    """A walk taken step by step after a cut or join. Raises RefusedTurn if the walk breaks a clause."""
    walks = Walks(rules, arrangement, start)
    slot, winner, kept, entered = start, 0, True, 0
    for letter in path:
        if clause := rules.refusal_to_walk_on(kept, winner):
            raise RefusedTurn(clause)
        beside = arrangement.sides[LETTERS.index(letter)][slot]
        refuse_if(not beside, "crumble.swap.complete-side")
        refuse_if(not beside & ~own, "crumble.swap.opponent")
        slot, left = next(slots(beside & ~own)), slot
        refuse_if(not rules.may_enter(slot, start), "crumble.walk.backtrack")
        own, winner, kept = walks.settle(own, own & ~(1 << left) | 1 << slot, slot)
        entered |= 1 << slot
    if path and rules.captures_due("end"):
        own, winner = walks.settle_at_last(own)
    return WalkEnd(own, rules.targets_of(start, slot, entered) if path else NO_TARGETS, winner)
