"""Held-out mutants of Scrunch: no example of the spec shows them, and random play hardly ever."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from shatterproof_properties.conformance.mutants import Listed, Usual, mutants_of, then
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


def smallest_by(size: Callable[[int], int]) -> Usual:
    """The smallest snakes by another size, got from their number of stones."""

    def smallest(it: Engine, usual: Usual, own: int) -> list[int]:
        sizes = {snake: size(snake.bit_count()) for snake in it.snakes(own)}
        return [snake for snake, each in sizes.items() if each == min(sizes.values())]

    return smallest


def _merges_up_to_nine(it: Engine, usual: Callable[..., int], own: int) -> int:
    found = usual(own)
    for cell in bits(found):
        merged = [snake for snake in it.snakes(own) if snake & it.board.near[cell]]
        if len(merged) > 2 and sum(merged).bit_count() > 8:
            found ^= cell
    return found


def _redivides_two_only(
    it: Engine, usual: Usual, own: int, other: int, placed: int, after: int, target: int, creating: bool, spare: int = 0
) -> Any:
    merged = sum(1 for snake in it.snakes(own) if snake & it.board.near[placed])
    if merged > 2 and target and len(it.snakes(after)) >= len(it.snakes(own)):
        return "scrunch.growth.count"
    return usual(own, other, placed, after, target, creating, spare)


mutant, selective = mutants_of(Engine), mutants_of(Selective)
MUTANTS: tuple[Listed, ...] = (
    selective("removes-up-to-three", "A turn removes three snakes at most.", ("scrunch.death.until", *_REMOVALS),
              refused=lambda it, usual, here, removed: "scrunch.death.until" if len(removed) > 3 else None),
    selective("removes-in-order", "More than three snakes are removed in the order of their cells only.",
              ("scrunch.death.which", *_REMOVALS), refused=lambda it, usual, here, removed:
              "scrunch.notation.removal" if len(removed) > 3 and any(two < one
              for one, two in pairwise(removed)) else None),
    selective("named-by-first-cells", "A snake is named by its first cell only.",
              ("scrunch.notation.removal", *_REMOVALS), refused=lambda it, usual, here, removed:
              "scrunch.notation.removal" if not {snake & -snake
              for snake in it.snakes(here.own)}.issuperset(removed) else None),
    mutant("sizes-of-five-bits", "The size of a snake is counted in five bits: one of 32 stones is the smallest.",
           ("scrunch.snake.smallest", "scrunch.growth.smallest"), smallest=smallest_by(lambda stones: stones & 31)),
    mutant("sizes-up-to-twelve", "Snakes of more than twelve stones count as equally small.",
           ("scrunch.snake.smallest", "scrunch.growth.smallest"),
           smallest=smallest_by(lambda stones: min(stones, 12))),
    mutant("sixteen-of-the-smallest", "Of more than sixteen equally small snakes only the first sixteen are seen.",
           ("scrunch.snake.smallest", "scrunch.growth.smallest"),
           smallest=lambda it, usual, *given: usual(*given)[:16]),
    mutant("merges-up-to-nine", "A placement that would merge three snakes to ten stones or more is refused.",
           ("scrunch.growth.merge",), places=_merges_up_to_nine),
    mutant("redivides-two-only", "Three snakes that were merged may not be divided into three again.",
           ("scrunch.growth.count", "scrunch.growth.merge"), flaw=_redivides_two_only),
    mutant("long-loops-are-mutants", "A closed loop of more than sixteen stones counts as a mutant.",
           ("scrunch.snake.mutant", "scrunch.loops"), misshapen=lambda it, usual, stones:
           usual(stones) or ("scrunch.loops" if any(snake for snake in it.snakes(stones)
           if snake.bit_count() > 16 and it.board.has_loop(snake)) else None)),
    mutant("long-snakes-unjudged", "Snakes of more than sixteen stones are not tested for mutants.",
           ("scrunch.snake.mutant", "scrunch.growth.cure"), mutants=lambda it, usual, stones:
           usual(sum(snake for snake in it.snakes(stones) if snake.bit_count() <= 16))),
    mutant("moves-one-of-thirty", "Only the first thirty stones of a snake can move.", ("scrunch.growth.move",),
           movable=lambda it, usual, *given: sum(list(bits(usual(*given)))[:30])),
    mutant("twelve-snakes", "No growth leaves more than twelve snakes.",
           ("scrunch.growth.count", "scrunch.snake-count"), limit=lambda it, usual, *given: min(12, usual(*given))),
    mutant("first-five-of-the-dead", "Of several dead snakes only the first five may be removed.",
           ("scrunch.death.which", *_REMOVALS), pool=lambda it, usual, *given: usual(*given)[:5]),
    mutant("first-two-asked",
           "Removal begins when the first two of the smallest snakes are stuck, however many there are.",
           ("scrunch.death.when", "scrunch.tied-death"), may_begin_removal=lambda it, usual, own, other, creating:
           not any(it.can_grow(own, other, creating, snake) for snake in it.smallest(own)[:2])),
    mutant("liberties-are-life", "A snake with eight empty cells beside it is not dead.",
           ("scrunch.death.dead", *_REMOVALS), pool=then(lambda it, found, own, other, *_:
           [snake for snake in found if (it.board.beside(snake) & it.board.cells & ~own & ~other).bit_count() < 8])),
    mutant("last-snake-stays", "After other snakes the last one need not be removed if it has more than four stones.",
           ("scrunch.death.until", "scrunch.end.last-snake"), must_go_on=lambda it, usual, own, other, creating:
           not (len(it.snakes(own)) == 1 and own.bit_count() > 4) and usual(own, other, creating)),
    mutant("nobody-left", "Nobody has lost while the other side has no stone either.", ("scrunch.end.last-snake",),
           end=lambda it, usual, here: usual(here) if here.own or here.other else None),
    mutant("bits-up-to-256", "No stone grows onto the cells beyond the 256th of the largest board.",
           ("scrunch.board.hexagon", "scrunch.board.limits"),
           places=lambda it, usual, *given: usual(*given) & sum(list(it.board.texts)[:256])),
    mutant("no-last-row", "The last row of the largest board has no letter.", ("scrunch.notation.cell",),
           meanings=lambda it, usual, here, text: [] if re.search("s[0-9]", text) else usual(here, text)),
    mutant("columns-up-to-seventeen", "There are seventeen columns at most.", ("scrunch.notation.cell",),
           meanings=lambda it, usual, here, text: [] if re.search("1[89]", text) else usual(here, text)),
    mutant("corners-of-the-largest", "On the largest board no stone steps onto a corner.", ("scrunch.growth.step",),
           steps=then(lambda it, found, *_:
           found if it.board.side < LARGEST else found & ~sum(cell for cell in it.board.texts
           if it.board.near[cell].bit_count() == 3))),
)  # fmt: skip
