"""What must hold of the enumeration of turns: complete, sound, in order, each result once."""

from __future__ import annotations

from shatterproof import splinter
from shatterproof.splinter.position import Position, Turn
from shatterproof_properties.invariants import check, every_game, guards, tie
from shatterproof_properties.invariants.splinter.brute_force import (
    PASSED,
    Way,
    ends_by_brute_force,
    memory_of,
    say,
    standing_of,
)

tie(
    __name__,
    splinter,
    {
        every_game.turns_are_sound: ("splinter.turn.parts", "splinter.turn.finished"),
        every_game.leaves_are_the_sum_of_the_leaves_below: ("splinter.turn.finished",),
        every_game.each_result_is_listed_once_by_its_first_turn: ("splinter.turn.parts",),
    },
)


def way_of(turn: Turn) -> Way:
    """A turn of the reference in the form of brute force."""
    if turn.square is None:
        return PASSED
    choice = (turn.choice.column, turn.choice.row) if turn.choice else None
    return Way((turn.square.column, turn.square.row), turn.direction, choice)


@guards(
    "splinter.turn.parts",
    "splinter.turn.own",
    "splinter.slide.one-step",
    "splinter.slide.push",
    "splinter.slide.off",
    "splinter.slide.return",
    "splinter.group.touch",
    "splinter.group.largest",
    "splinter.group.tie",
    "splinter.no-return",
    "splinter.step-off",
    "splinter.tie",
    "splinter.both-out",
    "splinter.passing",
)
def turns_are_those_found_by_trying_everything(position: Position) -> None:
    """The turns listed are those that brute force finds, in order, each with the pieces left and the memory."""
    found = [(way_of(turn), after) for turn, after in splinter.actions(position)]
    ways, expected = [way for way, _ in found], dict(ends_by_brute_force(position))
    for way in sorted(set(ways) ^ expected.keys(), key=str):
        check(False, f"{say(position, way)} is {'illegal' if way in ways else 'missing'} by the definitions")
    for way, after in found:
        end, said = expected[way], say(position, way)
        check(end.standing == frozenset(standing_of(after).items()), f"{said} leaves other pieces by the definitions")
        check(end.memory == memory_of(after), f"{said} leaves {sorted(memory_of(after))} remembered")
    check(ways == list(expected), "the turns come in another order")


@guards("splinter.turn.parts")
def the_turn_played_is_among_those_listed(position: Position, turn: Turn) -> None:
    check((turn, splinter.play(position, turn)) in list(splinter.actions(position)), f"{turn} is not listed")
