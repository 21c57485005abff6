"""Mutants of Scrunch of the four kinds."""

from __future__ import annotations

import re

from shatterproof_properties.second.scrunch.engine import Engine
from shatterproof_properties.second.scrunch.position import LETTERS, Position, Turn, bits

CELL = re.compile("([a-s])(1[0-9]|[1-9])")
NO_CELL = "s19"


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

    def width(self, row: int) -> int:
        """How many cells a row has, -1 for none."""
        side = self.board.side
        return side + min(row, 2 * side - 2 - row) if row < 2 * side - 1 else -1


class RowsFromTheTop(Frame):
    """Row a is at the top."""

    def read_as(self, text: str) -> str:
        return CELL.sub(lambda found: self._row_from_the_top(found[1]) + found[2], text)

    def _row_from_the_top(self, letter: str) -> str:
        return LETTERS[2 * self.board.side - 2 - self.row(letter)] if self.width(self.row(letter)) > 0 else letter


class PlacesFromTheRight(Frame):
    """Cells of a row are counted from the right."""

    def read_as(self, text: str) -> str:
        return CELL.sub(lambda found: found[1] + self._place_from_the_right(found), text)

    def _place_from_the_right(self, found: re.Match[str]) -> str:
        width, place = self.width(self.row(found[1])), int(found[2])
        return str(width + 1 - place if 1 <= place <= width else place)


class NumbersAreRows(Frame):
    """The number names the row and the letter the place in it."""

    def read_as(self, text: str) -> str:
        return CELL.sub(lambda found: f"{LETTERS[int(found[2]) - 1]}{self.row(found[1]) + 1}", text)


class PlacesByDiagonals(Frame):
    """Places are counted along the columns of the board, so that the lower rows begin further right."""

    def _before(self, letter: str) -> int:
        return max(0, self.board.side - 1 - self.row(letter))

    def read_as(self, text: str) -> str:
        return CELL.sub(lambda found: found[1] + self._place(int(found[2]) - self._before(found[1])), text)

    def _place(self, place: int) -> str:
        return str(place) if 1 <= place <= 19 else "19"

    def written(self, text: str) -> str:
        return CELL.sub(lambda found: f"{found[1]}{int(found[2]) + self._before(found[1])}", text)


class TargetsFirst(Frame):
    """Of a movement the cell that the stone goes to is written first."""

    def read_as(self, text: str) -> str:
        return re.sub(f"({CELL.pattern})-({CELL.pattern})", r"\4-\1", text)


class RowsWithoutI(Frame):
    """No row is called i: h is followed by j."""

    def read_as(self, text: str) -> str:
        return CELL.sub(lambda found: NO_CELL if found[1] == "i" else self._earlier(found[1]) + found[2], text)

    def _earlier(self, letter: str) -> str:
        return LETTERS[self.row(letter) - 1] if letter > "i" else letter

    def written(self, text: str) -> str:
        later = LETTERS.replace("i", "") + "t"
        return CELL.sub(lambda found: later[self.row(found[1])] + found[2], text)


class PlacesFromZero(Frame):
    """The first cell of a row is 0."""

    def read_as(self, text: str) -> str:
        return re.sub("([a-s])(1[0-8]|[0-9])(?![0-9])", lambda found: f"{found[1]}{int(found[2]) + 1}", text)

    def written(self, text: str) -> str:
        return CELL.sub(lambda found: f"{found[1]}{int(found[2]) - 1}", text)


class PlacedLast(Frame):
    """Of a growth the target of the movement stands first, and the stone placed after the hyphen."""

    def read_as(self, text: str) -> str:
        return re.sub(f"({CELL.pattern}) ({CELL.pattern})-({CELL.pattern})", r"\7 \4-\1", text)


class RowsFromTheMiddle(RowsFromTheTop, PlacesFromTheRight):
    """The board is turned by half a turn."""

    def read_as(self, text: str) -> str:
        return PlacesFromTheRight.read_as(self, RowsFromTheTop.read_as(self, text))


class MergesSmallOnly(Engine):
    """Only snakes of up to three stones are merged by a placement."""

    def places(self, own: int) -> int:
        found = super().places(own)
        for snake in self.snakes(own):
            if snake.bit_count() > 3 and snake not in self.smallest(own):
                found &= ~self.board.beside(snake)
        return found


class SixEggs(Engine):
    """A player lays six eggs at most."""

    def isolated(self, own: int, other: int) -> int:
        return 0 if own.bit_count() >= 6 else super().isolated(own, other)


class MovesNearby(Engine):
    """The stone that moves is at most two steps from the one placed."""

    def movable(self, own: int, placed: int) -> int:
        near = self.board.near[placed]
        return super().movable(own, placed) & (near | self.board.beside(near))


