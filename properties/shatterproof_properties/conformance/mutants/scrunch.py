"""Self-check mutants of Scrunch."""

from __future__ import annotations

from shatterproof_properties.conformance.mutants import Mutants
from shatterproof_properties.second.scrunch import Engine
from shatterproof_properties.second.scrunch.position import Position, bits

_CREATION = ("scrunch.creation", "scrunch.isolated", "scrunch.death.creator", "scrunch.turn.")
_PHASES = ("scrunch.creation", "scrunch.start.phases", "scrunch.end.", "scrunch.growth.")
_DEATH = ("scrunch.death.", "scrunch.tied-death", "scrunch.removal-", "scrunch.end.")
_GROWTH = ("scrunch.growth.", *_DEATH)
_MUTANTS = ("scrunch.snake.mutant", "scrunch.start.mutants", "scrunch.loops", *_GROWTH)
MUTANTS = Mutants(Engine)


@MUTANTS.instead_of(Engine.isolated, "scrunch.isolated", *_CREATION)
def isolated_from_all(self: Engine, own: int, other: int) -> int:
    """An egg must lie apart from stones of both colours."""
    return Engine.isolated(self, own | other, 0)


@MUTANTS.instead_of(Engine.may_grow, "scrunch.creation.at-will", *_CREATION, *_GROWTH)
def creators_must_stay(self: Engine, own: int, other: int, creating: bool) -> bool:
    """A player may not begin to wriggle while there are isolated cells."""
    return not creating or not self.isolated(own, other)


@MUTANTS.instead_of(Engine.creating_after_growth, "scrunch.creation.end", *_PHASES)
def creation_ends_for_both(self: Engine, other_creating: bool) -> tuple[bool, bool]:
    """The first growth ends creation for both players."""
    return False, False


@MUTANTS.instead_of(Engine.removes_as_creator, "scrunch.stuck-creator", "scrunch.turn.no-pass", *_DEATH)
def stuck_creators_pass(self: Engine) -> bool:
    """A creator with neither a cell for an egg nor a growth passes."""
    return False


@MUTANTS.instead_of(Engine.places, "scrunch.growth.smallest", *_GROWTH)
def smallest_after_placement(self: Engine, own: int) -> int:
    """The stone may be placed wherever the snake that results is one of the smallest."""
    found = 0
    for cell in bits(self.board.beside(own) & ~own):
        if self.board.flood(cell, own | cell) in self.smallest(own | cell):
            found |= cell
    return found


@MUTANTS.instead_of(Engine.places, "scrunch.growth.smallest", *_GROWTH)
def grows_any_snake(self: Engine, own: int) -> int:
    """Any snake may grow, not only the smallest."""
    return self.board.beside(own) & ~own


@MUTANTS.instead_of(Engine.movable, "scrunch.growth.move", *_GROWTH)
def placed_stone_moves(self: Engine, own: int, placed: int) -> int:
    """The stone that moves may be the one just placed."""
    return Engine.movable(self, own, placed) | placed


@MUTANTS.instead_of(Engine.movable, "scrunch.growth.move", *_GROWTH)
def only_the_smallest_moves(self: Engine, own: int, placed: int) -> int:
    """The stone that moves must come from the small snake that grew, not from one that it merged with."""
    return sum(snake for snake in self.smallest(own) if snake & self.board.near[placed])


@MUTANTS.instead_of(Engine.steps, "scrunch.growth.step", *_GROWTH)
def stays_beside_its_snake(self: Engine, held: int, moved: int, placed: int) -> int:
    """The moved stone must still touch its own snake."""
    snake = self.board.flood(placed, held)
    return Engine.steps(self, held, moved, placed) & self.board.beside(snake ^ moved)


@MUTANTS.instead_of(Engine.steps, "scrunch.growth.step", *_GROWTH)
def jumps_along_its_snake(self: Engine, held: int, moved: int, placed: int) -> int:
    """The moved stone may go to any empty cell beside its snake, however far."""
    return self.board.beside(self.board.flood(placed, held) ^ moved) & ~held


