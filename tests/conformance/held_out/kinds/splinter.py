"""Mutants of Splinter of the four kinds."""

from __future__ import annotations

import re
from collections.abc import Sequence

from conformance.held_out.splinter import FloodsSixteenSteps
from shatterproof.game import Outcome
from shatterproof_properties.second.splinter.engine import Engine
from shatterproof_properties.second.splinter.position import NOWHERE, SIDES, Position, Turn, opposite
from shatterproof_properties.second.splinter.rules import BOTH_OUT

LETTERS = "abcdefghijklmnopqrstuvwxyz"
SQUARE = re.compile("([a-z])([1-9][0-9]?)")
EAST_AND_WEST, NORTH_AND_SOUTH = str.maketrans("EW", "WE"), str.maketrans("NS", "SN")


class Frame(Engine):
    """Reads and writes turns in a notation of its own."""

    def read_as(self, text: str) -> str:
        """What a text is taken for."""
        return text

    def written(self, text: str) -> str:
        """How a turn is written."""
        return self.read_as(text)

    def meanings(self, here: Position, text: str) -> list[tuple[str, Position]]:
        return [(self.written(meaning), after) for meaning, after in super().meanings(here, self.read_as(text))]

    def turn_text(self, here: Position, turn: Turn) -> str:
        return self.written(super().turn_text(here, turn))


class RowsFromTheTop(Frame):
    """Row 1 is at the top."""

    def read_as(self, text: str) -> str:
        return SQUARE.sub(lambda found: f"{found[1]}{self.squares.rows + 1 - int(found[2])}", text)


class ColumnsFromTheRight(Frame):
    """Column a is at the right."""

    def read_as(self, text: str) -> str:
        return SQUARE.sub(lambda found: f"{self._column(found[1])}{found[2]}", text)

    def _column(self, letter: str) -> str:
        column = self.squares.columns - 1 - LETTERS.index(letter)
        return LETTERS[column] if column >= 0 else "z"


class ColumnsWithoutI(Frame):
    """No column is called i: h is followed by j."""

    def read_as(self, text: str) -> str:
        return SQUARE.sub(lambda found: "z" + found[2] if found[1] == "i" else self._earlier(found), text)

    def _earlier(self, found: re.Match[str]) -> str:
        return (LETTERS[LETTERS.index(found[1]) - 1] if found[1] > "i" else found[1]) + found[2]

    def written(self, text: str) -> str:
        later = LETTERS.replace("i", "") + "z"
        return SQUARE.sub(lambda found: later[LETTERS.index(found[1])] + found[2], text)


class LettersAreRows(Frame):
    """The letter names the row and the number the column."""

    def read_as(self, text: str) -> str:
        return SQUARE.sub(lambda found: f"{LETTERS[(int(found[2]) - 1) % 26]}{LETTERS.index(found[1]) + 1}", text)


class SouthIsUp(Frame):
    """North and south are exchanged in directions."""

    def read_as(self, text: str) -> str:
        return re.sub("[NESW]+", lambda found: found[0].translate(NORTH_AND_SOUTH), text)


class SeenFromBehind(ColumnsFromTheRight):
    """Columns are counted from the right, and directions are seen so too."""

    def read_as(self, text: str) -> str:
        return super().read_as(text.translate(EAST_AND_WEST))


class RowsFromZero(Frame):
    """The lowest row is row 0; row 10 has no name."""

    def read_as(self, text: str) -> str:
        return re.sub("([a-z])([0-9])(?![0-9])", lambda found: f"{found[1]}{int(found[2]) + 1}", text)

    def written(self, text: str) -> str:
        return SQUARE.sub(lambda found: f"{found[1]}{int(found[2]) - 1}", text)


class ChoicesFromTheTop(RowsFromTheTop):
    """In a tie the square of the group is read from the top row on."""

    def read_as(self, text: str) -> str:
        slide, sign, square = text.partition("=")
        return slide + sign + super().read_as(square)

    def written(self, text: str) -> str:
        return text


class QuarterTurns(Frame):
    """Directions are turned by a quarter: E is read where N is meant."""

    def read_as(self, text: str) -> str:
        return re.sub("[NESW]+", lambda found: TURNED.get(found[0], found[0]), text)

    def written(self, text: str) -> str:
        back = {after: before for before, after in TURNED.items()}
        return re.sub("[NESW]+", lambda found: back[found[0]], text)


TURNED = {"E": "N", "SE": "NE", "S": "E", "SW": "SE", "W": "S", "NW": "SW", "N": "W", "NE": "NW"}


class PushesUpToThree(Engine):
    """A piece pushes three others at most."""

    def may_push(self, own: int, run: int, off: bool) -> bool:
        return run.bit_count() <= 4


class DiagonalPushesOfOne(Engine):
    """Diagonally a piece pushes one other at most."""

    def refusal(self, here: Position, square: int, direction: int, run: int) -> str | None:
        if direction % 2 and run.bit_count() > 2:
            return "splinter.slide.push"
        return super().refusal(here, square, direction, run)


