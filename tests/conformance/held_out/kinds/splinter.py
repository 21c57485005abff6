"""Mutants of Splinter of the four kinds."""

from __future__ import annotations

import re
from collections.abc import Sequence

from conformance.held_out.splinter import flooded
from shatterproof.game import Outcome
from shatterproof_properties.conformance.mutants import Listed, MutantsOf
from shatterproof_properties.second.splinter import Engine
from shatterproof_properties.second.splinter.position import NOWHERE, SIDES, Position, Turn, opposite, squares_of
from shatterproof_properties.second.splinter.rules import BOTH_OUT

_SQUARE, _COMPASS = "splinter.notation.square", "splinter.notation.slide"
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


def rows_from_the_top(self: Frame, text: str) -> str:
    return SQUARE.sub(lambda found: f"{found[1]}{self.squares.rows + 1 - int(found[2])}", text)


def columns_from_the_right(self: Frame, text: str) -> str:
    seen = LETTERS[: self.squares.columns][::-1].ljust(len(LETTERS), "z")
    return SQUARE.sub(lambda found: seen[LETTERS.index(found[1])] + found[2], text)


class ColumnsWithoutI(Frame):
    """No column is called i: h is followed by j."""

    def read_as(self, text: str) -> str:
        meant = {"i": "z"} | dict(zip(self.later, LETTERS, strict=False))
        return SQUARE.sub(lambda found: meant[found[1]] + found[2], text)

    def written(self, text: str) -> str:
        return SQUARE.sub(lambda found: (self.later + "z")[LETTERS.index(found[1])] + found[2], text)

    later = LETTERS.replace("i", "")


class RowsFromZero(Frame):
    """The lowest row is row 0; row 10 has no name."""

    def read_as(self, text: str) -> str:
        return re.sub("([a-z])([0-9])(?![0-9])", lambda found: f"{found[1]}{int(found[2]) + 1}", text)

    def written(self, text: str) -> str:
        return SQUARE.sub(lambda found: f"{found[1]}{int(found[2]) - 1}", text)


class ChoicesFromTheTop(Frame):
    """In a tie the square of the group is read from the top row on."""

    def read_as(self, text: str) -> str:
        slide, sign, square = text.partition("=")
        return slide + sign + rows_from_the_top(self, square)

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


def _diagonal_pushes_of_one(self: Engine, here: Position, square: int, direction: int, run: int) -> str | None:
    if direction % 2 and run.bit_count() > 2:
        return "splinter.slide.push"
    return Engine.refusal(self, here, square, direction, run)


def _two_remembered(self: Engine, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool) -> int:
    found = Engine.remembered(self, pieces, now, heading, blue_moved, removed)
    while found.bit_count() > 2:
        found &= found - 1
    return found


def _cuts_off_three(self: Engine, within: int, stays: int, own: int) -> int:
    gone, found = Engine.cut_off(self, within, stays, own), 0
    for _ in range(3):
        found |= gone & -gone
        gone &= gone - 1
    return found


def _more_own_stays(self: Engine, groups: Sequence[int], own: int, landing: int) -> list[int]:
    found = Engine.tied(self, groups, own, landing)
    most = max((group & own).bit_count() for group in found)
    return [group for group in found if (group & own).bit_count() == most]


def _slid_group_goes(self: Engine, groups: Sequence[int], own: int, landing: int) -> list[int]:
    found = Engine.tied(self, groups, own, landing)
    return [group for group in found if not group & landing] or found


def _even_is_for_blue(self: Engine, blue: int, white: int, blue_moved: bool) -> Outcome:
    if blue == white:
        return Outcome(SIDES[0], "splinter.win.both-out")
    return Engine.scored(self, blue, white, blue_moved)