class DeadUpToThree(Engine):
    """Snakes of more than three stones are not removed."""

    def pool(self, own: int, other: int, creating: bool) -> list[int]:
        return [snake for snake in super().pool(own, other, creating) if snake.bit_count() <= 3]

    def must_go_on(self, own: int, other: int, creating: bool) -> bool:
        return super().must_go_on(own, other, creating) and self.pool(own, other, creating) != []


class SizesUpToTwo(Engine):
    """Snakes of more than two stones count as equally large."""

    def smallest(self, own: int) -> list[int]:
        snakes = self.snakes(own)
        least = min((min(snake.bit_count(), 2) for snake in snakes), default=0)
        return [snake for snake in snakes if min(snake.bit_count(), 2) == least]


class MergesTwoOnly(Engine):
    """A placement merges two snakes at most."""

    def places(self, own: int) -> int:
        found = super().places(own)
        for cell in bits(found):
            if sum(bool(self.board.near[cell] & snake) for snake in self.snakes(own)) > 2:
                found ^= cell
        return found


class SnakesOfFive(Engine):
    """A snake has five stones at most."""

    def misshapen(self, stones: int) -> str | None:
        if any(snake.bit_count() > 5 for snake in self.snakes(stones)):
            return "scrunch.growth.cure"
        return super().misshapen(stones)


class ThreeSnakesLeft(Engine):
    """After a growth there are three snakes at most, if there were more before."""

    def limit(self, own: int, other: int, placed: int) -> int:
        return min(super().limit(own, other, placed), 3)


class JudgedNearby(Engine):
    """Stones more than one step from the one placed are not looked at for too many friends."""

    def judged(self, own: int, placed: int, after: int, target: int) -> int:
        near = placed | self.board.near[placed]
        return after & (near | self.board.beside(target & near))


class FirstSmallestGrows(Engine):
    """Of several smallest snakes the first grows."""

    def places(self, own: int) -> int:
        smallest = self.smallest(own)
        return self.board.beside(smallest[0]) & ~own if smallest else 0


class LastSmallestGrows(Engine):
    """Of several smallest snakes the last grows."""

    def places(self, own: int) -> int:
        smallest = self.smallest(own)
        return self.board.beside(smallest[-1]) & ~own if smallest else 0


class FirstDeadGoes(Engine):
    """Of several dead snakes the first is removed."""

    def pool(self, own: int, other: int, creating: bool) -> list[int]:
        return super().pool(own, other, creating)[:1]


class FreestSmallestGrows(Engine):
    """Of several smallest snakes that with most empty cells beside it grows, the first of those."""

    def places(self, own: int) -> int:
        smallest = self.smallest(own)
        if not smallest:
            return 0
        return self.board.beside(max(smallest, key=lambda snake: self.board.beside(snake).bit_count())) & ~own


class FirstStoneMoves(Engine):
    """The first stone of the snake moves, unasked."""

    def movable(self, own: int, placed: int) -> int:
        found = super().movable(own, placed)
        return found & -found


class CreatorsOfFourGrow(Engine):
    """With four eggs a player must wriggle."""

    def isolated(self, own: int, other: int) -> int:
        return 0 if own.bit_count() >= 4 and self.places(own) & ~other else super().isolated(own, other)


class FirstStepOnly(Engine):
    """A stone steps to the first free cell beside it."""

    def steps(self, held: int, moved: int, placed: int) -> int:
        found = super().steps(held, moved, placed)
        return found & -found


class LastDeadGoes(Engine):
    """Of several dead snakes the last is removed."""

    def pool(self, own: int, other: int, creating: bool) -> list[int]:
        return super().pool(own, other, creating)[-1:]


class MergedDoNotDivide(Engine):
    """A placement that merges snakes leaves so many snakes as there are then."""

    def limit(self, own: int, other: int, placed: int) -> int:
        merged = len(self.snakes(own | placed))
        return merged if merged < len(self.snakes(own)) else super().limit(own, other, placed)


class NothingIsCured(Engine):
    """A placement that makes a mutant is refused, whatever moves then."""

    def places(self, own: int) -> int:
        found = super().places(own)
        return sum(cell for cell in bits(found) if not self.mutants(own | cell))


class StepsMergeNothing(Engine):
    """A stone may not step beside another snake."""

    def steps(self, held: int, moved: int, placed: int) -> int:
        snake = self.board.flood(placed, held)
        return super().steps(held, moved, placed) & ~self.board.beside(held & ~snake)


class FirstGrowthMergesNothing(Engine):
    """The growth that ends creation merges no eggs."""

    def may_grow(self, own: int, other: int, creating: bool) -> bool:
        self._creating = creating
        return super().may_grow(own, other, creating)

    def movable(self, own: int, placed: int) -> int:
        merges = len(self.snakes(own | placed)) < len(self.snakes(own))
        return 0 if self._creating and merges else super().movable(own, placed)

    _creating = False


