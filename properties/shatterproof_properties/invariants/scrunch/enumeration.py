"""What must hold of the enumeration of turns: complete, sound, in order, each result once."""

from __future__ import annotations

from collections.abc import Iterable

from shatterproof import scrunch
from shatterproof.scrunch.position import Position, Turn
from shatterproof_properties.invariants import check, every_game, guards, tie
from shatterproof_properties.invariants.scrunch.brute_force import Way, cell_at, hand_of, loser, way_of, ways

tie(
    __name__,
    scrunch,
    {
        every_game.leaves_are_the_sum_of_the_leaves_below: ("scrunch.turn.finished",),
        every_game.each_result_is_listed_once_by_its_first_turn: ("scrunch.turn.parts",),
    },
)


@guards(
    "scrunch.turn.parts",
    "scrunch.creation.egg",
    "scrunch.creation.at-will",
    "scrunch.creation.over",
    "scrunch.growth.both",
    "scrunch.growth.place",
    "scrunch.growth.smallest",
    "scrunch.growth.move",
    "scrunch.growth.step",
    "scrunch.growth.merge",
    "scrunch.growth.cure",
    "scrunch.growth.count",
    "scrunch.death.when",
    "scrunch.death.dead",
    "scrunch.death.which",
    "scrunch.death.until",
    "scrunch.death.creator",
    "scrunch.turn.no-pass",
    "scrunch.isolated",
    "scrunch.first-wriggle",
    "scrunch.creation-end",
    "scrunch.forced-removal",
    "scrunch.snake-count",
    "scrunch.loops",
    "scrunch.removal-scope",
    "scrunch.removal-ends-turn",
    "scrunch.removal-count",
    "scrunch.stuck-creator",
    "scrunch.tied-death",
    "scrunch.first-count",
    "scrunch.shut-out",
)
def turns_are_complete(position: Position) -> None:
    """The turns listed are exactly those that brute force finds, each with its result.

    Boards must be small, and the mover has few snakes.
    """
    expected = {} if loser(position) else dict(ways(hand_of(position)))
    found = {way_of(position.side, turn): hand_of(after, position.to_move) for turn, after in scrunch.actions(position)}
    excess, lack = found.keys() - expected.keys(), expected.keys() - found.keys()
    check(not excess, f"the definitions exclude {_first(position, excess)}")
    check(not lack, f"the enumeration lacks {_first(position, lack)}")
    for way, after in found.items():
        check(after == expected[way], f"{_said(position, way)} leads to {after}, by brute force to {expected[way]}")


def _said(position: Position, way: Way) -> str:
    moved = (cell_at(position.side, way.moved[0]), cell_at(position.side, way.moved[1])) if way.moved else None
    placed = cell_at(position.side, way.placed) if way.placed else None
    removed = tuple(cell_at(position.side, place) for place in way.removed)
    return scrunch.format_turn(position, Turn(removed, placed, moved))


def _first(position: Position, ways: Iterable[Way]) -> str:
    first = min(ways, key=lambda way: way.order, default=None)
    return _said(position, first) if first else "nothing"


@guards("scrunch.turn.parts", "scrunch.turn.no-pass")
def turns_are_sound(position: Position) -> None:
    """The law of every game holds, and turns are ordered by their parts. The order is stated here a second time."""
    every_game.turns_are_sound(scrunch, position)
    ways = [way_of(position.side, turn).order for turn in scrunch.turns(position)]
    check(ways == sorted(ways), "the turns are not in order")
