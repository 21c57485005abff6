"""Removals: which snakes can be removed in one turn, and in which order."""

from __future__ import annotations

from collections.abc import Iterator

from shatterproof_properties.second.scrunch.position import Position, Turn
from shatterproof_properties.second.scrunch.rules import Rules


def refusal_to_begin(rules: Rules, here: Position) -> str | None:
    """The clause that keeps a creator from removing snakes."""
    if here.creating and rules.isolated(here.own, here.other):
        return "scrunch.death.creator"
    return "scrunch.stuck-creator" if here.creating and not rules.removes_as_creator() else None


def removals(rules: Rules, here: Position) -> Iterator[tuple[Turn, int, bool]]:
    """One turn, the first, for each distinct result of a removal, and the mover's stones and phase after it."""
    own, other, creating = here.own, here.other, here.creating
    if not own or refusal_to_begin(rules, here) or not rules.may_begin_removal(own, other, creating):
        return
    after = rules.creating_after_removal(creating)
    seen: set[int] = set()
    for removed, rest in _left(rules, here, own, creating, (), set()):
        if not rest:
            yield Turn(removed, 0, 0, 0), 0, False
        elif not rules.removal_goes_with_growth:
            yield Turn(removed, 0, 0, 0), rest, after
        else:
            for turn, grown in rules.growths(rest, other, after):
                if grown not in seen:
                    seen.add(grown)
                    yield turn._replace(removed=removed), grown, False


def _left(
    rules: Rules, here: Position, own: int, creating: bool, removed: tuple[int, ...], seen: set[int]
) -> Iterator[tuple[tuple[int, ...], int]]:
    """The snakes removed by their first cells, and the stones left when the removals end."""
    after = rules.creating_after_removal(here.creating)
    pool = rules.pool(own, here.other, creating)
    # All of these must go in the end, so that no other order leads elsewhere.
    if rules.shortcuts and _is_hopeless(rules, own, here.other, pool):
        pool = pool[:1]
    for snake in pool:
        rest = own ^ snake
        if rest in seen:
            continue
        seen.add(rest)
        named = (*removed, snake & -snake)
        if rules.must_go_on(rest, here.other, after):
            yield from _left(rules, here, rest, after, named, seen)
        else:
            yield named, rest


def _is_hopeless(rules: Rules, own: int, other: int, pool: list[int]) -> bool:
    """Whether all snakes that may be removed, now or next, are stuck in spaces of their own."""
    candidates = rules.snakes(own) if rules.removes_any_dead else rules.smallest(own)
    space = rules.board.cells & ~other
    return len(pool) == len(candidates) and all(rules.board.flood(snake, space) & own == snake for snake in pool)
