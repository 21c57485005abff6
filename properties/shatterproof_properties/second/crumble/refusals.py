"""Carrying out one written turn, or naming the clause that it breaks."""

from __future__ import annotations

from shatterproof_properties.second.crumble.actions import (
    Done,
    crossings,
    cut_one_more,
    entered,
    inside_outline,
    join,
    join_action,
    middle,
)
from shatterproof_properties.second.crumble.arrangement import LETTERS, Arrangement
from shatterproof_properties.second.crumble.grains import Rect
from shatterproof_properties.second.crumble.masks import slots
from shatterproof_properties.second.crumble.notation import Wish
from shatterproof_properties.second.crumble.position import NO_TARGET, Action, End
from shatterproof_properties.second.crumble.rules import Rules
from shatterproof_properties.second.crumble.travel import Point, lines_of
from shatterproof_properties.second.crumble.walks import Walks


class Refused(Exception):
    """A turn breaks the rules; `clause` says which."""

    def __init__(self, clause: str) -> None:
        super().__init__(clause)
        self.clause = clause


def carried_out(rules: Rules, arrangement: Arrangement, own: int, wish: Wish) -> tuple[Action, Done, End]:
    """A turn as wished by the mover; Refused if it breaks a clause."""
    corner = lines_of(arrangement).travel((0, 0), wish.location)
    first = None if corner is None else arrangement.slot_at(corner)
    if corner is None or first is None:
        raise Refused("crumble.notation.location")
    if wish.kind == "J":
        action, done = _joined(rules, arrangement, own, corner, wish)
    else:
        action, done = _cut(rules, arrangement, own, first, wish)
    start = done.new[wish.index][1 if wish.half in ("E", "N") else 0]
    return action, done, walked(rules, done.arrangement, done.own, start, wish.path)


def _joined(rules: Rules, arrangement: Arrangement, own: int, corner: Point, wish: Wish) -> tuple[Action, Done]:
    opposite = lines_of(arrangement).travel(corner, wish.corner)
    if opposite is None or 0 in wish.corner:
        raise Refused("crumble.notation.join")
    outline = (*corner, *opposite)
    inside, filled = inside_outline(arrangement, outline)
    if inside & ~own:
        raise Refused("crumble.join.own")
    if not filled or not rules.is_legal_shape(outline[2] - outline[0], outline[3] - outline[1]):
        raise Refused("crumble.join.outline")
    if not rules.may_join(outline, inside.bit_count()):
        raise Refused("crumble.join.several")
    return join_action(arrangement, inside, outline), join(rules, arrangement, own, inside, outline)


def _cut(rules: Rules, arrangement: Arrangement, own: int, first: int, wish: Wish) -> tuple[Action, Done]:
    rects, vertical = arrangement.rects, wish.kind == "V"
    at = middle(rects[first], vertical)
    if not own >> first & 1:
        raise Refused("crumble.cut.own")
    _refuse_to_halve(rules, rects[first], vertical, at)
    line = entered(crossings(arrangement, vertical), at)
    worked = line[line.index(first) :][: wish.count]
    done = Done(arrangement, own, ())
    for before, slot in zip([first, *worked], worked, strict=False):
        if not own >> slot & 1:
            raise Refused("crumble.cut.blocked")
        _refuse_to_halve(rules, rects[slot], vertical, at)
        if slot != first and not rules.may_follow(rects[before], rects[slot], vertical):
            raise Refused("crumble.cut.along-edges")
        done = cut_one_more(rules, done, slot, vertical)
    if len(worked) < wish.count:
        raise Refused("crumble.notation.multi-cut")
    return Action(wish.kind, tuple(worked), None), done


def _refuse_to_halve(rules: Rules, rect: Rect, vertical: bool, at: int) -> None:
    if rules.halves(rect, vertical) is None:
        raise Refused("crumble.cut.halves")
    if not rules.within_limits(rect, vertical):
        raise Refused("crumble.board.limits")
    if middle(rect, vertical) != at:
        raise Refused("crumble.cut.halves")


def walked(rules: Rules, arrangement: Arrangement, own: int, start: int, path: str) -> End:
    """A walk taken step by step after a cut or join; Refused if it breaks a clause."""
    walks = Walks(rules, arrangement, start)
    slot, winner, kept = start, 0, True
    for letter in path:
        if clause := rules.refusal_to_walk_on(kept, winner):
            raise Refused(clause)
        slot, left = _entered(rules, arrangement, own, slot, start, letter), slot
        own, winner, kept = walks.settle(own & ~(1 << left) | 1 << slot, slot)
    if path and rules.captures_due("end"):
        own, winner = walks.settle_at_last(own)
    return End(own, NO_TARGET if slot == start else slot, winner)


def _entered(rules: Rules, arrangement: Arrangement, own: int, slot: int, start: int, letter: str) -> int:
    beside = arrangement.sides[LETTERS.index(letter)][slot]
    if not beside:
        raise Refused("crumble.swap.complete-side")
    if not beside & ~own:
        raise Refused("crumble.swap.opponent")
    into = next(slots(beside & ~own))
    if not rules.may_enter(into, start):
        raise Refused("crumble.walk.backtrack")
    return into
