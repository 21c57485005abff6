"""Planted mistakes of Scrunch."""

from __future__ import annotations

from shatterproof_properties.conformance.controls.control import Control
from shatterproof_properties.search.scrunch.engine import Engine
from shatterproof_properties.search.scrunch.masks import bits
from shatterproof_properties.search.scrunch.position import Position


class IsolatedFromAll(Engine):
    """An egg must lie apart from stones of both colours."""

    def isolated(self, own: int, other: int) -> int:
        return super().isolated(own | other, 0)


class CreatorsMustStay(Engine):
    """A player may not begin to wriggle while there are isolated cells."""

    def may_grow(self, own: int, other: int, creating: bool) -> bool:
        return not creating or not self.isolated(own, other)


class CreationEndsForBoth(Engine):
    """The first growth ends creation for both players."""

    def creating_after_growth(self, other_creating: bool) -> tuple[bool, bool]:
        return False, False


class StuckCreatorsPass(Engine):
    """A creator with neither a cell for an egg nor a growth passes."""

    def removes_as_creator(self) -> bool:
        return False


class SmallestAfterPlacement(Engine):
    """The stone may be placed wherever the snake that results is one of the smallest."""

    def places(self, own: int) -> int:
        found = 0
        for cell in bits(self.board.beside(own) & ~own):
            if self.board.flood(cell, own | cell) in self.smallest(own | cell):
                found |= cell
        return found


class GrowsAnySnake(Engine):
    """Any snake may grow, not only the smallest."""

    def places(self, own: int) -> int:
        return self.board.beside(own) & ~own


class PlacedStoneMoves(Engine):
    """The stone that moves may be the one just placed."""

    def movable(self, own: int, placed: int) -> int:
        return super().movable(own, placed) | placed


class OnlyTheSmallestMoves(Engine):
    """The stone that moves must come from the small snake that grew, not from one that it merged with."""

    def movable(self, own: int, placed: int) -> int:
        return sum(snake for snake in self.smallest(own) if snake & self.board.near[placed])


class StaysBesideItsSnake(Engine):
    """The moved stone must still touch its own snake."""

    def steps(self, held: int, moved: int, placed: int) -> int:
        snake = self.board.flood(placed, held)
        return super().steps(held, moved, placed) & self.board.beside(snake ^ moved)


class JumpsAlongItsSnake(Engine):
    """The moved stone may go to any empty cell beside its snake, however far."""

    def steps(self, held: int, moved: int, placed: int) -> int:
        return self.board.beside(self.board.flood(placed, held) ^ moved) & ~held


class MutantsBeforeMovement(Engine):
    """A placement may not make a mutant, even if the movement would cure it."""

    def flaw(self, own: int, other: int, placed: int, after: int, target: int, creating: bool) -> str | None:
        return self.misshapen(own | placed) or super().flaw(own, other, placed, after, target, creating)


class MutantsOfThree(Engine):
    """A stone may have three friends beside it; only four make a mutant."""

    def misshapen(self, stones: int) -> str | None:
        return "scrunch.growth.cure" if stones & self.board.crowded(stones)[3] else None


class MutantsWherePlaced(Engine):
    """Only the stone just placed is tested for too many friends."""

    def flaw(self, own: int, other: int, placed: int, after: int, target: int, creating: bool) -> str | None:
        around = self.board.near[placed] & after
        return super().flaw(own, other, placed, after, target, creating) if not self.misshapen(after) else (
            "scrunch.growth.cure" if around.bit_count() > 2 else None
        )


class MutantsWhereMoved(Engine):
    """Only the snake into which the stone has moved is tested for mutants."""

    def misshapen(self, stones: int) -> str | None:
        return None

    def flaw(self, own: int, other: int, placed: int, after: int, target: int, creating: bool) -> str | None:
        judged = super().misshapen(self.board.flood(target, after))
        return judged or super().flaw(own, other, placed, after, target, creating)


class LoopsAreMutants(Engine):
    """A snake that closes a loop counts as a mutant."""

    def misshapen(self, stones: int) -> str | None:
        return super().misshapen(stones) or ("scrunch.loops" if self.board.has_loop(stones) else None)


class CountAfterPlacement(Engine):
    """The number of snakes is held against that after the placement."""

    def limit(self, own: int, other: int, placed: int) -> int:
        return len(self.snakes(own | placed))


class CountOfBoth(Engine):
    """The mover may have as many snakes after a growth as both players had before it."""

    def limit(self, own: int, other: int, placed: int) -> int:
        return len(self.snakes(own)) + len(self.snakes(other))


class RemovesAnyDead(Engine):
    """Any dead snake may be removed, not only a smallest one."""

    def pool(self, own: int, other: int, creating: bool) -> list[int]:
        return [snake for snake in self.snakes(own) if not self.can_grow(own, other, creating, snake)]


class RemovesOneOnly(Engine):
    """A turn removes one snake, even if no smallest one can grow then."""

    def must_go_on(self, own: int, other: int, creating: bool) -> bool:
        return False


class RemovesTooLong(Engine):
    """Removal goes on while any of the smallest snakes is stuck."""

    def must_go_on(self, own: int, other: int, creating: bool) -> bool:
        return any(not self.can_grow(own, other, creating, snake) for snake in self.smallest(own))


class RemovesThoughGrowing(Engine):
    """A stuck snake may be removed even while another of the smallest can grow."""

    def may_begin_removal(self, own: int, other: int, creating: bool) -> bool:
        return any(not self.can_grow(own, other, creating, snake) for snake in self.smallest(own))


class LastRemovalWins(Engine):
    """A player who removes their last snake has won."""

    def mover_wins(self, here: Position) -> bool:
        return not super().mover_wins(here)


_GROWTH = ("scrunch.growth.", "scrunch.snake-count", "scrunch.first-", "scrunch.creation.")
_DEATH = ("scrunch.death.", "scrunch.tied-death", "scrunch.removal-", "scrunch.end.", "scrunch.turn.")
_MUTANTS = ("scrunch.growth.cure", "scrunch.loops", *_GROWTH, *_DEATH)
SCRUNCH = (
    Control("isolated-from-all", IsolatedFromAll, ("scrunch.isolated", "scrunch.creation.", "scrunch.death.creator")),
)
