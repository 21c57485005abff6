"""Removals: the snakes that can be removed in one turn, and their order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from shatterproof_properties.second.scrunch.position import Position, Turn, bits
from shatterproof_properties.second.scrunch.rules import Rules


class Remains(NamedTuple):
    """The state after a removal: the own and the other side's stones, whether in creation, and the number of snakes
    removed.

    scrunch.removal-count: if the snakes are counted before the removal, a growth may leave that many more.
    """

    own: int
    other: int
    creating: bool
    gone: int

    def spare(self, rules: Rules) -> int:
        """The number of snakes that a growth may leave beyond the usual, because of the removal."""
        return self.gone if rules.counts_before_removal else 0

    def growths(self, rules: Rules, places: int | None = None) -> Iterator[tuple[Turn, int]]:
        """The growths that may follow, on the places that the rules allow or on those given."""
        return rules.growths(self.own, self.other, self.creating, places, self.spare(rules))

    def must_go_on(self, rules: Rules) -> bool:
        """Whether one more snake must be removed."""
        if not self.spare(rules):
            return rules.must_go_on(self.own, self.other, self.creating)
        return self.own != 0 and not any(True for _ in self.growths(rules))

    def pool(self, rules: Rules) -> list[int]:
        """The snakes that may be removed next."""
        if not self.spare(rules):
            return rules.pool(self.own, self.other, self.creating)
        snakes = rules.snakes(self.own) if rules.removes_any_dead else rules.smallest(self.own)
        beside = rules.board.beside
        return [snake for snake in snakes if not any(True for _ in self.growths(rules, beside(snake) & ~self.own))]

    def without(self, rules: Rules, snake: int) -> Remains:
        """The state after one more snake is removed."""
        creating = rules.creating_after_removal(self.creating)
        return Remains(self.own ^ snake, self.other, creating, self.gone + 1)


def refusal_to_begin(rules: Rules, here: Position) -> str | None:
    """The clause that stops a player in creation from removing snakes."""
    if here.creating and rules.isolated(here.own, here.other):
        return "scrunch.death.creator"
    return "scrunch.stuck-creator" if here.creating and not rules.removes_as_creator() else None


def may_begin(rules: Rules, here: Position) -> bool:
    """Whether enough of the smallest snakes are stuck for the mover to begin a removal."""
    if rules.takes_all(here.creating):
        return not rules.any_smallest_can_grow(here.own, here.other, here.creating)
    return rules.may_begin_removal(here.own, here.other, here.creating)


def removals(rules: Rules, here: Position) -> Iterator[tuple[Turn, int, bool]]:
    """One turn, the first, for each distinct result of a removal, and the mover's stones and phase after it."""
    if not here.own or refusal_to_begin(rules, here) or not may_begin(rules, here):
        return
    if rules.takes_all(here.creating):
        yield Turn(tuple(bits(here.own)), 0, 0, 0), 0, False
        return
    seen: set[int] = set()
    for removed, rest in _left(rules, Remains(here.own, here.other, here.creating, 0), (), set()):
        if not rest.own:
            yield Turn(removed, 0, 0, 0), 0, False
        elif not rules.removal_goes_with_growth:
            yield Turn(removed, 0, 0, 0), rest.own, rest.creating
        else:
            for turn, grown in rest.growths(rules):
                if grown not in seen:
                    seen.add(grown)
                    yield turn._replace(removed=removed), grown, False


def _left(
    rules: Rules, remains: Remains, removed: tuple[int, ...], seen: set[int]
) -> Iterator[tuple[tuple[int, ...], Remains]]:
    """The snakes removed, by their first cells, and the state when the removals end."""
    pool = remains.pool(rules)
    # All of these must go in the end, so that no other order leads elsewhere.
    if rules.shortcuts and _is_hopeless(rules, remains, pool):
        pool = pool[:1]
    for snake in pool:
        rest = remains.without(rules, snake)
        if rest.own in seen:
            continue
        seen.add(rest.own)
        named = (*removed, snake & -snake)
        if rest.must_go_on(rules):
            yield from _left(rules, rest, named, seen)
        else:
            yield named, rest


def _is_hopeless(rules: Rules, remains: Remains, pool: list[int]) -> bool:
    """Whether all snakes that may be removed, now or later in the turn, are stuck in spaces of their own."""
    own = remains.own
    candidates = rules.snakes(own) if rules.removes_any_dead else rules.smallest(own)
    space = rules.board.cells & ~remains.other
    if len(pool) != len(candidates) or any(rules.board.flood(snake, space) & own != snake for snake in pool):
        return False
    places = rules.board.beside(sum(pool)) & ~own
    # No board has room for as many snakes as are spared here.
    parting = rules.growths(own, remains.other, remains.creating, places, 999) if rules.counts_before_removal else ()
    return not any(True for _ in parting)
