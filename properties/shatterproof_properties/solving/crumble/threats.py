"""Turns as geometry, so that they can be tried again in other positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from shatterproof_properties.second.crumble.actions import Done, crossings, cut_one_more, entered, join, middle
from shatterproof_properties.second.crumble.arrangement import LETTERS, Arrangement
from shatterproof_properties.second.crumble.engine import HALVES, Engine, worked_rects
from shatterproof_properties.second.crumble.grains import Rect
from shatterproof_properties.second.crumble.masks import flood, slots, stranded
from shatterproof_properties.second.crumble.position import NO_TARGET, Action, End, Position, Turn
from shatterproof_properties.second.crumble.refusals import Refused, walked
from shatterproof_properties.second.crumble.rules import OPPONENT_WINS, OWN_WINS


class Work(NamedTuple):
    """A cut or a join by the rectangles it works on, in order along the cut; the rest as in Action."""

    kind: str
    rects: tuple[Rect, ...]
    outline: Rect | None


class Idea(NamedTuple):
    """A turn without the position it was found in; `piece`, `half` and `path` as in Turn."""

    work: Work
    piece: int
    half: str
    path: str


class Worked(NamedTuple):
    """A cut or a join carried out: the slots it takes as a mask, what it makes, and those slots as a mask."""

    action: Action
    gone: int
    arrangement: Arrangement
    new: tuple[tuple[int, ...], ...]
    made: int


class Memo:
    """What replaying works out once for an arrangement: its slots by rectangle, and works without a look at colours."""

    __slots__ = ("places", "works")

    def __init__(self, arrangement: Arrangement) -> None:
        """An arrangement with nothing tried on it."""
        self.places = {arrangement.rects[slot]: slot for slot in slots(arrangement.live)}
        self.works: dict[Work, Worked | None] = {}


def idea_of(here: Position, turn: Turn) -> Idea:
    """What can be tried again of a turn."""
    (kind, worked, outline), piece, half, path = turn
    rects = here.arrangement.rects
    return Idea(Work(kind, tuple(rects[slot] for slot in worked), outline), piece, half, path)


def tried_again(engine: Engine, here: Position, idea: Idea) -> tuple[Turn, Position] | None:
    """The same cut or join of the same rectangles, and the same walk, if both are legal here."""
    if here.outcome is not None:
        return None
    arrangement = here.arrangement
    own = here.black if here.black_moves else arrangement.live ^ here.black
    work, piece, half, path = idea
    worked = _worked(engine, arrangement, work)
    if worked is None or worked.gone & ~own:
        return None
    own = own & ~worked.gone | worked.made
    start = worked.new[piece][HALVES[work.kind].index(half)] if path else NO_TARGET
    end = _walked(engine, worked.arrangement, own, start, path) if path else End(own, NO_TARGET, 0)
    if end is None:
        return None
    rects = worked_rects(arrangement, worked.action)
    renewing = engine.renewing_target(here.memory, rects)
    return Turn(worked.action, piece, half, path), engine.after(here, worked.arrangement, rects, renewing, end)


def _worked(engine: Engine, arrangement: Arrangement, work: Work) -> Worked | None:
    """A cut or join for whoever owns all its pieces; None if there are no such pieces, or others on the cut."""
    memo = arrangement.memo
    if memo is None:
        memo = arrangement.memo = Memo(arrangement)
    if work not in memo.works:
        memo.works[work] = _work(engine, arrangement, work, [memo.places.get(rect, -1) for rect in work.rects])
    return memo.works[work]


def _work(engine: Engine, arrangement: Arrangement, work: Work, places: list[int]) -> Worked | None:
    if -1 in places:
        return None
    gone = sum(1 << slot for slot in places)
    done = Done(arrangement, gone, ())
    if work.outline is not None:
        done = join(engine, arrangement, gone, gone, work.outline)
    elif not _is_run(arrangement, work, places):
        return None
    else:
        for slot in places:
            done = cut_one_more(engine, done, slot, work.kind == "V")
    return Worked(Action(work.kind, tuple(places), work.outline), gone, done.arrangement, done.new, done.own)


def _is_run(arrangement: Arrangement, work: Work, places: list[int]) -> bool:
    """Whether a cut enters no other piece between those it halves."""
    if len(places) == 1:
        return True
    vertical = work.kind == "V"
    line = entered(crossings(arrangement, vertical), middle(work.rects[0], vertical))
    first = line.index(places[0])
    return line[first : first + len(places)] == places


def _walked(engine: Engine, arrangement: Arrangement, own: int, start: int, path: str) -> End | None:
    """How a walk ends; None if it is not legal.

    In a settled position only what a step changes is looked at: a step that captures nothing leaves the colours of
    before the walk but for two pieces. From a capture on every step is taken in full.
    """
    if engine.shortcuts and engine.refuses_unsettled():
        end, captured = _calmly_walked(engine, arrangement, own, start, path)
        if not captured:
            return end
    try:
        return walked(engine, arrangement, own, start, path)
    except Refused:
        return None


def _calmly_walked(
    engine: Engine, arrangement: Arrangement, own: int, start: int, path: str
) -> tuple[End | None, bool]:
    """How a walk without captures ends, as `_walked`, and whether there was one after all."""
    touch, rim, live = arrangement.touch, arrangement.rim, arrangement.live
    left = 1 << start
    rest, slot, winner = own ^ left, start, 0
    for letter in path:
        bit = arrangement.sides[LETTERS.index(letter)][slot] & ~(rest | 1 << slot)
        if not bit or (winner and engine.win_stops):
            return None, False
        slot, winner = bit.bit_length() - 1, 0
        if bit != left:
            own = rest | bit
            opposing = live ^ own
            if stranded(touch[start] & own | bit, own, rim, touch):
                return None, True
            if stranded(touch[slot] & opposing | left, opposing, rim, touch):
                return None, True
            winner = _winner(engine, arrangement, (bit, own), (left, opposing))
    return End(rest | 1 << slot, NO_TARGET if slot == start else slot, winner), False


def _winner(engine: Engine, arrangement: Arrangement, *changed: Sequence[int]) -> int:
    """Who has won by the one piece that has become theirs, the mover first: given as that piece and all theirs."""
    for (piece, pieces), player in zip(changed, (OWN_WINS, OPPONENT_WINS), strict=True):
        if engine.spans(arrangement, pieces) and engine.spans(arrangement, flood(piece, pieces, arrangement.near)):
            return player
    return 0
