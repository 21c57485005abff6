"""What must hold of the creation phase: eggs, and how it ends."""

from __future__ import annotations

from functools import partial

from shatterproof import scrunch
from shatterproof.scrunch.cells import Cell, board, describe
from shatterproof.scrunch.position import PASS, Position, Turn
from shatterproof_properties.invariants import check, every_game, guards
from shatterproof_properties.invariants.scrunch.brute_force import Hand, hand_of, isolated
from shatterproof_properties.invariants.scrunch.definitions import Place, beside, is_mutant, place_of, snakes_of

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
