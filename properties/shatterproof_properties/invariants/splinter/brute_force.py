"""Turns built from their definitions by trying every piece, every direction and every group."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from shatterproof.splinter.position import Position
from shatterproof_properties.invariants.splinter.definitions import (
    COMPASS,
    Pair,
    Place,
    Slid,
    Standing,
    ending_of,
    is_inside,
    memory_of,
    name_of,
    other_side,
    slid,
    standing_of,
    tied_of,
)

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


def end_of(position: Position) -> End:
    """A position as the end of a turn."""
    return End(frozenset(standing_of(position).items()), frozenset(memory_of(position)))


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
    if may_pass(position):
        yield PASSED, End(frozenset(standing.items()), frozenset())


def may_pass(position: Position) -> bool:
    """Whether the readings let players pass. If so, either player may pass at any time."""
    return position.readings.passing == "allowed"


class SlideVerdict(NamedTuple):
    """The verdict on a text: the clause that it breaks, or its meanings in order. Both are empty if it is no turn."""

    clause: str | None = None
    meanings: tuple[Way, ...] = ()


def verdict_by_brute_force(position: Position, text: str) -> SlideVerdict:
    """The verdict on a text: whether it has the form of a turn, then each condition of a turn in order."""
    standing = standing_of(position)
    if text == "pass" and may_pass(position):
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
