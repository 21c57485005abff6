"""Other texts of the same turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from shatterproof.crumble.joins import Join
from shatterproof.crumble.notation import format_turn, next_crossings
from shatterproof.crumble.position import Position, Turn
from shatterproof.crumble.swaps import Walk

LONGEST_TEXT = 4096
AT_LIMITS: tuple[tuple[str, str | None], ...] = (
    ("0" + ",0" * (LONGEST_TEXT // 2 - 1) + "V", "crumble.notation.location"),
    ("0" + ",0" * (LONGEST_TEXT // 2) + "V", None),
    ("999999V", "crumble.notation.location"),
    ("1000000V", None),
    ("0V999999999", "crumble.notation.multi-cut"),
    ("0V1000000000", None),
    ("1H\n", None),
    ("junk\n1H", None),
    ("1H\0", None),
)
"""Texts as long as any may be, and numbers of as many digits, each with what is one too many; turns with a newline, or
with a zero, at which texts of C end."""
MOST_NUMBERS = 6
MOST_WAYS = 12
MOST_LAYER = 400
"""Beginnings of ways that are gone on with."""
Point = tuple[int, int]
Crossings = Mapping[str, Mapping[Point, Point]]


def spellings(position: Position, turn: Turn) -> Iterator[tuple[str, str]]:
    """Longer ways to the first piece or to the corner of a join, a lost hyphen, a threat announced; with the clause of
    the notation that each leans on."""
    text = format_turn(position, turn)
    kind = "J" if isinstance(turn.work, Join) else turn.work.axis
    location, _, rest = text.partition(kind)
    crossings = next_crossings(position.arrangement)
    corner = _end(crossings, (0, 0), location)
    for way in islice(ways(crossings, (0, 0), corner), MOST_WAYS):
        if way != location:
            yield f"{way}{kind}{rest}", "crumble.notation.location"
    if isinstance(turn.work, Join):
        counts = rest.rstrip("NESW")
        for way in islice(ways(crossings, corner, _end(crossings, corner, counts)), MOST_WAYS):
            if way != counts and "," in way:
                yield f"{location}J{way}{rest[len(counts) :]}", "crumble.notation.join"
    if "-" in rest:
        yield text.replace("-", ""), "crumble.notation.hyphens"
    yield f"{text}+", "crumble.notation.threat"


def _end(crossings: Crossings, point: Point, counts: str) -> Point:
    for place, count in enumerate(counts.split(",")):
        for _ in range(int(count)):
            point = crossings["EN"[place % 2]][point]
    return point


def ways(crossings: Crossings, start: Point, end: Point) -> Iterator[str]:
    """All ways from one intersection to another, numbers east and north in turn, up to MOST_NUMBERS of them; those of
    few numbers first, the longest last."""
    layer: list[tuple[Point, tuple[int, ...]]] = [(start, ())]
    for place in range(MOST_NUMBERS):
        onward: list[tuple[Point, tuple[int, ...]]] = []
        for point, counts in layer:
            here: Point | None = point
            count = 0
            while here is not None and here[0] <= end[0] and here[1] <= end[1]:
                # In the middle a number says something only if it is not nothing.
                if count or place == 0:
                    onward.append((here, (*counts, count)))
                here, count = crossings["EN"[place % 2]].get(here), count + 1
        yield from (",".join(map(str, counts)) for point, counts in onward if point == end)
        layer = onward[:MOST_LAYER]


def prefixes(position: Position, turn: Turn) -> Iterator[Turn]:
    """The turn without its walk, and with a walk of one step, of half its steps, and of all but one."""
    path = turn.walk.path if turn.walk else ""
    for length in sorted({0, 1, len(path) // 2, len(path) - 1}):
        if 0 <= length < len(path) and turn.walk:
            yield Turn(turn.work, Walk(turn.walk.start, path[:length]) if length else None)
