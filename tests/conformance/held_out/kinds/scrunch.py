"""Mutants of Scrunch of the four kinds."""

from __future__ import annotations

import re

from shatterproof_properties.conformance.mutants import Mutants
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


FRAMES, LIMITS, CHOICES, SECOND_ACTS = Mutants(Frame), Mutants(Engine), Mutants(Engine), Mutants(Engine)


@FRAMES.instead_of(Frame.read_as, _CELL)
def rows_from_the_top(self: Frame, text: str) -> str:
    """Row a is at the top."""
    rows = LETTERS[: 2 * self.board.side - 1]
    return CELL.sub(lambda found: found[1].translate(str.maketrans(rows, rows[::-1])) + found[2], text)


@FRAMES.instead_of(Frame.read_as, _CELL)
def places_from_the_right(self: Frame, text: str) -> str:
    """Cells of a row are counted from the right."""

    def from_the_right(found: re.Match[str]) -> str:
        row, place, side = self.row(found[1]), int(found[2]), self.board.side
        width = side + min(row, 2 * side - 2 - row)
        return f"{found[1]}{width + 1 - place if row < 2 * side - 1 and place <= width else place}"

    return CELL.sub(from_the_right, text)


@FRAMES.instead_of(Frame.read_as, _CELL)
def numbers_are_rows(self: Frame, text: str) -> str:
    """The number names the row and the letter the place in it."""
    return CELL.sub(lambda found: f"{LETTERS[int(found[2]) - 1]}{self.row(found[1]) + 1}", text)


@FRAMES.engine(_CELL)
class PlacesByDiagonals(Frame):
    """Places are counted along the columns of the board, so that the lower rows begin further right."""

    def _before(self, letter: str) -> int:
        return max(0, self.board.side - 1 - self.row(letter))

    def read_as(self, text: str) -> str:
        # 19 stands for a place that no board has.
        return CELL.sub(lambda found: f"{found[1]}{max(0, int(found[2]) - self._before(found[1])) or 19}", text)

    def written(self, text: str) -> str:
        return CELL.sub(lambda found: f"{found[1]}{int(found[2]) + self._before(found[1])}", text)


@FRAMES.instead_of(Frame.read_as, "scrunch.notation.growth")
def targets_first(self: Frame, text: str) -> str:
    """Of a movement the cell that the stone goes to is written first."""
    return re.sub(f"({CELL.pattern})-({CELL.pattern})", r"\4-\1", text)


@FRAMES.engine(_CELL)
class RowsWithoutI(Frame):
    """No row is called i: h is followed by j."""

    def read_as(self, text: str) -> str:
        meant = dict(zip(self.later, LETTERS, strict=True))
        return CELL.sub(lambda found: "s19" if found[1] == "i" else meant[found[1]] + found[2], text)

    def written(self, text: str) -> str:
        return CELL.sub(lambda found: self.later[self.row(found[1])] + found[2], text)

    later = LETTERS.replace("i", "") + "t"


@FRAMES.engine(_CELL)
class PlacesFromZero(Frame):
    """The first cell of a row is 0."""

    def read_as(self, text: str) -> str:
        return re.sub("([a-s])(1[0-8]|[0-9])(?![0-9])", lambda found: f"{found[1]}{int(found[2]) + 1}", text)

    def written(self, text: str) -> str:
        return CELL.sub(lambda found: f"{found[1]}{int(found[2]) - 1}", text)


@FRAMES.instead_of(Frame.read_as, "scrunch.notation.growth")
def placed_last(self: Frame, text: str) -> str:
    """Of a growth the target of the movement stands first, and the stone placed after the hyphen."""
    return re.sub(f"({CELL.pattern}) ({CELL.pattern})-({CELL.pattern})", r"\7 \4-\1", text)


@FRAMES.instead_of(Frame.read_as, _CELL)
def rows_from_the_middle(self: Frame, text: str) -> str:
    """The board is turned by half a turn."""
    return places_from_the_right(self, rows_from_the_top(self, text))


@LIMITS.instead_of(Engine.places, "scrunch.growth.merge", "scrunch.growth.place")
def merges_small_only(self: Engine, own: int) -> int:
    """Only snakes of up to three stones are merged by a placement."""
    found = Engine.places(self, own)
    for snake in self.snakes(own):
        if snake.bit_count() > 3 and snake not in self.smallest(own):
            found &= ~self.board.beside(snake)
    return found