class OpponentChoosesNothing(Engine):
    """In a tie the group with most pieces of the opponent goes, unasked; the first if there are several."""

    def options(self, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
        return [(0, self._kept)]

    def tied(self, groups: Sequence[int], own: int, landing: int) -> list[int]:
        found = super().tied(groups, own, landing)
        self._kept = min(found, key=lambda group: (group & ~own).bit_count())
        return found

    _kept = 0


def _northmost_tied_stays(
    self: Engine, groups: Sequence[int], tied: Sequence[int], landing: int
) -> list[tuple[int, int]]:
    rows = {square: int(name[1:]) for square, name in self.squares.names.items()}
    return [(0, max(tied, key=lambda group: max(rows[square] for square in squares_of(group))))]


class NotesPushingOff(Engine):
    """Remembers whether the latest slide has pushed a piece off the board."""

    _off = False

    def judged(self, landed: int, pieces: int) -> int:
        self._off = landed != pieces
        return super().judged(landed, pieces)


def _pushed_off_keeps_all(self: NotesPushingOff, pieces: int, within: int) -> list[int]:
    found = Engine.groups(self, pieces, within)
    return [sum(found)] if self._off else found


class NobodyLosesAlone(Engine):
    """A turn after which only the mover is out does not end the game."""

    def players_tested(self, blue_moved: bool) -> int:
        return BOTH_OUT

    def decided(self, pieces: int, blue_moved: bool) -> Outcome | None:
        found = super().decided(pieces, blue_moved)
        own = found is not None and found.clause == "splinter.win.type-out" and found.winner == SIDES[blue_moved]
        return None if own else found


def _opponent_out_first(self: Engine, pieces: int, blue_moved: bool) -> Outcome | None:
    found = Engine.decided(self, pieces, blue_moved)
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


def _no_push_back_after_all(self: Engine, here: Position, square: int, run: int, direction: int) -> bool:
    against = here.heading != NOWHERE and direction == opposite(here.heading) and run != square
    return against or Engine.returns(self, here, square, run, direction)


def _ties_after_pushing_off_are_forced(
    self: NotesPushingOff, groups: Sequence[int], tied: Sequence[int], landing: int
) -> list[tuple[int, int]]:
    mine = [group for group in tied if group & landing]
    return [(0, mine[0])] if self._off and len(tied) > 1 and mine else Engine.options(self, groups, tied, landing)


mutant, frame, noting = MutantsOf(Engine), MutantsOf(Frame), MutantsOf(NotesPushingOff)
FRAMES: tuple[Listed, ...] = (
    frame("rows-from-the-top", "Row 1 is at the top.", (_SQUARE,),
          Frame.read_as, rows_from_the_top),
    frame("columns-from-the-right", "Column a is at the right.", (_SQUARE,),
          Frame.read_as, columns_from_the_right),
    ("columns-without-i", ColumnsWithoutI, (_SQUARE,)),
    frame("letters-are-rows", "The letter names the row and the number the column.", (_SQUARE,),
          Frame.read_as, lambda self, text:
          SQUARE.sub(lambda found: f"{LETTERS[(int(found[2]) - 1) % 26]}{LETTERS.index(found[1]) + 1}", text)),
    frame("south-is-up", "North and south are exchanged in directions.", (_COMPASS,),
          Frame.read_as, lambda self, text: re.sub("[NESW]+", lambda found: found[0].translate(NORTH_AND_SOUTH), text)),
    frame("seen-from-behind", "Columns are counted from the right, and directions are seen so too.",
          (_SQUARE, _COMPASS),
          Frame.read_as, lambda self, text: columns_from_the_right(self, text.translate(EAST_AND_WEST))),
    ("rows-from-zero", RowsFromZero, (_SQUARE,)),
    ("choices-from-the-top", ChoicesFromTheTop, ("splinter.notation.tie", _SQUARE)),
    ("quarter-turns", QuarterTurns, (_COMPASS,)),
)  # fmt: skip
LIMITS: tuple[Listed, ...] = (
    mutant("pushes-up-to-three", "A piece pushes three others at most.", ("splinter.slide.push",),
           Engine.may_push, lambda self, own, run, off: run.bit_count() <= 4),
    mutant("diagonal-pushes-of-one", "Diagonally a piece pushes one other at most.", ("splinter.slide.push",),
           Engine.refusal, _diagonal_pushes_of_one),
    mutant("two-groups-compared", "Of three groups and more the first two are compared.",
           ("splinter.group.largest", "splinter.group.splinter", "splinter.group.tie"),
           Engine.options, lambda self, groups, tied, landing:
           Engine.options(self, groups[:2], self.tied(groups[:2], 0, landing), landing)),
    mutant("sizes-up-to-six", "A group of more than six pieces counts as six.",
           ("splinter.group.largest", "splinter.group.tie"),
           Engine.weight, lambda self, group, own, landing: min(Engine.weight(self, group, own, landing), 6)),
    mutant("two-remembered", "The last two of the pieces that moved are remembered.",
           ("splinter.slide.return", "splinter.no-return"), Engine.remembered, _two_remembered),
    mutant("links-over-four-steps", "Pieces more than four steps from the first of a group are another group.",
           ("splinter.group.touch",),
           Engine.groups, lambda self, pieces, within: flooded(self, within, 4), refuses_splinters=False),
    mutant("cuts-off-three", "Three pieces are cut off at most, the first of them.",
           ("splinter.group.splinter", "splinter.group.own"), Engine.cut_off, _cuts_off_three, refuses_splinters=False),
    mutant("pushes-off-over-one", "A piece pushes another off the board only if that is next to it.",
           ("splinter.slide.off", "splinter.slide.push"),
           Engine.may_push, lambda self, own, run, off: not off or run.bit_count() <= 2),
    mutant("counts-up-to-five", "When both are out, more than five pieces count as five.",
           ("splinter.win.both-out", "splinter.win.even"), Engine.scored,
           lambda self, blue, white, blue_moved: Engine.scored(self, min(blue, 5), min(white, 5), blue_moved)),
)  # fmt: skip
CHOICES: tuple[Listed, ...] = (
    mutant("first-tied-stays", "In a tie the group with the first square stays, unasked.", ("splinter.group.tie",),
           Engine.options, lambda self, groups, tied, landing: [(0, tied[0])]),
    mutant("last-tied-stays", "In a tie the group whose first square is last stays, unasked.", ("splinter.group.tie",),
           Engine.options, lambda self, groups, tied, landing: [(0, tied[-1])]),
    mutant("more-own-stays",
           "In a tie the group with most pieces of the mover stays; the mover chooses only if they are equal in that.",
           ("splinter.group.tie",), Engine.tied, _more_own_stays),
    mutant("slid-group-goes", "In a tie the mover chooses among the groups without the slid piece.",
           ("splinter.group.tie",), Engine.tied, _slid_group_goes),
    mutant("even-is-for-blue", "When both are out with equally many pieces Blue wins.", ("splinter.win.even",),
           Engine.scored, _even_is_for_blue),
    mutant("both-out-for-the-mover", "When both are out the mover wins.",
           ("splinter.win.both-out", "splinter.win.even"), Engine.scored,
           lambda self, blue, white, blue_moved: Outcome(SIDES[not blue_moved], "splinter.win.both-out")),
    ("opponent-chooses-nothing", OpponentChoosesNothing, ("splinter.group.tie",)),
    mutant("northmost-tied-stays", "In a tie the group that reaches furthest north stays, unasked.",
           ("splinter.group.tie",), Engine.options, _northmost_tied_stays),
)  # fmt: skip
SECOND_ACTS: tuple[Listed, ...] = (
    noting("pushed-off-keeps-all", "A slide that pushes a piece off the board cuts nothing off.",
           ("splinter.group.splinter", "splinter.slide.off"),
           Engine.groups, _pushed_off_keeps_all, refuses_splinters=False),
    mutant("steps-off-keep-all", "A piece that steps off the board cuts nothing off.",
           ("splinter.group.splinter", "splinter.step-off"), Engine.options, lambda self, groups, tied, landing:
           Engine.options(self, groups, tied, landing) if landing else [(0, sum(groups))], refuses_splinters=False),
    mutant("pushes-off-may-return", "A slide that pushes a piece off may bring others back.",
           ("splinter.slide.return", "splinter.no-return"), Engine.returns, lambda self, here, square, run, direction:
           not run & self.squares.last[direction] and Engine.returns(self, here, square, run, direction)),
    ("nobody-loses-alone", NobodyLosesAlone, ("splinter.win.own-turn",)),
    mutant("opponent-out-first", "When both run out, the opponent has run out first and loses.",
           ("splinter.win.both-out", "splinter.win.even", "splinter.win.own-turn"),
           Engine.decided, _opponent_out_first),
    ("pushes-cut-nothing-off", PushesCutNothingOff, ("splinter.group.splinter", "splinter.slide.push")),
    mutant("removals-forget-all", "A turn that removes anything leaves nothing that may not go back.",
           ("splinter.slide.return", "splinter.no-return"),
           Engine.remembered, lambda self, pieces, now, heading, blue_moved, removed:
           0 if removed else Engine.remembered(self, pieces, now, heading, blue_moved, removed)),
    mutant("no-push-back-after-all", "A push against the direction of the last turn is refused, whatever it pushes.",
           ("splinter.slide.return", "splinter.no-return"), Engine.returns, _no_push_back_after_all),
    noting("ties-after-pushing-off-are-forced",
           "Where a piece was pushed off, the group of the slid piece stays in a tie.",
           ("splinter.group.tie",), Engine.options, _ties_after_pushing_off_are_forced),
)  # fmt: skip
