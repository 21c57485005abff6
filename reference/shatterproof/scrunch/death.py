"""Death and removal: snakes that cannot grow leave the board, one at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from shatterproof.game import IllegalTurn
from shatterproof.scrunch.cells import Cell, Stones, board, describe
from shatterproof.scrunch.creation import isolated_cells, past_creation
from shatterproof.scrunch.snakes import Standing, snakes
from shatterproof.scrunch.wriggling import can_grow, can_wriggle

WITHIN_ONE_TURN = ("then-wriggle", "before-removal")
"""The readings under which a growth after removals may leave as many snakes as there were before them."""

UNBOUNDED = 999
"""More snakes than any board has room for."""

Removal = tuple[Cell, ...]
"""The snakes that a turn removes, in order, each by its smallest cell."""


def must_remove(standing: Standing) -> bool:
    """scrunch.death.when, scrunch.tied-death: whether removal may begin, as far as the snakes go."""
    if standing.readings.tied_death == "each-stuck" and not loses_all(standing):
        return not all(can_grow(standing, snake) for snake in standing.smallest)
    return not can_wriggle(standing)


def candidates(standing: Standing) -> list[Stones]:
    """scrunch.removal-scope: the snakes among which the dead ones may be removed, sorted."""
    return standing.snakes if standing.readings.removal_scope == "any-dead" else standing.smallest


def dead(standing: Standing) -> list[Stones]:
    """scrunch.death.which: the snakes that the player may remove next, sorted."""
    return [snake for snake in candidates(standing) if not can_grow(standing, snake)]


def is_hopeless(standing: Standing, snake: Stones) -> bool:
    """Whether opposing stones shut a snake in by itself, so that the removal of others can never help it.

    Where the snakes are counted before the removal it must not be able to part either.
    """
    open_to_own = frozenset(board(standing.side)) - standing.opposing
    if next(part for part in snakes(standing.side, open_to_own) if snake <= part) & standing.own != snake:
        return False
    return counted_before(standing).counted is None or not can_grow(replace(standing, counted=UNBOUNDED), snake)


def without(standing: Standing, snake: Stones) -> Standing:
    """How the player stands once a snake is gone; scrunch.forced-removal says whether creation is over."""
    after = counted_before(standing).with_stones(standing.own - snake)
    if standing.readings.forced_removal == "ends-creation" or not after.own:
        return past_creation(after)
    return after


def counted_before(standing: Standing) -> Standing:
    """scrunch.removal-count: the player with the snakes counted, where a growth is held against this number later."""
    readings = standing.readings
    if standing.counted is None and (readings.removal_ends_turn, readings.removal_count) == WITHIN_ONE_TURN:
        return replace(standing, counted=len(standing.snakes))
    return standing


def must_go_on(standing: Standing) -> bool:
    """scrunch.death.until: whether another snake has to be removed in the same turn."""
    return bool(standing.own) and not can_wriggle(standing)


def check_may_remove(standing: Standing) -> None:
    """Raises IllegalTurn unless the player's phase allows a removal at all."""
    if standing.creating and isolated_cells(standing):
        raise IllegalTurn("scrunch.death.creator", "a creator who can lay an egg removes nothing")
    if standing.creating and standing.readings.stuck_creator == "pass":
        raise IllegalTurn("scrunch.stuck-creator", "a creator who is stuck passes")


def loses_all(standing: Standing) -> bool:
    """scrunch.stuck-creator: whether this player removes all eggs at once, in no order, or none."""
    return standing.creating and standing.readings.stuck_creator == "loses-all"


def after_loss(standing: Standing, removed: Removal) -> Standing:
    """How a creator stands once all eggs are gone at once. Raises IllegalTurn."""
    for cell in removed:
        if cell not in standing.own:
            raise IllegalTurn("scrunch.death.which", f"no snake of the mover is on {describe(cell)}")
    if can_wriggle(standing):
        raise IllegalTurn("scrunch.death.when", "a smallest snake can grow")
    if len(removed) != len(standing.own) or standing.own != set(removed):
        raise IllegalTurn("scrunch.stuck-creator", "a creator who is stuck loses all eggs at once")
    return past_creation(standing.with_stones(()))


def after_removal(standing: Standing, removed: Removal) -> Standing:
    """How the player stands once the named snakes are gone, one after the other. Raises IllegalTurn."""
    check_may_remove(standing)
    if loses_all(standing):
        return after_loss(standing, removed)
    for index, cell in enumerate(removed):
        snake = next((snake for snake in standing.snakes if cell in snake), None)
        if snake is None:
            raise IllegalTurn("scrunch.death.which", f"no snake of the mover is on {describe(cell)}")
        if not index and not must_remove(standing):
            raise IllegalTurn("scrunch.death.when", "a smallest snake can grow")
        if index and not must_go_on(standing):
            raise IllegalTurn("scrunch.death.until", "a smallest snake can grow again, so removal has ended")
        if snake not in dead(standing):
            raise IllegalTurn("scrunch.death.which", f"the snake on {describe(cell)} is not one to be removed now")
        standing = without(standing, snake)
    if must_go_on(standing):
        raise IllegalTurn("scrunch.death.until", "no smallest snake can grow yet, so removal goes on")
    return standing


def removals(standing: Standing, every: bool = False) -> Iterator[tuple[Removal, Standing]]:
    """The ways to remove, in order, each with how the player stands after it.

    Of removals with the same end only the first comes, unless `every` one is wanted.
    """
    try:
        check_may_remove(standing)
    except IllegalTurn:
        return
    if not standing.own or not must_remove(standing):
        return
    if loses_all(standing):
        removed = tuple(sorted(standing.own))
        yield removed, after_loss(standing, removed)
    else:
        yield from _removals(standing, None if every else set())


def _removals(standing: Standing, seen: set[Stones] | None) -> Iterator[tuple[Removal, Standing]]:
    pool = dead(standing)
    if seen is not None and pool == candidates(standing) and all(is_hopeless(standing, snake) for snake in pool):
        # All of these have to go in the end, in whatever order; there may be far too many orders to try.
        pool = pool[:1]
    for snake in pool:
        after = without(standing, snake)
        if seen is not None:
            if after.own in seen:
                continue
            seen.add(after.own)
        if not must_go_on(after):
            yield (min(snake),), after
            continue
        for further, end in _removals(after, seen):
            yield (min(snake), *further), end
