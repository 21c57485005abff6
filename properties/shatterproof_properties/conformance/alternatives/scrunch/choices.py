"""Alternatives of Scrunch in which a rule replaces the player's choice, or creation ends differently."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from shatterproof_properties.conformance.alternatives import Alternative
from shatterproof_properties.conformance.alternatives.numbered import of_class
from shatterproof_properties.second.scrunch.board import bits
from shatterproof_properties.second.scrunch.engine import Engine

SMALLEST, WHICH, MOVE, STEP = (
    "scrunch.growth.smallest", "scrunch.death.which", "scrunch.growth.move", "scrunch.growth.step",
)  # fmt: skip
Order = Callable[[Engine, int], int]
ORDERS: tuple[tuple[str, Order], ...] = (
    ("the first", lambda engine, snake: -(snake & -snake)),
    ("the last", lambda engine, snake: snake & -snake),
    ("the one whose last cell is first", lambda engine, snake: -snake),
    ("the one whose last cell is last", lambda engine, snake: snake),
    ("the first of those with most cells around", lambda engine, snake: engine.board.beside(snake).bit_count()),
    ("the first of those with fewest cells around", lambda engine, snake: -engine.board.beside(snake).bit_count()),
    ("the first of the largest", lambda engine, snake: snake.bit_count()),
    ("the first of the smallest", lambda engine, snake: -snake.bit_count()),
)
"""The orders of snakes in words, each with a function by which the chosen snake is the greatest."""


class SmallestSettled(Engine):
    """Of several smallest snakes, only the greatest by `order` grows."""

    order: Order

    def places(self, own: int) -> int:
        smallest, order = self.smallest(own), type(self).order
        return self.board.beside(max(smallest, key=lambda snake: order(self, snake))) & ~own if smallest else 0


class DeadSettled(Engine):
    """Of several dead snakes, only the greatest by `order` is removed."""

    order: Order

    def pool(self, own: int, other: int, creating: bool) -> list[int]:
        found, order = super().pool(own, other, creating), type(self).order
        return [max(found, key=lambda snake: order(self, snake))] if found else []


class FirstMoves(Engine):
    """Only the first stone of a snake moves, without a choice."""

    def movable(self, own: int, placed: int) -> int:
        found = super().movable(own, placed)
        return found & -found


class LastMoves(Engine):
    """Only the last stone of a snake moves, without a choice."""

    def movable(self, own: int, placed: int) -> int:
        found = super().movable(own, placed)
        return 1 << found.bit_length() - 1 if found else 0


class EndsMove(Engine):
    """Only a stone with one friend or none moves."""

    def movable(self, own: int, placed: int) -> int:
        held = own | placed
        return sum(
            cell for cell in bits(super().movable(own, placed)) if (self.board.near[cell] & held).bit_count() < 2
        )


class FarthestMoves(Engine):
    """Only the stones farthest from the one placed move, along their snake."""

    def movable(self, own: int, placed: int) -> int:
        reached, left = placed, super().movable(own, placed)
        while left:
            near = self.board.beside(reached) & left
            if near == left:
                return left
            reached, left = reached | near, left ^ near
        return 0


class FirstStep(Engine):
    """A stone steps to the first free cell beside it, by the stones of its owner."""

    def steps(self, held: int, moved: int, placed: int) -> int:
        found = super().steps(held, moved, placed)
        return found & -found


class LastStep(Engine):
    """A stone steps to the last free cell beside it, by the stones of its owner."""

    def steps(self, held: int, moved: int, placed: int) -> int:
        found = super().steps(held, moved, placed)
        return 1 << found.bit_length() - 1 if found else 0


class NoPlaceBesideTwo(Engine):
    """A stone is placed beside one stone of its owner only."""

    def places(self, own: int) -> int:
        return super().places(own) & ~self.board.crowded(own)[1]


class CreatesOn(Engine):
    """A growth does not end creation."""

    def creating_after_growth(self, other_creating: bool) -> tuple[bool, bool]:
        return True, other_creating


class CreatesOnWithTheOther(Engine):
    """A growth does not end creation while the other side is in creation."""

    def creating_after_growth(self, other_creating: bool) -> tuple[bool, bool]:
        return other_creating, other_creating


class FewerEachTime(Engine):
    """A growth must leave fewer snakes, unless there is one."""

    def limit(self, own: int, other: int, placed: int) -> int:
        return max(1, super().limit(own, other, placed) - 1)


class OneMore(Engine):
    """A growth may leave one snake more."""

    def limit(self, own: int, other: int, placed: int) -> int:
        return super().limit(own, other, placed) + 1


class AnyNumber(Engine):
    """A growth may leave any number of snakes."""

    def limit(self, own: int, other: int, placed: int) -> int:
        return 999


class LastSnakeStays(Engine):
    """A removal ends when only one snake is left."""

    def must_go_on(self, own: int, other: int, creating: bool) -> bool:
        return len(self.snakes(own)) > 1 and super().must_go_on(own, other, creating)


class LastSnakeIsNeverRemoved(Engine):
    """The last snake is never removed."""

    def pool(self, own: int, other: int, creating: bool) -> list[int]:
        return super().pool(own, other, creating) if len(self.snakes(own)) > 1 else []

    def must_go_on(self, own: int, other: int, creating: bool) -> bool:
        return len(self.snakes(own)) > 1 and super().must_go_on(own, other, creating)


OTHERS = (
    (FirstMoves, MOVE),
    (LastMoves, MOVE),
    (EndsMove, MOVE),
    (FarthestMoves, MOVE),
    (FirstStep, STEP),
    (LastStep, STEP),
    (NoPlaceBesideTwo, "scrunch.growth.place"),
    (CreatesOn, "scrunch.creation.end"),
    (CreatesOnWithTheOther, "scrunch.creation.end"),
    (FewerEachTime, "scrunch.growth.count"),
    (OneMore, "scrunch.growth.count"),
    (AnyNumber, "scrunch.growth.count"),
    (LastSnakeStays, "scrunch.death.until"),
    (LastSnakeIsNeverRemoved, "scrunch.death.until"),
)


def alternatives() -> Iterator[Alternative]:
    """All alternatives: which snake grows or is removed, which stone moves where, and what a turn leaves."""
    for words, order in ORDERS:
        grows, goes = f"Of several smallest snakes {words} grows.", f"Of several dead snakes {words} is removed."
        yield of_class(type(grows, (SmallestSettled,), {"order": order}), SMALLEST, grows)
        yield of_class(type(goes, (DeadSettled,), {"order": order}), WHICH, goes)
    for engine, clause in OTHERS:
        yield of_class(engine, clause)
