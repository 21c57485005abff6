"""Alternatives of Scrunch: ways to read a turn, then growths and removals that are refused, limits and choices.

Growths may be refused for one thing or two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Any, NamedTuple

from shatterproof.scrunch.cells import Cell, board, describe
from shatterproof_properties.conformance.alternatives import Alternative, changed, refusing
from shatterproof_properties.conformance.alternatives.scrunch import bounds
from shatterproof_properties.conformance.alternatives.text_frame import (
    LETTERS,
    Rewritten,
    TextFrame,
    customs,
    each_place,
    named,
    substituted,
)
from shatterproof_properties.invariants.scrunch.symmetry import SYMMETRIES, ScrunchSymmetry
from shatterproof_properties.second.scrunch import Engine
from shatterproof_properties.second.scrunch.notation import read_turn
from shatterproof_properties.second.scrunch.position import Board, Position

CELL, GROWTH, REMOVAL = "scrunch.notation.cell", "scrunch.notation.growth", "scrunch.notation.removal"
NAME = "[a-s][1-9][0-9]?"
STEP, TURN = f"({NAME})-({NAME})", f"({NAME}) ({NAME})-({NAME})"


FAMILIAR = {
    ("e1", "e3"): "Rows are counted from the top",
    ("a3", "a1"): "The cells of a row are counted from the right",
    ("e3", "e1"): "Rows are counted from the top and their cells from the right",
}
"""Familiar names of symmetries, by the images of a1 and a3 on a board with sides of 3."""


def _from_another_side(seen: ScrunchSymmetry) -> TextFrame:
    back = next(each for each in SYMMETRIES if each.place(seen.place((1, 2))) == (1, 2))
    turned = f"turned by {seen.sixths} sixths" if seen.sixths else ""
    both = " and ".join(filter(None, ("mirrored" if seen.mirrored else "", turned)))
    first, last = (describe(seen.cell(3, Cell(0, place))) for place in (0, 2))
    says = FAMILIAR.get((first, last), f"Cells are named as if the board was {both}")
    return TextFrame(f"{says}.", CELL, _cells(back), _cells(seen))


def _cells(seen: ScrunchSymmetry) -> Rewritten:
    def renamed(letter: str, number: int, sides: tuple[int, ...]) -> str:
        cell = Cell(LETTERS.index(letter), number - 1)
        return describe(seen.cell(sides[0], cell)) if cell in board(sides[0]) else f"{letter}{number}"

    return each_place(renamed)


def _further_on(up: int, by: int) -> Rewritten:
    """Names in which places are counted along the lines of the board.

    Then rows below or above the middle do not begin with 1.
    """

    def renamed(letter: str, number: int, sides: tuple[int, ...]) -> str:
        row = LETTERS.index(letter)
        return named(row, number + by * max(0, up * (row - sides[0] + 1)))

    return each_place(renamed)


def _reversed(text: str, sides: tuple[int, ...]) -> str:
    removal, semicolon, growth = text.partition(";")
    sign, *cells = removal.split(" ")
    return " ".join([sign, *reversed(cells)]) + semicolon + growth if sign == "x" else text


FRAMES = (
    *map(_from_another_side, SYMMETRIES[1 : len(SYMMETRIES) // 2]),
    *customs(CELL, "row", "cell of a row"),
    TextFrame("The letter names the place in the row and the number the row.", CELL,
              each_place(lambda letter, number, _: named(number - 1, LETTERS.index(letter) + 1))),
    TextFrame("Cells are counted along slanted lines: lower rows do not begin with 1.", CELL,
              _further_on(-1, -1), _further_on(-1, 1)),
    TextFrame("Cells are counted along slanted lines: upper rows do not begin with 1.", CELL,
              _further_on(1, -1), _further_on(1, 1)),
    TextFrame("A movement is written with its target first.", GROWTH, *substituted(STEP, r"\2-\1")),
    TextFrame("In a growth, the stone placed and the one moved are written in each other's place.", GROWTH,
              *substituted(TURN, r"\2 \1-\3")),
    TextFrame("In a growth, the stone placed and the target are written in each other's place.", GROWTH,
              *substituted(TURN, r"\3 \2-\1")),
    TextFrame("A growth is written with its movement first, then the stone placed.", GROWTH,
              *substituted(TURN, r"\3 \1-\2", r"\2 \3-\1")),
    TextFrame("A growth is written with its target first, then the stone placed.", GROWTH,
              *substituted(TURN, r"\2 \3-\1", r"\3 \1-\2")),
    TextFrame("The last snake removed is named first.", REMOVAL, _reversed),
)  # fmt: skip


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


def _growing(says: str, clause: str, of: Of, acts: int = 1) -> Iterator[Alternative]:
    """The alternatives that forbid growths above each limit of a measure: a snake that could grow only so is dead.

    After each comes the one where only the turn is refused, and whether a snake is dead stays as in the rules.
    """
    broken = f"scrunch.{clause}"

    def flaw(it: Any, usual: Callable[..., str | None], own: int, other: int, placed: int, after: int, target: int,
             creating: bool, spare: int = 0) -> str | None:  # fmt: skip
        found, moved = usual(own, other, placed, after, target, creating, spare), (own | placed) & ~after
        if found or not moved:
            return found
        return broken if of(GrowthMade(it, own, creating, placed, moved, target, after)) > it.most else None

    def measured(it: Any, here: Position, text: str, after: Position) -> int:
        written = read_turn(text)
        if written is None or not written.moved:
            return 0
        placed, moved, target = (it.board.named[name] for name in (written.placed, written.moved, written.target))
        own = (after.other ^ target) & ~placed | moved
        return int(of(GrowthMade(it, own, here.creating, placed, moved, target, after.other)))

    dead = changed(Engine, says, broken, acts=acts, flaw=flaw)
    refused = refusing(Engine, f"{says} Its snake could grow all the same.", broken, measured, acts=acts)
    for pair in zip(dead, refused, strict=True):
        yield from pair


def _both(one: Of, two: Of) -> Of:
    return lambda made: bool(one(made) and two(made))


ALTERNATIVES = (
    *(frame.alternative(Engine.on_board) for frame in FRAMES),
    *(each for words, clause, does in DOES for each in _growing(f"A growth that {words} is refused.", clause, does)),
    *(each for says, clause, of in GOES_ON for each in _growing(says, clause, of)),
    *(each for (one, clause, does), (two, _, does_too) in combinations(DOES, 2)
      for each in _growing(f"A growth that {one} and {two} is refused.", clause, _both(does, does_too), acts=2)),
    *bounds.ALTERNATIVES,
)  # fmt: skip
