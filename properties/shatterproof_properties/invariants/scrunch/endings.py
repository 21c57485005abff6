"""What must hold of the end of a game: who has lost, that nothing is played after it, and that every game ends."""

from __future__ import annotations

from dataclasses import replace

from shatterproof import scrunch
from shatterproof.game import Outcome
from shatterproof.scrunch.cells import DARK, LIGHT, opponent
from shatterproof.scrunch.position import PASS, Position, Turn
from shatterproof_properties.invariants import check, guards
from shatterproof_properties.invariants.scrunch.brute_force import hand_of, isolated, loser, ways
from shatterproof_properties.invariants.scrunch.creation import refusal
from shatterproof_properties.invariants.scrunch.definitions import places, seen, snakes_of

Measure = tuple[int, int, int]


@guards("scrunch.end.last-snake", "scrunch.shut-out")
def whoever_has_no_snake_left_has_lost(position: Position) -> None:
    """A player past creation who has no snake has lost.

    A player in creation loses only under the reading by which a player who is shut out loses. There are no draws.
    """
    lost = loser(position)
    expected = lost and Outcome(opponent(lost[0]), lost[1])
    check(
        scrunch.outcome(position) == expected, f"the outcome is {scrunch.outcome(position)}, by brute force {expected}"
    )


@guards("scrunch.turn.finished", "scrunch.turn.no-pass", "scrunch.death.when")
def a_live_position_has_a_turn_and_a_finished_one_none(position: Position) -> None:
    first = next(scrunch.turns(position), None)
    check((first is None) == (scrunch.outcome(position) is not None), f"{first} begins the list of turns")
    if first is None:
        for turn in (PASS, Turn(placed=scrunch.cells.Cell(0, 0)), Turn((scrunch.cells.Cell(0, 0),))):
            check(refusal(position, turn) == "scrunch.turn.finished", f"{turn} breaks {refusal(position, turn)}")


def measure(position: Position) -> Measure:
    """The measure of a position: players in creation, snakes of the players past it, and empty cells."""
    stones = {colour: seen(position.side, position.stones(colour)) for colour in (DARK, LIGHT)}
    past = [snake for colour in stones if colour not in position.creating for snake in snakes_of(stones[colour])]
    empty = places(position.side) - stones[DARK] - stones[LIGHT]
    return len(position.creating), len(past), len(empty)


@guards(
    "scrunch.growth.count",
    "scrunch.creation.end",
    "scrunch.death.when",
    "scrunch.forced-removal",
    "scrunch.removal-count",
)
def every_turn_lowers_the_measure(position: Position, turn: Turn) -> None:
    """Every turn lowers the measure, so every game ends.

    Readings allow three exceptions. A pass does not lower it. A removal that leaves a player in creation lowers the
    number of their stones instead. A growth that may make up for snakes removed in the same turn never raises the
    number of snakes.
    """
    after = scrunch.play(position, turn)
    if turn == PASS:
        check(measure(after) == measure(position), "a pass changed the measure")
    elif turn.removed and position.to_move in after.creating:
        check(position.readings.forced_removal == "stays", "creation survived a removal")
        check(len(after.stones(position.to_move)) < len(position.stones(position.to_move)), "nothing was removed")
    elif turn.placed and turn.removed and position.readings.removal_count == "before-removal":
        check(measure(after)[:2] <= measure(position)[:2], "there are more snakes than before the removal")
    else:
        before, now = measure(position), measure(after)
        check(now < before, f"{turn} took the measure from {before} to {now}")


@guards("scrunch.shut-out")
def a_threat_is_a_turn_that_would_win_if_the_mover_could_move_again(position: Position) -> None:
    """A threat is a turn that would win if the mover could move again.

    Boards must be small. Only a shut-out can be threatened, since a removal loses for the mover.
    """
    mover = opponent(position.to_move)
    again = replace(position, to_move=mover)
    wins = False
    if not loser(position) and not loser(again):
        wins = any(
            hand_of(position).creating
            and position.readings.shut_out == "loses"
            and not hand_of(position).own
            and not isolated(hand_of(position)._replace(other=after.own))
            for _, after in ways(hand_of(again))
            if after.own
        )
    check(
        scrunch.threatens(position) == wins, f"{mover} threatens: {scrunch.threatens(position)}, by brute force: {wins}"
    )
