"""Held-out mutants of Scrunch: no example of the spec shows them, and random play hardly ever."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from shatterproof_properties.conformance.mutants import Mutants
from shatterproof_properties.second.engine import RefusedTurn
from shatterproof_properties.second.scrunch import Engine
from shatterproof_properties.second.scrunch.notation import read_turn
from shatterproof_properties.second.scrunch.position import Position, Turn, bits

_REMOVALS = ("scrunch.death.", "scrunch.notation.removal")
MUTANTS = Mutants(Engine)


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


@MUTANTS.instead_of(Selective.refused, "scrunch.death.until", *_REMOVALS, of=Selective)
def removes_up_to_three(self: Selective, here: Position, removed: Sequence[int]) -> str | None:
    """A turn removes three snakes at most."""
    return "scrunch.death.until" if len(removed) > 3 else None


@MUTANTS.instead_of(Selective.refused, "scrunch.death.which", *_REMOVALS, of=Selective)
def removes_in_order(self: Selective, here: Position, removed: Sequence[int]) -> str | None:
    """More than three snakes are removed in the order of their cells only."""
    is_mixed = len(removed) > 3 and any(two < one for one, two in pairwise(removed))
    return "scrunch.notation.removal" if is_mixed else None


@MUTANTS.instead_of(Selective.refused, "scrunch.notation.removal", *_REMOVALS, of=Selective)
def named_by_first_cells(self: Selective, here: Position, removed: Sequence[int]) -> str | None:
    """A snake is named by its first cell only."""
    firsts = {snake & -snake for snake in self.snakes(here.own)}
    return "scrunch.notation.removal" if not firsts.issuperset(removed) else None


@MUTANTS.instead_of(Engine.smallest, "scrunch.snake.smallest", "scrunch.growth.smallest")
def sizes_of_five_bits(self: Engine, own: int) -> list[int]:
    """The size of a snake is counted in five bits: one of 32 stones is the smallest."""
    snakes = self.snakes(own)
    least = min((snake.bit_count() & 31 for snake in snakes), default=0)
    return [snake for snake in snakes if snake.bit_count() & 31 == least]


@MUTANTS.instead_of(Engine.smallest, "scrunch.snake.smallest", "scrunch.growth.smallest")
def sizes_up_to_twelve(self: Engine, own: int) -> list[int]:
    """Snakes of more than twelve stones count as equally small."""
    snakes = self.snakes(own)
    least = min((min(snake.bit_count(), 12) for snake in snakes), default=0)
    return [snake for snake in snakes if min(snake.bit_count(), 12) == least]


@MUTANTS.instead_of(Engine.smallest, "scrunch.snake.smallest", "scrunch.growth.smallest")
def sixteen_of_the_smallest(self: Engine, own: int) -> list[int]:
    """Of more than sixteen equally small snakes only the first sixteen are seen."""
    return Engine.smallest(self, own)[:16]


@MUTANTS.instead_of(Engine.places, "scrunch.growth.merge")
def merges_up_to_nine(self: Engine, own: int) -> int:
    """A placement that would merge three snakes to ten stones or more is refused."""
    found = Engine.places(self, own)
    for cell in bits(found):
        merged = [snake for snake in self.snakes(own) if snake & self.board.near[cell]]
        if len(merged) > 2 and sum(merged).bit_count() > 8:
            found ^= cell
    return found


@MUTANTS.instead_of(Engine.flaw, "scrunch.growth.count", "scrunch.growth.merge")
def redivides_two_only(
    self: Engine, own: int, other: int, placed: int, after: int, target: int, creating: bool, spare: int = 0
) -> str | None:
    """Three snakes that were merged may not be divided into three again."""
    merged = sum(1 for snake in self.snakes(own) if snake & self.board.near[placed])
    if merged > 2 and target and len(self.snakes(after)) >= len(self.snakes(own)):
        return "scrunch.growth.count"
    return Engine.flaw(self, own, other, placed, after, target, creating, spare)


@MUTANTS.instead_of(Engine.misshapen, "scrunch.snake.mutant", "scrunch.loops")
def long_loops_are_mutants(self: Engine, stones: int) -> str | None:
    """A closed loop of more than sixteen stones counts as a mutant."""
    loops = (snake for snake in self.snakes(stones) if snake.bit_count() > 16 and self.board.has_loop(snake))
    return Engine.misshapen(self, stones) or ("scrunch.loops" if any(loops) else None)


@MUTANTS.instead_of(Engine.mutants, "scrunch.snake.mutant", "scrunch.growth.cure")
def long_snakes_unjudged(self: Engine, stones: int) -> int:
    """Snakes of more than sixteen stones are not tested for mutants."""
    judged = sum(snake for snake in self.snakes(stones) if snake.bit_count() <= 16)
    return Engine.mutants(self, judged)


@MUTANTS.instead_of(Engine.movable, "scrunch.growth.move")
def moves_one_of_thirty(self: Engine, own: int, placed: int) -> int:
    """Only the first thirty stones of a snake can move."""
    found = list(bits(Engine.movable(self, own, placed)))
    return sum(found[:30])


@MUTANTS.instead_of(Engine.limit, "scrunch.growth.count", "scrunch.snake-count")
def twelve_snakes(self: Engine, own: int, other: int, placed: int) -> int:
    """No growth leaves more than twelve snakes."""
    return min(12, Engine.limit(self, own, other, placed))


@MUTANTS.instead_of(Engine.pool, "scrunch.death.which", *_REMOVALS)
def first_five_of_the_dead(self: Engine, own: int, other: int, creating: bool) -> list[int]:
    """Of several dead snakes only the first five may be removed."""
    return Engine.pool(self, own, other, creating)[:5]


@MUTANTS.instead_of(Engine.may_begin_removal, "scrunch.death.when", "scrunch.tied-death")
def first_two_asked(self: Engine, own: int, other: int, creating: bool) -> bool:
    """Removal begins when the first two of the smallest snakes are stuck, however many there are."""
    first = self.smallest(own)[:2]
    return not any(self.can_grow(own, other, creating, snake) for snake in first)


@MUTANTS.instead_of(Engine.pool, "scrunch.death.dead", *_REMOVALS)
def liberties_are_life(self: Engine, own: int, other: int, creating: bool) -> list[int]:
    """A snake with eight empty cells beside it is not dead."""
    empty, pool = self.board.cells & ~own & ~other, Engine.pool(self, own, other, creating)
    return [snake for snake in pool if (self.board.beside(snake) & empty).bit_count() < 8]


@MUTANTS.instead_of(Engine.must_go_on, "scrunch.death.until", "scrunch.end.last-snake")
def last_snake_stays(self: Engine, own: int, other: int, creating: bool) -> bool:
    """After other snakes the last one need not be removed if it has more than four stones."""
    is_last = len(self.snakes(own)) == 1 and own.bit_count() > 4
    return not is_last and Engine.must_go_on(self, own, other, creating)


@MUTANTS.instead_of(Engine.end, "scrunch.end.last-snake")
def nobody_left(self: Engine, here: Position) -> str | None:
    """Nobody has lost while the other side has no stone either."""
    return Engine.end(self, here) if here.own or here.other else None


@MUTANTS.instead_of(Engine.places, "scrunch.board.hexagon", "scrunch.board.limits")
def bits_up_to_256(self: Engine, own: int) -> int:
    """No stone grows onto the cells beyond the 256th of the largest board."""
    return Engine.places(self, own) & sum(list(self.board.texts)[:256])


@MUTANTS.instead_of(Engine.meanings, "scrunch.notation.cell")
def no_last_row(self: Engine, here: Position, text: str) -> list[tuple[str, Position]]:
    """The last row of the largest board has no letter."""
    if re.search("s[0-9]", text):
        return []
    return Engine.meanings(self, here, text)


@MUTANTS.instead_of(Engine.meanings, "scrunch.notation.cell")
def columns_up_to_seventeen(self: Engine, here: Position, text: str) -> list[tuple[str, Position]]:
    """There are seventeen columns at most."""
    return [] if re.search("1[89]", text) else Engine.meanings(self, here, text)


@MUTANTS.instead_of(Engine.steps, "scrunch.growth.step")
def corners_of_the_largest(self: Engine, held: int, moved: int, placed: int) -> int:
    """On the largest board no stone steps onto a corner."""
    found = Engine.steps(self, held, moved, placed)
    if self.board.side < LARGEST:
        return found
    return found & ~sum(cell for cell in self.board.texts if self.board.near[cell].bit_count() == 3)
