"""How alike two puzzles are: what they have in common on the board, where their keys do the same in the same place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from shatterproof.crumble.pieces import GRAIN
from shatterproof.errors import InputError
from shatterproof.game import IllegalTurn
from shatterproof_properties.puzzles.checker.symmetry import Map, Point, axial, ways
from shatterproof_properties.puzzles.claims.puzzle import Puzzle

ALIKE = 0.8
"""From this likeness on two puzzles are one."""

Place = tuple[int, int, int, int]
"""A rectangle by two opposite corners, the smaller numbers first; a single point twice."""
Item = TypeVar("Item")


class Thing(NamedTuple):
    """What stands at a place, as the side to move sees it: whose it is, and of what kind."""

    place: Place
    what: str


@dataclass(frozen=True)
class Outline:
    """What of a puzzle is compared: what stands on the board, and the places that each turn of its solution changes.

    `size` is the board's width and height, which Crumble's positions have to share; elsewhere positions may be shifted.
    """

    game: str
    size: Point
    things: frozenset[Thing]
    keys: tuple[frozenset[Place], ...]

    @property
    def weight(self) -> int:
        """Crumble: the area of the board; else how many things there are."""
        return sum(map(_weight, self.things))


def outline(puzzle: Puzzle) -> Outline:
    """What of a puzzle is compared; of its solution the turns that can be made in the diagram."""
    here, rules = puzzle.reference_position(), puzzle.rules
    things_of = THINGS[puzzle.game]
    size, things = things_of(here, puzzle.to_move)
    afters = []
    for text in puzzle.solution:
        with suppress(InputError, IllegalTurn):
            afters.append(rules.play(here, rules.parse_turn(here, text)))
    changed = [things ^ things_of(after, puzzle.to_move)[1] for after in afters]
    return Outline(puzzle.game, size, things, tuple(frozenset(thing.place for thing in each) for each in changed))


def likeness(one: Outline, other: Outline) -> float:
    """The share of the board's area, or of the pieces of the larger position, that two puzzles have in common, 0 to 1.

    The best of all images counts: turned, mirrored, colours exchanged with the side to move and, but for Crumble,
    shifted. Where both have keys, they are to have the same motif: in that image some place is changed by a key of
    each.
    """
    return _likeness(one, other, 0.0)


def is_alike(one: Outline, other: Outline) -> bool:
    """Whether two puzzles are one."""
    return _likeness(one, other, ALIKE) >= ALIKE


def _likeness(one: Outline, other: Outline, least: float) -> float:
    """The likeness where it is so much at least; else that or less."""
    if one.game != other.game or _most_in_common(one, other) < least:
        return 0.0
    images = _images(one, other, least)
    return max((common for common, keys in images if _is_same_motif(one.keys, keys)), default=0.0)


def alike_groups(items: Sequence[Item], outlines: Sequence[Outline]) -> list[list[Item]]:
    """Items put together that are alike, also by way of others, each group in the order given."""
    groups: list[list[int]] = []
    for index, each in enumerate(outlines):
        joined = [group for group in groups if any(is_alike(each, outlines[other]) for other in group)]
        groups = [group for group in groups if group not in joined] + [[*chain(*joined), index]]
    return [[items[index] for index in sorted(group)] for group in sorted(groups, key=min)]


def _most_in_common(one: Outline, other: Outline) -> float:
    """A share that two puzzles cannot exceed, told from numbers of things alone."""
    if one.game == "crumble":
        same = Counter(map(_kind, one.things)) & Counter(map(_kind, other.things))
        share = sum(area * count for (_, area), count in same.items())
        return share / max(one.weight, other.weight) if sorted(one.size) == sorted(other.size) else 0.0
    common = Counter(thing.what for thing in one.things) & Counter(thing.what for thing in other.things)
    return common.total() / max(one.weight, other.weight, 1)


def _kind(thing: Thing) -> tuple[str, int]:
    return thing.what, _weight(thing)


def _weight(thing: Thing) -> int:
    west, south, east, north = thing.place
    return (east - west) * (north - south) or 1


def _images(one: Outline, other: Outline, least: float) -> Iterator[tuple[float, list[frozenset[Place]]]]:
    """For each image of the other with so much in common: the share of that, and the places of its keys there."""
    whole = max(one.weight, other.weight)
    for size, to in _maps(other):
        things = [Thing(_moved(thing.place, to), thing.what) for thing in other.things]
        if one.game == "crumble":
            if size == one.size:
                common = sum(map(_weight, one.things.intersection(things)))
                yield common / whole, [_all_moved(key, to) for key in other.keys]
            continue
        for (right, up), count in _shifts(one.things, things).items():
            if count / whole >= least:

                def shifted(at: Point, to: Map = to, right: int = right, up: int = up) -> Point:
                    x, y = to(at)
                    return x + right, y + up

                yield count / whole, [_all_moved(key, shifted) for key in other.keys]


def _shifts(one: Iterable[Thing], other: Iterable[Thing]) -> Counter[Point]:
    """How many things come to lie on their like, for each shift of the other."""
    by_what: dict[str, list[Place]] = {}
    for thing in one:
        by_what.setdefault(thing.what, []).append(thing.place)
    return Counter(
        (place[0] - moved[0], place[1] - moved[1]) for moved, what in other for place in by_what.get(what, ())
    )


def _is_same_motif(one: Sequence[frozenset[Place]], other: Sequence[frozenset[Place]]) -> bool:
    if not one or not other:
        return True
    return any(here & there for here in one for there in other)


def _maps(of: Outline) -> Iterator[tuple[Point, Map]]:
    """The symmetries of a board, each with the size that the board has afterwards."""
    width, height = of.size
    if of.game != "scrunch":
        for across, up, to in ways(width, height):
            yield (across, up), to
        return
    for sixths in range(6):

        def turned(at: Point, sixths: int = sixths) -> Point:
            for _ in range(sixths):
                at = -at[1], at[0] + at[1]
            return at

        def mirrored(at: Point, turned: Map = turned) -> Point:
            x, y = turned(at)
            return y, x

        yield of.size, turned
        yield of.size, mirrored


def _moved(place: Place, to: Map) -> Place:
    (x, y), (other_x, other_y) = to((place[0], place[1])), to((place[2], place[3]))
    return min(x, other_x), min(y, other_y), max(x, other_x), max(y, other_y)


def _all_moved(places: Iterable[Place], to: Map) -> frozenset[Place]:
    return frozenset(_moved(place, to) for place in places)


def _crumble(position: Any, side: str) -> tuple[Point, frozenset[Thing]]:
    arrangement, is_black = position.arrangement, side == "black"
    pieces = [
        Thing((piece.x, piece.y, piece.east, piece.north), "own" if (piece in position.black) == is_black else "other")
        for piece in arrangement.pieces
    ]
    return (arrangement.columns * GRAIN, arrangement.rows * GRAIN), frozenset(pieces)


def _scrunch(position: Any, side: str) -> tuple[Point, frozenset[Thing]]:
    stones = [
        Thing((*axial(position.side, cell), *axial(position.side, cell)), "own" if colour == side else "other")
        for colour in ("dark", "light")
        for cell in position.stones(colour)
    ]
    return (position.side, position.side), frozenset(stones)


def _splinter(position: Any, side: str) -> tuple[Point, frozenset[Thing]]:
    pieces = [
        Thing((*at, *at), f"{'own' if piece.colour == side else 'other'} {piece.kind}")
        for at, piece in position.pieces.items()
    ]
    return (position.columns - 1, position.rows - 1), frozenset(pieces)


THINGS: dict[str, Callable[[Any, str], tuple[Point, frozenset[Thing]]]] = {
    "crumble": _crumble,
    "scrunch": _scrunch,
    "splinter": _splinter,
}
"""For each game the size of the board and what stands on it, as a side sees it."""