@LIMITS.instead_of(Engine.isolated, "scrunch.creation.egg", "scrunch.isolated")
def six_eggs(self: Engine, own: int, other: int) -> int:
    """A player lays six eggs at most."""
    return 0 if own.bit_count() >= 6 else Engine.isolated(self, own, other)


@LIMITS.instead_of(Engine.movable, "scrunch.growth.move")
def moves_nearby(self: Engine, own: int, placed: int) -> int:
    """The stone that moves is at most two steps from the one placed."""
    near = self.board.near[placed]
    return Engine.movable(self, own, placed) & (near | self.board.beside(near))


@LIMITS.engine("scrunch.death.which", "scrunch.death.until", "scrunch.death.when")
class DeadUpToThree(Engine):
    """Snakes of more than three stones are not removed."""

    def pool(self, own: int, other: int, creating: bool) -> list[int]:
        return [snake for snake in super().pool(own, other, creating) if snake.bit_count() <= 3]

    def must_go_on(self, own: int, other: int, creating: bool) -> bool:
        return super().must_go_on(own, other, creating) and self.pool(own, other, creating) != []


@LIMITS.instead_of(Engine.smallest, "scrunch.snake.smallest", "scrunch.growth.smallest")
def sizes_up_to_two(self: Engine, own: int) -> list[int]:
    """Snakes of more than two stones count as equally large."""
    snakes = self.snakes(own)
    least = min((min(snake.bit_count(), 2) for snake in snakes), default=0)
    return [snake for snake in snakes if min(snake.bit_count(), 2) == least]


@LIMITS.instead_of(Engine.places, "scrunch.growth.merge", "scrunch.growth.place")
def merges_two_only(self: Engine, own: int) -> int:
    """A placement merges two snakes at most."""
    found = Engine.places(self, own)
    for cell in bits(found):
        if sum(bool(self.board.near[cell] & snake) for snake in self.snakes(own)) > 2:
            found ^= cell
    return found


@LIMITS.instead_of(Engine.misshapen, "scrunch.growth.cure", "scrunch.snake.mutant", "scrunch.snake.group")
def snakes_of_five(self: Engine, stones: int) -> str | None:
    """A snake has five stones at most."""
    if any(snake.bit_count() > 5 for snake in self.snakes(stones)):
        return "scrunch.growth.cure"
    return Engine.misshapen(self, stones)


@LIMITS.instead_of(Engine.limit, "scrunch.growth.count", "scrunch.snake-count")
def three_snakes_left(self: Engine, own: int, other: int, placed: int) -> int:
    """After a growth there are three snakes at most, if there were more before."""
    return min(Engine.limit(self, own, other, placed), 3)


@LIMITS.instead_of(Engine.judged, "scrunch.growth.cure", "scrunch.snake.mutant")
def judged_nearby(self: Engine, own: int, placed: int, after: int, target: int) -> int:
    """Stones more than one step from the one placed are not looked at for too many friends."""
    near = placed | self.board.near[placed]
    return after & (near | self.board.beside(target & near))


@CHOICES.instead_of(Engine.places, "scrunch.growth.smallest")
def first_smallest_grows(self: Engine, own: int) -> int:
    """Of several smallest snakes the first grows."""
    smallest = self.smallest(own)
    return self.board.beside(smallest[0]) & ~own if smallest else 0


@CHOICES.instead_of(Engine.places, "scrunch.growth.smallest")
def last_smallest_grows(self: Engine, own: int) -> int:
    """Of several smallest snakes the last grows."""
    smallest = self.smallest(own)
    return self.board.beside(smallest[-1]) & ~own if smallest else 0


@CHOICES.instead_of(Engine.pool, "scrunch.death.which")
def first_dead_goes(self: Engine, own: int, other: int, creating: bool) -> list[int]:
    """Of several dead snakes the first is removed."""
    return Engine.pool(self, own, other, creating)[:1]


@CHOICES.instead_of(Engine.places, "scrunch.growth.smallest")
def freest_smallest_grows(self: Engine, own: int) -> int:
    """Of several smallest snakes that with most empty cells beside it grows, the first of those."""
    smallest = self.smallest(own)
    if not smallest:
        return 0
    return self.board.beside(max(smallest, key=lambda snake: self.board.beside(snake).bit_count())) & ~own


@CHOICES.instead_of(Engine.movable, "scrunch.growth.move")
def first_stone_moves(self: Engine, own: int, placed: int) -> int:
    """The first stone of the snake moves, unasked."""
    found = Engine.movable(self, own, placed)
    return found & -found


