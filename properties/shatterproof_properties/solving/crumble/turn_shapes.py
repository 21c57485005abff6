"""Turns as geometry, so that they can be tried again in other positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from shatterproof_properties.second.crumble.board import LETTERS, Rect, flood, slots, stranded
from shatterproof_properties.second.crumble.engine import Engine
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
    """A cut or join carried out: the slots that it takes as a mask, the pieces that it makes, and their slots as a
    mask.
    """

    work: Work
    gone: int
    arrangement: Arrangement
    new: tuple[tuple[int, ...], ...]
    made: int


class ShapeResults:
    """The results that replaying works out once for an arrangement: slots by rectangle, and works
    whatever the colours.
    """

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
    result = _result(engine, arrangement, shape)
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


def _result(engine: Engine, arrangement: Arrangement, shape: ActionShape) -> ShapeResult | None:
    """The result of a cut or join for whoever owns all its pieces.

    None if a piece is missing, or the cut enters others.
    """
    known = arrangement.derived(ShapeResults)
    if shape not in known.results:
        places = [known.places.get(rect, -1) for rect in shape.rects]
        known.results[shape] = _carry_out(engine, arrangement, shape, places)
    return known.results[shape]


def _carry_out(engine: Engine, arrangement: Arrangement, shape: ActionShape, places: list[int]) -> ShapeResult | None:
    if -1 in places:
        return None
    gone = sum(1 << slot for slot in places)
    result = WorkResult(arrangement, gone, ())
    if shape.outline is not None:
        result = join(engine, arrangement, gone, gone, shape.outline)
    elif not _is_run(arrangement, shape, places):
        return None
    else:
        for slot in places:
            result = cut_one_more(engine, result, slot, shape.kind == "V")
    return ShapeResult(Work(shape.kind, tuple(places), shape.outline), gone, result.arrangement, result.new, result.own)


def _is_run(arrangement: Arrangement, shape: ActionShape, places: list[int]) -> bool:
    """Whether a cut enters no other piece between those it halves."""
    if len(places) == 1:
        return True
    vertical = shape.kind == "V"
    line = entered(crossings(arrangement, vertical), middle(shape.rects[0], vertical))
    first = line.index(places[0])
    return line[first : first + len(places)] == places


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
    return WalkEnd(rest | 1 << slot, engine.targets_of(start, slot, 0), winner), False


def _winner(engine: Engine, arrangement: Arrangement, *changed: Sequence[int]) -> int:
    """The winner when a side gains a piece, the mover tested first.

    Each side is given as that piece and all its pieces.
    """
    for (piece, pieces), player in zip(changed, (OWN_WINS, OPPONENT_WINS), strict=True):
        if engine.spans(arrangement, pieces) and engine.spans(arrangement, flood(piece, pieces, arrangement.near)):
            return player
    return 0
