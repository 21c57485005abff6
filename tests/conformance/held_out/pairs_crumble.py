"""Held-out mutants of Crumble that need pairs and triples."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from conformance.held_out.pairs import Moment, Row, RowOfEnds, Worded, listed, refused, reopening
from shatterproof.game import Outcome
from shatterproof_properties.conformance.mutants import Listed
from shatterproof_properties.second.crumble import Engine
from shatterproof_properties.second.crumble.board import GRAINS, LETTERS, Rect, groups, slots
from shatterproof_properties.second.crumble.notation import ParsedTurn, carried_out, edge_graph, read_turn
from shatterproof_properties.second.crumble.work import crossings, entered, inside_outline, middle
from shatterproof_properties.second.engine import RefusedTurn

BACK = dict(zip("NESW", "SWNE", strict=True))


class Step(NamedTuple):
    """Where a step leads, and the mover's pieces after the exchange and after its captures."""

    at: int
    swapped: int
    own: int

    @property
    def captured(self) -> int:
        return self.swapped ^ self.own


class Deed(Moment):
    """A cut or a join, and the steps of its walk."""

    def __init__(self, engine: Any, here: Any, asked: str, meant: str, after: Any) -> None:
        super().__init__(engine, here, asked, meant, after)
        self.written: ParsedTurn = read_turn(meant)[0]
        self.kind, self.count, self.index = self.written.kind, self.written.count, self.written.index
        self.half, self.path = self.written.half, self.written.path
        self.cuts = self.kind != "J"

    @cached_property
    def worked(self) -> list[Rect]:
        """The pieces cut or joined, in order."""
        arrangement = self.here.arrangement
        edges = edge_graph(arrangement)
        corner: Any = edges.travel((0, 0), self.written.location)
        if not self.cuts:
            inside, _ = inside_outline(arrangement, (*corner, *edges.travel(corner, self.written.corner)))  # type: ignore[misc]
            return [arrangement.rects[slot] for slot in slots(inside)]
        first, vertical = arrangement.slot_at(corner), self.kind == "V"
        line = entered(crossings(arrangement, vertical), middle(arrangement.rects[first], vertical))
        return [arrangement.rects[slot] for slot in line[line.index(first) :][: self.count]]

    @cached_property
    def outline(self) -> Rect:
        west, south = (min(rect[side] for rect in self.worked) for side in (0, 1))
        east, north = (max(rect[side] for rect in self.worked) for side in (2, 3))
        return west, south, east, north

    @cached_property
    def start(self) -> int:
        """The piece that sets out."""
        west, south, east, north = self.worked[self.index] if self.cuts else self.outline
        corner = {"E": ((west + east) // 2, south), "N": (west, (south + north) // 2)}.get(self.half, (west, south))
        return int(self.after.arrangement.slot_at(corner))

    @cached_property
    def steps(self) -> list[Step]:
        """The walk, the start first."""
        arrangement = self.after.arrangement
        before = carried_out(self.engine, self.here, replace(self.written, path=""))
        own = before.black if self.here.black_moves else before.arrangement.live ^ before.black
        found = [Step(self.start, own, own)]
        for letter in self.path:
            into = next(slots(arrangement.sides[LETTERS.index(letter)][found[-1].at] & ~found[-1].own))
            swapped = found[-1].own & ~(1 << found[-1].at) | 1 << into
            found.append(Step(into, swapped, self.engine.capture(arrangement, swapped)))
        return found

    @cached_property
    def captured(self) -> int:
        """All that is captured on the way."""
        found = 0
        for step in self.steps[1:] if self.path else ():
            found |= step.captured
        return found

    def rect(self, slot: int) -> Rect:
        rects: list[Rect] = self.after.arrangement.rects
        return rects[slot]

    def read_as(self, **other: Any) -> Any:
        """The position after another turn; None where that is illegal."""
        try:
            return carried_out(self.engine, self.here, replace(self.written, **other))
        except (RefusedTurn, IndexError):
            return None


def _sides(rect: Rect) -> tuple[int, int]:
    return rect[2] - rect[0], rect[3] - rect[1]


# What meets


worded = Worded[Deed]()
walks = worded("a piece walks", lambda d: bool(d.path))
walks_far = worded("the walk has four steps or more", lambda d: len(d.path) > 3)
several = worded("several pieces are cut", lambda d: d.cuts and d.count > 1)
three_cut = worded("three pieces or more are cut", lambda d: d.cuts and d.count > 2)
unequal = worded(
    "pieces of different sizes are cut", lambda d: several(d) and len({_sides(rect) for rect in d.worked}) > 1
)


def with_gap(d: Deed) -> bool:
    """the cut runs along an edge between them"""
    low = 1 if d.kind == "V" else 0
    return several(d) and any(one[low + 2] < two[low] for one, two in pairwise(d.worked))


not_the_first = worded("a piece other than the first cut walks", lambda d: several(d) and walks(d) and d.index > 0)
middle_one = worded("a piece amid those cut walks", lambda d: walks(d) and 0 < d.index < d.count - 1)
far_half = worded("the northern or the eastern half walks", lambda d: walks(d) and d.half in ("N", "E"))
near_half = worded("the southern or the western half walks", lambda d: walks(d) and d.half in ("S", "W"))
along = worded(
    "the first step goes along the cut",
    lambda d: walks(d) and d.cuts and d.path[0] in ("NS" if d.kind == "V" else "EW"),
)
level = worded("the cut is horizontal", lambda d: d.kind == "H")
upright = worded("the cut is vertical", lambda d: d.kind == "V")
half_squares = worded(
    "a half-square is cut", lambda d: d.cuts and any(_sides(rect)[0] != _sides(rect)[1] for rect in d.worked)
)
turns_back = worded("the walk turns back", lambda d: any(BACK[one] == two for one, two in pairwise(d.path)))
comes_home = worded(
    "the walk comes back to its start", lambda d: any(step.at == d.start for step in d.steps[1:]) if d.path else False
)
ends_home = worded("the walk ends where it began", lambda d: len(d.path) > 1 and d.steps[-1].at == d.start)
fine_start = worded(
    "the piece that walks is finer than half a unit", lambda d: walks(d) and min(_sides(d.rect(d.start))) < GRAINS // 2
)
joins = worded("pieces are joined", lambda d: not d.cuts)
joins_three = worded("three pieces or more are joined", lambda d: joins(d) and len(d.worked) > 2)
joins_unequal = worded(
    "pieces of different sizes are joined", lambda d: joins(d) and len({_sides(rect) for rect in d.worked}) > 1
)
joins_to_half = worded(
    "they are joined to a half-square", lambda d: joins(d) and _sides(d.outline)[0] != _sides(d.outline)[1]
)
longer_corner = worded(
    "the corner of the join is named by three numbers or more", lambda d: joins(d) and len(d.written.corner) > 2
)
captures = worded("something is captured", lambda d: d.captured)


def captures_apart(d: Deed) -> bool:
    """two groups are captured at one step"""
    near = d.after.arrangement.touch
    return walks(d) and any(len(list(groups(step.captured, near))) > 1 for step in d.steps[1:])


captures_on_the_way = worded(
    "something is captured before the last step", lambda d: walks(d) and any(step.captured for step in d.steps[1:-1])
)
captures_own = worded(
    "the mover's own pieces are captured",
    lambda d: walks(d) and any(step.captured & step.swapped for step in d.steps[1:]),
)
captures_unequal = worded(
    "pieces of different sizes are captured", lambda d: len({_sides(d.rect(slot)) for slot in slots(d.captured)}) > 1
)
captures_fine = worded(
    "a piece finer than half a unit is captured",
    lambda d: any(min(_sides(d.rect(slot))) < GRAINS // 2 for slot in slots(d.captured)),
)
is_captured = worded(
    "the piece that walks is captured", lambda d: walks(d) and not d.steps[-1].own >> d.steps[-1].at & 1
)


def ring_at_the_edge(d: Deed) -> bool:
    """the ring has a piece at the edge of the board"""
    arrangement, around = d.after.arrangement, 0
    for slot in slots(d.captured):
        around |= arrangement.touch[slot]
    return bool(around & arrangement.rim)


ends = worded("the game ends", lambda d: d.after.outcome is not None)
wins = worded("the mover wins", lambda d: ends(d) and d.after.outcome.winner == d.engine.to_move(d.here))
loses = worded("the other side wins", lambda d: ends(d) and d.after.outcome.winner == d.engine.to_move(d.after))
draws = worded("the game is drawn", lambda d: ends(d) and d.after.outcome.winner is None)
renews = worded("the turn renews", lambda d: d.after.memory and d.after.memory.renewals)
white = worded("White moves", lambda d: not d.here.black_moves)
long_location = worded("the location has three numbers or more", lambda d: len(d.written.location) > 2)


def odd_spelling(d: Deed) -> bool:
    """the text is not the one of the list"""
    edges = edge_graph(d.here.arrangement)
    corner: Any = edges.travel((0, 0), d.written.location)
    shortest = edges.locations[corner]
    return d.asked != d.meant or d.written.location != shortest


tall = worded("the board is higher than wide", lambda d: d.engine.rows > d.engine.columns)


# What goes wrong


other_half_walks = worded("takes the other half", lambda d: d.read_as(half=BACK[d.half]) if d.half else None)
counted_from_the_end = worded(
    "counts the pieces cut from the other end", lambda d: d.read_as(index=d.count - 1 - d.index)
)
first_walks = worded("lets the first piece walk", lambda d: d.read_as(index=0))
one_less = worded("cuts one piece less", lambda d: d.read_as(count=d.count - 1))
last_step_left = worded("leaves out the last step", lambda d: d.read_as(path=d.path[:-1]))
no_walk = worded("takes no step", lambda d: d.read_as(path=""))


def _with_own(d: Deed, own: int) -> Any:
    return d.after._replace(black=own if d.here.black_moves else d.after.arrangement.live ^ own)


captures_nothing = worded("captures nothing at the last step", lambda d: _with_own(d, d.steps[-1].swapped))


def keeps_own(d: Deed) -> Any:
    """captures nothing of the mover's"""
    last = d.steps[-1]
    return _with_own(d, last.own | last.swapped)


def captures_first_only(d: Deed) -> Any:
    """captures the first piece only"""
    last = d.steps[-1]
    return _with_own(d, last.swapped ^ last.captured & -last.captured)


goes_on = worded("does not see the end of the game", lambda d: d.after._replace(outcome=None))
forgets = worded("remembers nothing", lambda d: d.after._replace(memory=None))


class Endless(Engine):
    """Sees no end."""

    def read(self, position: Any) -> Any:
        return super().read(position)._replace(outcome=None)


over = Worded[Outcome]()
drawn_game = over("a drawn game", lambda ended: ended.winner is None)
won_by_white = over("a game that White has won", lambda ended: ended.winner == "white")
MANY, SWAP_OF = "crumble.cut.many", "crumble.notation.multi-cut-swap"
EDGES, START = "crumble.cut.along-edges", "crumble.swap.start"
STEPS, BACKTRACK = "crumble.walk.steps", "crumble.walk.backtrack"
SEVERAL, JOIN = "crumble.join.several", "crumble.notation.join"
CAPTURE, EITHER, EVERY = "crumble.capture.enclosed", "crumble.capture.either", "crumble.capture.every-step"
WIN, DRAW, HALF = "crumble.win.four-sides", "crumble.draw.repetition", "crumble.notation.cut-half"
ROWS: tuple[Row, ...] = (
    ("unequal-counted-from-the-end", SWAP_OF, counted_from_the_end, (unequal, not_the_first, along, white)),
    ("unequal-far-half-along-other-half", SWAP_OF, other_half_walks, (unequal, far_half, along, middle_one)),
    ("gap-then-walk-of-another-first", SWAP_OF, first_walks, (with_gap, middle_one)),
    ("middle-of-three-along-refused", SWAP_OF, refused, (middle_one, along, unequal)),
    ("half-squares-with-gap-other-half", SWAP_OF, other_half_walks, (with_gap, half_squares, near_half, level, along)),
    ("unequal-with-gap-one-less", EDGES, one_less, (unequal, with_gap, three_cut, half_squares, white)),
    ("gap-upright-on-tall-boards-one-less", EDGES, one_less, (with_gap, upright, tall)),
    ("three-cut-unequal-refused", MANY, refused, (three_cut, unequal, captures)),
    ("several-half-squares-capturing-refused", MANY, refused, (several, half_squares, is_captured)),
    ("several-then-far-walk-last-step-left", STEPS, last_step_left, (several, walks_far, half_squares, captures)),
    ("level-along-fine-other-half", HALF, other_half_walks, (level, along, fine_start)),
    ("home-of-several-refused", BACKTRACK, refused, (several, comes_home)),
    ("home-after-join-last-step-left", BACKTRACK, last_step_left, (joins, ends_home)),
    ("turning-back-after-capture-refused", BACKTRACK, refused, (turns_back, captures_on_the_way, joins)),
    ("home-capturing-captures-nothing", CAPTURE, captures_nothing, (comes_home, captures)),
    ("joined-to-half-walk-no-walk", START, no_walk, (joins_to_half, joins_unequal, walks)),
    ("joined-unequal-walk-refused", SEVERAL, refused, (joins_unequal, walks)),
    ("joined-unequal-to-half-refused", SEVERAL, refused, (joins_unequal, joins_to_half)),
    ("joined-unequal-capturing-captures-nothing", CAPTURE, captures_nothing, (joins_unequal, captures)),
    ("joined-three-wins-goes-on", WIN, goes_on, (joins_three, wins)),
    ("corner-of-three-numbers-walk-no-walk", JOIN, no_walk, (longer_corner, walks)),
    ("corner-of-three-numbers-unequal-refused", JOIN, refused, (longer_corner, joins_unequal)),
    ("two-groups-captured-first-only", CAPTURE, captures_first_only, (captures_apart, captures_unequal)),
    ("own-captured-on-the-way-refused", EITHER, refused, (captures_own, captures_on_the_way, unequal)),
    ("own-captured-by-join-stays", EITHER, keeps_own, (captures_own, joins)),
    ("own-captured-several-cut-stays", EITHER, keeps_own, (captures_own, several)),
    ("captured-fine-at-the-edge-stays", CAPTURE, captures_nothing, (captures_fine, ring_at_the_edge)),
    ("captured-on-the-way-far-refused", EVERY, refused, (captures_on_the_way, walks_far, captures_own)),
    ("walker-captured-after-several-refused", "crumble.walk.captured", refused, (is_captured, several)),
    ("walker-captured-fine-stays", "crumble.walk.captured", keeps_own, (is_captured, fine_start)),
    ("other-side-wins-by-capture-goes-on", "crumble.win.either", goes_on, (loses, captures)),
    ("other-side-wins-after-several-goes-on", "crumble.win.either", goes_on, (loses, several)),
    ("wins-by-capture-far-goes-on", WIN, goes_on, (wins, captures, walks_far)),
    ("draw-by-join-goes-on", DRAW, goes_on, (draws, joins)),
    ("renewed-by-several-forgotten", DRAW, forgets, (renews, several)),
    ("renewed-capturing-forgotten", DRAW, forgets, (renews, captures)),
    ("long-location-odd-unequal-refused", "crumble.notation.location", refused, (odd_spelling, long_location, unequal)),
)  # fmt: skip
ROWS_OF_ENDS: tuple[RowOfEnds, ...] = (
    ("drawn-games-listed", "turns", drawn_game),
    ("drawn-games-played", "apply", drawn_game),
    ("won-games-counted", "count", won_by_white),
)
MUTANTS: tuple[Listed, ...] = (
    *listed(Engine, Deed, ROWS),
    *reopening(Engine, Endless, "crumble.turn.finished", ROWS_OF_ENDS),
)
