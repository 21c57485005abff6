"""A written turn is played, or refused with the clause that it breaks."""

from __future__ import annotations

from shatterproof_properties.second.crumble.arrangement import Arrangement
from shatterproof_properties.second.crumble.board import LETTERS, Point, Rect, slots
from shatterproof_properties.second.crumble.notation import ParsedTurn, edge_graph
from shatterproof_properties.second.crumble.position import NO_TARGETS, Position, WalkEnd, Work
from shatterproof_properties.second.crumble.rules import Rules
from shatterproof_properties.second.crumble.walks import Walks
from shatterproof_properties.second.crumble.work import (
    WorkResult,
    crossings,
    cut_one_more,
    entered,
    inside_outline,
    join,
    join_work,
    middle,
    worked_rects,
)
from shatterproof_properties.second.engine import RefusedTurn


def carried_out(rules: Rules, here: Position, written: ParsedTurn) -> Position:
    """The position after a turn as written. Raises RefusedTurn if the turn breaks a clause."""
    if here.outcome is not None:
        raise RefusedTurn("crumble.turn.finished")
    arrangement = here.arrangement
    corner = edge_graph(arrangement).travel((0, 0), written.location)
    first = None if corner is None else arrangement.slot_at(corner)
    if corner is None or first is None:
        raise RefusedTurn("crumble.notation.location")
    if written.kind == "J":
        work, result = _joined(rules, here, corner, written)
    else:
        work, result = _cut(rules, here, first, written)
    start = result.new[written.index][1 if written.half in ("E", "N") else 0]
    end = walked(rules, result.arrangement, result.own, start, written.path)
    worked = worked_rects(arrangement, work)
    return rules.after(here, result.arrangement, worked, rules.renewing_targets(here.memory, worked), end)


def _joined(rules: Rules, here: Position, corner: Point, written: ParsedTurn) -> tuple[Work, WorkResult]:
    arrangement, own = here.arrangement, here.own
    opposite = edge_graph(arrangement).travel(corner, written.corner)
    if opposite is None or opposite[0] == corner[0] or opposite[1] == corner[1]:
        raise RefusedTurn("crumble.notation.join")
    outline = (*corner, *opposite)
    inside, filled = inside_outline(arrangement, outline)
    if inside & ~own:
        raise RefusedTurn("crumble.join.own")
    if not filled or not rules.is_legal_shape(outline[2] - outline[0], outline[3] - outline[1]):
        raise RefusedTurn("crumble.join.outline")
    if not rules.may_join(outline, inside.bit_count()):
        raise RefusedTurn("crumble.join.several")
    return join_work(arrangement, inside, outline), join(rules, arrangement, own, inside, outline)


def _cut(rules: Rules, here: Position, first: int, written: ParsedTurn) -> tuple[Work, WorkResult]:
    arrangement, own = here.arrangement, here.own
    rects, vertical = arrangement.rects, written.kind == "V"
    at = middle(rects[first], vertical)
    if not own >> first & 1:
        raise RefusedTurn("crumble.cut.own")
    _refuse_to_halve(rules, rects[first], vertical, at)
    line = entered(crossings(arrangement, vertical), at)
    worked = line[line.index(first) :][: written.count]
    result = WorkResult(arrangement, own, ())
    for before, slot in zip([first, *worked], worked, strict=False):
        if not own >> slot & 1:
            raise RefusedTurn("crumble.cut.blocked")
        _refuse_to_halve(rules, rects[slot], vertical, at)
        if slot != first and not rules.may_follow(rects[before], rects[slot], vertical):
            raise RefusedTurn("crumble.cut.along-edges")
        result = cut_one_more(rules, result, slot, vertical)
    if len(worked) < written.count:
        raise RefusedTurn("crumble.notation.multi-cut")
    return Work(written.kind, tuple(worked), None), result


def _refuse_to_halve(rules: Rules, rect: Rect, vertical: bool, at: int) -> None:
    if rules.halves(rect, vertical) is None:
        raise RefusedTurn("crumble.cut.halves")
    if not rules.within_limits(rect, vertical):
        raise RefusedTurn("crumble.board.limits")
    if middle(rect, vertical) != at:
        raise RefusedTurn("crumble.cut.halves")


def walked(rules: Rules, arrangement: Arrangement, own: int, start: int, path: str) -> WalkEnd:
    """A walk taken step by step after a cut or join. Raises RefusedTurn if the walk breaks a clause."""
    walks = Walks(rules, arrangement, start)
    slot, winner, kept, entered = start, 0, True, 0
    for letter in path:
        if clause := rules.refusal_to_walk_on(kept, winner):
            raise RefusedTurn(clause)
        slot, left = _entered(rules, arrangement, own, slot, start, letter), slot
        own, winner, kept = walks.settle(own, own & ~(1 << left) | 1 << slot, slot)
        entered |= 1 << slot
    if path and rules.captures_due("end"):
        own, winner = walks.settle_at_last(own)
    return WalkEnd(own, rules.targets_of(start, slot, entered) if path else NO_TARGETS, winner)


def _entered(rules: Rules, arrangement: Arrangement, own: int, slot: int, start: int, letter: str) -> int:
    beside = arrangement.sides[LETTERS.index(letter)][slot]
    if not beside:
        raise RefusedTurn("crumble.swap.complete-side")
    if not beside & ~own:
        raise RefusedTurn("crumble.swap.opponent")
    into = next(slots(beside & ~own))
    if not rules.may_enter(into, start):
        raise RefusedTurn("crumble.walk.backtrack")
    return into
