"""Alternative limits of Scrunch, except for those of growths."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from shatterproof_properties.conformance.alternatives import Alternative
from shatterproof_properties.conformance.alternatives.numbered import Measure, UpTo, numbered, of_class, refusing
from shatterproof_properties.second.scrunch.engine import Engine
from shatterproof_properties.second.scrunch.notation import read_turn
from shatterproof_properties.second.scrunch.position import Position

SMALLEST, CURE, WHICH = "scrunch.snake.smallest", "scrunch.growth.cure", "scrunch.death.which"


class Sized(UpTo, Engine):
    """Replaces the size of a snake by another number."""

    def size(self, snake: int) -> int:
        """The number that stands for the size of a snake."""
        raise NotImplementedError

    def smallest(self, own: int) -> list[int]:
        snakes = self.snakes(own)
        least = min(map(self.size, snakes), default=0)
        return [snake for snake in snakes if self.size(snake) == least]


class SizesCapped(Sized):
    """Snakes of more than {n} stones count as having {n}."""

    def size(self, snake: int) -> int:
        return min(snake.bit_count(), self.most)


class SizesRound(Sized):
    """Sizes of snakes are counted up to {n} and begin again at 0."""

    def size(self, snake: int) -> int:
        return snake.bit_count() % (self.most + 1)


class FirstSmallest(UpTo, Engine):
    """Only the first {n} of the smallest snakes count."""

    def smallest(self, own: int) -> list[int]:
        return super().smallest(own)[: self.most]


class FirstSnakes(UpTo, Engine):
    """Only the smallest of the first {n} snakes can grow."""

    def smallest(self, own: int) -> list[int]:
        seen = self.snakes(own)[: self.most]
        least = min(map(int.bit_count, seen), default=0)
        return [snake for snake in seen if snake.bit_count() == least]


class JudgedNear(UpTo, Engine):
    """Looks for too many friends only at stones near a cell."""

    def cells_near(self, cell: int) -> int:
        """The cells up to `most` steps from one."""
        for _ in range(self.most):
            cell |= self.board.beside(cell)
        return cell


class JudgedNearPlaced(JudgedNear):
    """Stones more than {n} steps from the stone placed are not checked for too many friends."""

    def judged(self, own: int, placed: int, after: int, target: int) -> int:
        return after & self.cells_near(placed)


class JudgedNearTarget(JudgedNear):
    """Stones more than {n} steps from the target of the movement are not checked for too many friends."""

    def judged(self, own: int, placed: int, after: int, target: int) -> int:
        return after & self.cells_near(target)


class SnakesJudged(UpTo, Engine):
    """A snake of more than {n} stones is not checked for mutants."""

    def judged(self, own: int, placed: int, after: int, target: int) -> int:
        return sum(snake for snake in self.snakes(after) if snake.bit_count() <= self.most)


class SnakesAllowed(UpTo, Engine):
    """A growth leaves {n} snakes at most, however many there were."""

    def limit(self, own: int, other: int, placed: int) -> int:
        return min(super().limit(own, other, placed), self.most)


class FirstDead(UpTo, Engine):
    """Only the first {n} dead snakes can be removed."""

    def pool(self, own: int, other: int, creating: bool) -> list[int]:
        return super().pool(own, other, creating)[: self.most]


class SmallDead(UpTo, Engine):
    """Snakes of more than {n} stones are not removed."""

    def pool(self, own: int, other: int, creating: bool) -> list[int]:
        return [snake for snake in super().pool(own, other, creating) if snake.bit_count() <= self.most]

    def must_go_on(self, own: int, other: int, creating: bool) -> bool:
        return super().must_go_on(own, other, creating) and bool(self.pool(own, other, creating))


class EggsLaid(UpTo, Engine):
    """A player lays {n} eggs at most."""

    def isolated(self, own: int, other: int) -> int:
        return 0 if own.bit_count() >= self.most else super().isolated(own, other)


class EggsThenGrowth(UpTo, Engine):
    """A player with {n} eggs must let one grow, if that is possible."""

    def isolated(self, own: int, other: int) -> int:
        if own.bit_count() >= self.most and self.places(own) & ~other:
            return 0
        return super().isolated(own, other)


class EggsFirst(UpTo, Engine):
    """A player may begin to wriggle only with {n} eggs or more."""

    def may_grow(self, own: int, other: int, creating: bool) -> bool:
        return not creating or own.bit_count() >= self.most


def _removed(engine: Any, here: Position, text: str, after: Position) -> int:
    written = read_turn(text)
    return len(written.removed) if written else 0


def alternatives() -> Iterator[Alternative]:
    """All limits."""
    yield from refusing(Engine, Measure("A turn removes {n} snakes at most.", "scrunch.death.until", _removed))
    for engine, clause in (
        (SizesCapped, SMALLEST),
        (SizesRound, SMALLEST),
        (FirstSmallest, SMALLEST),
        (FirstSnakes, SMALLEST),
        (JudgedNearPlaced, CURE),
        (JudgedNearTarget, CURE),
        (SnakesJudged, CURE),
        (SnakesAllowed, "scrunch.growth.count"),
        (FirstDead, WHICH),
        (SmallDead, WHICH),
        (EggsLaid, "scrunch.creation.egg"),
        (EggsThenGrowth, "scrunch.creation.at-will"),
        (EggsFirst, "scrunch.creation.at-will"),
    ):
        yield from numbered(engine, clause)
    yield of_class(NothingIsJudged, CURE)


class NothingIsJudged(Engine):
    """A stone may have any number of friends."""

    def mutants(self, stones: int) -> int:
        return 0
