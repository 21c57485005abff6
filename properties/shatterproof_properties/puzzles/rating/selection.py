"""Chooses a collection from many puzzles: good ones, no two alike, spread over difficulties, claims, boards, themes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from math import ceil

from shatterproof.errors import InputError
from shatterproof.game import IllegalTurn
from shatterproof_properties.puzzles.checker.symmetry_class import Map, Point
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.rating.measures import RATED_GAMES, Place, RatedGame, Thing
from shatterproof_properties.puzzles.rating.rated import Rated

MOST_EASY = 1 / 4
"""The most puzzles of difficulty 1, as a share of a collection."""
LEAST_HARD = 1 / 5
"""The least share of puzzles of difficulty 4 or 5; with fewer a collection falls short."""
EASY, HARD = 1, 4
CROWDED = 0.6
"""The share of its quality that a puzzle loses if it has everything in common with all the chosen ones."""


@dataclass(frozen=True)
class Choosable:
    """A puzzle that may be chosen, by the name of its file."""

    name: str
    rated: Rated
    certificate: str
    quality: int

    @property
    def difficulty(self) -> int:
        """1 to 5."""
        return self.rated.puzzle.difficulty or EASY

    @cached_property
    def outline(self) -> Outline:
        """What of the puzzle is compared."""
        return outline(self.rated.puzzle)

    @cached_property
    def traits(self) -> tuple[str, ...]:
        """What a collection is to be spread over besides difficulties."""
        puzzle = self.rated.puzzle
        themes = [f"theme {theme}" for theme in puzzle.themes or ("none",)]
        return (f"claim {puzzle.claim}", f"board {puzzle.board}", *themes)


def choose(found: Sequence[Choosable], count: int, least: int = 0) -> list[Choosable]:
    """At most `count` puzzles of at least `least` quality, the easiest first.

    One difficulty after another has its turn, the one with the fewest chosen, and at most MOST_EASY of `count` are of
    difficulty 1. Within a difficulty the best comes first; a puzzle counts less for what it has in common with the
    chosen ones.
    """
    left = sorted(found, key=lambda each: (-each.quality, each.name))
    left = [each for each in left if each.quality >= least]
    chosen: list[Choosable] = []
    while left and len(chosen) < count:
        best = _best(left, chosen)
        chosen.append(best)
        left = [each for each in left if each is not best and not is_alike(each.outline, best.outline)]
        if sum(each.difficulty == EASY for each in chosen) >= int(MOST_EASY * count):
            left = [each for each in left if each.difficulty > EASY]
    return sorted(chosen, key=lambda each: (each.difficulty, each.rated.solving.failing(), each.name))


def _best(left: Sequence[Choosable], chosen: Sequence[Choosable]) -> Choosable:
    """The best to be chosen next, of the difficulty that has the fewest; of two the harder."""
    had = Counter(each.difficulty for each in chosen)
    difficulty = min({each.difficulty for each in left}, key=lambda one: (had[one], -one))
    shared = Counter(trait for each in chosen for trait in each.traits)

    def value(each: Choosable) -> float:
        crowd = sum(shared[trait] for trait in each.traits) / (len(each.traits) * max(1, len(chosen)))
        return each.quality * (1 - CROWDED * crowd)

    return max((each for each in left if each.difficulty == difficulty), key=value)


def shortfalls(chosen: Sequence[Choosable], count: int) -> list[str]:
    """What a collection lacks that was wanted, in words."""
    hard, wanted = sum(each.difficulty >= HARD for each in chosen), ceil(LEAST_HARD * count)
    fewer = [f"{len(chosen)} puzzles, {count} wanted"] if len(chosen) < count else []
    return fewer + ([f"{hard} of difficulty {HARD} or more, {wanted} wanted"] if hard < wanted else [])


ALIKE = 0.8
"""The likeness from which two puzzles are alike."""
KEY, SAME_KEY = 0.1, 0.5
"""The share of a likeness for keys that change a place alike, and that change all alike; the rest is the board."""


@dataclass(frozen=True)
class Outline:
    """The parts of a puzzle that are compared: the board, and the places that each turn of its solution changes.

    `size` is the board's width and height, to be shared where things cover it; elsewhere positions may be shifted.
    """

    game: str
    size: Point
    things: frozenset[Thing]
    keys: tuple[frozenset[Place], ...]

    @property
    def weight(self) -> int:
        """How many things there are; the area of the board where they cover it."""
        return sum(map(_weight, self.things))


def outline(puzzle: Puzzle) -> Outline:
    """What of a puzzle is compared; of its solution the turns that can be made in the diagram."""
    here, rules = puzzle.reference_position(), puzzle.rules
    known = RATED_GAMES.find(puzzle.game)
    if known is None:
        return Outline(puzzle.game, (0, 0), frozenset(), ())
    size, things = known.things(here, puzzle.to_move)
    keys = []
    for text in puzzle.solution:
        with suppress(InputError, IllegalTurn):
            after = rules.play(here, rules.parse_turn(here, text))
            keys.append(frozenset(thing.place for thing in things ^ known.things(after, puzzle.to_move)[1]))
    return Outline(puzzle.game, size, things, tuple(keys))


def likeness(one: Outline, other: Outline, least: float = 0.0) -> float:
    """How much two puzzles have in common, 0 to 1: the board's area, or the pieces of the larger position, and keys.

    The best of all images counts: turned, mirrored, colours exchanged with the side to move and, where things do not
    cover the board, shifted. Where both have keys, they have the same motif if in that image some place is changed by a
    key of each, and the same key if all are. What is less than `least` need not be exact.
    """
    known = RATED_GAMES.find(one.game)
    if known is None or one.game != other.game:
        return 0.0
    most = 0.0
    for common, keys in _images(known, one, other, (least - SAME_KEY) / (1 - SAME_KEY)):
        if set(one.keys) & set(keys):
            share = SAME_KEY + (1 - SAME_KEY) * common
        else:
            is_same_motif = not one.keys or not keys or any(here & there for here in one.keys for there in keys)
            share = (1 - KEY) * common + KEY * is_same_motif
        most = max(most, share)
    return most


def is_alike(one: Outline, other: Outline) -> bool:
    """Whether two puzzles are one."""
    return likeness(one, other, ALIKE) >= ALIKE


def _weight(thing: Thing) -> int:
    west, south, east, north = thing.place
    return (east - west) * (north - south) or 1


def _images(
    known: RatedGame, one: Outline, other: Outline, least: float
) -> Iterator[tuple[float, list[frozenset[Place]]]]:
    """For each image of the other puzzle with so much in common: the share, and the places of its keys there."""
    whole = max(one.weight, other.weight)
    by_what: dict[str, list[Place]] = {}
    for thing in one.things:
        by_what.setdefault(thing.what, []).append(thing.place)
    for across, up, to in known.maps(*other.size):
        things = [Thing(_moved(thing.place, to), thing.what) for thing in other.things]
        if known.WHOLE_BOARD:
            if (across, up) == one.size:
                common = sum(map(_weight, one.things.intersection(things)))
                yield common / whole, [_all_moved(key, to) for key in other.keys]
            continue
        shifts = Counter(
            (place[0] - moved[0], place[1] - moved[1]) for moved, what in things for place in by_what.get(what, ())
        )
        for (right, north), count in shifts.items():
            if count / whole >= least:

                def shifted(at: Point, to: Map = to, right: int = right, north: int = north) -> Point:
                    x, y = to(at)
                    return x + right, y + north

                yield count / whole, [_all_moved(key, shifted) for key in other.keys]


def _moved(place: Place, to: Map) -> Place:
    (x, y), (other_x, other_y) = to((place[0], place[1])), to((place[2], place[3]))
    return min(x, other_x), min(y, other_y), max(x, other_x), max(y, other_y)


def _all_moved(places: Iterable[Place], to: Map) -> frozenset[Place]:
    return frozenset(_moved(place, to) for place in places)
