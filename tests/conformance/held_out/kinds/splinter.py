"""Mutants of Splinter of the four kinds."""

from __future__ import annotations

import re
from collections.abc import Sequence

from conformance.held_out.splinter import flooded
from shatterproof.game import Outcome
from shatterproof_properties.conformance.mutants import Mutants
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


FRAMES, LIMITS, CHOICES, SECOND_ACTS = Mutants(Frame), Mutants(Engine), Mutants(Engine), Mutants(Engine)


@FRAMES.instead_of(Frame.read_as, _SQUARE)
def rows_from_the_top(self: Frame, text: str) -> str:
    """Row 1 is at the top."""
    return SQUARE.sub(lambda found: f"{found[1]}{self.squares.rows + 1 - int(found[2])}", text)


@FRAMES.instead_of(Frame.read_as, _SQUARE)
def columns_from_the_right(self: Frame, text: str) -> str:
    """Column a is at the right."""
    seen = LETTERS[: self.squares.columns][::-1].ljust(len(LETTERS), "z")
    return SQUARE.sub(lambda found: seen[LETTERS.index(found[1])] + found[2], text)


@FRAMES.engine(_SQUARE)
class ColumnsWithoutI(Frame):
    """No column is called i: h is followed by j."""

    def read_as(self, text: str) -> str:
        meant = {"i": "z"} | dict(zip(self.later, LETTERS, strict=False))
        return SQUARE.sub(lambda found: meant[found[1]] + found[2], text)

    def written(self, text: str) -> str:
        return SQUARE.sub(lambda found: (self.later + "z")[LETTERS.index(found[1])] + found[2], text)

    later = LETTERS.replace("i", "")


@FRAMES.instead_of(Frame.read_as, _SQUARE)
def letters_are_rows(self: Frame, text: str) -> str:
    """The letter names the row and the number the column."""
    return SQUARE.sub(lambda found: f"{LETTERS[(int(found[2]) - 1) % 26]}{LETTERS.index(found[1]) + 1}", text)


@FRAMES.instead_of(Frame.read_as, _COMPASS)
def south_is_up(self: Frame, text: str) -> str:
    """North and south are exchanged in directions."""
    return re.sub("[NESW]+", lambda found: found[0].translate(NORTH_AND_SOUTH), text)


@FRAMES.instead_of(Frame.read_as, _SQUARE, _COMPASS)
def seen_from_behind(self: Frame, text: str) -> str:
    """Columns are counted from the right, and directions are seen so too."""
    return columns_from_the_right(self, text.translate(EAST_AND_WEST))


@FRAMES.engine(_SQUARE)
class RowsFromZero(Frame):
    """The lowest row is row 0; row 10 has no name."""

    def read_as(self, text: str) -> str:
        return re.sub("([a-z])([0-9])(?![0-9])", lambda found: f"{found[1]}{int(found[2]) + 1}", text)

    def written(self, text: str) -> str:
        return SQUARE.sub(lambda found: f"{found[1]}{int(found[2]) - 1}", text)


@FRAMES.engine("splinter.notation.tie", _SQUARE)
class ChoicesFromTheTop(Frame):
    """In a tie the square of the group is read from the top row on."""

    def read_as(self, text: str) -> str:
        slide, sign, square = text.partition("=")
        return slide + sign + rows_from_the_top(self, square)

    def written(self, text: str) -> str:
        return text


@FRAMES.engine(_COMPASS)
class QuarterTurns(Frame):
    """Directions are turned by a quarter: E is read where N is meant."""

    def read_as(self, text: str) -> str:
        return re.sub("[NESW]+", lambda found: TURNED.get(found[0], found[0]), text)

    def written(self, text: str) -> str:
        back = {after: before for before, after in TURNED.items()}
        return re.sub("[NESW]+", lambda found: back[found[0]], text)


TURNED = {"E": "N", "SE": "NE", "S": "E", "SW": "SE", "W": "S", "NW": "SW", "N": "W", "NE": "NW"}


@LIMITS.instead_of(Engine.may_push, "splinter.slide.push")
def pushes_up_to_three(self: Engine, own: int, run: int, off: bool) -> bool:
    """A piece pushes three others at most."""
    return run.bit_count() <= 4


@LIMITS.instead_of(Engine.refusal, "splinter.slide.push")
def diagonal_pushes_of_one(self: Engine, here: Position, square: int, direction: int, run: int) -> str | None:
    """Diagonally a piece pushes one other at most."""
    if direction % 2 and run.bit_count() > 2:
        return "splinter.slide.push"
    return Engine.refusal(self, here, square, direction, run)


