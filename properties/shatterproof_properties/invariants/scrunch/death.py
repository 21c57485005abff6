"""What must hold of death and removal, and of passing."""

from __future__ import annotations

from shatterproof import scrunch
from shatterproof.scrunch.position import PASS, Position, Turn
from shatterproof.scrunch.wriggling import can_grow as reference_can_grow
from shatterproof_properties.invariants import check, guards
from shatterproof_properties.invariants.scrunch.brute_force import (
    can_grow,
    can_wriggle,
    growth_follows,
    hand_of,
    isolated,
    loses_all_at_once,
    may_begin_removal,
    must_go_on,
    must_pass,
    removable,
    way_of,
    without,
)
from shatterproof_properties.invariants.scrunch.creation import egg_laid, refusal
from shatterproof_properties.invariants.scrunch.definitions import seen as places_of


@guards("scrunch.death.dead")
def a_snake_is_dead_when_it_cannot_grow(position: Position) -> None:
    """A snake of any size is dead exactly when it could not grow even if it were a smallest one."""
    hand = hand_of(position)
    for snake in position.mover.snakes:
        found, expected = reference_can_grow(position.mover, snake), can_grow(hand, places_of(hand.side, snake))
        check(found == expected, f"the snake on {min(snake)} can grow: {found}, by brute force: {expected}")


def kinds(position: Position) -> set[str]:
    """The kinds of turns that a position has: egg, growth, removal, pass."""
    found = set()
    for turn in scrunch.turns(position):
        egg = egg_laid(position, turn)
        found.add("removal" if turn.removed else "pass" if turn == PASS else "egg" if egg else "growth")
    return found


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
    """A position has eggs in creation, growths where a smallest snake can grow, and removals and passes by the
    readings.
    """
    if scrunch.outcome(position):
        return
    hand = hand_of(position)
    expected = {
        "egg": hand.creating and bool(isolated(hand)),
        "growth": can_wriggle(hand),
        "removal": may_begin_removal(hand),
        "pass": must_pass(hand),
    }
    check(kinds(position) == {kind for kind, there in expected.items() if there}, f"there are {kinds(position)}")


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
    check((refusal(position, PASS) is None) == only == must_pass(hand_of(position)), "a pass among other turns")
    check(only or refusal(position, PASS) == "scrunch.turn.no-pass", "a pass is refused by another clause")
