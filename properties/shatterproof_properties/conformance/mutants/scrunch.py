"""Self-check mutants of Scrunch."""

from __future__ import annotations

from shatterproof_properties.second.scrunch.engine import Engine
from shatterproof_properties.second.scrunch.position import Position, bits


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
    """Mutants are looked for after the placement, not after the movement."""

    def judged(self, own: int, placed: int, after: int, target: int) -> int:
        return own | placed


class MutantsWherePlaced(Engine):
    """Only the stone just placed is tested for too many friends."""

    def judged(self, own: int, placed: int, after: int, target: int) -> int:
        return after & (placed | self.board.near[placed])


class MutantsWhereMoved(Engine):
    """Only the snake that the moved stone has reached is tested for mutants."""

    def judged(self, own: int, placed: int, after: int, target: int) -> int:
        return self.board.flood(target, after)


class MutantsOfFour(Engine):
    """A stone may have three friends beside it; only a fourth makes a mutant."""

    def mutants(self, stones: int) -> int:
        return stones & self.board.crowded(stones)[3]


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


class RemovesAllDead(Engine):
    """All dead snakes must be removed, whatever their size."""

    def pool(self, own: int, other: int, creating: bool) -> list[int]:
        return [snake for snake in self.snakes(own) if not self.can_grow(own, other, creating, snake)]

    def must_go_on(self, own: int, other: int, creating: bool) -> bool:
        return bool(self.pool(own, other, creating))


class RemovesThoughGrowing(Engine):
    """A stuck snake may be removed even while another of the smallest can grow."""

    def may_begin_removal(self, own: int, other: int, creating: bool) -> bool:
        return any(not self.can_grow(own, other, creating, snake) for snake in self.smallest(own))


class LastRemovalWins(Engine):
    """A player who removes their last snake has won."""

    def mover_wins(self, here: Position) -> bool:
        return not super().mover_wins(here)


_CREATION = ("scrunch.creation", "scrunch.isolated", "scrunch.death.creator", "scrunch.turn.")
_PHASES = ("scrunch.creation", "scrunch.start.phases", "scrunch.end.", "scrunch.growth.")
_DEATH = ("scrunch.death.", "scrunch.tied-death", "scrunch.removal-", "scrunch.end.")
_GROWTH = ("scrunch.growth.", *_DEATH)
_MUTANTS = ("scrunch.snake.mutant", "scrunch.start.mutants", "scrunch.loops", *_GROWTH)
MUTANTS: tuple[tuple[str, type[Engine], tuple[str, ...]], ...] = (
    ("isolated-from-all", IsolatedFromAll, ("scrunch.isolated", *_CREATION)),
    ("creators-must-stay", CreatorsMustStay, ("scrunch.creation.at-will", *_CREATION, *_GROWTH)),
    ("creation-ends-for-both", CreationEndsForBoth, ("scrunch.creation.end", *_PHASES)),
    ("stuck-creators-pass", StuckCreatorsPass, ("scrunch.stuck-creator", "scrunch.turn.no-pass", *_DEATH)),
    ("smallest-after-placement", SmallestAfterPlacement, ("scrunch.growth.smallest", *_GROWTH)),
    ("grows-any-snake", GrowsAnySnake, ("scrunch.growth.smallest", *_GROWTH)),
    ("placed-stone-moves", PlacedStoneMoves, ("scrunch.growth.move", *_GROWTH)),
    ("only-the-smallest-moves", OnlyTheSmallestMoves, ("scrunch.growth.move", *_GROWTH)),
    ("stays-beside-its-snake", StaysBesideItsSnake, ("scrunch.growth.step", *_GROWTH)),
    ("jumps-along-its-snake", JumpsAlongItsSnake, ("scrunch.growth.step", *_GROWTH)),
    ("mutants-before-movement", MutantsBeforeMovement, ("scrunch.growth.cure", *_MUTANTS)),
    ("mutants-where-placed", MutantsWherePlaced, ("scrunch.growth.cure", *_MUTANTS)),
    ("mutants-where-moved", MutantsWhereMoved, ("scrunch.growth.cure", *_MUTANTS)),
    ("mutants-of-four", MutantsOfFour, ("scrunch.snake.mutant", *_MUTANTS)),
    ("loops-are-mutants", LoopsAreMutants, ("scrunch.loops", *_MUTANTS)),
    ("count-after-placement", CountAfterPlacement, ("scrunch.snake-count", *_GROWTH)),
    ("count-of-both", CountOfBoth, ("scrunch.growth.count", "scrunch.snake-count", *_GROWTH)),
    ("removes-any-dead", RemovesAnyDead, ("scrunch.death.which", *_DEATH)),
    ("removes-one-only", RemovesOneOnly, ("scrunch.death.until", *_DEATH)),
    ("removes-all-dead", RemovesAllDead, ("scrunch.death.until", *_DEATH)),
    ("removes-though-growing", RemovesThoughGrowing, ("scrunch.death.when", *_DEATH)),
    ("last-removal-wins", LastRemovalWins, ("scrunch.end.last-snake", "scrunch.end.")),
)
