"""Held-out mutants of Splinter that need pairs and triples."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from conformance.held_out.pairs import Moment, Row, RowOfEnds, Worded, listed, refused, reopening
from shatterproof.game import Outcome
from shatterproof_properties.conformance.mutants import Listed
from shatterproof_properties.second.splinter import Engine
from shatterproof_properties.second.splinter.notation import read_turn
from shatterproof_properties.second.splinter.position import (
    NOWHERE,
    SIDES,
    Squares,
    contiguous,
    flood,
    grouped,
    slid,
    squares_of,
)


class Slide(Moment):
    """A slide, the pieces once it is made, and their groups before any goes."""

    def __init__(self, engine: Any, here: Any, asked: str, meant: str, after: Any) -> None:
        super().__init__(engine, here, asked, meant, after)
        written = read_turn(meant)
        assert written
        self.squares: Squares = engine.squares
        self.square, self.direction = self.squares.bits[written.square], written.direction
        self.choice = self.squares.bits.get(written.choice, 0)

    @cached_property
    def run(self) -> int:
        return contiguous(self.squares, self.here.pieces & self.squares.all, self.square, self.direction)

    @cached_property
    def landed(self) -> int:
        return slid(self.squares, self.here.pieces, self.run, self.direction) & self.squares.everywhere

    @cached_property
    def groups(self) -> list[int]:
        return list(grouped(self.landed & self.squares.all, self.squares.spread))

    @property
    def tied(self) -> list[int]:
        most = max((group.bit_count() for group in self.groups), default=0)
        return [group for group in self.groups if group.bit_count() == most]

    @property
    def gone(self) -> int:
        """The squares of what is cut off."""
        return int(self.landed & ~self.after.pieces & self.squares.all)

    @property
    def off(self) -> bool:
        return bool(self.run & self.squares.last[self.direction])

    def side(self, pieces: int, mover: bool = True) -> int:
        """The squares of one side."""
        blue = pieces >> self.squares.size & self.squares.all
        return blue if self.here.blue_moves == mover else pieces & self.squares.all & ~blue

    def kind(self, pieces: int, kind: int) -> int:
        square, cross = (pieces >> plane * self.squares.size & self.squares.all for plane in (2, 3))
        return (square, cross, pieces & self.squares.all & ~square & ~cross)[kind]


# What meets


worded = Worded[Slide]()
diagonal = worded("the slide is diagonal", lambda s: s.direction & 1)
pushes = worded("it pushes a piece", lambda s: s.run.bit_count() > 1)
pushes_three = worded("it pushes three pieces or more", lambda s: s.run.bit_count() > 3)
pushes_off = worded("a piece is pushed off the board", lambda s: s.off and s.run != s.square)
steps_off = worded("the piece that slides leaves the board", lambda s: s.off and s.run == s.square)
own_off = worded(
    "the piece pushed off is the mover's own",
    lambda s: pushes_off(s) and bool(s.run & s.squares.last[s.direction] & s.side(s.here.pieces)),
)


def corner(s: Slide) -> bool:
    """the slide begins in a corner of the board"""
    last = s.squares.last
    return bool(s.square & (last[0] | last[4]) & (last[2] | last[6]))


along_the_edge = worded(
    "it goes along an edge", lambda s: any(s.run & ~edge == 0 and not s.off for edge in s.squares.last[::2])
)
westward = worded("it goes west", lambda s: s.direction in (5, 6, 7))
southward = worded("it goes south", lambda s: s.direction in (3, 4, 5))
slides_square = worded("a square piece slides", lambda s: s.square & s.kind(s.here.pieces, 0))
slides_cross = worded("a cross slides", lambda s: s.square & s.kind(s.here.pieces, 1))
white = worded("White moves", lambda s: not s.here.blue_moves)


def mixed_run(s: Slide) -> bool:
    """both sides' pieces are moved"""
    own = s.run & s.side(s.here.pieces)
    return bool(own and own != s.run)