class TwoGroupsCompared(Engine):
    """Of three groups and more the first two are compared."""

    def options(self, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
        return super().options(groups[:2], self.tied(groups[:2], 0, landing), landing)


class SizesUpToSix(Engine):
    """A group of more than six pieces counts as six."""

    def weight(self, group: int, own: int, landing: int) -> int:
        return min(super().weight(group, own, landing), 6)


class TwoRemembered(Engine):
    """The last two of the pieces that moved are remembered."""

    def remembered(self, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool) -> int:
        found = super().remembered(pieces, now, heading, blue_moved, removed)
        while found.bit_count() > 2:
            found &= found - 1
        return found


class LinksOverFourSteps(FloodsSixteenSteps):
    """Pieces more than four steps from the first of a group are another group."""

    most_steps = 4


class CutsOffThree(Engine):
    """Three pieces are cut off at most, the first of them."""

    def cut_off(self, within: int, stays: int, own: int) -> int:
        gone, found = super().cut_off(within, stays, own), 0
        for _ in range(3):
            found |= gone & -gone
            gone &= gone - 1
        return found

    def refuses_splinters(self) -> bool:
        return False


class PushesOffOverOne(Engine):
    """A piece pushes another off the board only if that is next to it."""

    def may_push(self, own: int, run: int, off: bool) -> bool:
        return not off or run.bit_count() <= 2


class CountsUpToFive(Engine):
    """When both are out, more than five pieces count as five."""

    def scored(self, blue: int, white: int, blue_moved: bool) -> Outcome:
        return super().scored(min(blue, 5), min(white, 5), blue_moved)


class FirstTiedStays(Engine):
    """In a tie the group with the first square stays, unasked."""

    def options(self, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
        return [(0, tied[0])]


class LastTiedStays(Engine):
    """In a tie the group whose first square is last stays, unasked."""

    def options(self, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
        return [(0, tied[-1])]


class MoreOwnStays(Engine):
    """In a tie the group with most pieces of the mover stays; the mover chooses only if they are equal in that."""

    def tied(self, groups: Sequence[int], own: int, landing: int) -> list[int]:
        found = super().tied(groups, own, landing)
        most = max((group & own).bit_count() for group in found)
        return [group for group in found if (group & own).bit_count() == most]


class SlidGroupGoes(Engine):
    """In a tie the mover chooses among the groups without the slid piece."""

    def tied(self, groups: Sequence[int], own: int, landing: int) -> list[int]:
        found = super().tied(groups, own, landing)
        return [group for group in found if not group & landing] or found


class EvenIsForBlue(Engine):
    """When both are out with equally many pieces Blue wins."""

    def scored(self, blue: int, white: int, blue_moved: bool) -> Outcome:
        if blue == white:
            return Outcome(SIDES[0], "splinter.win.both-out")
        return super().scored(blue, white, blue_moved)


class BothOutForTheMover(Engine):
    """When both are out the mover wins."""

    def scored(self, blue: int, white: int, blue_moved: bool) -> Outcome:
        return Outcome(SIDES[not blue_moved], "splinter.win.both-out")


class OpponentChoosesNothing(Engine):
    """In a tie the group with most pieces of the opponent goes, unasked; the first if there are several."""

    def options(self, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
        return [(0, self._kept)]

    def tied(self, groups: Sequence[int], own: int, landing: int) -> list[int]:
        found = super().tied(groups, own, landing)
        self._kept = min(found, key=lambda group: (group & ~own).bit_count())
        return found

    _kept = 0


class NorthmostTiedStays(Engine):
    """In a tie the group that reaches furthest north stays, unasked."""

    def options(self, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
        return [(0, max(tied, key=self._north))]

    def _north(self, group: int) -> int:
        return max(int(name[1:]) for square, name in self.squares.names.items() if square & group)


class PushedOffKeepsAll(Engine):
    """A slide that pushes a piece off the board cuts nothing off."""

    def judged(self, landed: int, pieces: int) -> int:
        within = super().judged(landed, pieces)
        self._off = landed != pieces
        return within

    def groups(self, pieces: int, within: int) -> list[int]:
        found = super().groups(pieces, within)
        return [sum(found)] if self._off else found

    def refuses_splinters(self) -> bool:
        return False

    _off = False


class StepsOffKeepAll(Engine):
    """A piece that steps off the board cuts nothing off."""

    def options(self, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
        return super().options(groups, tied, landing) if landing else [(0, sum(groups))]

    def refuses_splinters(self) -> bool:
        return False


class PushesOffMayReturn(Engine):
    """A slide that pushes a piece off may bring others back."""

    def returns(self, here: Position, square: int, run: int, direction: int) -> bool:
        return not run & self.squares.last[direction] and super().returns(here, square, run, direction)


class NobodyLosesAlone(Engine):
    """A turn after which only the mover is out does not end the game."""

    def players_tested(self, blue_moved: bool) -> int:
        return BOTH_OUT

    def decided(self, pieces: int, blue_moved: bool) -> Outcome | None:
        found = super().decided(pieces, blue_moved)
        own = found is not None and found.clause == "splinter.win.type-out" and found.winner == SIDES[blue_moved]
        return None if own else found


class OpponentOutFirst(Engine):
    """When both run out, the opponent has run out first and loses."""

    def decided(self, pieces: int, blue_moved: bool) -> Outcome | None:
        found = super().decided(pieces, blue_moved)
        if found is None or found.clause == "splinter.win.type-out":
            return found
        return Outcome(SIDES[not blue_moved], "splinter.win.type-out")


class PushesCutNothingOff(Engine):
    """A slide that pushes cuts nothing off."""

    def run(self, occupied: int, square: int, direction: int) -> int:
        found = super().run(occupied, square, direction)
        self._pushes = found.bit_count() > 1
        return found

    def options(self, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
        return [(0, sum(groups))] if self._pushes else super().options(groups, tied, landing)

    def refuses_splinters(self) -> bool:
        return False

    _pushes = False


class RemovalsForgetAll(Engine):
    """A turn that removes anything leaves nothing that may not go back."""

    def remembered(self, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool) -> int:
        return 0 if removed else super().remembered(pieces, now, heading, blue_moved, removed)


class NoPushBackAfterAll(Engine):
    """A push against the direction of the last turn is refused, whatever it pushes."""

    def returns(self, here: Position, square: int, run: int, direction: int) -> bool:
        against = here.heading != NOWHERE and direction == opposite(here.heading) and run != square
        return against or super().returns(here, square, run, direction)


class TiesAfterPushingOffAreForced(Engine):
    """Where a piece was pushed off, the group of the slid piece stays in a tie."""

    def judged(self, landed: int, pieces: int) -> int:
        self._off = landed != pieces
        return super().judged(landed, pieces)

    def options(self, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
        mine = [group for group in tied if group & landing]
        return [(0, mine[0])] if self._off and len(tied) > 1 and mine else super().options(groups, tied, landing)

    _off = False


_SQUARE, _COMPASS = "splinter.notation.square", "splinter.notation.slide"
FRAMES: tuple[tuple[type[Engine], tuple[str, ...]], ...] = (
    (RowsFromTheTop, (_SQUARE,)),
    (ColumnsFromTheRight, (_SQUARE,)),
    (ColumnsWithoutI, (_SQUARE,)),
    (LettersAreRows, (_SQUARE,)),
    (SouthIsUp, (_COMPASS,)),
    (SeenFromBehind, (_SQUARE, _COMPASS)),
    (RowsFromZero, (_SQUARE,)),
    (ChoicesFromTheTop, ("splinter.notation.tie", _SQUARE)),
    (QuarterTurns, (_COMPASS,)),
)
LIMITS: tuple[tuple[type[Engine], tuple[str, ...]], ...] = (
    (PushesUpToThree, ("splinter.slide.push",)),
    (DiagonalPushesOfOne, ("splinter.slide.push",)),
    (TwoGroupsCompared, ("splinter.group.largest", "splinter.group.splinter", "splinter.group.tie")),
    (SizesUpToSix, ("splinter.group.largest", "splinter.group.tie")),
    (TwoRemembered, ("splinter.slide.return", "splinter.no-return")),
    (LinksOverFourSteps, ("splinter.group.touch",)),
    (CutsOffThree, ("splinter.group.splinter", "splinter.group.own")),
    (PushesOffOverOne, ("splinter.slide.off", "splinter.slide.push")),
    (CountsUpToFive, ("splinter.win.both-out", "splinter.win.even")),
)
CHOICES: tuple[tuple[type[Engine], tuple[str, ...]], ...] = (
    (FirstTiedStays, ("splinter.group.tie",)),
    (LastTiedStays, ("splinter.group.tie",)),
    (MoreOwnStays, ("splinter.group.tie",)),
    (SlidGroupGoes, ("splinter.group.tie",)),
    (EvenIsForBlue, ("splinter.win.even",)),
    (BothOutForTheMover, ("splinter.win.both-out", "splinter.win.even")),
    (OpponentChoosesNothing, ("splinter.group.tie",)),
    (NorthmostTiedStays, ("splinter.group.tie",)),
)
SECOND_ACTS: tuple[tuple[type[Engine], tuple[str, ...]], ...] = (
    (PushedOffKeepsAll, ("splinter.group.splinter", "splinter.slide.off")),
    (StepsOffKeepAll, ("splinter.group.splinter", "splinter.step-off")),
    (PushesOffMayReturn, ("splinter.slide.return", "splinter.no-return")),
    (NobodyLosesAlone, ("splinter.win.own-turn",)),
    (OpponentOutFirst, ("splinter.win.both-out", "splinter.win.even", "splinter.win.own-turn")),
    (PushesCutNothingOff, ("splinter.group.splinter", "splinter.slide.push")),
    (RemovalsForgetAll, ("splinter.slide.return", "splinter.no-return")),
    (NoPushBackAfterAll, ("splinter.slide.return", "splinter.no-return")),
    (TiesAfterPushingOffAreForced, ("splinter.group.tie",)),
)
