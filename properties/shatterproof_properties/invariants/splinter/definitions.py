"""Slides, groups and endings from their definitions, in plain dicts and loops.

Nothing here uses the slides, groups or outcomes of the reference.
"""

from __future__ import annotations

from collections.abc import Iterable
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