remembers = worded("something is remembered", lambda s: s.here.now)
remembers_three = worded("three pieces or more are remembered", lambda s: s.here.now.bit_count() > 2)
moves_remembered = worded("a remembered piece is moved on", lambda s: s.here.now & s.run)
across_the_last = worded(
    "it goes at a right angle to the turn before",
    lambda s: s.here.heading != NOWHERE and (s.direction - s.here.heading) % 8 in (2, 6),
)
cuts_off = worded("a group is cut off", lambda s: s.gone)
cuts_off_five = worded("five pieces or more are cut off", lambda s: s.gone.bit_count() > 4)
cuts_off_itself = worded("the piece that slid is cut off", lambda s: s.gone & s.squares.moved(s.square, s.direction))
cuts_off_own_only = worded(
    "only the mover's pieces are cut off", lambda s: bool(s.gone) and not s.gone & s.side(s.landed, mover=False)
)
three_groups = worded("three groups or more are left", lambda s: len(s.groups) > 2)
ties = worded("groups tie", lambda s: len(s.tied) > 1)
three_tie = worded("three groups tie", lambda s: len(s.tied) > 2)
smaller_besides = worded(
    "a smaller group stands beside those that tie", lambda s: ties(s) and len(s.groups) > len(s.tied)
)
chooses_last = worded("the last of those that tie is chosen", lambda s: ties(s) and bool(s.choice & s.tied[-1]))
chooses_others = worded(
    "a group without a piece of the mover is chosen",
    lambda s: ties(s) and any(s.choice & group and not group & s.side(s.landed) for group in s.tied),
)
enclosed = worded(
    "a group has another one on all four sides",
    lambda s: any(not one & ~_amid(s, two) for two in s.groups for one in s.groups if one != two),
)


def _amid(s: Slide, group: int) -> int:
    """The squares with some of a group in all four directions."""
    amid = s.squares.all
    for direction in (0, 2, 4, 6):
        amid &= _swept(s, group, direction)
    return amid


def _swept(s: Slide, mask: int, direction: int) -> int:
    """The squares with some of a mask anywhere behind them."""
    reached = 0
    for _ in range(max(s.squares.columns, s.squares.rows)):
        reached |= s.squares.moved(reached | mask, direction) & s.squares.all
    return reached


def holds_a_hole(s: Slide) -> bool:
    """the group that stays holds an empty square in on all sides"""
    empty = s.squares.all & ~s.landed
    outside = 0
    for square in squares_of(empty & s.squares.edge):
        outside |= 0 if outside & square else flood(square, empty, lambda mask: _beside(s, mask))
    return bool(empty & ~outside)


def _beside(s: Slide, mask: int) -> int:
    for direction in (0, 2, 4, 6):
        mask |= s.squares.moved(mask, direction)
    return mask


ends = worded("the game ends", lambda s: s.after.outcome is not None)


def mover_out(s: Slide) -> bool:
    """the mover runs out of a kind"""
    ended = s.after.outcome
    return ended is not None and (ended.clause != "splinter.win.type-out" or ended.winner != SIDES[white(s)])


both_out = worded(
    "both sides run out of a kind",
    lambda s: s.after.outcome is not None and s.after.outcome.clause != "splinter.win.type-out",
)


def out_of_two(s: Slide) -> bool:
    """a side runs out of two kinds"""
    return any(
        sum(not s.side(s.after.pieces, mover) & s.kind(s.after.pieces, kind) for kind in range(3)) > 1
        for mover in (True, False)
    )


out_of_squares = worded(
    "a side runs out of square pieces",
    lambda s: any(not s.side(s.after.pieces, mover) & s.kind(s.after.pieces, 0) for mover in (True, False)),
)
tall = worded("the board is higher than wide", lambda s: s.squares.rows > s.squares.columns)
two_digits = worded(
    "a row of two digits is named", lambda s: any(mark + digit in s.meant for mark in "12" for digit in "0123456789")
)
few_left = worded("eight pieces or fewer are left", lambda s: (s.after.pieces & s.squares.all).bit_count() <= 8)
other_square = worded("the group is named by a square other than its first", lambda s: s.asked != s.meant)


