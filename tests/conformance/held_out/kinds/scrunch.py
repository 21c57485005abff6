"""Mutants of Scrunch of the four kinds."""

from __future__ import annotations

import re
from collections.abc import Callable

from conformance.held_out.scrunch import smallest_by
from shatterproof_properties.conformance.mutants import Listed, mutants_of, then
from shatterproof_properties.second.scrunch import Engine
from shatterproof_properties.second.scrunch.position import LETTERS, Position, Turn, bits

_CELL = "scrunch.notation.cell"
CELL = re.compile("([a-s])(1[0-9]|[1-9])")
LATER = LETTERS.replace("i", "") + "t"
"""The letters of rows without i."""


class Frame(Engine):
    """Reads and writes turns in a notation of its own."""

    def read_as(self, text: str) -> str:
        """What a text is taken for."""
        return text

    def written(self, text: str) -> str:
        """How a turn is written."""
        return self.read_as(text)

    def meanings(self, here: Position, text: str) -> list[tuple[str, Position]]:
        return [(text, after) for _, after in super().meanings(here, self.read_as(text))]

    def turn_text(self, here: Position, turn: Turn) -> str:
        return self.written(super().turn_text(here, turn))

    def row(self, letter: str) -> int:
        """The number of a row, from 0 at the bottom."""
        return LETTERS.index(letter)


def rows_from_the_top(it: Frame, text: str) -> str:
    rows = LETTERS[: 2 * it.board.side - 1]
    return CELL.sub(lambda found: found[1].translate(str.maketrans(rows, rows[::-1])) + found[2], text)


def places_from_the_right(it: Frame, text: str) -> str:
    def from_the_right(found: re.Match[str]) -> str:
        row, place, side = it.row(found[1]), int(found[2]), it.board.side
        width = side + min(row, 2 * side - 2 - row)
        return f"{found[1]}{width + 1 - place if row < 2 * side - 1 and place <= width else place}"

    return CELL.sub(from_the_right, text)


class PlacesByDiagonals(Frame):
    """Places are counted along the columns of the board, so that the lower rows begin further right."""

    def _before(self, letter: str) -> int:
        return max(0, self.board.side - 1 - self.row(letter))

    def read_as(self, text: str) -> str:
        # 19 stands for a place that no board has.
        return CELL.sub(lambda found: f"{found[1]}{max(0, int(found[2]) - self._before(found[1])) or 19}", text)

    def written(self, text: str) -> str:
        return CELL.sub(lambda found: f"{found[1]}{int(found[2]) + self._before(found[1])}", text)


def _merges_small_only(it: Engine, usual: Callable[..., int], own: int) -> int:
    found = usual(own)
    for snake in it.snakes(own):
        if snake.bit_count() > 3 and snake not in it.smallest(own):
            found &= ~it.board.beside(snake)
    return found


def _judged_nearby(it: Engine, usual: Callable[..., int], own: int, placed: int, after: int, target: int) -> int:
    near = placed | it.board.near[placed]
    return after & (near | it.board.beside(target & near))


class FirstGrowthMergesNothing(Engine):
    """The growth that ends creation merges no eggs."""

    def may_grow(self, own: int, other: int, creating: bool) -> bool:
        self._creating = creating
        return super().may_grow(own, other, creating)

    def movable(self, own: int, placed: int) -> int:
        merges = len(self.snakes(own | placed)) < len(self.snakes(own))
        return 0 if self._creating and merges else super().movable(own, placed)

    _creating = False


