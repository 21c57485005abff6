"""Held-out mutants of Splinter: no example of the spec shows them, and random play hardly ever."""

from __future__ import annotations

import re
from collections.abc import Sequence

from shatterproof.game import Outcome
from shatterproof_properties.conformance.mutants import Listed, MutantsOf
from shatterproof_properties.second.engine import RefusedTurn
from shatterproof_properties.second.splinter import Engine
from shatterproof_properties.second.splinter.notation import read_turn
from shatterproof_properties.second.splinter.position import Position, squares_of

_TIES = ("splinter.group.tie", "splinter.group.")


def _diagonals_up_to_seven(self: Engine, here: Position, square: int, direction: int, run: int) -> str | None:
    if direction & 1 and run.bit_count() > 7:
        return "splinter.slide.push"
    return Engine.refusal(self, here, square, direction, run)


def _corners_hold(self: Engine, here: Position, square: int, direction: int, run: int) -> str | None:
    last = self.squares.last
    corners = last[(direction - 1) % 8] & last[(direction + 1) % 8] if direction & 1 else 0
    if run & corners and run.bit_count() > 3:
        return "splinter.slide.off"
    return Engine.refusal(self, here, square, direction, run)


def _ties_up_to_three(self: Engine, groups: Sequence[int], own: int, landing: int) -> list[int]:
    found = Engine.tied(self, groups, own, landing)
    return found if len(found) <= 3 else found[:1]


def _ties_of_thirteen_decided(self: Engine, groups: Sequence[int], own: int, landing: int) -> list[int]:
    found = Engine.tied(self, groups, own, landing)
    return found[:1] if found[0].bit_count() >= 13 else found


def flooded(engine: Engine, within: int, steps: int) -> list[int]:
    """Groups of pieces, each reaching so many steps from its first."""
    found = []
    while within:
        group = within & -within
        for _ in range(steps):
            group = engine.linked(group) & within
        found.append(group)
        within ^= group
    return found


def _wraps_at_the_edge(self: Engine, mask: int) -> int:
    if self.squares.rows <= 10:
        return Engine.linked(self, mask)
    ends, begins = self.squares.last[0], self.squares.last[4]
    return Engine.linked(self, mask) | (mask & ends) << 3 & begins | (mask & begins) >> 3 & ends


def _ties_of_both_only(self: Engine, groups: Sequence[int], own: int, landing: int) -> list[int]:
    found = Engine.tied(self, groups, own, landing)
    return [group for group in found if group & own] or found


def _three_may_not_return(self: Engine, here: Position, square: int, run: int, direction: int) -> bool:
    near, reached = square, square
    for _ in range(2):
        near = self.squares.moved(near, direction) & run
        reached |= near
    return Engine.returns(self, here, square, reached, direction)


def _diagonal_pushes_forgotten(
    self: Engine, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool
) -> int:
    if heading & 1 and now.bit_count() >= 8:
        return 0
    return Engine.remembered(self, pieces, now, heading, blue_moved, removed)


def _memory_ends_at_removals(self: Engine, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool) -> int:
    found = Engine.remembered(self, pieces, now, heading, blue_moved, removed)
    return 0 if removed and now.bit_count() >= 9 else found


def _nobody_left(self: Engine, blue: int, white: int, blue_moved: bool) -> Outcome:
    if not blue or not white:
        return Outcome(None, "splinter.win.even")
    return Engine.scored(self, blue, white, blue_moved)


def _rows_of_one_digit(self: Engine, here: Position, text: str) -> list[tuple[str, Position]]:
    read = re.sub("([0-9])[0-9]", r"\1", text)
    return [(text, after) for _, after in Engine.meanings(self, here, read)]


def _transposed_on_tall_boards(self: Engine, here: Position, square: int, direction: int, run: int) -> str | None:
    squares = self.squares
    if squares.rows > max(12, squares.columns) and direction == 0 and run & squares.last[0]:
        return "splinter.slide.off"
    return Engine.refusal(self, here, square, direction, run)


def _bits_up_to_512(self: Engine, mask: int) -> int:
    reached = sum(list(self.squares.names)[:512])
    return Engine.linked(self, mask & reached) | mask if len(self.squares.names) > 512 else Engine.linked(self, mask)


def _named_by_first_squares(self: Engine, here: Position, text: str) -> list[tuple[str, Position]]:
    found = Engine.meanings(self, here, text)
    written = read_turn(text)
    if written and written.choice and found and found[0][0] != text:
        raise RefusedTurn("splinter.notation.tie")
    return found