# What goes wrong


forgets = worded("remembers nothing", lambda s: s.after._replace(now=0, heading=NOWHERE))
remembers_one = worded("remembers one piece at most", lambda s: s.after._replace(now=s.after.now & -s.after.now))
goes_on = worded("does not see the end of the game", lambda s: s.after._replace(outcome=None))
drawn = worded("takes the game for drawn", lambda s: s.after._replace(outcome=Outcome(None, "splinter.win.even")))
mover_wins = worded(
    "lets the mover win",
    lambda s: s.after._replace(outcome=Outcome(SIDES[not s.here.blue_moves], "splinter.win.type-out")),
)
same_side_again = worded("lets the same side move again", lambda s: s.after._replace(blue_moves=s.here.blue_moves))


def _with(s: Slide, pieces: int) -> Any:
    outcome = s.engine.decided(pieces, s.here.blue_moves)
    now = 0 if outcome else s.after.now & pieces
    return s.after._replace(pieces=pieces, outcome=outcome, now=now, heading=s.after.heading if now else NOWHERE)


keeps_all = worded("removes no group", lambda s: _with(s, s.landed))
keeps_own = worded(
    "removes the opponent's pieces only",
    lambda s: _with(s, s.after.pieces | s.landed & s.side(s.landed) * s.squares.planes),
)
keeps_first_tied = worded(
    "lets the first of those that tie stay", lambda s: _with(s, s.landed & s.tied[0] * s.squares.planes)
)


def keeps_movers(s: Slide) -> Any:
    """lets the group of the piece that slid stay"""
    at = s.squares.moved(s.square, s.direction)
    stays = next((group for group in s.groups if group & at), s.groups[0] if s.groups else 0)
    return _with(s, s.landed & stays * s.squares.planes)


leaves_smallest = worded(
    "leaves the smallest group standing as well",
    lambda s: _with(s, s.after.pieces | s.landed & min(s.groups, key=int.bit_count) * s.squares.planes),
)
loses_the_slid = worded(
    "removes the piece that slid",
    lambda s: _with(s, s.after.pieces & ~(s.squares.moved(s.square, s.direction) * s.squares.planes)),
)


class Endless(Engine):
    """Sees no end."""

    def read(self, position: Any) -> Any:
        return super().read(position)._replace(outcome=None)


