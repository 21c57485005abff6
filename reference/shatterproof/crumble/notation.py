"""Turns as text: locations, and every form of cut, join and walk."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise

from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.cuts import HALF_NAMES, Cut, cut_from, new_halves
from shatterproof.crumble.joins import join_into
from shatterproof.crumble.pieces import Piece
from shatterproof.crumble.position import Position, Turn, outcome, play
from shatterproof.crumble.swaps import Walk
from shatterproof.game import AmbiguousTurn, IllegalTurn, MalformedTurn

LONGEST_TEXT = 4096
TURN_TEXT = re.compile(r"[^\s{}]+")
"""One turn among others, as records have them."""
Point = tuple[int, int]
Location = tuple[int, ...]


@lru_cache(maxsize=64)
def next_crossings(arrangement: Arrangement) -> dict[str, dict[Point, Point]]:
    """For E and N: from each corner point, the next one along the edges of pieces, where the edge goes on that way.

    Every point where edges meet or cross is the corner of some piece; a corner on the line counts from either side.
    """
    corners = sorted(
        {(x, y) for piece in arrangement.pieces for x in (piece.x, piece.east) for y in (piece.y, piece.north)}
    )
    on_row: dict[int, list[int]] = {}
    on_column: dict[int, list[int]] = {}
    for x, y in corners:
        on_row.setdefault(y, []).append(x)
        on_column.setdefault(x, []).append(y)
    east, north = {}, {}
    for piece in arrangement.pieces:
        for y in (piece.y, piece.north):
            stops = [x for x in on_row[y] if piece.x <= x <= piece.east]
            east.update({(x, y): (following, y) for x, following in pairwise(stops)})
        for x in (piece.x, piece.east):
            stops = [y for y in on_column[x] if piece.y <= y <= piece.north]
            north.update({(x, y): (x, following) for y, following in pairwise(stops)})
    return {"E": east, "N": north}


def edge_intersections(arrangement: Arrangement) -> tuple[list[int], list[int]]:
    """The intersections along the south edge of the board, and up its west edge, in grains."""
    crossings = next_crossings(arrangement)
    return (
        [x for _, (x, _) in _stops(crossings["E"], (0, 0), True)],
        [y for _, (_, y) in _stops(crossings["N"], (0, 0), True)],
    )


@lru_cache(maxsize=64)
def locations(arrangement: Arrangement) -> dict[Piece, Location]:
    """crumble.notation.location: the shortest location of every piece; among the shortest, the smallest numbers."""
    crossings = next_crossings(arrangement)
    corners = {(piece.x, piece.y): piece for piece in arrangement.pieces}
    found: dict[Piece, Location] = {}
    reached: dict[Point, Location] = {(0, 0): ()}
    known: dict[str, set[Point]] = {"E": set(), "N": set()}
    length = 0
    while len(found) < len(corners):
        axis = "EN"[length % 2]
        length += 1
        further: dict[Point, Location] = {}
        for point, location in sorted(reached.items(), key=lambda item: item[1]):
            for count, stop in _stops(crossings[axis], point, length == 1):
                if stop not in known[axis] and stop not in further:
                    further[stop] = (*location, count)
        known[axis].update(further)
        for point, location in sorted(further.items(), key=lambda item: item[1]):
            if point in corners:
                found.setdefault(corners[point], location)
        reached = further
    return found


def _stops(crossing: Mapping[Point, Point], point: Point, with_start: bool) -> Iterator[tuple[int, Point]]:
    """The points reached by travelling on from `point`, with the count of intersections."""
    if with_start:
        yield 0, point
    count = 0
    while point in crossing:
        point = crossing[point]
        count += 1
        yield count, point


def follow(crossings: Mapping[str, Mapping[Point, Point]], point: Point, counts: Location) -> Point | None:
    """Where travelling `counts` intersections East, North, East... leads from `point`; None if an edge ends before."""
    for index, count in enumerate(counts):
        crossing = crossings["EN"[index % 2]]
        for _ in range(count):
            if point not in crossing:
                return None
            point = crossing[point]
    return point


def format_turn(position: Position, turn: Turn) -> str:
    """A turn of `position` in the published notation, hyphens included, as short as it can be said."""
    arrangement, work = position.arrangement, turn.work
    where = ",".join(map(str, locations(arrangement)[work.pieces[0]]))
    path = turn.walk.path if turn.walk else ""
    if isinstance(work, Cut):
        return f"{where}{work.axis}{_format_cut(work, turn.walk)}"
    crossings = next_crossings(arrangement)
    along, up = (
        _count(crossings["E"], (work.outline.x, work.outline.y), (work.outline.east, work.outline.y)),
        _count(crossings["N"], (work.outline.east, work.outline.y), (work.outline.east, work.outline.north)),
    )
    return f"{where}J{along},{up}{path}"


def _format_cut(cut: Cut, walk: Walk | None) -> str:
    count = str(len(cut.pieces)) if len(cut.pieces) > 1 else ""
    if walk is None:
        return count
    index, half = next(
        (index, name)
        for index, pair in enumerate(new_halves(cut), start=1)
        for name, piece in zip(HALF_NAMES[cut.axis], pair, strict=True)
        if piece == walk.start
    )
    if count:
        return f"{count}-{index}{half}-{walk.path}"
    return walk.path if walk.path[0] == half else f"{half}-{walk.path}"


def _count(crossing: Mapping[Point, Point], start: Point, end: Point) -> int:
    return next(count for count, stop in _stops(crossing, start, True) if stop == end)


@dataclass(frozen=True)
class Meaning:
    """What the grammar makes of a text, before a position says whether that is legal.

    `kind` is H, V or J; `count` the pieces cut, or the intersections (east, north and so on in turn) to the far corner
    of a join; `index` and `half` say which new piece walks, `path` where.
    """

    location: Location
    kind: str
    count: tuple[int, ...] = (1,)
    index: int = 1
    half: str = ""
    path: str = ""


_NUMBER = r"(?:0|[1-9][0-9]{0,5})"
_TURN = re.compile(rf"({_NUMBER}(?:,{_NUMBER})*)([HVJ])(.*)")
_JOIN = re.compile(rf"({_NUMBER}(?:,{_NUMBER})+)([ENSW]*)")
_ONE = re.compile(r"([ENSW])(-?)([ENSW]*)")
_SEVERAL = re.compile(r"([0-9]{1,9})(?:(?:-([0-9]{1,9}))?([ENSW])-?([ENSW]+))?")


def meanings(text: str, published: bool = True) -> list[Meaning]:
    """Every meaning that the grammar gives a text. Raises MalformedTurn if it gives none.

    Where `published` is false the hyphen between half and path may have been lost as well: `HNW` is the path N, W or
    the northern half going W (crumble.notation.hyphens); and the mark of a threat may be doubled.
    """
    meant = _meanings(text, published)
    if not meant:
        shown = text if len(text) <= 60 else text[:57] + "..."
        capitals = text.upper()
        is_near = capitals != text and _meanings(capitals, published)
        wish = f"{capitals}, in capital letters" if is_near else "a form like 2,1V or 2,1VW or 3,2HN-W or 2,1J1,2W"
        raise MalformedTurn(f"{shown!r} is no turn", expected=wish)
    return meant


def _meanings(text: str, published: bool) -> list[Meaning]:
    unmarked = text.removesuffix("+")
    unmarked = unmarked if published else unmarked.removesuffix("+")
    found = _TURN.fullmatch(unmarked) if len(text) <= LONGEST_TEXT else None
    if not found:
        return []
    location = tuple(int(number) for number in found[1].split(","))
    read = _read_join if found[2] == "J" else _read_cut
    return list(dict.fromkeys(read(location, found[2], found[3], published)))


def _read_join(location: Location, kind: str, rest: str, published: bool) -> Iterator[Meaning]:
    found = _JOIN.fullmatch(rest)
    if found:
        yield Meaning(location, kind, tuple(map(int, found[1].split(","))), path=found[2])


def _read_cut(location: Location, kind: str, rest: str, published: bool) -> Iterator[Meaning]:
    if not rest:
        yield Meaning(location, kind)
    one, several = _ONE.fullmatch(rest), _SEVERAL.fullmatch(rest)
    if one and one[1] in HALF_NAMES[kind]:
        half, hyphen, path = one.groups()
        if not hyphen:
            yield Meaning(location, kind, half=half, path=half + path)
        if path and (hyphen or (not published and path[0] not in HALF_NAMES[kind])):
            yield Meaning(location, kind, half=half, path=path)
    if several:
        digits, more, half, path = several.groups(default="")
        if not half and digits[0] != "0":
            yield Meaning(location, kind, (int(digits),))
        for count, index in _numbers(digits, more) if half in HALF_NAMES[kind] else ():
            yield Meaning(location, kind, (count,), index, half, path)


def _numbers(digits: str, more: str) -> Iterator[tuple[int, int]]:
    """The ways to read `2-1`, or `21` that has lost its hyphen, as a count and an index not above it."""
    splits = [(digits, more)] if more else [(digits[:at], digits[at:]) for at in range(1, len(digits))]
    for count, index in splits:
        if "0" not in (count[0], index[0]) and int(index) <= int(count):
            yield int(count), int(index)


def parse_turn(position: Position, text: str, published: bool = True) -> Turn:
    """The turn that a text means in a position; `published` as for `meanings`.

    Raises MalformedTurn if the grammar excludes the text, IllegalTurn if all it can mean is illegal, AmbiguousTurn if
    it has several legal meanings.
    """
    meant = meanings(text, published)
    ended = outcome(position)
    if ended:
        raise IllegalTurn("crumble.turn.finished", "the game is over")
    return legal_meaning(position, text, meant, partial(resolve, position))


def legal_meaning(position: Position, text: str, meant: Iterable[Meaning], read: Callable[[Meaning], Turn]) -> Turn:
    """The turn of the only legal meaning of a text; `read` gives the turn of each meaning, or raises IllegalTurn.

    Raises IllegalTurn if none is legal, AmbiguousTurn if several are.
    """
    legal: list[Turn] = []
    refusals: list[IllegalTurn] = []
    for meaning in meant:
        try:
            turn = read(meaning)
            play(position, turn)
            legal.append(turn)
        except IllegalTurn as refusal:
            refusals.append(refusal)
    if not legal:
        raise refusals[0]
    if len(legal) > 1:
        meant_alike = tuple(format_turn(position, turn) for turn in legal)
        raise AmbiguousTurn(text, meant_alike, "crumble.notation.hyphens")
    return legal[0]


def attempted(position: Position, text: str) -> Turn:
    """The turn that a text means first, be it legal or not. Raises MalformedTurn, IllegalTurn where there is none."""
    return resolve(position, meanings(text)[0])


def resolve(position: Position, meaning: Meaning) -> Turn:
    """The turn that one meaning describes; raises IllegalTurn where it leads nowhere or cannot be made."""
    arrangement = position.arrangement
    crossings = next_crossings(arrangement)
    corner = follow(crossings, (0, 0), meaning.location)
    first = next((piece for piece in arrangement.pieces if (piece.x, piece.y) == corner), None)
    if first is None:
        shown = ",".join(map(str, meaning.location))
        raise IllegalTurn("crumble.notation.location", f"location {shown} leads to no piece's lower-left corner")
    if meaning.kind == "J":
        far = follow(crossings, (first.x, first.y), meaning.count)
        if far is None or far[0] <= first.x or far[1] <= first.y:
            shown = ",".join(map(str, meaning.count))
            raise IllegalTurn("crumble.notation.join", f"{shown} leads to no upper-right corner of a join")
        outline = Piece(first.x, first.y, far[0] - first.x, far[1] - first.y)
        join = join_into(arrangement, position.own, outline)
        return Turn(join, Walk(outline, meaning.path) if meaning.path else None)
    cut = cut_from(arrangement, position.own, first, meaning.kind, meaning.count[0])
    if not meaning.path:
        return Turn(cut)
    starter = new_halves(cut)[meaning.index - 1][HALF_NAMES[meaning.kind].index(meaning.half)]
    return Turn(cut, Walk(starter, meaning.path))
