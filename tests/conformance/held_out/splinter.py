"""Held-out mutants of Splinter: no example of the spec shows them, and random play hardly ever."""

from __future__ import annotations

import re
from collections.abc import Sequence

from shatterproof.game import Outcome
from shatterproof_properties.conformance.mutants import Mutants
from shatterproof_properties.second.engine import RefusedTurn
from shatterproof_properties.second.splinter import Engine
from shatterproof_properties.second.splinter.notation import read_turn
from shatterproof_properties.second.splinter.position import Position, squares_of

_TIES = ("splinter.group.tie", "splinter.group.")
MUTANTS = Mutants(Engine)


@MUTANTS.instead_of(Engine.may_push, "splinter.slide.push")
def pushes_up_to_six(self: Engine, own: int, run: int, off: bool) -> bool:
    """A slide pushes six pieces at most."""
    return run.bit_count() <= 7


@MUTANTS.instead_of(Engine.refusal, "splinter.slide.push")
def diagonals_up_to_seven(self: Engine, here: Position, square: int, direction: int, run: int) -> str | None:
    """A diagonal slide moves seven pieces at most."""
    if direction & 1 and run.bit_count() > 7:
        return "splinter.slide.push"
    return Engine.refusal(self, here, square, direction, run)


@MUTANTS.instead_of(Engine.refusal, "splinter.slide.off")
def corners_hold(self: Engine, here: Position, square: int, direction: int, run: int) -> str | None:
    """No run of four or more is pushed off the board across one of its corners."""
    last = self.squares.last
    corners = last[(direction - 1) % 8] & last[(direction + 1) % 8] if direction & 1 else 0
    if run & corners and run.bit_count() > 3:
        return "splinter.slide.off"
    return Engine.refusal(self, here, square, direction, run)


@MUTANTS.instead_of(Engine.options, *_TIES)
def first_three_of_ties(
    self: Engine, groups: Sequence[int], tied: Sequence[int], landing: int
) -> list[tuple[int, int]]:
    """Of several groups that tie only the first three can be chosen."""
    return Engine.options(self, groups, tied, landing)[:3]


@MUTANTS.instead_of(Engine.tied, *_TIES)
def ties_up_to_three(self: Engine, groups: Sequence[int], own: int, landing: int) -> list[int]:
    """Where more than three groups tie the first stays."""
    found = Engine.tied(self, groups, own, landing)
    return found if len(found) <= 3 else found[:1]


@MUTANTS.instead_of(Engine.tied, *_TIES)
def ties_of_thirteen_decided(self: Engine, groups: Sequence[int], own: int, landing: int) -> list[int]:
    """Groups of thirteen or more never tie: the first stays."""
    found = Engine.tied(self, groups, own, landing)
    return found[:1] if found[0].bit_count() >= 13 else found


@MUTANTS.instead_of(Engine.weight, "splinter.group.largest", "splinter.group.")
def sizes_of_five_bits(self: Engine, group: int, own: int, landing: int) -> int:
    """The size of a group is counted in five bits."""
    return Engine.weight(self, group, own, landing) & 31


@MUTANTS.instead_of(Engine.groups, "splinter.group.largest", "splinter.group.")
def three_groups_weighed(self: Engine, pieces: int, within: int) -> list[int]:
    """Of more than three groups the first three are weighed."""
    return Engine.groups(self, pieces, within)[:3]


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


@MUTANTS.instead_of(Engine.groups, "splinter.group.touch", "splinter.group.", refuses_splinters=False)
def floods_sixteen_steps(self: Engine, pieces: int, within: int) -> list[int]:
    """A group reaches sixteen steps from its first piece, no further."""
    return flooded(self, within, 16)


@MUTANTS.instead_of(Engine.linked, "splinter.group.touch", "splinter.group.", refuses_splinters=False)
def wraps_at_the_edge(self: Engine, mask: int) -> int:
    """On boards of more than ten rows the north end of a column touches the south end of the next."""
    if self.squares.rows <= 10:
        return Engine.linked(self, mask)
    ends, begins = self.squares.last[0], self.squares.last[4]
    return Engine.linked(self, mask) | (mask & ends) << 3 & begins | (mask & begins) >> 3 & ends


@MUTANTS.instead_of(Engine.tied, *_TIES)
def ties_of_both_only(self: Engine, groups: Sequence[int], own: int, landing: int) -> list[int]:
    """A group in which the mover has no piece does not tie with one in which he has."""
    found = Engine.tied(self, groups, own, landing)
    return [group for group in found if group & own] or found


