"""Mutants of Scrunch of the four kinds."""

from __future__ import annotations

import re

from shatterproof_properties.conformance.mutants import Listed, MutantsOf
from shatterproof_properties.second.scrunch import Engine
from shatterproof_properties.second.scrunch.position import LETTERS, Position, Turn, bits

_CELL = "scrunch.notation.cell"
CELL = re.compile("([a-s])(1[0-9]|[1-9])")


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


def rows_from_the_top(self: Frame, text: str) -> str:
    rows = LETTERS[: 2 * self.board.side - 1]
    return CELL.sub(lambda found: found[1].translate(str.maketrans(rows, rows[::-1])) + found[2], text)


def places_from_the_right(self: Frame, text: str) -> str:
    def from_the_right(found: re.Match[str]) -> str:
        row, place, side = self.row(found[1]), int(found[2]), self.board.side
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


class RowsWithoutI(Frame):
    """No row is called i: h is followed by j."""

    def read_as(self, text: str) -> str:
        meant = dict(zip(self.later, LETTERS, strict=True))
        return CELL.sub(lambda found: "s19" if found[1] == "i" else meant[found[1]] + found[2], text)

    def written(self, text: str) -> str:
        return CELL.sub(lambda found: self.later[self.row(found[1])] + found[2], text)

    later = LETTERS.replace("i", "") + "t"


class PlacesFromZero(Frame):
    """The first cell of a row is 0."""

    def read_as(self, text: str) -> str:
        return re.sub("([a-s])(1[0-8]|[0-9])(?![0-9])", lambda found: f"{found[1]}{int(found[2]) + 1}", text)

    def written(self, text: str) -> str:
        return CELL.sub(lambda found: f"{found[1]}{int(found[2]) - 1}", text)


def _merges_small_only(self: Engine, own: int) -> int:
    found = Engine.places(self, own)
    for snake in self.snakes(own):
        if snake.bit_count() > 3 and snake not in self.smallest(own):
            found &= ~self.board.beside(snake)
    return found


def _moves_nearby(self: Engine, own: int, placed: int) -> int:
    near = self.board.near[placed]
    return Engine.movable(self, own, placed) & (near | self.board.beside(near))


class DeadUpToThree(Engine):
    """Snakes of more than three stones are not removed."""

    def pool(self, own: int, other: int, creating: bool) -> list[int]:
        return [snake for snake in super().pool(own, other, creating) if snake.bit_count() <= 3]

    def must_go_on(self, own: int, other: int, creating: bool) -> bool:
        return super().must_go_on(own, other, creating) and self.pool(own, other, creating) != []


def _sizes_up_to_two(self: Engine, own: int) -> list[int]:
    snakes = self.snakes(own)
    least = min((min(snake.bit_count(), 2) for snake in snakes), default=0)
    return [snake for snake in snakes if min(snake.bit_count(), 2) == least]


def _merges_two_only(self: Engine, own: int) -> int:
    found = Engine.places(self, own)
    for cell in bits(found):
        if sum(bool(self.board.near[cell] & snake) for snake in self.snakes(own)) > 2:
            found ^= cell
    return found


def _snakes_of_five(self: Engine, stones: int) -> str | None:
    if any(snake.bit_count() > 5 for snake in self.snakes(stones)):
        return "scrunch.growth.cure"
    return Engine.misshapen(self, stones)


def _judged_nearby(self: Engine, own: int, placed: int, after: int, target: int) -> int:
    near = placed | self.board.near[placed]
    return after & (near | self.board.beside(target & near))


def _first_smallest_grows(self: Engine, own: int) -> int:
    smallest = self.smallest(own)
    return self.board.beside(smallest[0]) & ~own if smallest else 0


def _last_smallest_grows(self: Engine, own: int) -> int:
    smallest = self.smallest(own)
    return self.board.beside(smallest[-1]) & ~own if smallest else 0


def _freest_smallest_grows(self: Engine, own: int) -> int:
    smallest = self.smallest(own)
    if not smallest:
        return 0
    return self.board.beside(max(smallest, key=lambda snake: self.board.beside(snake).bit_count())) & ~own


def _first_stone_moves(self: Engine, own: int, placed: int) -> int:
    found = Engine.movable(self, own, placed)
    return found & -found


def _first_step_only(self: Engine, held: int, moved: int, placed: int) -> int:
    found = Engine.steps(self, held, moved, placed)
    return found & -found


