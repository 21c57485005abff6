"""Mutants of Splinter of the four kinds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from conformance.held_out.splinter import flooded
from shatterproof.game import Outcome
from shatterproof_properties.conformance.mutants import Listed, Usual, mutants_of, then
from shatterproof_properties.second.splinter import Engine
from shatterproof_properties.second.splinter.position import NOWHERE, SIDES, Position, Turn, opposite, squares_of
from shatterproof_properties.second.splinter.rules import BOTH_OUT

_SQUARE, _COMPASS = "splinter.notation.square", "splinter.notation.slide"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
LATER = LETTERS.replace("i", "")
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


def rows_from_the_top(it: Frame, text: str) -> str:
    return SQUARE.sub(lambda found: f"{found[1]}{it.squares.rows + 1 - int(found[2])}", text)


def columns_from_the_right(it: Frame, text: str) -> str:
    seen = LETTERS[: it.squares.columns][::-1].ljust(len(LETTERS), "z")
    return SQUARE.sub(lambda found: seen[LETTERS.index(found[1])] + found[2], text)


TURNED = {"E": "N", "SE": "NE", "S": "E", "SW": "SE", "W": "S", "NW": "SW", "N": "W", "NE": "NW"}
TURNED_BACK = {after: before for before, after in TURNED.items()}


class OpponentChoosesNothing(Engine):
    """In a tie the group with most pieces of the opponent goes, unasked; the first if there are several."""

    def options(self, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
        return [(0, self._kept)]

    def tied(self, groups: Sequence[int], own: int, landing: int) -> list[int]:
        found = super().tied(groups, own, landing)
        self._kept = min(found, key=lambda group: (group & ~own).bit_count())
        return found

    _kept = 0


def _northmost_tied_stays(it: Engine, usual: Usual, groups: Sequence[int], tied: Sequence[int], landing: int) -> Any:
    rows = {square: int(name[1:]) for square, name in it.squares.names.items()}
    return [(0, max(tied, key=lambda group: max(rows[square] for square in squares_of(group))))]


class NotesPushingOff(Engine):
    """Remembers whether the latest slide has pushed a piece off the board."""

    _off = False

    def judged(self, landed: int, pieces: int) -> int:
        self._off = landed != pieces
        return super().judged(landed, pieces)


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


def _ties_after_pushing_off_are_forced(
    it: NotesPushingOff, usual: Usual, groups: Sequence[int], tied: Sequence[int], landing: int
) -> Any:
    mine = [group for group in tied if group & landing]
    return [(0, mine[0])] if it._off and len(tied) > 1 and mine else usual(groups, tied, landing)


mutant, frame, noting = mutants_of(Engine), mutants_of(Frame), mutants_of(NotesPushingOff)
FRAMES: tuple[Listed, ...] = (
    frame("rows-from-the-top", "Row 1 is at the top.", (_SQUARE,),
          read_as=lambda it, usual, text: rows_from_the_top(it, text)),
    frame("columns-from-the-right", "Column a is at the right.", (_SQUARE,),
          read_as=lambda it, usual, text: columns_from_the_right(it, text)),
    frame("columns-without-i", "No column is called i: h is followed by j.", (_SQUARE,),
          read_as=lambda it, usual, text:
          SQUARE.sub(lambda found: "z" + found[2] if found[1] == "i"
          else LETTERS[LATER.index(found[1])] + found[2], text), written=lambda it, usual, text:
          SQUARE.sub(lambda found: (LATER + "z")[LETTERS.index(found[1])] + found[2], text)),
    frame("letters-are-rows", "The letter names the row and the number the column.", (_SQUARE,),
          read_as=lambda it, usual, text:
          SQUARE.sub(lambda found: f"{LETTERS[(int(found[2]) - 1) % 26]}{LETTERS.index(found[1]) + 1}", text)),
    frame("south-is-up", "North and south are exchanged in directions.", (_COMPASS,),
          read_as=lambda it, usual, text: re.sub("[NESW]+", lambda found: found[0].translate(NORTH_AND_SOUTH), text)),
    frame("seen-from-behind", "Columns are counted from the right, and directions are seen so too.",
          (_SQUARE, _COMPASS),
          read_as=lambda it, usual, text: columns_from_the_right(it, text.translate(EAST_AND_WEST))),
    frame("rows-from-zero", "The lowest row is row 0; row 10 has no name.", (_SQUARE,), read_as=lambda it, usual, text:
          re.sub("([a-z])([0-9])(?![0-9])", lambda found: f"{found[1]}{int(found[2]) + 1}", text),
          written=lambda it, usual, text: SQUARE.sub(lambda found: f"{found[1]}{int(found[2]) - 1}", text)),
    frame("choices-from-the-top", "In a tie the square of the group is read from the top row on.",
          ("splinter.notation.tie", _SQUARE),
          read_as=lambda it, usual, text: re.sub("(?s)=.*", lambda found: rows_from_the_top(it, found[0]), text),
          written=lambda it, usual, text: text),
    frame("quarter-turns", "Directions are turned by a quarter: E is read where N is meant.", (_COMPASS,),
          read_as=lambda it, usual, text: re.sub("[NESW]+", lambda found: TURNED.get(found[0], found[0]), text),
          written=lambda it, usual, text: re.sub("[NESW]+", lambda found: TURNED_BACK[found[0]], text)),
)  # fmt: skip
LIMITS: tuple[Listed, ...] = (
    mutant("pushes-up-to-three", "A piece pushes three others at most.", ("splinter.slide.push",),
           may_push=lambda it, usual, own, run, off: run.bit_count() <= 4),
    mutant("diagonal-pushes-of-one", "Diagonally a piece pushes one other at most.", ("splinter.slide.push",),
           refusal=lambda it, usual, here, square, direction, run:
           "splinter.slide.push" if direction % 2 and run.bit_count() > 2 else usual(here, square, direction, run)),
    mutant("two-groups-compared", "Of three groups and more the first two are compared.",
           ("splinter.group.largest", "splinter.group.splinter", "splinter.group.tie"),
           options=lambda it, usual, groups, tied, landing:
           usual(groups[:2], it.tied(groups[:2], 0, landing), landing)),
    mutant("sizes-up-to-six", "A group of more than six pieces counts as six.",
           ("splinter.group.largest", "splinter.group.tie"), weight=lambda it, usual, *given: min(usual(*given), 6)),
    mutant("two-remembered", "The last two of the pieces that moved are remembered.",
           ("splinter.slide.return", "splinter.no-return"),
           remembered=then(lambda it, found, *_: sum(list(squares_of(found))[-2:]))),
    mutant("links-over-four-steps", "Pieces more than four steps from the first of a group are another group.",
           ("splinter.group.touch",), groups=lambda it, usual, pieces, within: flooded(it, within, 4),
           refuses_splinters=False),
    mutant("cuts-off-three", "Three pieces are cut off at most, the first of them.",
           ("splinter.group.splinter", "splinter.group.own"),
           cut_off=then(lambda it, found, *_: sum(list(squares_of(found))[:3])), refuses_splinters=False),
    mutant("pushes-off-over-one", "A piece pushes another off the board only if that is next to it.",
           ("splinter.slide.off", "splinter.slide.push"),
           may_push=lambda it, usual, own, run, off: not off or run.bit_count() <= 2),
    mutant("counts-up-to-five", "When both are out, more than five pieces count as five.",
           ("splinter.win.both-out", "splinter.win.even"),
           scored=lambda it, usual, blue, white, blue_moved: usual(min(blue, 5), min(white, 5), blue_moved)),
)  # fmt: skip
CHOICES: tuple[Listed, ...] = (
    mutant("first-tied-stays", "In a tie the group with the first square stays, unasked.", ("splinter.group.tie",),
           options=lambda it, usual, groups, tied, landing: [(0, tied[0])]),
    mutant("last-tied-stays", "In a tie the group whose first square is last stays, unasked.",
           ("splinter.group.tie",), options=lambda it, usual, groups, tied, landing: [(0, tied[-1])]),
    mutant("more-own-stays",
           "In a tie the group with most pieces of the mover stays; the mover chooses only if they are equal in "
           "that.", ("splinter.group.tie",), tied=then(lambda it, found, groups, own, *_:
           [group for group in found if (group & own).bit_count() == max((each & own).bit_count()
           for each in found)])),
    mutant("slid-group-goes", "In a tie the mover chooses among the groups without the slid piece.",
           ("splinter.group.tie",), tied=then(lambda it, found, groups, own, landing:
           [group for group in found if not group & landing] or found)),
    mutant("even-is-for-blue", "When both are out with equally many pieces Blue wins.", ("splinter.win.even",),
           scored=lambda it, usual, blue, white, blue_moved:
           Outcome(SIDES[0], "splinter.win.both-out") if blue == white else usual(blue, white, blue_moved)),
    mutant("both-out-for-the-mover", "When both are out the mover wins.",
           ("splinter.win.both-out", "splinter.win.even"),
           scored=lambda it, usual, blue, white, blue_moved: Outcome(SIDES[not blue_moved], "splinter.win.both-out")),
    ("opponent-chooses-nothing", OpponentChoosesNothing, ("splinter.group.tie",)),
    mutant("northmost-tied-stays", "In a tie the group that reaches furthest north stays, unasked.",
           ("splinter.group.tie",), options=_northmost_tied_stays),
)  # fmt: skip
SECOND_ACTS: tuple[Listed, ...] = (
    noting("pushed-off-keeps-all", "A slide that pushes a piece off the board cuts nothing off.",
           ("splinter.group.splinter", "splinter.slide.off"),
           groups=then(lambda it, found, *_: [sum(found)] if it._off else found), refuses_splinters=False),
    mutant("steps-off-keep-all", "A piece that steps off the board cuts nothing off.",
           ("splinter.group.splinter", "splinter.step-off"), options=lambda it, usual, groups, tied, landing:
           usual(groups, tied, landing) if landing else [(0, sum(groups))], refuses_splinters=False),
    mutant("pushes-off-may-return", "A slide that pushes a piece off may bring others back.",
           ("splinter.slide.return", "splinter.no-return"), returns=lambda it, usual, here, square, run, direction:
           not run & it.squares.last[direction] and usual(here, square, run, direction)),
    mutant("nobody-loses-alone", "A turn after which only the mover is out does not end the game.",
           ("splinter.win.own-turn",), players_tested=lambda it, usual, *_: BOTH_OUT,
           decided=then(lambda it, found, pieces, blue_moved:
           None if found is not None and found.clause == "splinter.win.type-out"
           and (found.winner == SIDES[blue_moved]) else found)),
    mutant("opponent-out-first", "When both run out, the opponent has run out first and loses.",
           ("splinter.win.both-out", "splinter.win.even", "splinter.win.own-turn"),
           decided=then(lambda it, found, pieces, blue_moved:
           found if found is None or found.clause == "splinter.win.type-out"
           else Outcome(SIDES[not blue_moved], "splinter.win.type-out"))),
    ("pushes-cut-nothing-off", PushesCutNothingOff, ("splinter.group.splinter", "splinter.slide.push")),
    mutant("removals-forget-all", "A turn that removes anything leaves nothing that may not go back.",
           ("splinter.slide.return", "splinter.no-return"),
           remembered=lambda it, usual, pieces, now, heading, blue_moved, removed:
           0 if removed else usual(pieces, now, heading, blue_moved, removed)),
    mutant("no-push-back-after-all", "A push against the direction of the last turn is refused, whatever it pushes.",
           ("splinter.slide.return", "splinter.no-return"), returns=lambda it, usual, here, square, run, direction:
           (here.heading != NOWHERE and direction == opposite(here.heading) and (run != square))
           or usual(here, square, run, direction)),
    noting("ties-after-pushing-off-are-forced",
           "Where a piece was pushed off, the group of the slid piece stays in a tie.", ("splinter.group.tie",),
           options=_ties_after_pushing_off_are_forced),
)  # fmt: skip