@MUTANTS.instead_of(Engine.judged, "scrunch.growth.cure", *_MUTANTS)
def mutants_before_movement(self: Engine, own: int, placed: int, after: int, target: int) -> int:
    """Mutants are looked for after the placement, not after the movement."""
    return own | placed


@MUTANTS.instead_of(Engine.judged, "scrunch.growth.cure", *_MUTANTS)
def mutants_where_placed(self: Engine, own: int, placed: int, after: int, target: int) -> int:
    """Only the stone just placed is tested for too many friends."""
    return after & (placed | self.board.near[placed])


@MUTANTS.instead_of(Engine.judged, "scrunch.growth.cure", *_MUTANTS)
def mutants_where_moved(self: Engine, own: int, placed: int, after: int, target: int) -> int:
    """Only the snake that the moved stone has reached is tested for mutants."""
    return self.board.flood(target, after)


@MUTANTS.instead_of(Engine.mutants, "scrunch.snake.mutant", *_MUTANTS)
def mutants_of_four(self: Engine, stones: int) -> int:
    """A stone may have three friends beside it; only a fourth makes a mutant."""
    return stones & self.board.crowded(stones)[3]


@MUTANTS.instead_of(Engine.misshapen, "scrunch.loops", *_MUTANTS)
def loops_are_mutants(self: Engine, stones: int) -> str | None:
    """A snake that closes a loop counts as a mutant."""
    return Engine.misshapen(self, stones) or ("scrunch.loops" if self.board.has_loop(stones) else None)


@MUTANTS.instead_of(Engine.limit, "scrunch.snake-count", *_GROWTH)
def count_after_placement(self: Engine, own: int, other: int, placed: int) -> int:
    """The number of snakes is held against that after the placement."""
    return len(self.snakes(own | placed))


@MUTANTS.instead_of(Engine.limit, "scrunch.growth.count", "scrunch.snake-count", *_GROWTH)
def count_of_both(self: Engine, own: int, other: int, placed: int) -> int:
    """The mover may have as many snakes after a growth as both players had before it."""
    return len(self.snakes(own)) + len(self.snakes(other))


@MUTANTS.instead_of(Engine.pool, "scrunch.death.which", *_DEATH)
def removes_any_dead(self: Engine, own: int, other: int, creating: bool) -> list[int]:
    """Any dead snake may be removed, not only a smallest one."""
    return [snake for snake in self.snakes(own) if not self.can_grow(own, other, creating, snake)]


@MUTANTS.instead_of(Engine.must_go_on, "scrunch.death.until", *_DEATH)
def removes_one_only(self: Engine, own: int, other: int, creating: bool) -> bool:
    """A turn removes one snake, even if no smallest one can grow then."""
    return False


@MUTANTS.engine("scrunch.death.until", *_DEATH)
class RemovesAllDead(Engine):
    """All dead snakes must be removed, whatever their size."""

    def pool(self, own: int, other: int, creating: bool) -> list[int]:
        return [snake for snake in self.snakes(own) if not self.can_grow(own, other, creating, snake)]

    def must_go_on(self, own: int, other: int, creating: bool) -> bool:
        return bool(self.pool(own, other, creating))


@MUTANTS.instead_of(Engine.may_begin_removal, "scrunch.death.when", *_DEATH)
def removes_though_growing(self: Engine, own: int, other: int, creating: bool) -> bool:
    """A stuck snake may be removed even while another of the smallest can grow."""
    return any(not self.can_grow(own, other, creating, snake) for snake in self.smallest(own))


@MUTANTS.instead_of(Engine.mover_wins, "scrunch.end.last-snake", "scrunch.end.")
def last_removal_wins(self: Engine, here: Position) -> bool:
    """A player who removes their last snake has won."""
    return not Engine.mover_wins(self, here)