@MUTANTS.instead_of(Engine.options, "splinter.group.tie", "splinter.step-off", "splinter.group.")
def steps_off_untied(self: Engine, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
    """Where a piece has stepped off the board and the groups tie, the first stays."""
    return Engine.options(self, groups, tied if landing else tied[:1], landing)


@MUTANTS.instead_of(Engine.cut_off, "splinter.group.splinter", "splinter.group.", refuses_splinters=False)
def removes_up_to_fourteen(self: Engine, within: int, stays: int, own: int) -> int:
    """Of what is cut off the first fourteen pieces are removed."""
    return sum(list(squares_of(Engine.cut_off(self, within, stays, own)))[:14])


@MUTANTS.instead_of(Engine.remembered, "splinter.slide.return", "splinter.no-return")
def eight_remembered(self: Engine, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool) -> int:
    """Of a run that was pushed eight pieces are remembered."""
    return sum(list(squares_of(Engine.remembered(self, pieces, now, heading, blue_moved, removed)))[:8])


@MUTANTS.instead_of(Engine.returns, "splinter.slide.return", "splinter.no-return")
def three_may_not_return(self: Engine, here: Position, square: int, run: int, direction: int) -> bool:
    """Only the first three pieces of a run are kept from going back."""
    near, reached = square, square
    for _ in range(2):
        near = self.squares.moved(near, direction) & run
        reached |= near
    return Engine.returns(self, here, square, reached, direction)


@MUTANTS.instead_of(Engine.remembered, "splinter.slide.return", "splinter.no-return")
def diagonal_pushes_forgotten(
    self: Engine, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool
) -> int:
    """A diagonal push of eight pieces or more is not remembered."""
    if heading & 1 and now.bit_count() >= 8:
        return 0
    return Engine.remembered(self, pieces, now, heading, blue_moved, removed)


@MUTANTS.instead_of(Engine.remembered, "splinter.slide.return", "splinter.no-return")
def memory_ends_at_removals(self: Engine, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool) -> int:
    """A push of nine pieces or more that removes any leaves nothing to remember."""
    found = Engine.remembered(self, pieces, now, heading, blue_moved, removed)
    return 0 if removed and now.bit_count() >= 9 else found


@MUTANTS.instead_of(Engine.scored, "splinter.win.both-out", "splinter.win.even")
def many_are_even(self: Engine, blue: int, white: int, blue_moved: bool) -> Outcome:
    """Where both run out with five pieces or more, a lead of one is not enough to win."""
    return Engine.scored(self, blue, blue if abs(blue - white) == 1 and blue > 4 else white, blue_moved)


@MUTANTS.instead_of(Engine.scored, "splinter.win.both-out", "splinter.win.even")
def nobody_left(self: Engine, blue: int, white: int, blue_moved: bool) -> Outcome:
    """Nobody wins when both run out of a kind and one side has no piece left at all."""
    if not blue or not white:
        return Outcome(None, "splinter.win.even")
    return Engine.scored(self, blue, white, blue_moved)


@MUTANTS.instead_of(Engine.meanings, "splinter.notation.square")
def rows_of_one_digit(self: Engine, here: Position, text: str) -> list[tuple[str, Position]]:
    """Of a row beyond the ninth only the first digit is read."""
    read = re.sub("([0-9])[0-9]", r"\1", text)
    return [(text, after) for _, after in Engine.meanings(self, here, read)]


@MUTANTS.instead_of(Engine.meanings, "splinter.notation.square")
def columns_up_to_twenty(self: Engine, here: Position, text: str) -> list[tuple[str, Position]]:
    """The columns of the largest boards have letters up to t."""
    return [] if re.search("[u-z][0-9]", text) else Engine.meanings(self, here, text)


@MUTANTS.instead_of(Engine.refusal, "splinter.slide.off", "splinter.board.rectangle")
def transposed_on_tall_boards(self: Engine, here: Position, square: int, direction: int, run: int) -> str | None:
    """On a board of more than twelve rows and fewer columns nothing slides over the north edge."""
    squares = self.squares
    if squares.rows > max(12, squares.columns) and direction == 0 and run & squares.last[0]:
        return "splinter.slide.off"
    return Engine.refusal(self, here, square, direction, run)


@MUTANTS.instead_of(Engine.linked, "splinter.group.touch", "splinter.board.limits", refuses_splinters=False)
def bits_up_to_512(self: Engine, mask: int) -> int:
    """Pieces beyond the 512th square of the largest boards are linked with nothing."""
    reached = sum(list(self.squares.names)[:512])
    return Engine.linked(self, mask & reached) | mask if len(self.squares.names) > 512 else Engine.linked(self, mask)


@MUTANTS.instead_of(Engine.meanings, "splinter.notation.tie", *_TIES)
def named_by_first_squares(self: Engine, here: Position, text: str) -> list[tuple[str, Position]]:
    """A group that ties is named by its first square only."""
    found = Engine.meanings(self, here, text)
    written = read_turn(text)
    if written and written.choice and found and found[0][0] != text:
        raise RefusedTurn("splinter.notation.tie")
    return found
