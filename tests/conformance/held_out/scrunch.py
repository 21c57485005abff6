"""Held-out mutants of Scrunch: no example of the spec shows them, and random play hardly ever."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from shatterproof_properties.second.engine import RefusedTurn
from shatterproof_properties.second.scrunch.engine import Engine
from shatterproof_properties.second.scrunch.notation import read_turn
from shatterproof_properties.second.scrunch.position import Position, Turn, bits

LARGEST = 10


class Selective(Engine):
    """Refuses removals that are too much for it, those of which `refused` names a clause."""

    def refused(self, here: Position, removed: Sequence[int]) -> str | None:
        """The clause against a removal of the snakes on these cells, in this order."""
        raise NotImplementedError

    def meanings(self, here: Position, text: str) -> list[tuple[str, Position]]:
        written = read_turn(text)
        cells = [self.board.named.get(name, 0) for name in written.removed] if written else []
        if clause := self.refused(here, cells):
            raise RefusedTurn(clause)
        return super().meanings(here, text)

    def results(self, here: Position) -> Iterator[tuple[Turn, Position]]:
        for turn, after in super().results(here):
            if not self.refused(here, turn.removed):
                yield turn, after

    def breadth(self, here: Position) -> int:
        return sum(1 for _ in self.results(here))


class RemovesUpToThree(Selective):
    """A turn removes three snakes at most."""

    def refused(self, here: Position, removed: Sequence[int]) -> str | None:
        return "scrunch.death.until" if len(removed) > 3 else None


class RemovesInOrder(Selective):
    """More than three snakes are removed in the order of their cells only."""

    def refused(self, here: Position, removed: Sequence[int]) -> str | None:
        return "scrunch.notation.removal" if self._is_mixed(removed) else None

    def _is_mixed(self, removed: Sequence[int]) -> bool:
        return len(removed) > 3 and any(two < one for one, two in pairwise(removed))


class NamedByFirstCells(Selective):
    """A snake is named by its first cell only."""

    def refused(self, here: Position, removed: Sequence[int]) -> str | None:
        firsts = {snake & -snake for snake in self.snakes(here.own)}
        return "scrunch.notation.removal" if not firsts.issuperset(removed) else None


class SizesOfFiveBits(Engine):
    """The size of a snake is counted in five bits: one of 32 stones is the smallest."""

    def smallest(self, own: int) -> list[int]:
        snakes = self.snakes(own)
        least = min((snake.bit_count() & 31 for snake in snakes), default=0)
        return [snake for snake in snakes if snake.bit_count() & 31 == least]


class SizesUpToTwelve(Engine):
    """Snakes of more than twelve stones count as equally small."""

    def smallest(self, own: int) -> list[int]:
        snakes = self.snakes(own)
        least = min((min(snake.bit_count(), 12) for snake in snakes), default=0)
        return [snake for snake in snakes if min(snake.bit_count(), 12) == least]


class SixteenOfTheSmallest(Engine):
    """Of more than sixteen equally small snakes only the first sixteen are seen."""

    def smallest(self, own: int) -> list[int]:
        return super().smallest(own)[:16]


class MergesUpToNine(Engine):
    """A placement that would merge three snakes to ten stones or more is refused."""

    def places(self, own: int) -> int:
        found = super().places(own)
        for cell in bits(found):
            merged = [snake for snake in self.snakes(own) if snake & self.board.near[cell]]
            if len(merged) > 2 and sum(merged).bit_count() > 8:
                found ^= cell
        return found


class RedividesTwoOnly(Engine):
    """Three snakes that were merged may not be divided into three again."""

    def flaw(
        self, own: int, other: int, placed: int, after: int, target: int, creating: bool, spare: int = 0
    ) -> str | None:
        merged = sum(1 for snake in self.snakes(own) if snake & self.board.near[placed])
        if merged > 2 and target and len(self.snakes(after)) >= len(self.snakes(own)):
            return "scrunch.growth.count"
        return super().flaw(own, other, placed, after, target, creating, spare)


class LongLoopsAreMutants(Engine):
    """A closed loop of more than sixteen stones counts as a mutant."""

    def misshapen(self, stones: int) -> str | None:
        loops = (snake for snake in self.snakes(stones) if snake.bit_count() > 16 and self.board.has_loop(snake))
        return super().misshapen(stones) or ("scrunch.loops" if any(loops) else None)


class LongSnakesUnjudged(Engine):
    """Snakes of more than sixteen stones are not tested for mutants."""

    def mutants(self, stones: int) -> int:
        judged = sum(snake for snake in self.snakes(stones) if snake.bit_count() <= 16)
        return super().mutants(judged)


class MovesOneOfThirty(Engine):
    """Only the first thirty stones of a snake can move."""

    def movable(self, own: int, placed: int) -> int:
        found = list(bits(super().movable(own, placed)))
        return sum(found[:30])


class TwelveSnakes(Engine):
    """No growth leaves more than twelve snakes."""

    def limit(self, own: int, other: int, placed: int) -> int:
        return min(12, super().limit(own, other, placed))


class FirstFiveOfTheDead(Engine):
    """Of several dead snakes only the first five may be removed."""

    def pool(self, own: int, other: int, creating: bool) -> list[int]:
        return super().pool(own, other, creating)[:5]


class FirstTwoAsked(Engine):
    """Removal begins when the first two of the smallest snakes are stuck, however many there are."""

    def may_begin_removal(self, own: int, other: int, creating: bool) -> bool:
        first = self.smallest(own)[:2]
        return not any(self.can_grow(own, other, creating, snake) for snake in first)


class LibertiesAreLife(Engine):
    """A snake with eight empty cells beside it is not dead."""

    def pool(self, own: int, other: int, creating: bool) -> list[int]:
        empty = self.board.cells & ~own & ~other
        return [snake for snake in super().pool(own, other, creating) if self._liberties(snake, empty) < 8]

    def _liberties(self, snake: int, empty: int) -> int:
        return (self.board.beside(snake) & empty).bit_count()


class LastSnakeStays(Engine):
    """After other snakes the last one need not be removed if it has more than four stones."""

    def must_go_on(self, own: int, other: int, creating: bool) -> bool:
        is_last = len(self.snakes(own)) == 1 and own.bit_count() > 4
        return not is_last and super().must_go_on(own, other, creating)


class NobodyLeft(Engine):
    """Nobody has lost while the other side has no stone either."""

    def end(self, here: Position) -> str | None:
        return super().end(here) if here.own or here.other else None


class BitsUpTo256(Engine):
    """No stone grows onto the cells beyond the 256th of the largest board."""

    def places(self, own: int) -> int:
        return super().places(own) & sum(list(self.board.texts)[:256])


class NoLastRow(Engine):
    """The last row of the largest board has no letter."""

    def meanings(self, here: Position, text: str) -> list[tuple[str, Position]]:
        if re.search("s[0-9]", text):
            return []
        return super().meanings(here, text)


class ColumnsUpToSeventeen(Engine):
    """There are seventeen columns at most."""

    def meanings(self, here: Position, text: str) -> list[tuple[str, Position]]:
        return [] if re.search("1[89]", text) else super().meanings(here, text)


class CornersOfTheLargest(Engine):
    """On the largest board no stone steps onto a corner."""

    def steps(self, held: int, moved: int, placed: int) -> int:
        found = super().steps(held, moved, placed)
        if self.board.side < LARGEST:
            return found
        return found & ~sum(cell for cell in self.board.texts if self.board.near[cell].bit_count() == 3)


_REMOVALS = ("scrunch.death.", "scrunch.notation.removal")
MUTANTS: tuple[tuple[str, type[Engine], tuple[str, ...]], ...] = (
    ("removes-up-to-three", RemovesUpToThree, ("scrunch.death.until", *_REMOVALS)),
    ("removes-in-order", RemovesInOrder, ("scrunch.death.which", *_REMOVALS)),
    ("named-by-first-cells", NamedByFirstCells, ("scrunch.notation.removal", *_REMOVALS)),
    ("sizes-of-five-bits", SizesOfFiveBits, ("scrunch.snake.smallest", "scrunch.growth.smallest")),
    ("sizes-up-to-twelve", SizesUpToTwelve, ("scrunch.snake.smallest", "scrunch.growth.smallest")),
    ("sixteen-of-the-smallest", SixteenOfTheSmallest, ("scrunch.snake.smallest", "scrunch.growth.smallest")),
    ("merges-up-to-nine", MergesUpToNine, ("scrunch.growth.merge",)),
    ("redivides-two-only", RedividesTwoOnly, ("scrunch.growth.count", "scrunch.growth.merge")),
    ("long-loops-are-mutants", LongLoopsAreMutants, ("scrunch.snake.mutant", "scrunch.loops")),
    ("long-snakes-unjudged", LongSnakesUnjudged, ("scrunch.snake.mutant", "scrunch.growth.cure")),
    ("moves-one-of-thirty", MovesOneOfThirty, ("scrunch.growth.move",)),
    ("twelve-snakes", TwelveSnakes, ("scrunch.growth.count", "scrunch.snake-count")),
    ("first-five-of-the-dead", FirstFiveOfTheDead, ("scrunch.death.which", *_REMOVALS)),
    ("first-two-asked", FirstTwoAsked, ("scrunch.death.when", "scrunch.tied-death")),
    ("liberties-are-life", LibertiesAreLife, ("scrunch.death.dead", *_REMOVALS)),
    ("last-snake-stays", LastSnakeStays, ("scrunch.death.until", "scrunch.end.last-snake")),
    ("nobody-left", NobodyLeft, ("scrunch.end.last-snake",)),
    ("bits-up-to-256", BitsUpTo256, ("scrunch.board.hexagon", "scrunch.board.limits")),
    ("no-last-row", NoLastRow, ("scrunch.notation.cell",)),
    ("columns-up-to-seventeen", ColumnsUpToSeventeen, ("scrunch.notation.cell",)),
    ("corners-of-the-largest", CornersOfTheLargest, ("scrunch.growth.step",)),
)