over = Worded[Outcome]()
drawn_game = over("a drawn game", lambda ended: ended.winner is None)
lost_together = over(
    "a game that is won by the number of pieces", lambda ended: ended.clause == "splinter.win.both-out"
)
RETURN, TIE, LARGEST, OFF = (
    "splinter.slide.return",
    "splinter.group.tie",
    "splinter.group.largest",
    "splinter.slide.off",
)
OUT, BOTH, TOUCH, PUSH = "splinter.win.type-out", "splinter.win.both-out", "splinter.group.touch", "splinter.slide.push"
ORDER = "splinter.turn.order"
ROWS: tuple[Row, ...] = (
    ("diagonal-push-off-forgotten", RETURN, forgets, (diagonal, pushes_off, pushes_three)),
    ("tie-forgotten", RETURN, forgets, (ties, remembers)),
    ("cut-off-push-remembered-by-one", RETURN, remembers_one, (pushes_three, diagonal, cuts_off)),
    ("crosswise-along-the-edge-forgotten", RETURN, forgets, (across_the_last, along_the_edge, cuts_off)),
    ("moved-on-forgotten", RETURN, forgets, (moves_remembered, remembers_three, pushes_off)),
    ("own-piece-off-refused", OFF, refused, (own_off, pushes_three)),
    ("last-square-off-refused", OFF, refused, (pushes_off, out_of_squares)),
    ("corner-diagonal-off-refused", "splinter.step-off", refused, (steps_off, corner, diagonal)),
    ("step-off-that-cuts-refused", "splinter.step-off", refused, (steps_off, cuts_off)),
    ("step-off-that-loses-refused", "splinter.step-off", refused, (steps_off, mover_out)),
    ("mixed-run-west-refused", PUSH, refused, (mixed_run, westward, pushes_three, slides_square)),
    ("remembering-long-push-refused", PUSH, refused, (moves_remembered, across_the_last, diagonal, pushes_three)),
    ("tie-after-push-off-first-stays", TIE, keeps_first_tied, (ties, pushes_off)),
    ("tie-of-three-with-smaller-first-stays", TIE, keeps_first_tied, (three_tie, smaller_besides)),
    ("tie-with-smaller-last-refused", TIE, refused, (smaller_besides, chooses_last)),
    ("tie-of-others-after-diagonal-refused", TIE, refused, (chooses_others, diagonal)),
    ("tie-of-three-that-ends-goes-on", TIE, goes_on, (three_tie, ends)),
    ("tie-chosen-by-white-last-refused", TIE, refused, (chooses_last, white, three_groups)),
    ("tie-by-another-square-pushing-refused", "splinter.notation.tie", refused, (other_square, pushes)),
    ("tie-by-another-square-of-two-digits-refused", "splinter.notation.tie", refused, (other_square, two_digits)),
    ("tie-remembering-movers-stays", TIE, keeps_movers, (ties, moves_remembered)),
    ("many-cut-off-own-stay", "splinter.group.own", keeps_own, (cuts_off_five, pushes_off)),
    ("cut-off-after-itself-stays", "splinter.group.own", keeps_movers, (cuts_off_itself, three_groups)),
    ("own-only-cut-off-stays", "splinter.group.own", keeps_all, (cuts_off_own_only, slides_square)),
    ("three-groups-after-step-off-smallest-stays", LARGEST, leaves_smallest, (three_groups, steps_off)),
    ("three-groups-on-tall-boards-smallest-stays", LARGEST, leaves_smallest, (three_groups, tall, diagonal)),
    ("enclosed-stays", LARGEST, keeps_all, (enclosed, cuts_off)),
    ("hole-while-cutting-loses-slid", TOUCH, loses_the_slid, (holds_a_hole, cuts_off, southward, slides_cross)),
    ("edge-southward-cut-stays", TOUCH, keeps_all, (along_the_edge, southward, cuts_off)),
    ("both-out-by-push-goes-on", BOTH, goes_on, (both_out, pushes_off)),
    ("both-out-few-left-drawn", BOTH, drawn, (both_out, few_left, white)),
    ("both-out-in-tie-mover-wins", BOTH, mover_wins, (both_out, ties)),
    ("two-kinds-out-goes-on", OUT, goes_on, (out_of_two, diagonal)),
    ("mover-out-by-tie-goes-on", OUT, mover_wins, (mover_out, ties)),
    ("squares-out-by-cut-goes-on", OUT, goes_on, (out_of_squares, cuts_off_five, white)),
    ("out-while-remembering-goes-on", OUT, goes_on, (ends, remembers_three)),
    ("cross-along-the-edge-moves-again", ORDER, same_side_again, (slides_cross, along_the_edge, remembers)),
)  # fmt: skip
ROWS_OF_ENDS: tuple[RowOfEnds, ...] = (
    ("drawn-games-listed", "turns", drawn_game),
    ("games-lost-together-played", "apply", lost_together),
    ("drawn-games-counted", "count", drawn_game),
)
MUTANTS: tuple[Listed, ...] = (
    *listed(Engine, Slide, ROWS),
    *reopening(Engine, Endless, "splinter.turn.finished", ROWS_OF_ENDS),
)
