"""Turns as geometry, so that they can be tried again in other positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from shatterproof_properties.second.crumble import Engine
from shatterproof_properties.second.crumble.board import LETTERS, Rect, flood, slots, stranded
from shatterproof_properties.second.crumble.notation import walked
from shatterproof_properties.second.crumble.position import NO_TARGETS, Arrangement, Position, Turn, WalkEnd, Work
from shatterproof_properties.second.crumble.rules import OPPONENT_WINS, OWN_WINS
from shatterproof_properties.second.crumble.work import (
    HALVES,
    WorkResult,
    crossings,
    cut_one_more,
    entered,
    join,
    middle,
    worked_rects,
)
from shatterproof_properties.second.engine import RefusedTurn


class ActionShape(NamedTuple):
    """A cut or a join by the rectangles that it works on, in order along the cut.

    The other fields are those of Work.
    """

    kind: str
    rects: tuple[Rect, ...]
    outline: Rect | None


class TurnShape(NamedTuple):
    """A turn without its position. `piece`, `half` and `path` are those of Turn."""

    shape: ActionShape
    piece: int
    half: str
    path: str


class ShapeResult(NamedTuple):
    """A cut or join carried out: the slots that it takes, the pieces that it makes, and their slots; slots as masks."""

    work: Work
    gone: int
    arrangement: Arrangement
    new: tuple[tuple[int, ...], ...]
    made: int


class ShapeResults:
    """What replaying works out once for an arrangement: slots by rectangle, and works whatever the colours."""

    __slots__ = ("places", "results")

    def __init__(self, arrangement: Arrangement) -> None:
        """Starts with an arrangement on which nothing has been tried."""
        self.places = {arrangement.rects[slot]: slot for slot in slots(arrangement.live)}
        self.results: dict[ActionShape, ShapeResult | None] = {}


def shape_of(here: Position, turn: Turn) -> TurnShape:
    """The part of a turn that can be tried again."""
    (kind, worked, outline), piece, half, path = turn
    rects = here.arrangement.rects
    return TurnShape(ActionShape(kind, tuple(rects[slot] for slot in worked), outline), piece, half, path)


def tried_again(engine: Engine, here: Position, turn_shape: TurnShape) -> tuple[Turn, Position] | None:
    """The same cut or join of the same rectangles, and the same walk, if both are legal here."""
    if here.outcome is not None:
        return None
    arrangement, own = here.arrangement, here.own
    shape, piece, half, path = turn_shape
    known = arrangement.derived(ShapeResults)
    if shape not in known.results:
        known.results[shape] = _carried_out(engine, arrangement, shape, known.places)
    result = known.results[shape]
    if result is None or result.gone & ~own:
        return None
    own = own & ~result.gone | result.made
    end: WalkEnd | None = WalkEnd(own, NO_TARGETS, 0)
    if path:
        start = result.new[piece][HALVES[shape.kind].index(half)]
        end = _walked(engine, result.arrangement, own, start, path)
    if end is None:
        return None
    rects = worked_rects(arrangement, result.work)
    renewing = engine.renewing_targets(here.memory, rects)
    return Turn(result.work, piece, half, path), engine.after(here, result.arrangement, rects, renewing, end)


def _carried_out(
    engine: Engine, arrangement: Arrangement, shape: ActionShape, known: Mapping[Rect, int]
) -> ShapeResult | None:
    """The result of a cut or join for whoever owns all its pieces.

    None if a piece is missing, or if the cut enters another piece between those it halves.
    """
    (kind, rects, outline), vertical = shape, shape.kind == "V"
    places = [known.get(rect, -1) for rect in rects]
    if -1 in places:
        return None
    gone = sum(1 << slot for slot in places)
    result = WorkResult(arrangement, gone, ())
    if outline is not None:
        result = join(engine, arrangement, gone, gone, outline)
    else:
        if len(places) > 1:
            line = entered(crossings(arrangement, vertical), middle(rects[0], vertical))
            first = line.index(places[0])
            if line[first : first + len(places)] != places:
                return None
        for slot in places:
            result = cut_one_more(engine, result, slot, vertical)
    return ShapeResult(Work(kind, tuple(places), outline), gone, result.arrangement, result.new, result.own)


def _walked(engine: Engine, arrangement: Arrangement, own: int, start: int, path: str) -> WalkEnd | None:
    """The end of a walk; None if it is illegal.

    In a settled position, after steps that capture nothing, only two pieces differ in colour from before the walk. So
    only these are checked. From the first capture on, every step is worked out in full.
    """
    if engine.shortcuts and engine.refuses_unsettled():
        end, captured = _calmly_walked(engine, arrangement, own, start, path)
        if not captured:
            return end
    try:
        return walked(engine, arrangement, own, start, path)
    except RefusedTurn:
        return None


def _calmly_walked(
    engine: Engine, arrangement: Arrangement, own: int, start: int, path: str
) -> tuple[WalkEnd | None, bool]:
    """The end of a walk without captures, as `_walked` has it; the second value says whether it captured after all."""
    touch, rim, live, near = arrangement.touch, arrangement.rim, arrangement.live, arrangement.near
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
            for piece, pieces, player in ((bit, own, OWN_WINS), (left, opposing, OPPONENT_WINS)):
                if engine.spans(arrangement, pieces) and engine.spans(arrangement, flood(piece, pieces, near)):
                    winner = player
                    break
    return WalkEnd(rest | 1 << slot, engine.targets_of(start, slot, 0), winner), False
