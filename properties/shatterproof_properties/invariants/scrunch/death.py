"""What must hold of death and removal, and of passing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from shatterproof import scrunch
from shatterproof.scrunch.position import PASS, Position, Turn
from shatterproof.scrunch.wriggling import can_grow as reference_can_grow
from shatterproof_properties.invariants import check, guards
from shatterproof_properties.invariants.scrunch.brute_force import (
    Hand,
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
from shatterproof_properties.invariants.scrunch.definitions import Place, Places, cell_at, smallest_of, snakes_of
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


@guards("scrunch.death.until", "scrunch.death.which", "scrunch.death.when")
def removing_another_snake_or_one_more_or_less_is_refused(position: Position, turn: Turn) -> None:
    hand, way = hand_of(position), way_of(position.side, turn)
    if not way.removed or loses_all_at_once(hand):
        return
    for index, place in enumerate(way.removed):
        short = replace(turn, removed=turn.removed[:index], placed=None, moved=None)
        check(not index or refusal(position, short) == "scrunch.death.until", f"{short} stops too soon")
        for snake in _not_among(snakes_of(hand.own), removable(hand)):
            wrong = replace(short, removed=(*short.removed, cell_at(hand.side, min(snake))))
            check(refusal(position, wrong) == "scrunch.death.which", f"{wrong} removes a snake that may stay")
        hand = without(hand, next(snake for snake in snakes_of(hand.own) if place in snake))
    for snake in snakes_of(hand.own):
        longer = replace(turn, removed=(*turn.removed, cell_at(hand.side, min(snake))))
        check(refusal(position, longer) == "scrunch.death.until", f"{longer} goes on for too long")


@guards("scrunch.stuck-creator", "scrunch.death.creator", "scrunch.end.last-snake")
def a_stuck_creator_loses_all_eggs_at_once_where_the_reading_says_so(position: Position, turn: Turn) -> None:
    """A player in creation who is stuck loses all eggs at once, if the reading says so, and the game is over.

    Stuck means that no smallest snake can grow and no egg can be laid. Removing fewer eggs is refused. So is
    removing all of them while an egg can be laid or can grow.
    """
    hand = hand_of(position)
    if not loses_all_at_once(hand) or not hand.own:
        return
    every = tuple(cell_at(hand.side, place) for place in sorted(hand.own))
    if isolated(hand) or can_wriggle(hand):
        expected = "scrunch.death.creator" if isolated(hand) else "scrunch.death.when"
        check(refusal(position, Turn(every)) == expected, f"all eggs go: {refusal(position, Turn(every))}")
        check(not turn.removed, "a creator who is not stuck removed an egg")
        return
    check(turn == Turn(every), f"a stuck creator plays {turn}")
    check(not scrunch.play(position, turn).stones(position.to_move), "an egg is left")
    for fewer in (every[1:], every[:-1]):
        found = refusal(position, Turn(fewer))
        check(not fewer or found == "scrunch.stuck-creator", f"{fewer} may go alone: {found}")


def _not_among(these: Iterable[Places], those: Iterable[Places]) -> list[Places]:
    excluded = set(those)
    return [snake for snake in these if snake not in excluded]


@guards("scrunch.death.when", "scrunch.death.creator", "scrunch.stuck-creator", "scrunch.tied-death")
def a_removal_out_of_season_is_refused(position: Position) -> None:
    """A removal that may not begin is refused by the right clause.

    While a player in creation can lay an egg, that is `death.creator`. If a stuck player in creation passes instead, it
    is `stuck-creator`. In all other cases it is `death.when`: smallest snakes can still grow.
    """
    hand = hand_of(position)
    if scrunch.outcome(position) or may_begin_removal(hand):
        return
    for snake in smallest_of(hand.own):
        found, expected = refusal(position, _removing(hand, min(snake))), _out_of_season(hand)
        check(found == expected, f"removing the snake on {min(snake)} breaks {found}, by brute force {expected}")


def _removing(hand: Hand, place: Place) -> Turn:
    return Turn((cell_at(hand.side, place),))


def _out_of_season(hand: Hand) -> str:
    if hand.creating and isolated(hand):
        return "scrunch.death.creator"
    return "scrunch.stuck-creator" if hand.creating and hand.readings.stuck_creator == "pass" else "scrunch.death.when"


@guards("scrunch.turn.no-pass", "scrunch.stuck-creator", "scrunch.shut-out")
def a_pass_is_legal_where_nothing_else_is_and_nowhere_else(position: Position) -> None:
    if scrunch.outcome(position):
        return
    only = list(scrunch.turns(position)) == [PASS]
    check((refusal(position, PASS) is None) == only == must_pass(hand_of(position)), "a pass among other turns")
    check(only or refusal(position, PASS) == "scrunch.turn.no-pass", "a pass is refused by another clause")
