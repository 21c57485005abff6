"""Self-check mutants of Scrunch."""

from __future__ import annotations

from shatterproof_properties.conformance.mutants import Listed, MutantsOf
from shatterproof_properties.second.scrunch import Engine
from shatterproof_properties.second.scrunch.position import bits

_CREATION = ("scrunch.creation", "scrunch.isolated", "scrunch.death.creator", "scrunch.turn.")
_PHASES = ("scrunch.creation", "scrunch.start.phases", "scrunch.end.", "scrunch.growth.")
_DEATH = ("scrunch.death.", "scrunch.tied-death", "scrunch.removal-", "scrunch.end.")
_GROWTH = ("scrunch.growth.", *_DEATH)
_MUTANTS = ("scrunch.snake.mutant", "scrunch.start.mutants", "scrunch.loops", *_GROWTH)


def _smallest_after_placement(self: Engine, own: int) -> int:
    found = 0
    for cell in bits(self.board.beside(own) & ~own):
        if self.board.flood(cell, own | cell) in self.smallest(own | cell):
            found |= cell
    return found


def _stays_beside_its_snake(self: Engine, held: int, moved: int, placed: int) -> int:
    snake = self.board.flood(placed, held)
    return Engine.steps(self, held, moved, placed) & self.board.beside(snake ^ moved)


class RemovesAllDead(Engine):
    """All dead snakes must be removed, whatever their size."""

    def pool(self, own: int, other: int, creating: bool) -> list[int]:
        return [snake for snake in self.snakes(own) if not self.can_grow(own, other, creating, snake)]

    def must_go_on(self, own: int, other: int, creating: bool) -> bool:
        return bool(self.pool(own, other, creating))


mutant = MutantsOf(Engine)
MUTANTS: tuple[Listed, ...] = (
    mutant("isolated-from-all", "An egg must lie apart from stones of both colours.", ("scrunch.isolated", *_CREATION),
           Engine.isolated, lambda self, own, other: Engine.isolated(self, own | other, 0)),
    mutant("creators-must-stay", "A player may not begin to wriggle while there are isolated cells.",
           ("scrunch.creation.at-will", *_CREATION, *_GROWTH),
           Engine.may_grow, lambda self, own, other, creating: not creating or not self.isolated(own, other)),
    mutant("creation-ends-for-both", "The first growth ends creation for both players.",
           ("scrunch.creation.end", *_PHASES),
           Engine.creating_after_growth, lambda self, other_creating: (False, False)),
    mutant("stuck-creators-pass", "A creator with neither a cell for an egg nor a growth passes.",
           ("scrunch.stuck-creator", "scrunch.turn.no-pass", *_DEATH), Engine.removes_as_creator, lambda self: False),
    mutant("smallest-after-placement",
           "The stone may be placed wherever the snake that results is one of the smallest.",
           ("scrunch.growth.smallest", *_GROWTH), Engine.places, _smallest_after_placement),
    mutant("grows-any-snake", "Any snake may grow, not only the smallest.", ("scrunch.growth.smallest", *_GROWTH),
           Engine.places, lambda self, own: self.board.beside(own) & ~own),
    mutant("placed-stone-moves", "The stone that moves may be the one just placed.", ("scrunch.growth.move", *_GROWTH),
           Engine.movable, lambda self, own, placed: Engine.movable(self, own, placed) | placed),
    mutant("only-the-smallest-moves",
           "The stone that moves must come from the small snake that grew, not from one that it merged with.",
           ("scrunch.growth.move", *_GROWTH), Engine.movable,
           lambda self, own, placed: sum(snake for snake in self.smallest(own) if snake & self.board.near[placed])),
    mutant("stays-beside-its-snake", "The moved stone must still touch its own snake.",
           ("scrunch.growth.step", *_GROWTH), Engine.steps, _stays_beside_its_snake),
    mutant("jumps-along-its-snake", "The moved stone may go to any empty cell beside its snake, however far.",
           ("scrunch.growth.step", *_GROWTH), Engine.steps,
           lambda self, held, moved, placed: self.board.beside(self.board.flood(placed, held) ^ moved) & ~held),
    mutant("mutants-before-movement", "Mutants are looked for after the placement, not after the movement.",
           ("scrunch.growth.cure", *_MUTANTS), Engine.judged, lambda self, own, placed, after, target: own | placed),
    mutant("mutants-where-placed", "Only the stone just placed is tested for too many friends.",
           ("scrunch.growth.cure", *_MUTANTS),
           Engine.judged, lambda self, own, placed, after, target: after & (placed | self.board.near[placed])),
    mutant("mutants-where-moved", "Only the snake that the moved stone has reached is tested for mutants.",
           ("scrunch.growth.cure", *_MUTANTS),
           Engine.judged, lambda self, own, placed, after, target: self.board.flood(target, after)),
    mutant("mutants-of-four", "A stone may have three friends beside it; only a fourth makes a mutant.",
           ("scrunch.snake.mutant", *_MUTANTS),
           Engine.mutants, lambda self, stones: stones & self.board.crowded(stones)[3]),
    mutant("loops-are-mutants", "A snake that closes a loop counts as a mutant.", ("scrunch.loops", *_MUTANTS),
           Engine.misshapen, lambda self, stones:
           Engine.misshapen(self, stones) or ("scrunch.loops" if self.board.has_loop(stones) else None)),
    mutant("count-after-placement", "The number of snakes is held against that after the placement.",
           ("scrunch.snake-count", *_GROWTH),
           Engine.limit, lambda self, own, other, placed: len(self.snakes(own | placed))),
    mutant("count-of-both", "The mover may have as many snakes after a growth as both players had before it.",
           ("scrunch.growth.count", "scrunch.snake-count", *_GROWTH),
           Engine.limit, lambda self, own, other, placed: len(self.snakes(own)) + len(self.snakes(other))),
    mutant("removes-any-dead", "Any dead snake may be removed, not only a smallest one.",
           ("scrunch.death.which", *_DEATH), Engine.pool, lambda self, own, other, creating:
           [snake for snake in self.snakes(own) if not self.can_grow(own, other, creating, snake)]),
    mutant("removes-one-only", "A turn removes one snake, even if no smallest one can grow then.",
           ("scrunch.death.until", *_DEATH), Engine.must_go_on, lambda self, own, other, creating: False),
    ("removes-all-dead", RemovesAllDead, ("scrunch.death.until", *_DEATH)),
    mutant("removes-though-growing", "A stuck snake may be removed even while another of the smallest can grow.",
           ("scrunch.death.when", *_DEATH), Engine.may_begin_removal, lambda self, own, other, creating:
           any(not self.can_grow(own, other, creating, snake) for snake in self.smallest(own))),
    mutant("last-removal-wins", "A player who removes their last snake has won.",
           ("scrunch.end.last-snake", "scrunch.end."),
           Engine.mover_wins, lambda self, here: not Engine.mover_wins(self, here)),
)  # fmt: skip