@LIMITS.instead_of(Engine.options, "splinter.group.largest", "splinter.group.splinter", "splinter.group.tie")
def two_groups_compared(
    self: Engine, groups: Sequence[int], tied: Sequence[int], landing: int
) -> list[tuple[int, int]]:
    """Of three groups and more the first two are compared."""
    return Engine.options(self, groups[:2], self.tied(groups[:2], 0, landing), landing)


@LIMITS.instead_of(Engine.weight, "splinter.group.largest", "splinter.group.tie")
def sizes_up_to_six(self: Engine, group: int, own: int, landing: int) -> int:
    """A group of more than six pieces counts as six."""
    return min(Engine.weight(self, group, own, landing), 6)


@LIMITS.instead_of(Engine.remembered, "splinter.slide.return", "splinter.no-return")
def two_remembered(self: Engine, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool) -> int:
    """The last two of the pieces that moved are remembered."""
    found = Engine.remembered(self, pieces, now, heading, blue_moved, removed)
    while found.bit_count() > 2:
        found &= found - 1
    return found


@LIMITS.instead_of(Engine.groups, "splinter.group.touch", refuses_splinters=False)
def links_over_four_steps(self: Engine, pieces: int, within: int) -> list[int]:
    """Pieces more than four steps from the first of a group are another group."""
    return flooded(self, within, 4)


@LIMITS.instead_of(Engine.cut_off, "splinter.group.splinter", "splinter.group.own", refuses_splinters=False)
def cuts_off_three(self: Engine, within: int, stays: int, own: int) -> int:
    """Three pieces are cut off at most, the first of them."""
    gone, found = Engine.cut_off(self, within, stays, own), 0
    for _ in range(3):
        found |= gone & -gone
        gone &= gone - 1
    return found


@LIMITS.instead_of(Engine.may_push, "splinter.slide.off", "splinter.slide.push")
def pushes_off_over_one(self: Engine, own: int, run: int, off: bool) -> bool:
    """A piece pushes another off the board only if that is next to it."""
    return not off or run.bit_count() <= 2


@LIMITS.instead_of(Engine.scored, "splinter.win.both-out", "splinter.win.even")
def counts_up_to_five(self: Engine, blue: int, white: int, blue_moved: bool) -> Outcome:
    """When both are out, more than five pieces count as five."""
    return Engine.scored(self, min(blue, 5), min(white, 5), blue_moved)