def _merged_do_not_divide(self: Engine, own: int, other: int, placed: int) -> int:
    merged = len(self.snakes(own | placed))
    return merged if merged < len(self.snakes(own)) else Engine.limit(self, own, other, placed)


def _nothing_is_cured(self: Engine, own: int) -> int:
    found = Engine.places(self, own)
    return sum(cell for cell in bits(found) if not self.mutants(own | cell))


def _steps_merge_nothing(self: Engine, held: int, moved: int, placed: int) -> int:
    snake = self.board.flood(placed, held)
    return Engine.steps(self, held, moved, placed) & ~self.board.beside(held & ~snake)


class FirstGrowthMergesNothing(Engine):
    """The growth that ends creation merges no eggs."""

    def may_grow(self, own: int, other: int, creating: bool) -> bool:
        self._creating = creating
        return super().may_grow(own, other, creating)

    def movable(self, own: int, placed: int) -> int:
        merges = len(self.snakes(own | placed)) < len(self.snakes(own))
        return 0 if self._creating and merges else super().movable(own, placed)

    _creating = False


def _smallest_do_not_merge(self: Engine, own: int) -> int:
    found, smallest = Engine.places(self, own), self.smallest(own)
    return sum(cell for cell in bits(found) if sum(bool(self.board.near[cell] & one) for one in smallest) < 2)


def _never_divides(self: Engine, held: int, moved: int, placed: int) -> int:
    left = self.board.flood(placed, held) ^ moved
    return Engine.steps(self, held, moved, placed) if len(self.board.groups(left)) <= 1 else 0


def _merges_move_only_the_new(self: Engine, own: int, placed: int) -> int:
    merges = len(self.snakes(own | placed)) < len(self.snakes(own))
    found = Engine.movable(self, own, placed)
    return found & self.board.near[placed] if merges else found


