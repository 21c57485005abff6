"""Held-out mutants of Splinter: no example of the spec shows them, and random play hardly ever."""

from __future__ import annotations

import re
from collections.abc import Sequence

from shatterproof.game import Outcome
from shatterproof_properties.second.engine import RefusedTurn
from shatterproof_properties.second.splinter.engine import Engine
from shatterproof_properties.second.splinter.notation import read_turn
from shatterproof_properties.second.splinter.position import Position, squares_of


class PushesUpToSix(Engine):
    """A slide pushes six pieces at most."""

    def may_push(self, own: int, run: int, off: bool) -> bool:
        return run.bit_count() <= 7


class DiagonalsUpToSeven(Engine):
    """A diagonal slide moves seven pieces at most."""

    def refusal(self, here: Position, square: int, direction: int, run: int) -> str | None:
        if direction & 1 and run.bit_count() > 7:
            return "splinter.slide.push"
        return super().refusal(here, square, direction, run)


class CornersHold(Engine):
    """No run of four or more is pushed off the board across one of its corners."""

    def refusal(self, here: Position, square: int, direction: int, run: int) -> str | None:
        last = self.squares.last
        corners = last[(direction - 1) % 8] & last[(direction + 1) % 8] if direction & 1 else 0
        if run & corners and run.bit_count() > 3:
            return "splinter.slide.off"
        return super().refusal(here, square, direction, run)