@CHOICES.instead_of(Engine.options, "splinter.group.tie")
def first_tied_stays(self: Engine, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
    """In a tie the group with the first square stays, unasked."""
    return [(0, tied[0])]


@CHOICES.instead_of(Engine.options, "splinter.group.tie")
def last_tied_stays(self: Engine, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
    """In a tie the group whose first square is last stays, unasked."""
    return [(0, tied[-1])]


@CHOICES.instead_of(Engine.tied, "splinter.group.tie")
def more_own_stays(self: Engine, groups: Sequence[int], own: int, landing: int) -> list[int]:
    """In a tie the group with most pieces of the mover stays; the mover chooses only if they are equal in that."""
    found = Engine.tied(self, groups, own, landing)
    most = max((group & own).bit_count() for group in found)
    return [group for group in found if (group & own).bit_count() == most]


@CHOICES.instead_of(Engine.tied, "splinter.group.tie")
def slid_group_goes(self: Engine, groups: Sequence[int], own: int, landing: int) -> list[int]:
    """In a tie the mover chooses among the groups without the slid piece."""
    found = Engine.tied(self, groups, own, landing)
    return [group for group in found if not group & landing] or found


@CHOICES.instead_of(Engine.scored, "splinter.win.even")
def even_is_for_blue(self: Engine, blue: int, white: int, blue_moved: bool) -> Outcome:
    """When both are out with equally many pieces Blue wins."""
    if blue == white:
        return Outcome(SIDES[0], "splinter.win.both-out")
    return Engine.scored(self, blue, white, blue_moved)


@CHOICES.instead_of(Engine.scored, "splinter.win.both-out", "splinter.win.even")
def both_out_for_the_mover(self: Engine, blue: int, white: int, blue_moved: bool) -> Outcome:
    """When both are out the mover wins."""
    return Outcome(SIDES[not blue_moved], "splinter.win.both-out")


@CHOICES.engine("splinter.group.tie")
class OpponentChoosesNothing(Engine):
    """In a tie the group with most pieces of the opponent goes, unasked; the first if there are several."""

    def options(self, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
        return [(0, self._kept)]

    def tied(self, groups: Sequence[int], own: int, landing: int) -> list[int]:
        found = super().tied(groups, own, landing)
        self._kept = min(found, key=lambda group: (group & ~own).bit_count())
        return found

    _kept = 0


@CHOICES.instead_of(Engine.options, "splinter.group.tie")
def northmost_tied_stays(
    self: Engine, groups: Sequence[int], tied: Sequence[int], landing: int
) -> list[tuple[int, int]]:
    """In a tie the group that reaches furthest north stays, unasked."""
    rows = {square: int(name[1:]) for square, name in self.squares.names.items()}
    return [(0, max(tied, key=lambda group: max(rows[square] for square in squares_of(group))))]


class NotesPushingOff(Engine):
    """Remembers whether the latest slide has pushed a piece off the board."""

    _off = False

    def judged(self, landed: int, pieces: int) -> int:
        self._off = landed != pieces
        return super().judged(landed, pieces)


@SECOND_ACTS.instead_of(
    Engine.groups, "splinter.group.splinter", "splinter.slide.off", of=NotesPushingOff, refuses_splinters=False
)
def pushed_off_keeps_all(self: NotesPushingOff, pieces: int, within: int) -> list[int]:
    """A slide that pushes a piece off the board cuts nothing off."""
    found = Engine.groups(self, pieces, within)
    return [sum(found)] if self._off else found


@SECOND_ACTS.instead_of(Engine.options, "splinter.group.splinter", "splinter.step-off", refuses_splinters=False)
def steps_off_keep_all(self: Engine, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
    """A piece that steps off the board cuts nothing off."""
    return Engine.options(self, groups, tied, landing) if landing else [(0, sum(groups))]


@SECOND_ACTS.instead_of(Engine.returns, "splinter.slide.return", "splinter.no-return")
def pushes_off_may_return(self: Engine, here: Position, square: int, run: int, direction: int) -> bool:
    """A slide that pushes a piece off may bring others back."""
    return not run & self.squares.last[direction] and Engine.returns(self, here, square, run, direction)


@SECOND_ACTS.engine("splinter.win.own-turn")
class NobodyLosesAlone(Engine):
    """A turn after which only the mover is out does not end the game."""

    def players_tested(self, blue_moved: bool) -> int:
        return BOTH_OUT

    def decided(self, pieces: int, blue_moved: bool) -> Outcome | None:
        found = super().decided(pieces, blue_moved)
        own = found is not None and found.clause == "splinter.win.type-out" and found.winner == SIDES[blue_moved]
        return None if own else found


@SECOND_ACTS.instead_of(Engine.decided, "splinter.win.both-out", "splinter.win.even", "splinter.win.own-turn")
def opponent_out_first(self: Engine, pieces: int, blue_moved: bool) -> Outcome | None:
    """When both run out, the opponent has run out first and loses."""
    found = Engine.decided(self, pieces, blue_moved)
    if found is None or found.clause == "splinter.win.type-out":
        return found
    return Outcome(SIDES[not blue_moved], "splinter.win.type-out")


@SECOND_ACTS.engine("splinter.group.splinter", "splinter.slide.push")
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


@SECOND_ACTS.instead_of(Engine.remembered, "splinter.slide.return", "splinter.no-return")
def removals_forget_all(self: Engine, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool) -> int:
    """A turn that removes anything leaves nothing that may not go back."""
    return 0 if removed else Engine.remembered(self, pieces, now, heading, blue_moved, removed)


@SECOND_ACTS.instead_of(Engine.returns, "splinter.slide.return", "splinter.no-return")
def no_push_back_after_all(self: Engine, here: Position, square: int, run: int, direction: int) -> bool:
    """A push against the direction of the last turn is refused, whatever it pushes."""
    against = here.heading != NOWHERE and direction == opposite(here.heading) and run != square
    return against or Engine.returns(self, here, square, run, direction)


@SECOND_ACTS.instead_of(Engine.options, "splinter.group.tie", of=NotesPushingOff)
def ties_after_pushing_off_are_forced(
    self: NotesPushingOff, groups: Sequence[int], tied: Sequence[int], landing: int
) -> list[tuple[int, int]]:
    """Where a piece was pushed off, the group of the slid piece stays in a tie."""
    mine = [group for group in tied if group & landing]
    return [(0, mine[0])] if self._off and len(tied) > 1 and mine else Engine.options(self, groups, tied, landing)
