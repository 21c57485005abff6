"""Turns as text in the published notation. It finds pieces by travelling along the edges between them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from shatterproof_properties.second.crumble.arrangement import Arrangement
from shatterproof_properties.second.crumble.board import Point, Rect, slots

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
    return [*_one_cut(text), *_many_cut(text), *_join(text)]


def _location(found: re.Match[str]) -> tuple[int, ...]:
    return tuple(int(part) for part in found["location"].split(","))


def _one_cut(text: str) -> list[ParsedTurn]:
    found = _ONE_CUT.fullmatch(text)
    if found is None:
        return []
    kind = "V" if found["vertical"] else "H"
    walk = found["v"] or found["h"] or ""
    half, hyphen, path = walk.partition("-")
    return [ParsedTurn(_location(found), kind, 1, 0, half[:1], path if hyphen else walk)]


def _many_cut(text: str) -> list[ParsedTurn]:
    found = _MANY_CUT.fullmatch(text)
    if found is None:
        return []
    kind = "V" if found["vertical"] else "H"
    half, path = found["half"] or "", found["path"] or ""
    if not half:
        return [] if found["index"] else [ParsedTurn(_location(found), kind, int(found["count"]))]
    if half not in ("EW" if kind == "V" else "NS"):
        return []
    if found["index"]:
        numbers = [(found["count"], found["index"])]
    else:
        digits = found["count"]
        numbers = [(digits[:at], digits[at:]) for at in range(1, len(digits))]
    return [
        ParsedTurn(_location(found), kind, int(count), int(index) - 1, half, path)
        for count, index in numbers
        if index[0] != "0" and (len(index), index) <= (len(count), count)
    ]


def _join(text: str) -> list[ParsedTurn]:
    found = _JOIN.fullmatch(text)
    if found is None:
        return []
    corner = tuple(int(part) for part in found["corner"].split(","))
    return [ParsedTurn(_location(found), "J", path=found["path"], corner=corner)]


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
        for rect in rects:
            self._enter_sides(rect)
        self._locations: dict[Point, tuple[int, ...]] | None = None

    def _enter_sides(self, rect: Rect) -> None:
        west, south, east, north = rect
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

    def location(self, corner: Point) -> tuple[int, ...]:
        """The shortest way to an intersection: fewest numbers, then the smallest."""
        if self._locations is None:
            self._locations = self._shortest()
        return self._locations[corner]

    def _shortest(self) -> dict[Point, tuple[int, ...]]:
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
