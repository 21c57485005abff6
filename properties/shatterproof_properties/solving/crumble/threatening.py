"""Turns that may win in two, found without carrying out most other cuts and joins.

A turn that wins in two ends on a piece with which one more turn could win (`reach.threatening_targets`). A walk that
captures nothing stays in one region of opposing pieces, and no cut or join changes these (`prospects`).
"""

from __future__ import annotations

from collections.abc import Iterator

from shatterproof_properties.second.crumble.engine import Engine
from shatterproof_properties.second.crumble.position import Position, Turn, Work
from shatterproof_properties.second.crumble.shortcuts import ColourAnalysis
from shatterproof_properties.solving.crumble.prospects import Prospects
from shatterproof_properties.solving.crumble.reach import threatening_targets


def threatening_turns(engine: Engine, here: Position) -> Iterator[tuple[Turn, Position]]:
    """The results of a position, without some that do not win in two.

    The position is not won in one, and its game lets no piece stand enclosed.
    """
    arrangement, own = here.arrangement, here.own
    targets = threatening_targets(engine, arrangement, own)
    if targets is None:
        yield from engine.results(here)
        return
    opposing = arrangement.live ^ own
    analysis = ColourAnalysis(arrangement, own, opposing)
    starts = Prospects(engine, arrangement, own, analysis).starts_toward(targets)

    def may_walk_there(work: Work) -> bool:
        if work.outline is not None:
            return ("J", sum(1 << slot for slot in work.worked)) in starts
        return any((work.kind, 1 << slot) in starts for slot in work.worked)

    for turn, after in engine.wanted_results(here, may_walk_there):
        # Pieces that a turn does not work on keep their slots.
        taken = (after.arrangement.live ^ after.own) & opposing
        if taken & targets or taken & (taken - 1):
            yield turn, after
