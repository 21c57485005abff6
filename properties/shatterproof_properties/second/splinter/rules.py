"""The rules of Splinter with one method for each decision, so that a subclass can get exactly one of them wrong.

Sets of squares and of pieces are masks as in `Squares`. A subclass that overrides a method named in SHORTCUTS_REST_ON
gets no shortcuts: every slide is played out in full.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from shatterproof.errors import InputError
from shatterproof.game import Outcome
from shatterproof_properties.second.input import check_sides, chosen_readings
from shatterproof_properties.second.splinter.position import (
    LIMITS,
    NOWHERE,
    SIDES,
    Position,
    contiguous,
    grouped,
    opposite,
    squares_of_board,
)

READINGS: Mapping[str, tuple[str, ...]] = {
    "splinter.no-return": ("any-piece", "moved-piece", "whole-position"),
    "splinter.step-off": ("allowed", "forbidden"),
    "splinter.tie": ("keep-one", "remove-one"),
    "splinter.both-out": ("same-turn", "push-first"),
    "splinter.passing": ("forbidden", "allowed"),
}
BLOCK = ("bo wo bo wo bo wo", "wo bx wx bx wx bo", "bo ws bs ws bs wo", "wo bx wx bx wx bo", "bo wo bo wo bo wo")
SIDE_LETTERS, KIND_LETTERS = "bw", "sxo"
"""The letters of the block, in the order of SIDES and KINDS."""
SHORTCUTS_REST_ON = (
    "directions", "run", "may_push", "refusal", "returns", "forbidden_back", "linked", "groups", "judged", "cut_off",
    "is_out", "players_tested", "decided",
)  # fmt: skip
NONE_OUT, WHITE_OUT, BLUE_OUT, BOTH_OUT = range(4)


class Rules:
    """The rules on one board under one set of readings."""

    def __init__(self, columns: int, rows: int, readings: Mapping[str, str] | None = None) -> None:
        """Takes readings by full id, else defaults. Raises InputError for an unknown one or a board beyond 2 to 26."""
        check_sides((columns, rows), "splinter", LIMITS)
        self.squares = squares_of_board(columns, rows)
        self.readings = chosen_readings(readings or {}, READINGS)
        self.no_return = self.readings["splinter.no-return"]
        self.pushed_count = self.no_return == "any-piece"
        self.keep_one = self.readings["splinter.tie"] == "keep-one"
        self.push_first = self.readings["splinter.both-out"] == "push-first"
        self.shortcuts = all(getattr(type(self), name) is getattr(Rules, name) for name in SHORTCUTS_REST_ON)

    def starting_pieces(self) -> int:
        """splinter.start.block: the block in the middle. Raises InputError if the board is too small for it."""
        squares = self.squares
        west, south = (squares.columns - len(BLOCK[0].split())) // 2, (squares.rows - len(BLOCK)) // 2
        pieces = 0
        for up, line in enumerate(reversed(BLOCK)):
            for right, letters in enumerate(line.split()):
                column, row = west + right, south + up
                if 0 <= column < squares.columns and 0 <= row < squares.rows:
                    side, kind = SIDE_LETTERS.index(letters[0]), KIND_LETTERS.index(letters[1])
                    pieces |= squares.piece(squares.bit(column, row), side, kind)
        if self.decided(pieces, blue_moved=True):
            what = f"no opening on {squares.columns}x{squares.rows} (splinter.start.other-boards)"
            raise InputError(what, expected="a board on which each side has a square, a cross and a circle")
        return pieces

    def own(self, here: Position) -> int:
        """The squares of the mover's pieces."""
        blue = here.pieces >> self.squares.size & self.squares.all
        return blue if here.blue_moves else here.pieces & self.squares.all ^ blue

    # Slides

    def directions(self) -> Sequence[int]:
        """splinter.slide.one-step: the directions in which pieces slide."""
        return range(8)

    def run(self, occupied: int, square: int, direction: int) -> int:
        """splinter.slide.push: the pieces that a slide moves: the slid piece and those that it pushes."""
        return contiguous(self.squares, occupied, square, direction)

    def may_push(self, own: int, run: int, off: bool) -> bool:
        """splinter.slide.push: whether a run can be moved; `off` says that its foremost piece leaves the board."""
        return True

    def may_step_off(self) -> bool:
        """splinter.step-off: whether the slid piece may leave the board."""
        return self.readings["splinter.step-off"] == "allowed"

    def refusal(self, here: Position, square: int, direction: int, run: int) -> str | None:
        """The clause that a slide breaks, whatever its result would be."""
        off = bool(run & self.squares.last[direction])
        if off and run == square and not self.may_step_off():
            return "splinter.step-off"
        if not self.may_push(self.own(here), run, off):
            return "splinter.slide.push"
        return "splinter.slide.return" if self.returns(here, square, run, direction) else None

    def may_pass(self) -> bool:
        """splinter.passing: whether a player may pass."""
        return self.readings["splinter.passing"] == "allowed"

    # The no-return rule

    def returns(self, here: Position, square: int, run: int, direction: int) -> bool:
        """Whether a slide takes a remembered piece back to the square where it came from."""
        if here.heading == NOWHERE or direction != opposite(here.heading):
            return False
        return bool(here.now & (run if self.pushed_count else square))

    def remembered(self, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool) -> int:
        """The squares to which a turn moved pieces that the next mover may not send back.

        `pieces` are those after the turn; `removed` says whether it took any from the board.
        """
        standing = now & pieces
        if self.no_return == "any-piece":
            return standing
        blue = pieces >> self.squares.size
        answering = standing & (~blue if blue_moved else blue)
        if self.no_return == "moved-piece":
            return answering
        foremost = now & ~self.squares.moved(now, opposite(heading))
        return 0 if removed else answering & foremost

    def forbidden_back(self, here: Position, occupied: int) -> int:
        """All squares from which a slide against the heading returns a piece."""
        squares, reached, before = self.squares, here.now, 0
        while self.pushed_count and reached != before:
            before = reached
            reached |= squares.moved(reached, here.heading) & occupied
        return reached

    # Splinters

    def linked(self, mask: int) -> int:
        """splinter.group.touch: a set of squares, and all whose pieces would be in one group with theirs."""
        return self.squares.spread(mask)

    def groups(self, pieces: int, within: int) -> list[int]:
        """The groups among some squares, in the order of their smallest squares."""
        return list(grouped(within, self.linked))

    def judged(self, landed: int, pieces: int) -> int:
        """splinter.slide.off: the squares among which groups are formed.

        `landed` includes a piece pushed onto the frame, `pieces` does not.
        """
        return pieces & self.squares.all

    def weight(self, group: int, own: int, landing: int) -> int:
        """splinter.group.largest: the size of a group.

        `own` are the mover's pieces; `landing` is the new square of the slid piece, 0 if it left the board.
        """
        return group.bit_count()

    def tied(self, groups: Sequence[int], own: int, landing: int) -> list[int]:
        """The largest groups."""
        weights = [self.weight(group, own, landing) for group in groups]
        most = max(weights)
        return [group for group, weight in zip(groups, weights, strict=True) if weight == most]

    def options(self, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
        """splinter.group.tie: the groups that the mover can name, 0 for no choice, and the pieces that then stay."""
        if len(tied) == 1:
            return [(0, tied[0])]
        if self.keep_one:
            return [(group, group) for group in tied]
        return [(group, sum(tied) ^ group) for group in tied]

    def cut_off(self, within: int, stays: int, own: int) -> int:
        """splinter.group.own: the squares whose pieces are removed when others stay."""
        return within & ~stays

    def refuses_splinters(self) -> bool:
        """splinter.group.one: whether a position from outside must be connected as the readings say."""
        return True

    # The end

    def is_out(self, square: int, cross: int, circle: int) -> bool:
        """splinter.win.type-out: whether a side with these pieces has run out of a kind."""
        return not (square and cross and circle)

    def players_tested(self, blue_moved: bool) -> int:
        """The sides whose running out counts after a turn, as BLUE_OUT, WHITE_OUT or BOTH_OUT."""
        return BOTH_OUT

    def decided(self, pieces: int, blue_moved: bool) -> Outcome | None:
        """The outcome with these pieces, after a turn of one side; None while the game goes on."""
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
        """splinter.win.both-out, splinter.win.even: the end of a game in which both sides run out, by their pieces."""
        if blue == white:
            return Outcome(None, "splinter.win.even")
        return Outcome(SIDES[white > blue], "splinter.win.both-out")
