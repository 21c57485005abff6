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
    most = opposing & ~_well_held(arrangement, opposing, turns)
    if not most or not may_span(arrangement, own | most, opposing & ~most, turns):
        return True
    if turns > EXACT:
        return False
    lost = cut_off(arrangement, opposing, turns)
    return lost != most and not may_span(arrangement, own | lost, opposing & ~lost, turns)


def threatening_targets(rules: Rules, arrangement: Arrangement, own: int) -> int | None:
    """The opposing pieces of which a turn must take at least one if its mover is to win in two; None if any piece may
    do.

    Only captures take several pieces; the function does not tell such turns apart.
    """
    opposing = arrangement.live ^ own
    if not _has_answers(rules, arrangement, opposing, 2) or _may_win_next(arrangement, own, opposing):
        return None
    return sum(
        1 << slot for slot in slots(opposing) if _may_win_next(arrangement, own | 1 << slot, opposing ^ 1 << slot)
    )


def _may_win_next(arrangement: Arrangement, own: int, opposing: int) -> bool:
    """Whether pieces, those that they may capture in a turn, and one more complete a chain."""
    if may_span(arrangement, own, opposing, 1):
        return True
    lost = opposing & ~_well_held(arrangement, opposing, 1)
    if not lost or not may_span(arrangement, own | lost, opposing & ~lost, 1):
        return False
    return may_span(arrangement, own | cut_off(arrangement, opposing, 1), opposing, 1)


def may_span(arrangement: Arrangement, own: int, others: int, count: int) -> bool:
    """Whether some pieces, together with a number of others, can make a chain on all four edges."""
    if count == 1:
        return bool(edge_chains(arrangement, own)[1])
    if count > 2:
        return any(may_span(arrangement, own | 1 << slot, others ^ 1 << slot, count - 1) for slot in slots(others))
    return any(edge_chains(arrangement, own | 1 << slot)[1] for slot in slots(others))


def cut_off(arrangement: Arrangement, group: int, count: int) -> int:
    """The pieces of a group that lose their way to the edge if up to n well-chosen pieces are taken away."""
    touch, rim = arrangement.touch, arrangement.rim
    lost = 0
    if count == 1:
        for slot in slots(sole_supports(group, rim, touch)[1]):
            rest = group ^ 1 << slot
            lost |= rest & ~flood(rim, rest, touch)
        return lost
    for slot in slots(group):
        rest = group ^ 1 << slot
        reached = flood(rim, rest, touch)
        lost |= rest ^ reached | cut_off(arrangement, reached, count - 1)
    return lost


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
        if ((north | south) >> slot & 1 and _has_halves(rules, arrangement, slot, True))
        or ((east | west) >> slot & 1 and _has_halves(rules, arrangement, slot, False))
    )
    return sum(1 for _ in islice(halved, count)) >= count


def _has_halves(rules: Rules, arrangement: Arrangement, slot: int, vertical: bool) -> bool:
    rect = arrangement.rects[slot]
    return rules.halves(rect, vertical) is not None and rules.within_limits(rect, vertical)