class SmallestDoNotMerge(Engine):
    """A placement may not merge two of the smallest snakes."""

    def places(self, own: int) -> int:
        found, smallest = super().places(own), self.smallest(own)
        return sum(cell for cell in bits(found) if sum(bool(self.board.near[cell] & one) for one in smallest) < 2)


class NeverDivides(Engine):
    """A movement may not divide a snake."""

    def steps(self, held: int, moved: int, placed: int) -> int:
        left = self.board.flood(placed, held) ^ moved
        return super().steps(held, moved, placed) if len(self.board.groups(left)) <= 1 else 0


class CreatesOnAfterGrowth(Engine):
    """The first growth does not end creation if the other side is still in creation."""

    def creating_after_growth(self, other_creating: bool) -> tuple[bool, bool]:
        return other_creating, other_creating


class LoneSnakeStays(Engine):
    """A removal may not take the last snake: the player passes the turn instead with what is left."""

    def must_go_on(self, own: int, other: int, creating: bool) -> bool:
        return len(self.snakes(own)) > 1 and super().must_go_on(own, other, creating)


class MergesMoveOnlyTheNew(Engine):
    """Where a placement merges snakes, the stone that moves is next to the one placed."""

    def movable(self, own: int, placed: int) -> int:
        merges = len(self.snakes(own | placed)) < len(self.snakes(own))
        found = super().movable(own, placed)
        return found & self.board.near[placed] if merges else found


_CELL = "scrunch.notation.cell"
FRAMES: tuple[tuple[type[Engine], tuple[str, ...]], ...] = (
    (RowsFromTheTop, (_CELL,)),
    (PlacesFromTheRight, (_CELL,)),
    (NumbersAreRows, (_CELL,)),
    (PlacesByDiagonals, (_CELL,)),
    (TargetsFirst, ("scrunch.notation.growth",)),
    (RowsWithoutI, (_CELL,)),
    (PlacesFromZero, (_CELL,)),
    (PlacedLast, ("scrunch.notation.growth",)),
    (RowsFromTheMiddle, (_CELL,)),
)
LIMITS: tuple[tuple[type[Engine], tuple[str, ...]], ...] = (
    (MergesSmallOnly, ("scrunch.growth.merge", "scrunch.growth.place")),
    (SixEggs, ("scrunch.creation.egg", "scrunch.isolated")),
    (MovesNearby, ("scrunch.growth.move",)),
    (DeadUpToThree, ("scrunch.death.which", "scrunch.death.until", "scrunch.death.when")),
    (SizesUpToTwo, ("scrunch.snake.smallest", "scrunch.growth.smallest")),
    (MergesTwoOnly, ("scrunch.growth.merge", "scrunch.growth.place")),
    (SnakesOfFive, ("scrunch.growth.cure", "scrunch.snake.mutant", "scrunch.snake.group")),
    (ThreeSnakesLeft, ("scrunch.growth.count", "scrunch.snake-count")),
    (JudgedNearby, ("scrunch.growth.cure", "scrunch.snake.mutant")),
)
CHOICES: tuple[tuple[type[Engine], tuple[str, ...]], ...] = (
    (FirstSmallestGrows, ("scrunch.growth.smallest",)),
    (LastSmallestGrows, ("scrunch.growth.smallest",)),
    (FirstDeadGoes, ("scrunch.death.which",)),
    (FreestSmallestGrows, ("scrunch.growth.smallest",)),
    (FirstStoneMoves, ("scrunch.growth.move",)),
    (CreatorsOfFourGrow, ("scrunch.creation.at-will", "scrunch.creation.egg", "scrunch.isolated")),
    (FirstStepOnly, ("scrunch.growth.step",)),
    (LastDeadGoes, ("scrunch.death.which",)),
)
SECOND_ACTS: tuple[tuple[type[Engine], tuple[str, ...]], ...] = (
    (MergedDoNotDivide, ("scrunch.growth.count", "scrunch.snake-count", "scrunch.growth.merge")),
    (NothingIsCured, ("scrunch.growth.cure",)),
    (StepsMergeNothing, ("scrunch.growth.step", "scrunch.growth.merge")),
    (FirstGrowthMergesNothing, ("scrunch.growth.merge", "scrunch.creation.end")),
    (SmallestDoNotMerge, ("scrunch.growth.merge", "scrunch.growth.smallest")),
    (NeverDivides, ("scrunch.growth.count", "scrunch.growth.step", "scrunch.growth.move")),
    (CreatesOnAfterGrowth, ("scrunch.creation.end",)),
    (LoneSnakeStays, ("scrunch.death.until", "scrunch.end.last-snake")),
    (MergesMoveOnlyTheNew, ("scrunch.growth.move", "scrunch.growth.merge")),
)