mutant = MutantsOf(Engine)
MUTANTS: tuple[Listed, ...] = (
    mutant("pushes-up-to-six", "A slide pushes six pieces at most.", ("splinter.slide.push",),
           Engine.may_push, lambda self, own, run, off: run.bit_count() <= 7),
    mutant("diagonals-up-to-seven", "A diagonal slide moves seven pieces at most.", ("splinter.slide.push",),
           Engine.refusal, _diagonals_up_to_seven),
    mutant("corners-hold", "No run of four or more is pushed off the board across one of its corners.",
           ("splinter.slide.off",), Engine.refusal, _corners_hold),
    mutant("first-three-of-ties", "Of several groups that tie only the first three can be chosen.", _TIES,
           Engine.options, lambda self, groups, tied, landing: Engine.options(self, groups, tied, landing)[:3]),
    mutant("ties-up-to-three", "Where more than three groups tie the first stays.", _TIES,
           Engine.tied, _ties_up_to_three),
    mutant("ties-of-thirteen-decided", "Groups of thirteen or more never tie: the first stays.", _TIES,
           Engine.tied, _ties_of_thirteen_decided),
    mutant("sizes-of-five-bits", "The size of a group is counted in five bits.",
           ("splinter.group.largest", "splinter.group."),
           Engine.weight, lambda self, group, own, landing: Engine.weight(self, group, own, landing) & 31),
    mutant("three-groups-weighed", "Of more than three groups the first three are weighed.",
           ("splinter.group.largest", "splinter.group."),
           Engine.groups, lambda self, pieces, within: Engine.groups(self, pieces, within)[:3]),
    mutant("floods-sixteen-steps", "A group reaches sixteen steps from its first piece, no further.",
           ("splinter.group.touch", "splinter.group."),
           Engine.groups, lambda self, pieces, within: flooded(self, within, 16), refuses_splinters=False),
    mutant("wraps-at-the-edge",
           "On boards of more than ten rows the north end of a column touches the south end of the next.",
           ("splinter.group.touch", "splinter.group."), Engine.linked, _wraps_at_the_edge, refuses_splinters=False),
    mutant("ties-of-both-only", "A group in which the mover has no piece does not tie with one in which he has.", _TIES,
           Engine.tied, _ties_of_both_only),
    mutant("steps-off-untied", "Where a piece has stepped off the board and the groups tie, the first stays.",
           ("splinter.group.tie", "splinter.step-off", "splinter.group."), Engine.options,
           lambda self, groups, tied, landing: Engine.options(self, groups, tied if landing else tied[:1], landing)),
    mutant("removes-up-to-fourteen", "Of what is cut off the first fourteen pieces are removed.",
           ("splinter.group.splinter", "splinter.group."), Engine.cut_off, lambda self, within, stays, own:
           sum(list(squares_of(Engine.cut_off(self, within, stays, own)))[:14]), refuses_splinters=False),
    mutant("eight-remembered", "Of a run that was pushed eight pieces are remembered.",
           ("splinter.slide.return", "splinter.no-return"),
           Engine.remembered, lambda self, pieces, now, heading, blue_moved, removed:
           sum(list(squares_of(Engine.remembered(self, pieces, now, heading, blue_moved, removed)))[:8])),
    mutant("three-may-not-return", "Only the first three pieces of a run are kept from going back.",
           ("splinter.slide.return", "splinter.no-return"), Engine.returns, _three_may_not_return),
    mutant("diagonal-pushes-forgotten", "A diagonal push of eight pieces or more is not remembered.",
           ("splinter.slide.return", "splinter.no-return"), Engine.remembered, _diagonal_pushes_forgotten),
    mutant("memory-ends-at-removals", "A push of nine pieces or more that removes any leaves nothing to remember.",
           ("splinter.slide.return", "splinter.no-return"), Engine.remembered, _memory_ends_at_removals),
    mutant("many-are-even", "Where both run out with five pieces or more, a lead of one is not enough to win.",
           ("splinter.win.both-out", "splinter.win.even"), Engine.scored, lambda self, blue, white, blue_moved:
           Engine.scored(self, blue, blue if abs(blue - white) == 1 and blue > 4 else white, blue_moved)),
    mutant("nobody-left", "Nobody wins when both run out of a kind and one side has no piece left at all.",
           ("splinter.win.both-out", "splinter.win.even"), Engine.scored, _nobody_left),
    mutant("rows-of-one-digit", "Of a row beyond the ninth only the first digit is read.",
           ("splinter.notation.square",), Engine.meanings, _rows_of_one_digit),
    mutant("columns-up-to-twenty", "The columns of the largest boards have letters up to t.",
           ("splinter.notation.square",), Engine.meanings,
           lambda self, here, text: [] if re.search("[u-z][0-9]", text) else Engine.meanings(self, here, text)),
    mutant("transposed-on-tall-boards",
           "On a board of more than twelve rows and fewer columns nothing slides over the north edge.",
           ("splinter.slide.off", "splinter.board.rectangle"), Engine.refusal, _transposed_on_tall_boards),
    mutant("bits-up-to-512", "Pieces beyond the 512th square of the largest boards are linked with nothing.",
           ("splinter.group.touch", "splinter.board.limits"), Engine.linked, _bits_up_to_512, refuses_splinters=False),
    mutant("named-by-first-squares", "A group that ties is named by its first square only.",
           ("splinter.notation.tie", *_TIES), Engine.meanings, _named_by_first_squares),
)  # fmt: skip
