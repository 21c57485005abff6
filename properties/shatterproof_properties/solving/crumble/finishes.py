"""Turns that win at once, found by trying only the walks that could win; and turns that may win in two.

After a cut of one piece, or a join, `prospects` names these walks. A cut that halves more pieces changes nothing for
chains, touching pieces or the edge, since halves touch each other. It matters only for a walk over pieces of the
mover's that were captured on the way. So a longer cut is tried only if a walk from one of its halves, after the cut of
that piece alone, has lost a piece that the longer cut halves.

A turn that wins in two ends on a piece with which one more turn could win (`reach.threatening_targets`). A walk that
captures nothing stays in one region of opposing pieces, and no cut or join changes these (`prospects`).
"""

from __future__ import annotations

from collections.abc import Iterator

from shatterproof_properties.second.crumble import Engine
from shatterproof_properties.second.crumble.position import NO_TARGETS, WON, Position, Turn, WalkEnd, Work
from shatterproof_properties.second.crumble.rules import OWN_WINS
from shatterproof_properties.second.crumble.shortcuts import ColourAnalysis, quiet_walk_from
from shatterproof_properties.second.crumble.walks import Walks
from shatterproof_properties.second.crumble.work import (
    HALVES,
    WorkResult,
    cut_more,
    join,
    join_work,
    runs_through,
    worked_rects,
)
from shatterproof_properties.solving.crumble.prospects import Prospects
from shatterproof_properties.solving.crumble.reach import threatening_targets

Win = tuple[Turn, Position]


def winning_turn(engine: Engine, here: Position) -> Win | None:
    """A turn that wins at once, and the position after it; None if there is none."""
    if here.outcome is not None:
        return None
    arrangement, own = here.arrangement, here.own
    if engine.shortcuts:
        analysis = ColourAnalysis(arrangement, own, arrangement.live ^ own)
        if analysis.settled:
            return WinSearch(engine, here, own, analysis).win()
    won = WON[engine.to_move(here)]
    return next(((turn, after) for turn, after in engine.results(here) if after.outcome == won), None)


class WinSearch:
    """The search for a win from one settled position."""

    def __init__(self, engine: Engine, here: Position, own: int, analysis: ColourAnalysis) -> None:
        """`own` are the mover's pieces."""
        self.engine, self.here, self.own, self.analysis = engine, here, own, analysis

    def win(self) -> Win | None:
        """The first win found. Wins without captures come first."""
        engine, arrangement, own = self.engine, self.here.arrangement, self.own
        lost_from, cuts = {}, dict[tuple[str, int], tuple[Work, WorkResult]]()
        for kind, was, half, rect, _ in Prospects(engine, arrangement, own, self.analysis).starts():
            if not half:
                made = join_work(arrangement, was, rect), join(engine, arrangement, own, was, rect)
            elif (kind, was) in cuts:
                made = cuts[kind, was]
            else:
                worked = (was.bit_length() - 1,)
                made = cuts[kind, was] = Work(kind, worked, None), self._cut(worked, kind)
            won, lost = self._walked(*made, 0, half)
            if won is not None:
                return won
            others = lost & own & ~was
            if others and half:
                lost_from[kind, was, half] = others
        return self._by_longer_cut(lost_from) if lost_from else None

    def _by_longer_cut(self, lost_from: dict[tuple[str, int, str], int]) -> Win | None:
        """A win by a cut of several pieces, some of which a walk loses that starts from one of them."""
        for (kind, was, half), others in lost_from.items():
            slot = was.bit_length() - 1
            for worked in runs_through(self.engine, self.here.arrangement, self.own, slot, kind == "V"):
                if sum(1 << each for each in worked) & others:
                    won, _ = self._walked(Work(kind, worked, None), self._cut(worked, kind), worked.index(slot), half)
                    if won is not None:
                        return won
        return None

    def _cut(self, worked: tuple[int, ...], kind: str) -> WorkResult:
        return cut_more(self.engine, WorkResult(self.here.arrangement, self.own, ()), worked, kind == "V")

    def _walked(self, work: Work, result: WorkResult, piece: int, half: str) -> tuple[Win | None, int]:
        """The first walk that wins, if one does, and the pieces of the mover's that walks lose on the way."""
        arrangement, own, several = result
        place = HALVES[work.kind].index(half)
        start = several[piece][place]
        gone = work.worked[piece : piece + 1] if half else work.worked
        was = sum(1 << slot for slot in gone)
        variant = 1 << several[piece][1 - place] if half else 0
        quiet = quiet_walk_from(self.analysis, arrangement, own, start, was, variant)
        lost = 0
        for state in Walks(self.engine, arrangement, start).explore(own, quiet):
            if state.winner == OWN_WINS:
                end = WalkEnd(state.own, NO_TARGETS, state.winner)
                after = self.engine.after(self.here, arrangement, worked_rects(self.here.arrangement, work), None, end)
                return (Turn(work, piece, half, state.path), after), 0
            lost |= own & ~(1 << start | state.own)
        return None, lost


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
