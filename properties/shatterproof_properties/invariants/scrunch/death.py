"""What must hold of death and removal, of passing, and of the end of a game, which every game has."""

from __future__ import annotations

from dataclasses import replace

from shatterproof import scrunch
from shatterproof.game import Outcome
from shatterproof.scrunch.cells import DARK, LIGHT, opponent
from shatterproof.scrunch.position import PASS, Position, Turn
from shatterproof.scrunch.wriggling import can_grow as reference_can_grow
from shatterproof_properties.invariants import check, every_game, guards
from shatterproof_properties.invariants.scrunch.brute_force import (
    can_grow,
    can_wriggle,
    growth_follows,
    hand_of,
    isolated,
    loser,
    loses_all_at_once,
    may_begin_removal,
    must_go_on,
    must_pass,
    places,
    removable,
    seen,
    snakes_of,
    way_of,
    ways,
    without,
)
from shatterproof_properties.invariants.scrunch.growth import egg_laid


@guards("scrunch.death.dead")
def a_snake_is_dead_when_it_cannot_grow(position: Position) -> None:
    """A snake of any size is dead exactly when it could not grow even if it were a smallest one."""
    hand = hand_of(position)
    for snake in position.mover.snakes:
        found, expected = reference_can_grow(position.mover, snake), can_grow(hand, seen(hand.side, snake))
        check(found == expected, f"the snake on {min(snake)} can grow: {found}, by brute force: {expected}")


@guards(
    "scrunch.death.when",
    "scrunch.death.creator",
    "scrunch.turn.no-pass",
    "scrunch.turn.parts",
    "scrunch.creation.must-wriggle",
    "scrunch.stuck-creator",
    "scrunch.tied-death",
    "scrunch.shut-out",
)
def each_kind_of_turn_is_there_when_it_should_be(position: Position) -> None:
    """There are eggs in creation, growths where a smallest snake can grow, removals and passes by the readings."""
    if scrunch.outcome(position):
        return
    hand = hand_of(position)
    expected = {
        "egg": hand.creating and bool(isolated(hand)),
        "growth": can_wriggle(hand),
        "removal": may_begin_removal(hand),
        "pass": must_pass(hand),
    }
    found = {
        "removal" if turn.removed else "pass" if turn == PASS else "egg" if egg_laid(position, turn) else "growth"
        for turn in scrunch.turns(position)
    }
    check(found == {kind for kind, there in expected.items() if there}, f"there are {found}")


@guards(
    "scrunch.death.when",
    "scrunch.death.which",
    "scrunch.death.until",
    "scrunch.removal-scope",
    "scrunch.removal-ends-turn",
    "scrunch.removal-count",
    "scrunch.tied-death",
)
def snakes_are_removed_one_at_a_time_until_a_smallest_can_grow(position: Position, turn: Turn) -> None:
    """Each removal takes one whole snake that cannot grow, until a smallest snake can grow.

    If the reading says so, the snake is also one of the smallest at that moment.
    """
    hand, way = hand_of(position), way_of(position.side, turn)
    if not way.removed or loses_all_at_once(hand):
        return
    check(may_begin_removal(hand), "a removal began that may not")
    for index, place in enumerate(way.removed):
        check(not index or must_go_on(hand), f"the removal went on, though a smallest snake of {hand} can grow")
        snake = next((snake for snake in removable(hand) if min(snake) == place), None)
        check(snake is not None, f"{place} does not name a snake that may be removed")
        hand = without(hand, snake or frozenset())
    check(not must_go_on(hand), f"the removal stopped, though no smallest snake of {hand} can grow")
    check((way.placed is not None) == growth_follows(hand), "a growth follows the removal, or fails to")
    if not way.placed:
        # The snakes before the removal count within the turn only.
        left = hand._replace(before=None)
        check(left == hand_of(scrunch.play(position, turn), position.to_move), "the removal took something else")


@guards("scrunch.turn.no-pass", "scrunch.stuck-creator", "scrunch.shut-out")
def a_pass_is_legal_where_nothing_else_is_and_nowhere_else(position: Position) -> None:
    if scrunch.outcome(position):
        return
    only = list(scrunch.turns(position)) == [PASS]
    check(only == must_pass(hand_of(position)), "a pass among other turns")
    every_game.check_refused(None if only else "scrunch.turn.no-pass", "a pass", scrunch.play, position, PASS)


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
            every_game.check_refused("scrunch.turn.finished", turn, scrunch.play, position, turn)


def measure(position: Position) -> tuple[int, int, int]:
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
