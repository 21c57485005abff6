"""What must hold of the creation phase, and of growth and movement."""

from __future__ import annotations

from dataclasses import replace

from shatterproof import scrunch
from shatterproof.scrunch.cells import Cell, board, describe
from shatterproof.scrunch.position import PASS, Position, Turn
from shatterproof_properties.invariants import check, every_game, guards
from shatterproof_properties.invariants.scrunch.brute_force import (
    Hand,
    Movement,
    Place,
    after_removals,
    beside,
    cell_at,
    grown,
    hand_of,
    is_mutant,
    is_sound,
    isolated,
    place_of,
    places,
    smallest_of,
    snake_at,
    snakes_of,
    way_of,
)


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
        expected = _egg_refused(hand, place_of(hand.side, cell))
        every_game.check_refused(expected, f"an egg on {describe(cell)}", scrunch.play, position, Turn(placed=cell))


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


Grown = tuple[Hand, Place, Movement | None, Hand]
"""A growth: the player's hand before it, the stone placed, the step of another stone, and the player's hand after it.
"""


def growth_in(position: Position, turn: Turn) -> Grown | None:
    """The growth that a turn is, or that ends it after removals; None if the turn has none."""
    way = way_of(position.side, turn)
    before = after_removals(hand_of(position), way.removed)
    if way.placed is None or not beside(way.placed) & before.own:
        return None
    return before, way.placed, way.moved, hand_of(scrunch.play(position, turn), position.to_move)


@guards("scrunch.growth.both", "scrunch.growth.place", "scrunch.growth.move", "scrunch.growth.step")
def a_growth_adds_exactly_one_stone(position: Position, turn: Turn) -> None:
    """A growth places one stone on an empty cell and moves another to an empty cell; all other stones stay."""
    if found := growth_in(position, turn):
        before, placed, moved, after = found
        check(after.own == grown(before, placed, moved), "after a growth the stones stand otherwise")
        check(len(after.own) == len(before.own) + 1, f"{len(before.own)} stones grew to {len(after.own)}")
        check({placed, *(moved or ())[1:]} <= before.empty, "a stone came onto a cell that was not empty")


@guards("scrunch.growth.place", "scrunch.growth.smallest", "scrunch.snake.smallest")
def only_smallest_snakes_grow(position: Position, turn: Turn) -> None:
    """Only the snakes that are smallest before the placement grow."""
    if found := growth_in(position, turn):
        before, placed, _, _ = found
        sizes = {len(snake_at(stone, before.own)) for stone in beside(placed) & before.own}
        least = min(map(len, snakes_of(before.own)))
        check(least in sizes, f"the snakes beside the stone placed have {sizes} stones, the smallest has {least}")


@guards("scrunch.growth.move", "scrunch.growth.step", "scrunch.growth.merge")
def another_stone_of_the_grown_snake_goes_one_step(position: Position, turn: Turn) -> None:
    """The other stone is of any of the snakes that the placement joined. It takes one step, which may lead anywhere."""
    found = growth_in(position, turn)
    if found and found[2]:
        before, placed, _, _ = found
        stone, target = found[2]
        check(stone != placed, "the stone placed was moved")
        check(stone in snake_at(placed, before.own | {placed}), f"{stone} is not connected with the stone placed")
        check(target in beside(stone), f"{stone} went to {target}")


@guards(
    "scrunch.growth.count",
    "scrunch.snake-count",
    "scrunch.first-count",
    "scrunch.removal-count",
    "scrunch.growth.merge",
)
def after_creation_the_number_of_snakes_never_grows(position: Position, turn: Turn) -> None:
    """After creation no turn raises the number of snakes, under any reading.

    Under `after-placement` a growth that has merged snakes may not part them again. A growth from creation may be
    exempt from the count: it leaves at most one snake more than its placement did. For a growth after a removal, the
    readings choose the number before or after the removal.
    """
    before, after = hand_of(position), hand_of(scrunch.play(position, turn), position.to_move)
    count, now = len(snakes_of(before.own)), len(snakes_of(after.own))
    if not before.creating:
        check(now <= count, f"past creation {count} snakes became {now}")
    found = growth_in(position, turn)
    if found:
        standing, placed, _, _ = found
        merged = len(snakes_of(standing.own | {placed}))
        exempt = standing.creating and position.readings.first_count == "exempt"
        limited = position.readings.snake_count == "after-placement" and not exempt
        check(not limited or now <= merged, f"{merged} snakes after the placement became {now}")
        most = len(snakes_of(standing.own)) if standing.before is None else count
        check(now <= (merged + 1 if exempt else most), f"a growth left {now} snakes")


@guards("scrunch.growth.cure", "scrunch.loops", "scrunch.snake.mutant", "scrunch.snake.group")
def a_turn_leaves_no_mutant_and_no_forbidden_loop(position: Position, turn: Turn) -> None:
    after = hand_of(scrunch.play(position, turn), position.to_move)
    check(is_sound(after, after.own), f"{position.to_move} has a mutant or a loop after {turn}")


@guards("scrunch.growth.place", "scrunch.growth.step", "scrunch.growth.move", "scrunch.growth.smallest")
def a_growth_with_one_thing_wrong_names_what_is_wrong(position: Position, turn: Turn) -> None:
    """A growth with one mistake is refused by the clause about it.

    Mistakes: a stone placed apart, or only beside a larger snake; the stone placed or another snake's stone moved; a
    step too far or onto a stone.
    """
    if not turn.moved or turn.removed:
        return
    hand, (stone, target) = hand_of(position), way_of(position.side, turn).moved or ((0, 0), (0, 0))
    near = {place: {snake for snake in snakes_of(hand.own) if snake & beside(place)} for place in hand.empty}
    least = set(smallest_of(hand.own))
    placed = place_of(position.side, turn.placed) if turn.placed else stone
    snake = snake_at(placed, hand.own | {placed})

    def moving(one: Place, to: Place) -> Turn:
        return replace(turn, moved=(cell_at(hand.side, one), cell_at(hand.side, to)))

    wrong = [
        (
            "scrunch.growth.smallest" if snakes else "scrunch.growth.place",
            replace(turn, placed=cell_at(hand.side, place)),
        )
        for place, snakes in sorted(near.items())
        if place != target and not snakes & least
    ]
    wrong += [("scrunch.growth.move", moving(other, target)) for other in sorted((hand.own - snake) | {placed})]
    wrong += [("scrunch.growth.step", moving(stone, far)) for far in sorted(hand.empty - beside(stone) - {placed})]
    taken = beside(stone) & (places(hand.side) - hand.empty)
    wrong += [("scrunch.board.one-stone", moving(stone, place)) for place in sorted(taken)]
    for clause, growth in wrong:
        every_game.check_refused(clause, growth, scrunch.play, position, growth)
