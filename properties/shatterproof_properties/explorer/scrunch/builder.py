"""A builder for turns of Scrunch: snakes removed, a stone placed, the stone that steps, and its target."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from shatterproof.drawing import hexagon_point
from shatterproof.game import IllegalTurn
from shatterproof.scrunch.cells import DARK, ROW_LETTERS, Cell, board, cell_named, describe
from shatterproof.scrunch.creation import check_egg, is_isolated, isolated_cells
from shatterproof.scrunch.death import (
    after_loss,
    after_removal,
    check_may_remove,
    dead,
    loses_all,
    must_go_on,
    must_remove,
    without,
)
from shatterproof.scrunch.picture import middle
from shatterproof.scrunch.position import PASS, Position, Turn, check_pass, must_pass, wriggles_too
from shatterproof.scrunch.snakes import Standing, friends, mutants
from shatterproof.scrunch.wriggling import (
    Growth,
    check_growth,
    check_result,
    is_bare,
    movements,
    placements,
    resulting_snake,
)
from shatterproof_properties.explorer.turns_on_board import Choice, Shape, TurnBuilder, no_part, refusal_of, shape

ENDS_CREATION = "To grow ends your creation phase for good: you will lay no more eggs."
CELL = re.compile(r"\b[a-z][1-9][0-9]?\b")


@dataclass(frozen=True)
class ScrunchBuilder(TurnBuilder):
    """A turn as far as it is chosen."""

    position: Position
    parts: tuple[str, ...] = ()
    removed: tuple[Cell, ...] = ()
    placed: Cell | None = None
    stone: Cell | None = None
    target: Cell | None = None
    passes: bool = False
    prompts: ClassVar = {
        "place": "Choose a cell for a stone.",
        "remove": "Choose a snake to remove.",
        "stone": "Choose another stone of the snake to move.",
        "to": "Choose a cell for it to step to.",
    }

    @cached_property
    def left(self) -> Standing:
        """The mover's stones and phase once the chosen snakes are gone."""
        standing = self.position.mover
        if self.removed and loses_all(standing):
            return after_loss(standing, self.removed)
        for cell in self.removed:
            standing = without(standing, next(snake for snake in standing.snakes if cell in snake))
        return standing

    @property
    def expects(self) -> str | None:
        if self.turn is not None:
            return None
        if self.placed is not None:
            return "stone" if self.stone is None else "to"
        return "remove" if self._may_remove else "place"

    @property
    def turn(self) -> Turn | None:
        if self.passes:
            return PASS
        if self.placed is not None:
            return self.so_far if self.target or self._stands_alone() else None
        return self.so_far if self.removed and not must_go_on(self.left) and not wriggles_too(self.left) else None

    def _stands_alone(self) -> bool:
        """Whether the placed stone is a whole turn: an egg, or a growth without a movement."""
        assert self.placed is not None
        return is_bare(self.left) or (self.left.creating and is_isolated(self.left, self.placed))

    @property
    def so_far(self) -> Turn | None:
        if not self.parts:
            return None
        moved = (self.stone, self.target) if self.stone and self.target else None
        if self.placed is not None and moved is None and not self._stands_alone():
            # A step that nothing can make lets the placement before it be explained.
            moved = (self.placed, self.placed)
        return Turn(self.removed, self.placed, moved)

    @cached_property
    def standing(self) -> Position:
        stones = self.left.own | ({self.placed} if self.placed else set())
        if self.stone and self.target:
            stones = stones - {self.stone} | {self.target}
        if self.position.to_move == DARK:
            return replace(self.position, dark=stones)
        return replace(self.position, light=stones)

    @property
    def marked(self) -> list[str]:
        own = self.standing.stones(self.position.to_move)
        waiting = [self.stone] if self.stone and not self.target else []
        return [describe(cell) for cell in sorted({*mutants(self.position.side, own), *waiting})]

    def added(self, part: str) -> ScrunchBuilder:
        word, _, name = part.partition(" ")
        if self.turn is not None:
            raise no_part(part, "nothing more: the turn is over")
        if part == "pass" and not self.parts:
            check_pass(self.position.mover)
            return replace(self, parts=(part,), passes=True)
        if word == "remove" and self.placed is None:
            return self._with_removed([self._cell(each) for each in name.split(" ")])
        cell = self._cell(name)
        if word == "place" and self.placed is None:
            return self._with_placed(cell)
        if word == "stone" and self.placed is not None and self.stone is None:
            if cell == self.placed or cell not in resulting_snake(self.left, self.placed):
                raise IllegalTurn("scrunch.growth.move", f"{describe(cell)} has no other stone of the grown snake")
            refused = self._stone(self.placed, cell).refused
            if refused is not None:
                raise refused
            return replace(self, parts=(*self.parts, f"stone {describe(cell)}"), stone=cell)
        if word == "to" and self.placed is not None and self.stone is not None:
            check_growth(self.left, Growth(self.placed, (self.stone, cell)))
            return replace(self, parts=(*self.parts, part), target=cell)
        raise no_part(part, f"{self.expects} X")

    def _cell(self, name: str) -> Cell:
        cell = thing_named(self.position, name)
        if cell is None:
            raise no_part(name, "a cell of the board, like d4")
        return cell

    def _with_removed(self, cells: list[Cell]) -> ScrunchBuilder:
        mover = self.position.mover
        if not self.removed and loses_all(mover):
            check_may_remove(mover)
            removed = tuple(sorted(mover.own))
            after_loss(mover, removed)
            return replace(self, parts=("remove " + " ".join(map(describe, removed)),), removed=removed)
        cell = cells[0]
        snake = next((snake for snake in self._removable() if cell in snake), None)
        if snake is None:
            named = next((min(snake) for snake in self.left.snakes if cell in snake), cell)
            after_removal(mover, (*self.removed, named))
            raise IllegalTurn("scrunch.death.which", f"the snake on {describe(cell)} is not one to be removed now")
        first = min(snake)
        return replace(self, parts=(*self.parts, f"remove {describe(first)}"), removed=(*self.removed, first))

    @cached_property
    def _may_remove(self) -> bool:
        """Whether a snake may be removed next."""
        if self.removed:
            return must_go_on(self.left)
        mover = self.position.mover
        return bool(mover.own) and refusal_of(lambda: check_may_remove(mover)) is None and must_remove(mover)

    def _removable(self) -> list[frozenset[Cell]]:
        return dead(self.left) if self._may_remove else []

    def _with_placed(self, cell: Cell) -> ScrunchBuilder:
        standing, name = self.left, describe(cell)
        if self.removed and must_go_on(standing):
            raise IllegalTurn("scrunch.death.until", "no smallest snake can grow yet, so removal goes on")
        if not standing.is_empty(cell):
            raise IllegalTurn("scrunch.board.one-stone", f"{name} is occupied")
        if standing.creating and not friends(standing.side, standing.own, cell):
            check_egg(standing, cell)
        elif is_bare(standing):
            check_growth(standing, Growth(cell))
        else:
            # The step of the placed stone itself is refused once everything else about the placement is right.
            refusal = refusal_of(lambda: check_growth(standing, Growth(cell, (cell, cell))))
            if refusal is not None and refusal.clause != "scrunch.growth.move":
                raise refusal
        return replace(self, parts=(*self.parts, f"place {name}"), placed=cell)

    def choices(self) -> list[Choice]:
        if self.turn is not None:
            return []
        if self.placed is None:
            passes = [Choice("pass", "Pass")] if not self.removed and must_pass(self.position.mover) else []
            return [*self._removals(), *self._placements(), *passes]
        if self.stone is None:
            return [self._stone(self.placed, cell) for cell in sorted(resulting_snake(self.left, self.placed))
                    if cell != self.placed]  # fmt: skip
        return [self._target(self.placed, self.stone, cell) for cell in sorted(board(self.position.side)[self.stone])]

    def _removals(self) -> Iterator[Choice]:
        if not self.removed and loses_all(self.position.mover) and self._may_remove:
            names = tuple(map(describe, sorted(self.left.own)))
            yield Choice(f"remove {' '.join(names)}", "Lose all eggs", names)
            return
        for snake in self._removable():
            names = tuple(map(describe, sorted(snake)))
            yield Choice(f"remove {names[0]}", f"Remove the snake {'-'.join(names)}", names)

    def _placements(self) -> Iterator[Choice]:
        standing = self.left
        if self._may_remove and self.removed:
            return
        for cell in isolated_cells(standing) if standing.creating else ():
            yield Choice(f"place {describe(cell)}", f"Egg on {describe(cell)}", (describe(cell),))
        if self.removed and not wriggles_too(standing):
            return
        warning = ENDS_CREATION if standing.creating else ""
        for cell in placements(standing, standing.smallest):
            if any(result_refused(standing, growth) is None for growth in growths_at(standing, cell)):
                name = describe(cell)
                yield Choice(f"place {name}", f"Grow on {name}", (name,), warning=warning)

    def _stone(self, placed: Cell, stone: Cell) -> Choice:
        """A stone that could step. If all its steps are illegal, it is refused for the reason of the last one."""
        name = describe(stone)
        refused: IllegalTurn | None = IllegalTurn("scrunch.growth.step", f"no empty cell is beside {name}")
        for growth in growths_at(self.left, placed):
            if refused and growth.moved and growth.moved[0] == stone:
                refused = result_refused(self.left, growth)
        return Choice(f"stone {name}", f"Move the stone on {name}", (name,), None, refused)

    def _target(self, placed: Cell, stone: Cell, target: Cell) -> Choice:
        refused = refusal_of(lambda: check_growth(self.left, Growth(placed, (stone, target))))
        arrow = arrow_between(self.position, stone, target)
        return Choice(f"to {describe(target)}", f"To {describe(target)}", (describe(target),), arrow, refused)


def thing_named(position: Position, name: str) -> Cell | None:
    """The cell of this name; None if the board has none."""
    if not CELL.fullmatch(name) or name[0] not in ROW_LETTERS:
        return None
    cell = cell_named(name)
    return cell if cell in board(position.side) else None


def arrow_of(position: Position, turn: Turn) -> Shape | None:
    """The step of a growth; None where nothing moves."""
    return None if turn.moved is None else arrow_between(position, *turn.moved)


def arrow_between(position: Position, one: Cell, other: Cell) -> Shape:
    """An arrow between two cells."""
    side = position.side
    return shape("arrow", *(hexagon_point(side + 0.5, side - 1, *middle(side, cell)) for cell in (one, other)))


def result_refused(standing: Standing, growth: Growth) -> IllegalTurn | None:
    """The reason why the result of a growth is illegal. Its placement and its step are known to be right."""
    return refusal_of(lambda: check_result(standing, growth))


def growths_at(standing: Standing, placed: Cell) -> Iterator[Growth]:
    """The growths that place a stone on one cell, legal or not."""
    if is_bare(standing):
        yield Growth(placed)
        return
    for moved in movements(standing, placed):
        yield Growth(placed, moved)