mutant, frame = mutants_of(Engine), mutants_of(Frame)
FRAMES: tuple[Listed, ...] = (
    frame("rows-from-the-top", "Row a is at the top.", (_CELL,),
          read_as=lambda it, usual, text: rows_from_the_top(it, text)),
    frame("places-from-the-right", "Cells of a row are counted from the right.", (_CELL,),
          read_as=lambda it, usual, text: places_from_the_right(it, text)),
    frame("numbers-are-rows", "The number names the row and the letter the place in it.", (_CELL,),
          read_as=lambda it, usual, text:
          CELL.sub(lambda found: f"{LETTERS[int(found[2]) - 1]}{it.row(found[1]) + 1}", text)),
    ("places-by-diagonals", PlacesByDiagonals, (_CELL,)),
    frame("targets-first", "Of a movement the cell that the stone goes to is written first.",
          ("scrunch.notation.growth",),
          read_as=lambda it, usual, text: re.sub(f"({CELL.pattern})-({CELL.pattern})", r"\4-\1", text)),
    frame("rows-without-i", "No row is called i: h is followed by j.", (_CELL,), read_as=lambda it, usual, text:
          CELL.sub(lambda found: "s19" if found[1] == "i" else LETTERS[LATER.index(found[1])] + found[2], text),
          written=lambda it, usual, text: CELL.sub(lambda found: LATER[it.row(found[1])] + found[2], text)),
    frame("places-from-zero", "The first cell of a row is 0.", (_CELL,), read_as=lambda it, usual, text:
          re.sub("([a-s])(1[0-8]|[0-9])(?![0-9])", lambda found: f"{found[1]}{int(found[2]) + 1}", text),
          written=lambda it, usual, text: CELL.sub(lambda found: f"{found[1]}{int(found[2]) - 1}", text)),
    frame("placed-last",
          "Of a growth the target of the movement stands first, and the stone placed after the hyphen.",
          ("scrunch.notation.growth",), read_as=lambda it, usual, text:
          re.sub(f"({CELL.pattern}) ({CELL.pattern})-({CELL.pattern})", r"\7 \4-\1", text)),
    frame("rows-from-the-middle", "The board is turned by half a turn.", (_CELL,),
          read_as=lambda it, usual, text: places_from_the_right(it, rows_from_the_top(it, text))),
)  # fmt: skip
LIMITS: tuple[Listed, ...] = (
    mutant("merges-small-only", "Only snakes of up to three stones are merged by a placement.",
           ("scrunch.growth.merge", "scrunch.growth.place"), places=_merges_small_only),
    mutant("six-eggs", "A player lays six eggs at most.", ("scrunch.creation.egg", "scrunch.isolated"),
           isolated=lambda it, usual, own, other: 0 if own.bit_count() >= 6 else usual(own, other)),
    mutant("moves-nearby", "The stone that moves is at most two steps from the one placed.", ("scrunch.growth.move",),
           movable=lambda it, usual, own, placed:
           usual(own, placed) & (it.board.near[placed] | it.board.beside(it.board.near[placed]))),
    mutant("dead-up-to-three", "Snakes of more than three stones are not removed.",
           ("scrunch.death.which", "scrunch.death.until", "scrunch.death.when"),
           pool=lambda it, usual, *given: [snake for snake in usual(*given) if snake.bit_count() <= 3],
           must_go_on=lambda it, usual, own, other, creating:
           usual(own, other, creating) and it.pool(own, other, creating) != []),
    mutant("sizes-up-to-two", "Snakes of more than two stones count as equally large.",
           ("scrunch.snake.smallest", "scrunch.growth.smallest"), smallest=smallest_by(lambda stones: min(stones, 2))),
    mutant("merges-two-only", "A placement merges two snakes at most.",
           ("scrunch.growth.merge", "scrunch.growth.place"), places=then(lambda it, found, own:
           sum(cell for cell in bits(found) if sum(bool(it.board.near[cell] & snake)
           for snake in it.snakes(own)) <= 2))),
    mutant("snakes-of-five", "A snake has five stones at most.",
           ("scrunch.growth.cure", "scrunch.snake.mutant", "scrunch.snake.group"), misshapen=lambda it, usual, stones:
           "scrunch.growth.cure" if any(snake.bit_count() > 5 for snake in it.snakes(stones)) else usual(stones)),
    mutant("three-snakes-left", "After a growth there are three snakes at most, if there were more before.",
           ("scrunch.growth.count", "scrunch.snake-count"), limit=lambda it, usual, *given: min(usual(*given), 3)),
    mutant("judged-nearby", "Stones more than one step from the one placed are not looked at for too many friends.",
           ("scrunch.growth.cure", "scrunch.snake.mutant"), judged=_judged_nearby),
)  # fmt: skip
CHOICES: tuple[Listed, ...] = (
    mutant("first-smallest-grows", "Of several smallest snakes the first grows.", ("scrunch.growth.smallest",),
           places=lambda it, usual, own: it.board.beside(sum(it.smallest(own)[:1])) & ~own),
    mutant("last-smallest-grows", "Of several smallest snakes the last grows.", ("scrunch.growth.smallest",),
           places=lambda it, usual, own: it.board.beside(sum(it.smallest(own)[-1:])) & ~own),
    mutant("first-dead-goes", "Of several dead snakes the first is removed.", ("scrunch.death.which",),
           pool=lambda it, usual, *given: usual(*given)[:1]),
    mutant("freest-smallest-grows",
           "Of several smallest snakes that with most empty cells beside it grows, the first of those.",
           ("scrunch.growth.smallest",), places=lambda it, usual, own:
           it.board.beside(max(it.smallest(own), key=lambda snake: it.board.beside(snake).bit_count(), default=0)) &
           ~own),
    mutant("first-stone-moves", "The first stone of the snake moves, unasked.", ("scrunch.growth.move",),
           movable=then(lambda it, found, *_: found & -found)),
    mutant("creators-of-four-grow", "With four eggs a player must wriggle.",
           ("scrunch.creation.at-will", "scrunch.creation.egg", "scrunch.isolated"),
           isolated=lambda it, usual, own, other:
           0 if own.bit_count() >= 4 and it.places(own) & ~other else usual(own, other)),
    mutant("first-step-only", "A stone steps to the first free cell beside it.", ("scrunch.growth.step",),
           steps=then(lambda it, found, *_: found & -found)),
    mutant("last-dead-goes", "Of several dead snakes the last is removed.", ("scrunch.death.which",),
           pool=lambda it, usual, *given: usual(*given)[-1:]),
)  # fmt: skip
SECOND_ACTS: tuple[Listed, ...] = (
    mutant("merged-do-not-divide", "A placement that merges snakes leaves so many snakes as there are then.",
           ("scrunch.growth.count", "scrunch.snake-count", "scrunch.growth.merge"),
           limit=lambda it, usual, own, other, placed:
           len(it.snakes(own | placed)) if len(it.snakes(own | placed)) < len(it.snakes(own))
           else usual(own, other, placed)),
    mutant("nothing-is-cured", "A placement that makes a mutant is refused, whatever moves then.",
           ("scrunch.growth.cure",),
           places=then(lambda it, found, own: sum(cell for cell in bits(found) if not it.mutants(own | cell)))),
    mutant("steps-merge-nothing", "A stone may not step beside another snake.",
           ("scrunch.growth.step", "scrunch.growth.merge"), steps=lambda it, usual, held, moved, placed:
           usual(held, moved, placed) & ~it.board.beside(held & ~it.board.flood(placed, held))),
    ("first-growth-merges-nothing", FirstGrowthMergesNothing, ("scrunch.growth.merge", "scrunch.creation.end")),
    mutant("smallest-do-not-merge", "A placement may not merge two of the smallest snakes.",
           ("scrunch.growth.merge", "scrunch.growth.smallest"), places=then(lambda it, found, own:
           sum(cell for cell in bits(found) if sum(bool(it.board.near[cell] & snake)
           for snake in it.smallest(own)) < 2))),
    mutant("never-divides", "A movement may not divide a snake.",
           ("scrunch.growth.count", "scrunch.growth.step", "scrunch.growth.move"),
           steps=lambda it, usual, held, moved, placed:
           usual(held, moved, placed) if len(it.board.groups(it.board.flood(placed, held) ^ moved)) <= 1 else 0),
    mutant("creates-on-after-growth",
           "The first growth does not end creation if the other side is still in creation.",
           ("scrunch.creation.end",),
           creating_after_growth=lambda it, usual, other_creating: (other_creating, other_creating)),
    mutant("lone-snake-stays",
           "A removal may not take the last snake: the player passes the turn instead with what is left.",
           ("scrunch.death.until", "scrunch.end.last-snake"),
           must_go_on=lambda it, usual, own, other, creating: len(it.snakes(own)) > 1 and usual(own, other, creating)),
    mutant("merges-move-only-the-new",
           "Where a placement merges snakes, the stone that moves is next to the one placed.",
           ("scrunch.growth.move", "scrunch.growth.merge"), movable=then(lambda it, found, own, placed:
           found & it.board.near[placed] if len(it.snakes(own | placed)) < len(it.snakes(own)) else found)),
)  # fmt: skip