mutant, frame = MutantsOf(Engine), MutantsOf(Frame)
FRAMES: tuple[Listed, ...] = (
    frame("rows-from-the-top", "Row a is at the top.", (_CELL,),
          Frame.read_as, rows_from_the_top),
    frame("places-from-the-right", "Cells of a row are counted from the right.", (_CELL,),
          Frame.read_as, places_from_the_right),
    frame("numbers-are-rows", "The number names the row and the letter the place in it.", (_CELL,),
          Frame.read_as,
          lambda self, text: CELL.sub(lambda found: f"{LETTERS[int(found[2]) - 1]}{self.row(found[1]) + 1}", text)),
    ("places-by-diagonals", PlacesByDiagonals, (_CELL,)),
    frame("targets-first", "Of a movement the cell that the stone goes to is written first.",
          ("scrunch.notation.growth",),
          Frame.read_as, lambda self, text: re.sub(f"({CELL.pattern})-({CELL.pattern})", r"\4-\1", text)),
    ("rows-without-i", RowsWithoutI, (_CELL,)),
    ("places-from-zero", PlacesFromZero, (_CELL,)),
    frame("placed-last", "Of a growth the target of the movement stands first, and the stone placed after the hyphen.",
          ("scrunch.notation.growth",), Frame.read_as,
          lambda self, text: re.sub(f"({CELL.pattern}) ({CELL.pattern})-({CELL.pattern})", r"\7 \4-\1", text)),
    frame("rows-from-the-middle", "The board is turned by half a turn.", (_CELL,),
          Frame.read_as, lambda self, text: places_from_the_right(self, rows_from_the_top(self, text))),
)  # fmt: skip
LIMITS: tuple[Listed, ...] = (
    mutant("merges-small-only", "Only snakes of up to three stones are merged by a placement.",
           ("scrunch.growth.merge", "scrunch.growth.place"), Engine.places, _merges_small_only),
    mutant("six-eggs", "A player lays six eggs at most.", ("scrunch.creation.egg", "scrunch.isolated"),
           Engine.isolated, lambda self, own, other: 0 if own.bit_count() >= 6 else Engine.isolated(self, own, other)),
    mutant("moves-nearby", "The stone that moves is at most two steps from the one placed.", ("scrunch.growth.move",),
           Engine.movable, _moves_nearby),
    ("dead-up-to-three", DeadUpToThree, ("scrunch.death.which", "scrunch.death.until", "scrunch.death.when")),
    mutant("sizes-up-to-two", "Snakes of more than two stones count as equally large.",
           ("scrunch.snake.smallest", "scrunch.growth.smallest"), Engine.smallest, _sizes_up_to_two),
    mutant("merges-two-only", "A placement merges two snakes at most.",
           ("scrunch.growth.merge", "scrunch.growth.place"), Engine.places, _merges_two_only),
    mutant("snakes-of-five", "A snake has five stones at most.",
           ("scrunch.growth.cure", "scrunch.snake.mutant", "scrunch.snake.group"), Engine.misshapen, _snakes_of_five),
    mutant("three-snakes-left", "After a growth there are three snakes at most, if there were more before.",
           ("scrunch.growth.count", "scrunch.snake-count"),
           Engine.limit, lambda self, own, other, placed: min(Engine.limit(self, own, other, placed), 3)),
    mutant("judged-nearby", "Stones more than one step from the one placed are not looked at for too many friends.",
           ("scrunch.growth.cure", "scrunch.snake.mutant"), Engine.judged, _judged_nearby),
)  # fmt: skip
CHOICES: tuple[Listed, ...] = (
    mutant("first-smallest-grows", "Of several smallest snakes the first grows.", ("scrunch.growth.smallest",),
           Engine.places, _first_smallest_grows),
    mutant("last-smallest-grows", "Of several smallest snakes the last grows.", ("scrunch.growth.smallest",),
           Engine.places, _last_smallest_grows),
    mutant("first-dead-goes", "Of several dead snakes the first is removed.", ("scrunch.death.which",),
           Engine.pool, lambda self, own, other, creating: Engine.pool(self, own, other, creating)[:1]),
    mutant("freest-smallest-grows",
           "Of several smallest snakes that with most empty cells beside it grows, the first of those.",
           ("scrunch.growth.smallest",), Engine.places, _freest_smallest_grows),
    mutant("first-stone-moves", "The first stone of the snake moves, unasked.", ("scrunch.growth.move",),
           Engine.movable, _first_stone_moves),
    mutant("creators-of-four-grow", "With four eggs a player must wriggle.",
           ("scrunch.creation.at-will", "scrunch.creation.egg", "scrunch.isolated"),
           Engine.isolated, lambda self, own, other:
           0 if own.bit_count() >= 4 and self.places(own) & ~other else Engine.isolated(self, own, other)),
    mutant("first-step-only", "A stone steps to the first free cell beside it.", ("scrunch.growth.step",),
           Engine.steps, _first_step_only),
    mutant("last-dead-goes", "Of several dead snakes the last is removed.", ("scrunch.death.which",),
           Engine.pool, lambda self, own, other, creating: Engine.pool(self, own, other, creating)[-1:]),
)  # fmt: skip
SECOND_ACTS: tuple[Listed, ...] = (
    mutant("merged-do-not-divide", "A placement that merges snakes leaves so many snakes as there are then.",
           ("scrunch.growth.count", "scrunch.snake-count", "scrunch.growth.merge"),
           Engine.limit, _merged_do_not_divide),
    mutant("nothing-is-cured", "A placement that makes a mutant is refused, whatever moves then.",
           ("scrunch.growth.cure",), Engine.places, _nothing_is_cured),
    mutant("steps-merge-nothing", "A stone may not step beside another snake.",
           ("scrunch.growth.step", "scrunch.growth.merge"), Engine.steps, _steps_merge_nothing),
    ("first-growth-merges-nothing", FirstGrowthMergesNothing, ("scrunch.growth.merge", "scrunch.creation.end")),
    mutant("smallest-do-not-merge", "A placement may not merge two of the smallest snakes.",
           ("scrunch.growth.merge", "scrunch.growth.smallest"), Engine.places, _smallest_do_not_merge),
    mutant("never-divides", "A movement may not divide a snake.",
           ("scrunch.growth.count", "scrunch.growth.step", "scrunch.growth.move"), Engine.steps, _never_divides),
    mutant("creates-on-after-growth", "The first growth does not end creation if the other side is still in creation.",
           ("scrunch.creation.end",),
           Engine.creating_after_growth, lambda self, other_creating: (other_creating, other_creating)),
    mutant("lone-snake-stays",
           "A removal may not take the last snake: the player passes the turn instead with what is left.",
           ("scrunch.death.until", "scrunch.end.last-snake"), Engine.must_go_on, lambda self, own, other, creating:
           len(self.snakes(own)) > 1 and Engine.must_go_on(self, own, other, creating)),
    mutant("merges-move-only-the-new",
           "Where a placement merges snakes, the stone that moves is next to the one placed.",
           ("scrunch.growth.move", "scrunch.growth.merge"), Engine.movable, _merges_move_only_the_new),
)  # fmt: skip
