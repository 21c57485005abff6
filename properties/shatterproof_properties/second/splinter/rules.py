"""The rules of Splinter, one decision a method, so that a subclass can get exactly one of them wrong.

Sets of squares and of pieces are masks as in `Squares`. Whoever overrides a method named in SHORTCUTS_REST_ON gets
every slide played out in full instead of the shortcuts derived from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from shatterproof.errors import InputError, shorten
from shatterproof_properties.second.splinter.groups import grouped
from shatterproof_properties.second.splinter.position import SIDES, Outcome, Position
from shatterproof_properties.second.splinter.returns import ReturnRules
from shatterproof_properties.second.splinter.slides import contiguous
from shatterproof_properties.second.splinter.squares import LARGEST, SMALLEST, Squares

READINGS: Mapping[str, tuple[str, ...]] = {
    "splinter.no-return": ("any-piece", "moved-piece", "whole-position"),
    "splinter.step-off": ("allowed", "forbidden"),
    "splinter.tie": ("keep-one", "remove-one"),
    "splinter.both-out": ("same-turn", "push-first"),
}
SHORTCUTS_REST_ON = (
    "directions", "run", "may_push", "refusal", "returns", "forbidden_back", "linked", "groups", "judged", "cut_off",
    "is_out", "players_tested", "outcome",
)  # fmt: skip
NONE_OUT, WHITE_OUT, BLUE_OUT, BOTH_OUT = range(4)


class Rules(ReturnRules):
    """What is allowed and what happens, on one board under one set of readings."""

    def __init__(self, columns: int, rows: int, readings: Mapping[str, str] | None = None) -> None:
        """Readings by full id, else defaults; InputError for an unknown one or a board beyond 2 to 26."""
        if not (SMALLEST <= columns <= LARGEST and SMALLEST <= rows <= LARGEST):
            raise InputError(f"no board {columns}x{rows} (splinter.board.limits)", expected="2x2 to 26x26")
        self.squares = Squares(columns, rows)
        self.readings = chosen_readings(readings or {})
        self.follow_return_readings()
        self.keep_one = self.readings["splinter.tie"] == "keep-one"
        self.push_first = self.readings["splinter.both-out"] == "push-first"
        self.shortcuts = all(getattr(type(self), name) is getattr(Rules, name) for name in SHORTCUTS_REST_ON)

    def own(self, here: Position) -> int:
        """The squares of the mover's pieces."""
        blue = here.pieces >> self.squares.size & self.squares.all
        return blue if here.blue_moves else here.pieces & self.squares.all ^ blue

    # Slides

    def directions(self) -> Sequence[int]:
        """splinter.slide.one-step: the directions in which pieces slide."""
        return range(8)

    def run(self, occupied: int, square: int, direction: int) -> int:
        """splinter.slide.push: the pieces that a slide moves, the slid one and those it pushes."""
        return contiguous(self.squares, occupied, square, direction)

    def may_push(self, own: int, run: int, off: bool) -> bool:
        """splinter.slide.push: whether a run can be moved; `off` says that its foremost piece goes off the board."""
        return True

    def may_step_off(self) -> bool:
        """splinter.step-off: whether the slid piece may leave the board."""
        return self.readings["splinter.step-off"] == "allowed"

    def refusal(self, here: Position, square: int, direction: int, run: int) -> str | None:
        """The clause that a slide breaks, whatever comes of it."""
        off = bool(run & self.squares.last[direction])
        if off and run == square and not self.may_step_off():
            return "splinter.step-off"
        if not self.may_push(self.own(here), run, off):
            return "splinter.slide.push"
        return "splinter.slide.return" if self.returns(here, square, run, direction) else None

    # Splinters

    def linked(self, mask: int) -> int:
        """splinter.group.touch: a set of squares and all whose pieces would be of one group with theirs."""
        return self.squares.spread(mask)

    def groups(self, pieces: int, within: int) -> list[int]:
        """The groups among some squares, in the order of their smallest squares."""
        return list(grouped(within, self.linked))

    def judged(self, landed: int, pieces: int) -> int:
        """splinter.slide.off: the squares among which groups are formed.

        `landed` has a piece pushed onto the frame, `pieces` has not.
        """
        return pieces & self.squares.all

    def weight(self, group: int, own: int, landing: int) -> int:
        """splinter.group.largest: what makes a group large.

        `own` are the mover's pieces, `landing` is where the slid piece stands, 0 when it left the board.
        """
        return group.bit_count()

    def tied(self, groups: Sequence[int], own: int, landing: int) -> list[int]:
        """The largest groups."""
        weights = [self.weight(group, own, landing) for group in groups]
        most = max(weights)
        return [group for group, weight in zip(groups, weights, strict=True) if weight == most]

    def options(self, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
        """splinter.group.tie: the groups that the mover can name, 0 for no choice, and what then stays."""
        if len(tied) == 1:
            return [(0, tied[0])]
        if self.keep_one:
            return [(group, group) for group in tied]
        return [(group, sum(tied) ^ group) for group in tied]

    def cut_off(self, within: int, stays: int, own: int) -> int:
        """splinter.group.own: the squares whose pieces are removed when others stay."""
        return within & ~stays

    def refuses_splinters(self) -> bool:
        """splinter.group.one: whether a position from outside must hold together as the readings say."""
        return True

    # The end

    def is_out(self, square: int, cross: int, circle: int) -> bool:
        """splinter.win.type-out: whether a side with these pieces has run out of a kind."""
        return not (square and cross and circle)

    def players_tested(self, blue_moved: bool) -> int:
        """Whose running out counts after a turn, as BLUE_OUT, WHITE_OUT or BOTH_OUT."""
        return BOTH_OUT

    def outcome(self, pieces: int, blue_moved: bool) -> Outcome | None:
        """How the game stands with these pieces, after a turn of one side."""
        size, every = self.squares.size, self.squares.all
        occupied, blue = pieces & every, pieces >> size & every
        square, cross = pieces >> 2 * size & every, pieces >> 3 * size & every
        circle, white = occupied ^ square ^ cross, occupied ^ blue
        out = WHITE_OUT * self.is_out(white & square, white & cross, white & circle)
        out |= BLUE_OUT * self.is_out(blue & square, blue & cross, blue & circle)
        out &= self.players_tested(blue_moved)
        if out == NONE_OUT:
            return None
        if out == BOTH_OUT:
            return self.scored(blue.bit_count(), white.bit_count(), blue_moved)
        return Outcome(SIDES[out == BLUE_OUT], "splinter.win.type-out")

    def scored(self, blue: int, white: int, blue_moved: bool) -> Outcome:
        """splinter.win.both-out, splinter.win.even: how a game ends in which both run out, by their pieces."""
        if blue == white:
            return Outcome(None, "splinter.win.even")
        return Outcome(SIDES[white > blue], "splinter.win.both-out")


def chosen_readings(given: Mapping[str, str]) -> dict[str, str]:
    """Every reading with its value, the default where none is given; InputError for an unknown id or value."""
    for reading, value in given.items():
        if reading not in READINGS:
            raise InputError(f"unknown reading {shorten(reading, 60)}", expected=f"one of {', '.join(READINGS)}")
        if value not in READINGS[reading]:
            expected = f"one of {', '.join(READINGS[reading])}"
            raise InputError(f"{reading} has no value {shorten(str(value), 40)}", expected=expected)
    return {reading: given.get(reading, values[0]) for reading, values in READINGS.items()}
