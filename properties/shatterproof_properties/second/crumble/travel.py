"""Travelling along the edges between pieces: how a piece is found from the lower-left corner of the board."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from shatterproof_properties.second.crumble.arrangement import Arrangement
from shatterproof_properties.second.crumble.grains import Rect
from shatterproof_properties.second.crumble.masks import slots

Point = tuple[int, int]
Steps = tuple[dict[Point, Point], dict[Point, Point]]


class Lines:
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
        self.steps: Steps = ({}, {})
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
        """Where so many intersections east, north, east, ... lead, or None where an edge ends too early."""
        here: Point | None = start
        for number, count in enumerate(counts):
            steps = self.steps[number & 1]
            for _ in range(count):
                if here is None:
                    return None
                here = steps.get(here)
        return here

    def counts(self, rect: Rect) -> tuple[int, int]:
        """How many intersections lie along the bottom side and up the right side of a rectangle."""
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


def lines_of(arrangement: Arrangement) -> Lines:
    """The lines of an arrangement, worked out when first asked for."""
    if arrangement.lines is None:
        arrangement.lines = Lines(arrangement)
    return arrangement.lines
