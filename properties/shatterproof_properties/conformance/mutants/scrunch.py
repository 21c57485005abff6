"""Self-check mutants of Scrunch."""

from __future__ import annotations

from collections.abc import Callable

from shatterproof_properties.conformance.mutants import Listed, mutants_of
from shatterproof_properties.second.scrunch import Engine
from shatterproof_properties.second.scrunch.position import bits

_CREATION = ("scrunch.creation", "scrunch.isolated", "scrunch.death.creator", "scrunch.turn.")
_PHASES = ("scrunch.creation", "scrunch.start.phases", "scrunch.end.", "scrunch.growth.")
_DEATH = ("scrunch.death.", "scrunch.tied-death", "scrunch.removal-", "scrunch.end.")
_GROWTH = ("scrunch.growth.", *_DEATH)
_MUTANTS = ("scrunch.snake.mutant", "scrunch.start.mutants", "scrunch.loops", *_GROWTH)


def _smallest_after_placement(it: Engine, usual: Callable[..., int], own: int) -> int:
    found = 0
    for cell in bits(it.board.beside(own) & ~own):
        if it.board.flood(cell, own | cell) in it.smallest(own | cell):
            found |= cell
    return found


mutant = mutants_of(Engine)
MUTANTS: tuple[Listed, ...] = (
    mutant("isolated-from-all", "An egg must lie apart from stones of both colours.",
           ("scrunch.isolated", *_CREATION), isolated=lambda it, usual, own, other: usual(own | other, 0)),
    mutant("creators-must-stay", "A player may not begin to wriggle while there are isolated cells.",
           ("scrunch.creation.at-will", *_CREATION, *_GROWTH),
           may_grow=lambda it, usual, own, other, creating: not creating or not it.isolated(own, other)),
    mutant("creation-ends-for-both", "The first growth ends creation for both players.",
           ("scrunch.creation.end", *_PHASES), creating_after_growth=lambda it, usual, *_: (False, False)),
    mutant("stuck-creators-pass", "A creator with neither a cell for an egg nor a growth passes.",
           ("scrunch.stuck-creator", "scrunch.turn.no-pass", *_DEATH), removes_as_creator=lambda it, usual: False),
    mutant("smallest-after-placement",
           "The stone may be placed wherever the snake that results is one of the smallest.",
           ("scrunch.growth.smallest", *_GROWTH), places=_smallest_after_placement),
    mutant("grows-any-snake", "Any snake may grow, not only the smallest.", ("scrunch.growth.smallest", *_GROWTH),
           places=lambda it, usual, own: it.board.beside(own) & ~own),
    mutant("placed-stone-moves", "The stone that moves may be the one just placed.",
           ("scrunch.growth.move", *_GROWTH), movable=lambda it, usual, own, placed: usual(own, placed) | placed),
    mutant("only-the-smallest-moves",
           "The stone that moves must come from the small snake that grew, not from one that it merged with.",
           ("scrunch.growth.move", *_GROWTH), movable=lambda it, usual, own, placed:
           sum(snake for snake in it.smallest(own) if snake & it.board.near[placed])),
    mutant("stays-beside-its-snake", "The moved stone must still touch its own snake.",
           ("scrunch.growth.step", *_GROWTH), steps=lambda it, usual, held, moved, placed:
           usual(held, moved, placed) & it.board.beside(it.board.flood(placed, held) ^ moved)),
    mutant("jumps-along-its-snake", "The moved stone may go to any empty cell beside its snake, however far.",
           ("scrunch.growth.step", *_GROWTH),
           steps=lambda it, usual, held, moved, placed: it.board.beside(it.board.flood(placed, held) ^ moved) & ~held),
    mutant("mutants-before-movement", "Mutants are looked for after the placement, not after the movement.",
           ("scrunch.growth.cure", *_MUTANTS), judged=lambda it, usual, own, placed, after, target: own | placed),
    mutant("mutants-where-placed", "Only the stone just placed is tested for too many friends.",
           ("scrunch.growth.cure", *_MUTANTS),
           judged=lambda it, usual, own, placed, after, target: after & (placed | it.board.near[placed])),
    mutant("mutants-where-moved", "Only the snake that the moved stone has reached is tested for mutants.",
           ("scrunch.growth.cure", *_MUTANTS),
           judged=lambda it, usual, own, placed, after, target: it.board.flood(target, after)),
    mutant("mutants-of-four", "A stone may have three friends beside it; only a fourth makes a mutant.",
           ("scrunch.snake.mutant", *_MUTANTS),
           mutants=lambda it, usual, stones: stones & it.board.crowded(stones)[3]),
    mutant("loops-are-mutants", "A snake that closes a loop counts as a mutant.", ("scrunch.loops", *_MUTANTS),
           misshapen=lambda it, usual, stones:
           usual(stones) or ("scrunch.loops" if it.board.has_loop(stones) else None)),
    mutant("count-after-placement", "The number of snakes is held against that after the placement.",
           ("scrunch.snake-count", *_GROWTH),
           limit=lambda it, usual, own, other, placed: len(it.snakes(own | placed))),
    mutant("count-of-both", "The mover may have as many snakes after a growth as both players had before it.",
           ("scrunch.growth.count", "scrunch.snake-count", *_GROWTH),
           limit=lambda it, usual, own, other, placed: len(it.snakes(own)) + len(it.snakes(other))),
    mutant("removes-any-dead", "Any dead snake may be removed, not only a smallest one.",
           ("scrunch.death.which", *_DEATH), pool=lambda it, usual, own, other, creating:
           [snake for snake in it.snakes(own) if not it.can_grow(own, other, creating, snake)]),
    mutant("removes-one-only", "A turn removes one snake, even if no smallest one can grow then.",
           ("scrunch.death.until", *_DEATH), must_go_on=lambda it, usual, *_: False),
    mutant("removes-all-dead", "All dead snakes must be removed, whatever their size.",
           ("scrunch.death.until", *_DEATH), pool=lambda it, usual, own, other, creating:
           [snake for snake in it.snakes(own) if not it.can_grow(own, other, creating, snake)],
           must_go_on=lambda it, usual, own, other, creating: bool(it.pool(own, other, creating))),
    mutant("removes-though-growing", "A stuck snake may be removed even while another of the smallest can grow.",
           ("scrunch.death.when", *_DEATH), may_begin_removal=lambda it, usual, own, other, creating:
           any(not it.can_grow(own, other, creating, snake) for snake in it.smallest(own))),
    mutant("last-removal-wins", "A player who removes their last snake has won.",
           ("scrunch.end.last-snake", "scrunch.end."), mover_wins=lambda it, usual, *given: not usual(*given)),
)  # fmt: skip