@CHOICES.instead_of(Engine.isolated, "scrunch.creation.at-will", "scrunch.creation.egg", "scrunch.isolated")
def creators_of_four_grow(self: Engine, own: int, other: int) -> int:
    """With four eggs a player must wriggle."""
    return 0 if own.bit_count() >= 4 and self.places(own) & ~other else Engine.isolated(self, own, other)


@CHOICES.instead_of(Engine.steps, "scrunch.growth.step")
def first_step_only(self: Engine, held: int, moved: int, placed: int) -> int:
    """A stone steps to the first free cell beside it."""
    found = Engine.steps(self, held, moved, placed)
    return found & -found


@CHOICES.instead_of(Engine.pool, "scrunch.death.which")
def last_dead_goes(self: Engine, own: int, other: int, creating: bool) -> list[int]:
    """Of several dead snakes the last is removed."""
    return Engine.pool(self, own, other, creating)[-1:]


@SECOND_ACTS.instead_of(Engine.limit, "scrunch.growth.count", "scrunch.snake-count", "scrunch.growth.merge")
def merged_do_not_divide(self: Engine, own: int, other: int, placed: int) -> int:
    """A placement that merges snakes leaves so many snakes as there are then."""
    merged = len(self.snakes(own | placed))
    return merged if merged < len(self.snakes(own)) else Engine.limit(self, own, other, placed)


@SECOND_ACTS.instead_of(Engine.places, "scrunch.growth.cure")
def nothing_is_cured(self: Engine, own: int) -> int:
    """A placement that makes a mutant is refused, whatever moves then."""
    found = Engine.places(self, own)
    return sum(cell for cell in bits(found) if not self.mutants(own | cell))


@SECOND_ACTS.instead_of(Engine.steps, "scrunch.growth.step", "scrunch.growth.merge")
def steps_merge_nothing(self: Engine, held: int, moved: int, placed: int) -> int:
    """A stone may not step beside another snake."""
    snake = self.board.flood(placed, held)
    return Engine.steps(self, held, moved, placed) & ~self.board.beside(held & ~snake)


@SECOND_ACTS.engine("scrunch.growth.merge", "scrunch.creation.end")
class FirstGrowthMergesNothing(Engine):
    """The growth that ends creation merges no eggs."""

    def may_grow(self, own: int, other: int, creating: bool) -> bool:
        self._creating = creating
        return super().may_grow(own, other, creating)

    def movable(self, own: int, placed: int) -> int:
        merges = len(self.snakes(own | placed)) < len(self.snakes(own))
        return 0 if self._creating and merges else super().movable(own, placed)

    _creating = False


@SECOND_ACTS.instead_of(Engine.places, "scrunch.growth.merge", "scrunch.growth.smallest")
def smallest_do_not_merge(self: Engine, own: int) -> int:
    """A placement may not merge two of the smallest snakes."""
    found, smallest = Engine.places(self, own), self.smallest(own)
    return sum(cell for cell in bits(found) if sum(bool(self.board.near[cell] & one) for one in smallest) < 2)


@SECOND_ACTS.instead_of(Engine.steps, "scrunch.growth.count", "scrunch.growth.step", "scrunch.growth.move")
def never_divides(self: Engine, held: int, moved: int, placed: int) -> int:
    """A movement may not divide a snake."""
    left = self.board.flood(placed, held) ^ moved
    return Engine.steps(self, held, moved, placed) if len(self.board.groups(left)) <= 1 else 0


@SECOND_ACTS.instead_of(Engine.creating_after_growth, "scrunch.creation.end")
def creates_on_after_growth(self: Engine, other_creating: bool) -> tuple[bool, bool]:
    """The first growth does not end creation if the other side is still in creation."""
    return other_creating, other_creating


@SECOND_ACTS.instead_of(Engine.must_go_on, "scrunch.death.until", "scrunch.end.last-snake")
def lone_snake_stays(self: Engine, own: int, other: int, creating: bool) -> bool:
    """A removal may not take the last snake: the player passes the turn instead with what is left."""
    return len(self.snakes(own)) > 1 and Engine.must_go_on(self, own, other, creating)


@SECOND_ACTS.instead_of(Engine.movable, "scrunch.growth.move", "scrunch.growth.merge")
def merges_move_only_the_new(self: Engine, own: int, placed: int) -> int:
    """Where a placement merges snakes, the stone that moves is next to the one placed."""
    merges = len(self.snakes(own | placed)) < len(self.snakes(own))
    found = Engine.movable(self, own, placed)
    return found & self.board.near[placed] if merges else found