class FirstThreeOfTies(Engine):
    """Of several groups that tie only the first three can be chosen."""

    def options(self, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
        return super().options(groups, tied, landing)[:3]


class TiesUpToThree(Engine):
    """Where more than three groups tie the first stays."""

    def tied(self, groups: Sequence[int], own: int, landing: int) -> list[int]:
        found = super().tied(groups, own, landing)
        return found if len(found) <= 3 else found[:1]


class TiesOfThirteenDecided(Engine):
    """Groups of thirteen or more never tie: the first stays."""

    def tied(self, groups: Sequence[int], own: int, landing: int) -> list[int]:
        found = super().tied(groups, own, landing)
        return found[:1] if found[0].bit_count() >= 13 else found


class SizesOfFiveBits(Engine):
    """The size of a group is counted in five bits."""

    def weight(self, group: int, own: int, landing: int) -> int:
        return super().weight(group, own, landing) & 31


class ThreeGroupsWeighed(Engine):
    """Of more than three groups the first three are weighed."""

    def groups(self, pieces: int, within: int) -> list[int]:
        return super().groups(pieces, within)[:3]


class FloodsSixteenSteps(Engine):
    """A group reaches sixteen steps from its first piece, no further."""

    most_steps = 16

    def groups(self, pieces: int, within: int) -> list[int]:
        found = []
        while within:
            group = within & -within
            for _ in range(self.most_steps):
                group = self.linked(group) & within
            found.append(group)
            within ^= group
        return found

    def refuses_splinters(self) -> bool:
        return False


class WrapsAtTheEdge(Engine):
    """On boards of more than ten rows the north end of a column touches the south end of the next."""

    def linked(self, mask: int) -> int:
        if self.squares.rows <= 10:
            return super().linked(mask)
        ends, begins = self.squares.last[0], self.squares.last[4]
        return super().linked(mask) | (mask & ends) << 3 & begins | (mask & begins) >> 3 & ends

    def refuses_splinters(self) -> bool:
        return False


class TiesOfBothOnly(Engine):
    """A group in which the mover has no piece does not tie with one in which he has."""

    def tied(self, groups: Sequence[int], own: int, landing: int) -> list[int]:
        found = super().tied(groups, own, landing)
        return [group for group in found if group & own] or found


class StepsOffUntied(Engine):
    """Where a piece has stepped off the board and the groups tie, the first stays."""

    def options(self, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
        return super().options(groups, tied if landing else tied[:1], landing)


class RemovesUpToFourteen(Engine):
    """Of what is cut off the first fourteen pieces are removed."""

    def cut_off(self, within: int, stays: int, own: int) -> int:
        return sum(list(squares_of(super().cut_off(within, stays, own)))[:14])

    def refuses_splinters(self) -> bool:
        return False


class EightRemembered(Engine):
    """Of a run that was pushed eight pieces are remembered."""

    def remembered(self, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool) -> int:
        return sum(list(squares_of(super().remembered(pieces, now, heading, blue_moved, removed)))[:8])


class ThreeMayNotReturn(Engine):
    """Only the first three pieces of a run are kept from going back."""

    def returns(self, here: Position, square: int, run: int, direction: int) -> bool:
        near, reached = square, square
        for _ in range(2):
            near = self.squares.moved(near, direction) & run
            reached |= near
        return super().returns(here, square, reached, direction)


class DiagonalPushesForgotten(Engine):
    """A diagonal push of eight pieces or more is not remembered."""

    def remembered(self, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool) -> int:
        if heading & 1 and now.bit_count() >= 8:
            return 0
        return super().remembered(pieces, now, heading, blue_moved, removed)


class MemoryEndsAtRemovals(Engine):
    """A push of nine pieces or more that removes any leaves nothing to remember."""

    def remembered(self, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool) -> int:
        found = super().remembered(pieces, now, heading, blue_moved, removed)
        return 0 if removed and now.bit_count() >= 9 else found


class ManyAreEven(Engine):
    """Where both run out with five pieces or more, a lead of one is not enough to win."""

    def scored(self, blue: int, white: int, blue_moved: bool) -> Outcome:
        return super().scored(blue, blue if abs(blue - white) == 1 and blue > 4 else white, blue_moved)


class NobodyLeft(Engine):
    """Nobody wins when both run out of a kind and one side has no piece left at all."""

    def scored(self, blue: int, white: int, blue_moved: bool) -> Outcome:
        if not blue or not white:
            return Outcome(None, "splinter.win.even")
        return super().scored(blue, white, blue_moved)


class RowsOfOneDigit(Engine):
    """Of a row beyond the ninth only the first digit is read."""

    def meanings(self, here: Position, text: str) -> list[tuple[str, Position]]:
        read = re.sub("([0-9])[0-9]", r"\1", text)
        return [(text, after) for _, after in super().meanings(here, read)]


class ColumnsUpToTwenty(Engine):
    """The columns of the largest boards have letters up to t."""

    def meanings(self, here: Position, text: str) -> list[tuple[str, Position]]:
        return [] if re.search("[u-z][0-9]", text) else super().meanings(here, text)


class TransposedOnTallBoards(Engine):
    """On a board of more than twelve rows and fewer columns nothing slides over the north edge."""

    def refusal(self, here: Position, square: int, direction: int, run: int) -> str | None:
        squares = self.squares
        if squares.rows > max(12, squares.columns) and direction == 0 and run & squares.last[0]:
            return "splinter.slide.off"
        return super().refusal(here, square, direction, run)


class BitsUpTo512(Engine):
    """Pieces beyond the 512th square of the largest boards are linked with nothing."""

    def linked(self, mask: int) -> int:
        reached = sum(list(self.squares.names)[:512])
        return super().linked(mask & reached) | mask if len(self.squares.names) > 512 else super().linked(mask)

    def refuses_splinters(self) -> bool:
        return False


class NamedByFirstSquares(Engine):
    """A group that ties is named by its first square only."""

    def meanings(self, here: Position, text: str) -> list[tuple[str, Position]]:
        found = super().meanings(here, text)
        written = read_turn(text)
        if written and written.choice and found and found[0][0] != text:
            raise RefusedTurn("splinter.notation.tie")
        return found


_TIES = ("splinter.group.tie", "splinter.group.")
MUTANTS: tuple[tuple[str, type[Engine], tuple[str, ...]], ...] = (
    ("pushes-up-to-six", PushesUpToSix, ("splinter.slide.push",)),
    ("diagonals-up-to-seven", DiagonalsUpToSeven, ("splinter.slide.push",)),
    ("corners-hold", CornersHold, ("splinter.slide.off",)),
    ("first-three-of-ties", FirstThreeOfTies, _TIES),
    ("ties-up-to-three", TiesUpToThree, _TIES),
    ("ties-of-thirteen-decided", TiesOfThirteenDecided, _TIES),
    ("sizes-of-five-bits", SizesOfFiveBits, ("splinter.group.largest", "splinter.group.")),
    ("three-groups-weighed", ThreeGroupsWeighed, ("splinter.group.largest", "splinter.group.")),
    ("floods-sixteen-steps", FloodsSixteenSteps, ("splinter.group.touch", "splinter.group.")),
    ("wraps-at-the-edge", WrapsAtTheEdge, ("splinter.group.touch", "splinter.group.")),
    ("ties-of-both-only", TiesOfBothOnly, _TIES),
    ("steps-off-untied", StepsOffUntied, ("splinter.group.tie", "splinter.step-off", "splinter.group.")),
    ("removes-up-to-fourteen", RemovesUpToFourteen, ("splinter.group.splinter", "splinter.group.")),
    ("eight-remembered", EightRemembered, ("splinter.slide.return", "splinter.no-return")),
    ("three-may-not-return", ThreeMayNotReturn, ("splinter.slide.return", "splinter.no-return")),
    ("diagonal-pushes-forgotten", DiagonalPushesForgotten, ("splinter.slide.return", "splinter.no-return")),
    ("memory-ends-at-removals", MemoryEndsAtRemovals, ("splinter.slide.return", "splinter.no-return")),
    ("many-are-even", ManyAreEven, ("splinter.win.both-out", "splinter.win.even")),
    ("nobody-left", NobodyLeft, ("splinter.win.both-out", "splinter.win.even")),
    ("rows-of-one-digit", RowsOfOneDigit, ("splinter.notation.square",)),
    ("columns-up-to-twenty", ColumnsUpToTwenty, ("splinter.notation.square",)),
    ("transposed-on-tall-boards", TransposedOnTallBoards, ("splinter.slide.off", "splinter.board.rectangle")),
    ("bits-up-to-512", BitsUpTo512, ("splinter.group.touch", "splinter.board.limits")),
    ("named-by-first-squares", NamedByFirstSquares, ("splinter.notation.tie", *_TIES)),
)
