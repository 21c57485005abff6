"""Held-out mutants of Scrunch: no example of the spec shows them, and random play hardly ever."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from shatterproof_properties.conformance.mutants import Listed, MutantsOf
from shatterproof_properties.second.engine import RefusedTurn
from shatterproof_properties.second.scrunch import Engine
from shatterproof_properties.second.scrunch.notation import read_turn
from shatterproof_properties.second.scrunch.position import Position, Turn, bits

_REMOVALS = ("scrunch.death.", "scrunch.notation.removal")


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


def _removes_in_order(self: Selective, here: Position, removed: Sequence[int]) -> str | None:
    is_mixed = len(removed) > 3 and any(two < one for one, two in pairwise(removed))
    return "scrunch.notation.removal" if is_mixed else None


def _named_by_first_cells(self: Selective, here: Position, removed: Sequence[int]) -> str | None:
    firsts = {snake & -snake for snake in self.snakes(here.own)}
    return "scrunch.notation.removal" if not firsts.issuperset(removed) else None


def _sizes_of_five_bits(self: Engine, own: int) -> list[int]:
    snakes = self.snakes(own)
    least = min((snake.bit_count() & 31 for snake in snakes), default=0)
    return [snake for snake in snakes if snake.bit_count() & 31 == least]


def _sizes_up_to_twelve(self: Engine, own: int) -> list[int]:
    snakes = self.snakes(own)
    least = min((min(snake.bit_count(), 12) for snake in snakes), default=0)
    return [snake for snake in snakes if min(snake.bit_count(), 12) == least]


def _merges_up_to_nine(self: Engine, own: int) -> int:
    found = Engine.places(self, own)
    for cell in bits(found):
        merged = [snake for snake in self.snakes(own) if snake & self.board.near[cell]]
        if len(merged) > 2 and sum(merged).bit_count() > 8:
            found ^= cell
    return found


def _redivides_two_only(
    self: Engine, own: int, other: int, placed: int, after: int, target: int, creating: bool, spare: int = 0
) -> str | None:
    merged = sum(1 for snake in self.snakes(own) if snake & self.board.near[placed])
    if merged > 2 and target and len(self.snakes(after)) >= len(self.snakes(own)):
        return "scrunch.growth.count"
    return Engine.flaw(self, own, other, placed, after, target, creating, spare)


def _long_loops_are_mutants(self: Engine, stones: int) -> str | None:
    loops = (snake for snake in self.snakes(stones) if snake.bit_count() > 16 and self.board.has_loop(snake))
    return Engine.misshapen(self, stones) or ("scrunch.loops" if any(loops) else None)


def _long_snakes_unjudged(self: Engine, stones: int) -> int:
    judged = sum(snake for snake in self.snakes(stones) if snake.bit_count() <= 16)
    return Engine.mutants(self, judged)


def _moves_one_of_thirty(self: Engine, own: int, placed: int) -> int:
    found = list(bits(Engine.movable(self, own, placed)))
    return sum(found[:30])


def _first_two_asked(self: Engine, own: int, other: int, creating: bool) -> bool:
    first = self.smallest(own)[:2]
    return not any(self.can_grow(own, other, creating, snake) for snake in first)


def _liberties_are_life(self: Engine, own: int, other: int, creating: bool) -> list[int]:
    empty, pool = self.board.cells & ~own & ~other, Engine.pool(self, own, other, creating)
    return [snake for snake in pool if (self.board.beside(snake) & empty).bit_count() < 8]


def _last_snake_stays(self: Engine, own: int, other: int, creating: bool) -> bool:
    is_last = len(self.snakes(own)) == 1 and own.bit_count() > 4
    return not is_last and Engine.must_go_on(self, own, other, creating)


def _no_last_row(self: Engine, here: Position, text: str) -> list[tuple[str, Position]]:
    if re.search("s[0-9]", text):
        return []
    return Engine.meanings(self, here, text)


def _corners_of_the_largest(self: Engine, held: int, moved: int, placed: int) -> int:
    found = Engine.steps(self, held, moved, placed)
    if self.board.side < LARGEST:
        return found
    return found & ~sum(cell for cell in self.board.texts if self.board.near[cell].bit_count() == 3)


mutant, selective = MutantsOf(Engine), MutantsOf(Selective)
MUTANTS: tuple[Listed, ...] = (
    selective("removes-up-to-three", "A turn removes three snakes at most.", ("scrunch.death.until", *_REMOVALS),
              Selective.refused, lambda self, here, removed: "scrunch.death.until" if len(removed) > 3 else None),
    selective("removes-in-order", "More than three snakes are removed in the order of their cells only.",
              ("scrunch.death.which", *_REMOVALS), Selective.refused, _removes_in_order),
    selective("named-by-first-cells", "A snake is named by its first cell only.",
              ("scrunch.notation.removal", *_REMOVALS), Selective.refused, _named_by_first_cells),
    mutant("sizes-of-five-bits", "The size of a snake is counted in five bits: one of 32 stones is the smallest.",
           ("scrunch.snake.smallest", "scrunch.growth.smallest"), Engine.smallest, _sizes_of_five_bits),
    mutant("sizes-up-to-twelve", "Snakes of more than twelve stones count as equally small.",
           ("scrunch.snake.smallest", "scrunch.growth.smallest"), Engine.smallest, _sizes_up_to_twelve),
    mutant("sixteen-of-the-smallest", "Of more than sixteen equally small snakes only the first sixteen are seen.",
           ("scrunch.snake.smallest", "scrunch.growth.smallest"),
           Engine.smallest, lambda self, own: Engine.smallest(self, own)[:16]),
    mutant("merges-up-to-nine", "A placement that would merge three snakes to ten stones or more is refused.",
           ("scrunch.growth.merge",), Engine.places, _merges_up_to_nine),
    mutant("redivides-two-only", "Three snakes that were merged may not be divided into three again.",
           ("scrunch.growth.count", "scrunch.growth.merge"), Engine.flaw, _redivides_two_only),
    mutant("long-loops-are-mutants", "A closed loop of more than sixteen stones counts as a mutant.",
           ("scrunch.snake.mutant", "scrunch.loops"), Engine.misshapen, _long_loops_are_mutants),
    mutant("long-snakes-unjudged", "Snakes of more than sixteen stones are not tested for mutants.",
           ("scrunch.snake.mutant", "scrunch.growth.cure"), Engine.mutants, _long_snakes_unjudged),
    mutant("moves-one-of-thirty", "Only the first thirty stones of a snake can move.", ("scrunch.growth.move",),
           Engine.movable, _moves_one_of_thirty),
    mutant("twelve-snakes", "No growth leaves more than twelve snakes.",
           ("scrunch.growth.count", "scrunch.snake-count"),
           Engine.limit, lambda self, own, other, placed: min(12, Engine.limit(self, own, other, placed))),
    mutant("first-five-of-the-dead", "Of several dead snakes only the first five may be removed.",
           ("scrunch.death.which", *_REMOVALS),
           Engine.pool, lambda self, own, other, creating: Engine.pool(self, own, other, creating)[:5]),
    mutant("first-two-asked",
           "Removal begins when the first two of the smallest snakes are stuck, however many there are.",
           ("scrunch.death.when", "scrunch.tied-death"), Engine.may_begin_removal, _first_two_asked),
    mutant("liberties-are-life", "A snake with eight empty cells beside it is not dead.",
           ("scrunch.death.dead", *_REMOVALS), Engine.pool, _liberties_are_life),
    mutant("last-snake-stays", "After other snakes the last one need not be removed if it has more than four stones.",
           ("scrunch.death.until", "scrunch.end.last-snake"), Engine.must_go_on, _last_snake_stays),
    mutant("nobody-left", "Nobody has lost while the other side has no stone either.", ("scrunch.end.last-snake",),
           Engine.end, lambda self, here: Engine.end(self, here) if here.own or here.other else None),
    mutant("bits-up-to-256", "No stone grows onto the cells beyond the 256th of the largest board.",
           ("scrunch.board.hexagon", "scrunch.board.limits"),
           Engine.places, lambda self, own: Engine.places(self, own) & sum(list(self.board.texts)[:256])),
    mutant("no-last-row", "The last row of the largest board has no letter.", ("scrunch.notation.cell",),
           Engine.meanings, _no_last_row),
    mutant("columns-up-to-seventeen", "There are seventeen columns at most.", ("scrunch.notation.cell",),
           Engine.meanings,
           lambda self, here, text: [] if re.search("1[89]", text) else Engine.meanings(self, here, text)),
    mutant("corners-of-the-largest", "On the largest board no stone steps onto a corner.", ("scrunch.growth.step",),
           Engine.steps, _corners_of_the_largest),
)  # fmt: skip
