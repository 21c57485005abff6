"""Who is too far from a win, without trying turns.

All this holds where no piece stands enclosed and nobody has won, as in every position of a game in which none may.

- A cut or a join changes no colour anywhere. Without captures a turn gives the mover one piece at most, the last that
  its walk swaps into; with them, what is captured besides.
- A walk captures only opposing pieces that have no way to the edge but by the piece it stands on (`prospects`). So in n
  turns the attacker gets only pieces that n others cut off from the edge, and n besides. Whatever the attacker's turns
  leave to the defender adds ways to the edge, and what they captured was no way for others.
- The defender can always answer by halving a piece that lies on the edge, across the edge: both halves lie on it and
  are never captured, and halves touch nothing that the whole did not. So such answers help the attacker nothing. A turn
  of the attacker takes one such piece at most, and an answer uses one up.

So if all that may be captured, and n pieces, complete no chain of the attacker's, there is no win in n turns.
"""

from __future__ import annotations

from itertools import islice

from shatterproof_properties.second.crumble.board import flood, slots, sole_supports
from shatterproof_properties.second.crumble.position import Arrangement
from shatterproof_properties.second.crumble.rules import Rules
from shatterproof_properties.second.crumble.shortcuts import edge_chains
from shatterproof_properties.second.crumble.work import may_halve

FARTHEST = 3
"""The most turns for which this module can tell anything."""
EXACT = 2
"""The most turns for which captures are worked out. Beyond, pieces with few neighbours count as captured."""


def cannot_win(rules: Rules, arrangement: Arrangement, own: int, turns: int, answers: int) -> bool:
    """Whether it is clear that the side with the pieces `own` does not win in n turns of its own.

    `answers` counts the other side's turns among them. Each comes before at least one turn of this side.
    """
    opposing = arrangement.live ^ own
    if turns > FARTHEST or may_span(arrangement, own, opposing, turns):
        return False
    if not _has_answers(rules, arrangement, opposing, answers + turns - 1):
        return False
    return not _may_span_by_captures(arrangement, own, turns)


def _may_span_by_captures(arrangement: Arrangement, own: int, count: int) -> bool:
    """Whether pieces, those that n turns may capture, and n more may complete a chain."""
    opposing = arrangement.live ^ own
    most = opposing & ~_well_held(arrangement, opposing, count)
    if not most or not may_span(arrangement, own | most, opposing & ~most, count):
        return False
    if count > EXACT:
        return True
    lost = cut_off(arrangement, opposing, count)
    return lost == most or may_span(arrangement, own | lost, opposing & ~lost, count)


def threatening_targets(rules: Rules, arrangement: Arrangement, own: int) -> int | None:
    """The opposing pieces of which a turn must take at least one if its mover is to win in two; None if any piece may
    do.

    Only captures take several pieces; the function does not tell such turns apart.
    """
    opposing = arrangement.live ^ own
    if not _has_answers(rules, arrangement, opposing, 2) or _may_win_next(arrangement, own):
        return None
    return sum(1 << slot for slot in slots(opposing) if _may_win_next(arrangement, own | 1 << slot))


def _may_win_next(arrangement: Arrangement, own: int) -> bool:
    """Whether pieces, those that they may capture in a turn, and one more complete a chain."""
    return bool(edge_chains(arrangement, own)[1]) or _may_span_by_captures(arrangement, own, 1)


def may_span(arrangement: Arrangement, own: int, others: int, count: int) -> bool:
    """Whether some pieces, together with a number of others, can make a chain on all four edges."""
    if count == 1:
        return bool(edge_chains(arrangement, own)[1])
    if count > 2:
        return any(may_span(arrangement, own | 1 << slot, others ^ 1 << slot, count - 1) for slot in slots(others))
    return any(edge_chains(arrangement, own | 1 << slot)[1] for slot in slots(others))


def cut_off(arrangement: Arrangement, group: int, count: int) -> int:
    """The pieces of a group that lose their way to the edge if up to n well-chosen pieces are taken away."""
    if count == 1:
        return cut_off_by_one(arrangement, group)[1]
    lost = 0
    for slot in slots(group):
        rest = group ^ 1 << slot
        reached = flood(arrangement.rim, rest, arrangement.touch)
        lost |= rest ^ reached | cut_off(arrangement, reached, count - 1)
    return lost


def cut_off_by_one(arrangement: Arrangement, group: int) -> tuple[int, int]:
    """The pieces of a group that each cut others of it off from the edge when taken away, and those others."""
    touch, rim = arrangement.touch, arrangement.rim
    cutting = captured = 0
    for slot in slots(sole_supports(group, rim, touch)[1]):
        rest = group ^ 1 << slot
        lost = rest & ~flood(rim, rest, touch)
        if lost:
            cutting |= 1 << slot
            captured |= lost
    return cutting, captured


def _well_held(arrangement: Arrangement, group: int, count: int) -> int:
    """Pieces of a group that keep a way to the edge whichever others, up to n, are taken away.

    They are the pieces on the edge, and those that touch more than n pieces already found.
    """
    touch = arrangement.touch
    held = group & arrangement.rim
    before = 0
    while held != before:
        before = held
        for slot in slots(group & ~held):
            if (touch[slot] & held).bit_count() > count:
                held |= 1 << slot
    return held


def _has_answers(rules: Rules, arrangement: Arrangement, pieces: int, count: int) -> bool:
    """Whether at least n pieces on the edge can be halved across it."""
    north, east, south, west = arrangement.edges
    halved = (
        slot
        for slot in slots(pieces & arrangement.rim)
        if ((north | south) >> slot & 1 and may_halve(rules, arrangement.rects[slot], True))
        or ((east | west) >> slot & 1 and may_halve(rules, arrangement.rects[slot], False))
    )
    return sum(1 for _ in islice(halved, count)) >= count
