"""What must hold of the creation phase: eggs, and how it ends."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from shatterproof import scrunch
from shatterproof.scrunch.cells import Cell, board, describe
from shatterproof.scrunch.creation import isolated_cells
from shatterproof.scrunch.position import PASS, Position, Turn
from shatterproof_properties.invariants import check, every_game, guards
from shatterproof_properties.invariants.scrunch.brute_force import Hand, after_removals, hand_of, isolated, way_of
from shatterproof_properties.invariants.scrunch.definitions import (
    Place,
    beside,
    cell_at,
    is_mutant,
    place_of,
    snakes_of,
)

refusal = partial(every_game.refusal, scrunch)
"""The clause that a turn breaks; None if it is legal."""


def egg_laid(position: Position, turn: Turn) -> Cell | None:
    """The cell of the egg that a turn lays: a stone placed alone, with no friend beside it.

    None if the turn lays no egg.
    """
    if turn.removed or not turn.placed or beside(place_of(position.side, turn.placed)) & hand_of(position).own:
        return None
    return turn.placed


@guards("scrunch.creation.egg", "scrunch.snake.egg", "scrunch.start.eggs")
def a_creator_has_only_eggs(position: Position) -> None:
    """A player in creation has only single stones: creation never joins them."""
    for colour in position.creating:
        longer = [snake for snake in snakes_of(hand_of(position, colour).own) if len(snake) > 1]
        check(not longer, f"{colour} is in creation and has {longer}")


@guards("scrunch.isolated", "scrunch.creation.egg")
def isolated_cells_have_none_beside_them_of_those_they_must_not_touch(position: Position) -> None:
    """An isolated cell has no own stone beside it under `from-own`, and no stone of either side under `from-all`."""
    found = {}
    for value in ("from-own", "from-all"):
        seen = replace(position, readings=replace(position.readings, isolated=value))
        found[value] = set(isolated_cells(seen.mover))
        brute_force = {cell_at(position.side, place) for place in isolated(hand_of(seen))}
        check(found[value] == brute_force, f"under {value} the isolated cells are {sorted(brute_force)}")
    check(found["from-all"] <= found["from-own"], "a cell apart from all stones is not apart from own ones")


@guards("scrunch.creation.egg", "scrunch.creation.over", "scrunch.creation.at-will", "scrunch.isolated")
def eggs_are_laid_in_creation_on_isolated_cells_and_nowhere_else(position: Position) -> None:
    """A stone placed alone is an egg exactly in creation and on an isolated cell.

    Otherwise the right clause refuses it, unless the readings make it a first growth.
    """
    if scrunch.outcome(position):
        return
    hand = hand_of(position)
    for cell in board(position.side):
        found, expected = refusal(position, Turn(placed=cell)), _egg_refused(hand, place_of(hand.side, cell))
        check(found == expected, f"an egg on {describe(cell)} breaks {found}, by brute force {expected}")


def _egg_refused(hand: Hand, place: Place) -> str | None:
    """The clause that refuses a stone placed alone; None if it is legal.

    Loops are not tested: eggs never touch, so a stone that joins them closes none.
    """
    if place not in hand.empty:
        return "scrunch.board.one-stone"
    if not hand.creating:
        return "scrunch.creation.over"
    if hand.is_bare and beside(place) & hand.own:
        return "scrunch.growth.cure" if is_mutant(hand.own | {place}) else None
    return None if place in isolated(hand) else "scrunch.creation.egg"


@guards("scrunch.creation.end", "scrunch.creation-end", "scrunch.creation.over", "scrunch.forced-removal")
def creation_ends_by_growing_and_by_what_the_readings_say(position: Position, turn: Turn) -> None:
    """Creation ends for good.

    It ends by a growth and, if the readings say so, by the last possible egg or a removal.
    """
    before, after = hand_of(position), hand_of(scrunch.play(position, turn), position.to_move)
    if not before.creating:
        check(not after.creating, f"{position.to_move} was past creation, and is in it again")
    elif egg_laid(position, turn):
        full = position.readings.creation_end == "own-growth-or-full" and not isolated(after)
        check(after.creating != full, f"after an egg {position.to_move} is in creation: {after.creating}")
    elif turn == PASS:
        check(after == before, "a pass changed something")
    elif turn.placed:
        check(not after.creating, f"{position.to_move} has grown, and is still in creation")
    else:
        stays = position.readings.forced_removal == "stays" and bool(after.own)
        check(after.creating == stays, f"after a removal {position.to_move} is in creation: {after.creating}")


@guards("scrunch.first-wriggle", "scrunch.growth.both")
def the_first_growth_is_a_placement_alone_where_the_reading_says_so(position: Position, turn: Turn) -> None:
    """A first growth moves no stone under the reading that says so. Every other growth moves one."""
    hand = after_removals(hand_of(position), way_of(position.side, turn).removed)
    if turn.placed and not egg_laid(position, turn):
        check((turn.moved is None) == hand.is_bare, f"{turn} is a growth, and its movement is {turn.moved}")
