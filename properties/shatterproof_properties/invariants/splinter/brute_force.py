"""The rules a second time: slides, groups, endings and turns from their definitions, by trying everything.

Nothing here uses the slides, groups or outcomes of the reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from shatterproof.game import Outcome
from shatterproof.splinter.position import Position

Place = tuple[int, int]
"""Column and row, from 0."""
Man = tuple[str, str]
"""Colour and kind of a piece."""
Standing = dict[Place, Man]
Pair = tuple[Place, Place]

COLOURS = ("blue", "white")
COMPASS = dict(
    zip(
        ("N", "NE", "E", "SE", "S", "SW", "W", "NW"),
        ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)),
        strict=True,
    )
)
ALL_KINDS = {"square", "cross", "circle"}


class Slid(NamedTuple):
    """A slide that has been made: the move of each piece, the slid one first, and the pieces that stand afterwards.

    A piece that leaves the board moves to a place off it, and stands no more.
    """

    moves: list[Pair]
    standing: Standing


def standing_of(position: Position) -> Standing:
    """The pieces that stand in a position."""
    return {(square[0], square[1]): (piece[0], piece[1]) for square, piece in position.standing}


def memory_of(position: Position) -> set[Pair]:
    """The memory of a position: where pieces stand, and where they stood before."""
    return {((now[0], now[1]), (before[0], before[1])) for now, before in position.memory}


def name_of(place: Place) -> str:
    """splinter.notation.square: the name of a square."""
    return "abcdefghijklmnopqrstuvwxyz"[place[0]] + str(place[1] + 1)


def other_side(colour: str) -> str:
    return COLOURS[1 - COLOURS.index(colour)]


def is_inside(position: Position, place: Place) -> bool:
    return place[0] in range(position.columns) and place[1] in range(position.rows)


def slid(position: Position, standing: Standing, place: Place, way: str) -> Slid:
    """splinter.slide.push: the slide by one of the piece on `place` and all pieces ahead of it up to the first gap."""
    right, up = COMPASS[way]
    moves, left = [], dict(standing)
    at = place
    while at in standing:
        ahead = (at[0] + right, at[1] + up)
        moves.append((at, ahead))
        del left[at]
        at = ahead
    for before, now in moves:
        if is_inside(position, now):
            left[now] = standing[before]
    return Slid(moves, left)


def is_touching(one: Place, two: Place) -> bool:
    """splinter.group.touch: whether two places share a side or a corner."""
    return one != two and abs(one[0] - two[0]) <= 1 and abs(one[1] - two[1]) <= 1


def groups_of(places: Iterable[Place]) -> list[set[Place]]:
    """splinter.group.touch: the connected groups of some places."""
    found: list[set[Place]] = []
    for place in places:
        near = [group for group in found if any(is_touching(place, other) for other in group)]
        found = [group for group in found if group not in near] + [{place}.union(*near)]
    return found


def largest_of(groups: list[set[Place]]) -> list[set[Place]]:
    """splinter.group.largest: the groups of the most places, ordered by the smallest place of each."""
    most = max((len(group) for group in groups), default=0)
    return sorted((group for group in groups if len(group) == most), key=min)


def kinds_of(standing: Standing, colour: str) -> set[str]:
    return {kind for side, kind in standing.values() if side == colour}


def ending_of(standing: Standing) -> Outcome | None:
    """splinter.win.type-out, splinter.win.both-out, splinter.win.even: the outcome, by counting kinds and pieces."""
    out = [colour for colour in COLOURS if kinds_of(standing, colour) != ALL_KINDS]
    if not out:
        return None
    if len(out) == 1:
        return Outcome(other_side(out[0]), "splinter.win.type-out")
    blue, white = (sum(side == colour for side, _ in standing.values()) for colour in COLOURS)
    if blue == white:
        return Outcome(None, "splinter.win.even")
    return Outcome("blue" if blue > white else "white", "splinter.win.both-out")


def tied_of(position: Position, standing: Standing) -> list[set[Place]]:
    """The largest groups after a slide; none if the game ends before any group is removed (splinter.both-out)."""
    if position.readings.both_out == "push-first" and ending_of(standing):
        return []
    return largest_of(groups_of(standing))


FORM = re.compile("([a-z][1-9][0-9]?)([NS][EW]?|[EW])(?:([=x])([a-z][1-9][0-9]?))?")
SIGNS = {"keep-one": "=", "remove-one": "x"}


class Way(NamedTuple):
    """A turn: the piece slid, the direction, and in a tie the smallest place of the group named. A pass has none."""

    place: Place | None
    direction: str
    choice: Place | None


PASSED = Way(None, "", None)


class End(NamedTuple):
    """How a turn ended: the pieces that stand, and the memory."""

    standing: frozenset[tuple[Place, tuple[str, str]]]
    memory: frozenset[Pair]


def slide_refused(position: Position, place: Place, way: str) -> str | None:
    """The clause that refuses to slide the piece on `place`; None if the slide is legal."""
    standing = standing_of(position)
    if not is_inside(position, place):
        return "splinter.notation.square"
    if place not in standing or standing[place][0] != position.to_move:
        return "splinter.turn.own"
    moves = slid(position, standing, place, way).moves
    if position.readings.step_off == "forbidden" and not is_inside(position, moves[0][1]):
        return "splinter.step-off"
    before = dict(memory_of(position))
    moving = moves if position.readings.no_return == "any-piece" else moves[:1]
    if any(before.get(left) == reached for left, reached in moving):
        return "splinter.slide.return"
    return None


def left_by_choice(position: Position, pushed: Standing) -> dict[Place | None, Standing]:
    """The pieces left by each choice of a group; None where there is nothing to choose."""
    tied = tied_of(position, pushed)
    if not tied:
        return {None: pushed}
    found: dict[Place | None, Standing] = {}
    for group in tied:
        stays = [other for other in tied if (other is group) == (position.readings.tie == "keep-one")]
        stays = tied if len(tied) == 1 else stays
        kept = set[Place]().union(*stays)
        found[min(group) if len(tied) > 1 else None] = {place: man for place, man in pushed.items() if place in kept}
    return found


def remembered(position: Position, made: Slid, left: Standing) -> frozenset[Pair]:
    """The memory that a slide leaves: those pieces whose return the reading forbids."""
    if ending_of(left):
        return frozenset()
    pairs = [(now, before) for before, now in made.moves if now in left]
    if position.readings.no_return == "any-piece":
        return frozenset(pairs)
    mover_next = other_side(position.to_move)
    own = [(now, before) for now, before in pairs if left[now][0] == mover_next]
    if position.readings.no_return == "moved-piece":
        return frozenset(own)
    return frozenset(pair for pair in own if _restores(position, left, pair))


def _restores(position: Position, left: Standing, pair: Pair) -> bool:
    """Whether sliding a piece straight back restores the pieces of `position`."""
    (column, row), before = pair
    way = next(name for name, (right, up) in COMPASS.items() if (column + right, row + up) == before)
    return slid(position, left, (column, row), way).standing == standing_of(position)


def ends_by_brute_force(position: Position) -> Iterator[tuple[Way, End]]:
    """Every legal turn in order, with its end."""
    standing = standing_of(position)
    if ending_of(standing):
        return
    for place in sorted(standing):
        for direction in COMPASS:
            if slide_refused(position, place, direction):
                continue
            made = slid(position, standing, place, direction)
            for choice, left in left_by_choice(position, made.standing).items():
                yield Way(place, direction, choice), End(frozenset(left.items()), remembered(position, made, left))
    # Either player may pass at any time if the readings let them.
    if position.readings.passing == "allowed":
        yield PASSED, End(frozenset(standing.items()), frozenset())


class SlideVerdict(NamedTuple):
    """The verdict on a text: the clause that it breaks, or its meanings in order. Both are empty if it is no turn."""

    clause: str | None = None
    meanings: tuple[Way, ...] = ()


def verdict_by_brute_force(position: Position, text: str) -> SlideVerdict:
    """The verdict on a text: whether it has the form of a turn, then each condition of a turn in order."""
    standing = standing_of(position)
    if text == "pass" and position.readings.passing == "allowed":
        return SlideVerdict("splinter.turn.finished") if ending_of(standing) else SlideVerdict(None, (PASSED,))
    read = FORM.fullmatch(text)
    if read is None:
        return SlideVerdict()
    place, direction, sign, named = _place(read[1]), read[2], read[3], _place(read[4]) if read[4] else None
    if ending_of(standing):
        return SlideVerdict("splinter.turn.finished")
    refused = slide_refused(position, place, direction)
    if refused:
        return SlideVerdict(refused)
    tied = tied_of(position, slid(position, standing, place, direction).standing)
    if named is None:
        choices = [min(group) for group in tied] if len(tied) > 1 else [None]
        return SlideVerdict(None, tuple(Way(place, direction, choice) for choice in choices))
    if len(tied) < 2:
        return SlideVerdict("splinter.group.tie")
    if not is_inside(position, named):
        return SlideVerdict("splinter.notation.square")
    homes = [group for group in tied if named in group]
    if not homes:
        return SlideVerdict("splinter.group.tie")
    if sign != SIGNS[position.readings.tie]:
        return SlideVerdict("splinter.tie")
    return SlideVerdict(None, (Way(place, direction, min(homes[0])),))


def _place(name: str) -> Place:
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def say(position: Position, way: Way) -> str:
    """The text of a turn."""
    if way.place is None:
        return "pass"
    named = SIGNS[position.readings.tie] + name_of(way.choice) if way.choice else ""
    return name_of(way.place) + way.direction + named
