"""Growths of Scrunch that an engine might refuse for one thing or two, and limits of growths."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Any, NamedTuple

from shatterproof_properties.conformance.alternatives import Alternative, changed, refusing
from shatterproof_properties.second.scrunch import Engine
from shatterproof_properties.second.scrunch.notation import read_turn
from shatterproof_properties.second.scrunch.position import Board, Position


class GrowthMade(NamedTuple):
    """A growth: the own stones before it, whether in creation, the cells, and the own stones after it."""

    engine: Engine
    own: int
    creating: bool
    placed: int
    moved: int
    target: int
    after: int

    @property
    def board(self) -> Board:
        return self.engine.board

    @property
    def grown(self) -> int:
        """The own stones after the placement."""
        return self.own | self.placed

    @property
    def merged(self) -> list[int]:
        """The snakes beside the stone placed."""
        return [snake for snake in self.engine.snakes(self.own) if snake & self.board.near[self.placed]]

    @property
    def smallest(self) -> list[int]:
        """The smallest snakes before it."""
        return self.engine.smallest(self.own)

    @property
    def rest(self) -> int:
        """The snake that results from the placement, without the stone that moves."""
        return self.board.flood(self.placed, self.grown) ^ self.moved

    @property
    def snakes(self) -> int:
        """The growth's change in the number of snakes; negative for fewer."""
        return len(self.engine.snakes(self.after)) - len(self.engine.snakes(self.own))

    @property
    def distance(self) -> int:
        """The distance in steps between the stone that moves and the one placed, across the board."""
        reached, steps = self.placed, 0
        while not reached & self.moved:
            reached, steps = reached | self.board.beside(reached), steps + 1
        return steps

    def is_beside(self, cell: int, stones: int) -> bool:
        """Whether a cell is beside some stones."""
        return bool(self.board.near[cell] & stones)


Of = Callable[[GrowthMade], int]
DOES: tuple[tuple[str, str, Of], ...] = (
    ("merges snakes", "growth.merge", lambda it: len(it.merged) > 1),
    ("merges smallest snakes", "growth.merge", lambda it: sum(snake in it.smallest for snake in it.merged) > 1),
    ("makes a mutant before the movement", "growth.cure", lambda it: it.engine.mutants(it.grown) != 0),
    ("steps beside another snake", "growth.step", lambda it: it.is_beside(it.target, it.grown & ~it.rest & ~it.moved)),
    ("steps away from its snake", "growth.step", lambda it: not it.is_beside(it.target, it.rest)),
    ("steps beside the stone placed", "growth.step", lambda it: it.is_beside(it.target, it.placed)),
    ("divides its snake", "growth.count", lambda it: len(it.board.groups(it.rest)) > 1),
    ("moves a stone of a larger snake", "growth.move", lambda it: not it.moved & sum(it.smallest)),
    ("moves a stone beside the one placed", "growth.move", lambda it: it.is_beside(it.placed, it.moved)),
    ("moves a stone not beside the one placed", "growth.move", lambda it: not it.is_beside(it.placed, it.moved)),
    ("leaves fewer snakes", "growth.count", lambda it: it.snakes < 0),
    ("leaves the same number of snakes", "growth.count", lambda it: it.snakes == 0),
    ("closes a loop", "snake.mutant", lambda it: it.board.has_loop(it.after)),
    ("ends creation", "creation.end", lambda it: it.creating),
)
"""The acts of a growth in words, each with the clause that allows it and a test for it."""
GOES_ON: tuple[tuple[str, str, Of], ...] = (
    ("A placement merges {n} snakes at most.", "growth.merge", lambda it: len(it.merged)),
    ("A placement merges snakes of up to {n} stones.", "growth.merge",
     lambda it: (len(it.merged) > 1) * _largest(it.merged)),
    ("A placement merges snakes to one of {n} stones at most.", "growth.merge",
     lambda it: (len(it.merged) > 1) * it.rest.bit_count() + 1),
    ("The stone that moves is at most {n} steps from the stone placed.", "growth.move", lambda it: it.distance),
    ("A growth leaves no snake of more than {n} stones.", "snake.group",
     lambda it: _largest(it.engine.snakes(it.after))),
    ("A growth leaves {n} snakes at most.", "growth.count", lambda it: len(it.engine.snakes(it.after))),
    ("A snake of more than {n} stones does not grow.", "growth.smallest", lambda it: _largest(it.smallest)),
    ("A movement divides a snake into {n} at most.", "growth.count", lambda it: len(it.board.groups(it.rest))),
    ("A player has {n} stones at most.", "growth.place", lambda it: it.after.bit_count()),
)  # fmt: skip
"""The measures of a growth, each as a limit in words with {n}, its clause, and a function that measures it."""


def _largest(snakes: Iterable[int]) -> int:
    """The size of the largest of some snakes; 0 if there are none."""
    return max(map(int.bit_count, snakes), default=0)


def _flaw(clause: str, of: Of) -> Callable[..., str | None]:
    """The flaw of a growth with more than `most` of a measure."""

    def flaw(it: Any, usual: Callable[..., str | None], own: int, other: int, placed: int, after: int, target: int,
             creating: bool, spare: int = 0) -> str | None:  # fmt: skip
        found, moved = usual(own, other, placed, after, target, creating, spare), (own | placed) & ~after
        if found or not moved:
            return found
        return clause if of(GrowthMade(it, own, creating, placed, moved, target, after)) > it.most else None

    return flaw


def _growing(says: str, clause: str, of: Of, acts: int = 1) -> Iterator[Alternative]:
    """The alternatives that forbid growths above each limit of a measure: a snake that could grow only so is dead.

    After each comes the one where only the turn is refused, and whether a snake is dead stays as in the rules.
    """
    broken = f"scrunch.{clause}"
    dead = changed(Engine, says, broken, acts=acts, flaw=_flaw(broken, of))

    def measured(engine: Any, here: Position, text: str, after: Position) -> int:
        growth = growth_made(engine, here, text, after)
        return int(of(growth)) if growth else 0

    refused = refusing(Engine, f"{says} Its snake could grow all the same.", broken, measured, acts=acts)
    for pair in zip(dead, refused, strict=True):
        yield from pair


def growth_made(engine: Engine, here: Position, text: str, after: Position) -> GrowthMade | None:
    """The growth of a turn; None for one without a movement."""
    written = read_turn(text)
    if written is None or not written.moved:
        return None
    placed, moved, target = (engine.board.named[name] for name in (written.placed, written.moved, written.target))
    return GrowthMade(
        engine, (after.other ^ target) & ~placed | moved, here.creating, placed, moved, target, after.other
    )


def _both(one: Of, two: Of) -> Of:
    return lambda made: bool(one(made) and two(made))


ALTERNATIVES = (
    *(each for words, clause, does in DOES for each in _growing(f"A growth that {words} is refused.", clause, does)),
    *(each for says, clause, of in GOES_ON for each in _growing(says, clause, of)),
    *(each for (one, clause, does), (two, _, does_too) in combinations(DOES, 2)
      for each in _growing(f"A growth that {one} and {two} is refused.", clause, _both(does, does_too), acts=2)),
)  # fmt: skip
