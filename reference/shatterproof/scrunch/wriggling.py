"""Growth and movement: a stone is added to a smallest snake, then another stone of that snake steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from shatterproof.game import IllegalTurn
from shatterproof.scrunch.cells import Cell, Stones, board, describe
from shatterproof.scrunch.creation import past_creation
from shatterproof.scrunch.snakes import Standing, check_sound, friends, snakes


class Growth(NamedTuple):
    """A stone placed, and the step that another stone makes, from one cell to another; None in a bare placement."""

    placed: Cell
    moved: tuple[Cell, Cell] | None = None


def is_bare(standing: Standing) -> bool:
    """scrunch.first-wriggle: whether the growth of this player is a placement without a movement."""
    return standing.creating and standing.readings.first_wriggle == "bare-placement"


def placements(standing: Standing, grown: Iterable[Stones]) -> list[Cell]:
    """scrunch.growth.place: the empty cells beside some of these snakes, sorted."""
    beside = {cell for snake in grown for stone in snake for cell in board(standing.side)[stone]}
    return sorted(cell for cell in beside if standing.is_empty(cell))


def resulting_snake(standing: Standing, placed: Cell) -> Stones:
    """scrunch.growth.merge: the snake that a placed stone belongs to, with all that it has merged."""
    return next(snake for snake in snakes(standing.side, standing.own | {placed}) if placed in snake)


def movements(standing: Standing, placed: Cell) -> Iterator[tuple[Cell, Cell]]:
    """scrunch.growth.move, scrunch.growth.step: every step of another stone of the resulting snake, in order."""
    for stone in sorted(resulting_snake(standing, placed) - {placed}):
        for target in sorted(board(standing.side)[stone]):
            if target != placed and standing.is_empty(target):
                yield stone, target


def after_growth(standing: Standing, growth: Growth) -> Standing:
    """How the player stands after a growth; it ends creation (scrunch.creation.end)."""
    own = standing.own | {growth.placed}
    if growth.moved:
        stone, target = growth.moved
        own = own - {stone} | {target}
    return past_creation(standing.with_stones(own))


def most_snakes(standing: Standing, growth: Growth) -> int | None:
    """scrunch.growth.count: how many snakes the player may have after a growth; None for any number."""
    if standing.creating and standing.readings.first_count == "exempt":
        return None
    if standing.readings.snake_count == "after-placement":
        return len(snakes(standing.side, standing.own | {growth.placed}))
    return len(standing.snakes) if standing.counted is None else standing.counted


def check_growth(standing: Standing, growth: Growth) -> None:
    """Raises IllegalTurn unless this is a growth of one of the player's smallest snakes."""
    if not standing.is_empty(growth.placed):
        raise IllegalTurn("scrunch.board.one-stone", f"{describe(growth.placed)} is occupied")
    if growth.moved and is_bare(standing):
        raise IllegalTurn("scrunch.first-wriggle", "the growth that ends creation is a placement alone")
    if not growth.moved and not is_bare(standing):
        raise IllegalTurn("scrunch.growth.both", "a growth goes with the movement of another stone")
    if not friends(standing.side, standing.own, growth.placed):
        raise IllegalTurn("scrunch.growth.place", f"no own stone is beside {describe(growth.placed)}")
    if growth.placed not in placements(standing, standing.smallest):
        raise IllegalTurn("scrunch.growth.smallest", f"no smallest snake is beside {describe(growth.placed)}")
    if growth.moved:
        check_movement(standing, growth.placed, *growth.moved)
    check_result(standing, growth)


def check_movement(standing: Standing, placed: Cell, stone: Cell, target: Cell) -> None:
    """Raises IllegalTurn unless another stone of the resulting snake steps to an empty cell beside it."""
    if stone == placed or stone not in resulting_snake(standing, placed):
        raise IllegalTurn("scrunch.growth.move", f"{describe(stone)} has no other stone of the grown snake")
    if target not in board(standing.side)[stone]:
        raise IllegalTurn("scrunch.growth.step", f"{describe(target)} is not beside {describe(stone)}")
    if target == placed or not standing.is_empty(target):
        raise IllegalTurn("scrunch.board.one-stone", f"{describe(target)} is occupied")


def check_result(standing: Standing, growth: Growth) -> None:
    """Raises IllegalTurn if a growth leaves a mutant, a forbidden loop, or more snakes than it may."""
    after, most = after_growth(standing, growth), most_snakes(standing, growth)
    check_sound(standing.side, after.own, standing.readings)
    if most is not None and len(after.snakes) > most:
        raise IllegalTurn("scrunch.growth.count", f"there would be {len(after.snakes)} snakes, more than {most}")


def growths(standing: Standing, grown: Iterable[Stones]) -> Iterator[Growth]:
    """Every growth with a stone placed beside one of these snakes, in order; for a turn they are the smallest."""
    for placed in placements(standing, grown):
        steps = [None] if is_bare(standing) else movements(standing, placed)
        for moved in steps:
            growth = Growth(placed, moved)
            if _leaves_order(standing, growth):
                yield growth


def _leaves_order(standing: Standing, growth: Growth) -> bool:
    try:
        check_result(standing, growth)
    except IllegalTurn:
        return False
    return True


def can_grow(standing: Standing, snake: Stones) -> bool:
    """scrunch.death.dead: whether a snake could grow and move, were it its turn to; else it is dead."""
    return any(True for _ in growths(standing, [snake]))


def can_wriggle(standing: Standing) -> bool:
    """Whether some smallest snake of the player can grow."""
    return any(True for _ in growths(standing, standing.smallest))
