"""Turns that win at once: only those walks are taken that could win.

Which those are after a cut of one piece, or a join, is told by `prospects`. Halving more pieces by the same cut changes
nothing that chains, touching pieces or the edge can tell, since halves touch each other: it matters only for a walk
over pieces of the mover's that were captured on the way. So of the longer cuts only those are tried that halve a piece
which a walk from the same start, after the cut of its piece alone, has seen lost.
"""

from __future__ import annotations

from shatterproof_properties.second.crumble.actions import Done, cut_one_more, cuts, join, join_action
from shatterproof_properties.second.crumble.engine import HALVES, Engine, worked_rects
from shatterproof_properties.second.crumble.ground import Ground, Stretch, stretch_from
from shatterproof_properties.second.crumble.position import NO_TARGET, Action, End, Position, Turn
from shatterproof_properties.second.crumble.rules import OWN_WINS
from shatterproof_properties.second.crumble.walks import State, Walks
from shatterproof_properties.solving.crumble.prospects import Prospects, Start

Win = tuple[Turn, Position]


class Won(Exception):
    """Ends a walk that has won."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state


class WinningWalks(Walks):
    """Walks up to the first that wins; `lost` are pieces of the mover's that others lost on the way."""

    lost = 0

    def first_win(self, own: int, stretch: Stretch | None) -> State | None:
        """How the first of them ends."""
        self._kept = own & ~(1 << self.start)
        try:
            self.explore(own, stretch)
        except Won as won:
            return won.state
        return None

    def _take(self, own: int, into: int, path: str, stretch: Stretch | None) -> None:
        super()._take(own, into, path, stretch)
        state = self._states[-1]
        if state.winner == OWN_WINS:
            raise Won(state)
        self.lost |= self._kept & ~state.own


def winning_turn(engine: Engine, here: Position) -> Win | None:
    """A turn after which the mover has won, and the position after it."""
    if here.outcome is not None:
        return None
    arrangement = here.arrangement
    own = here.black if here.black_moves else arrangement.live ^ here.black
    if engine.shortcuts:
        ground = Ground(arrangement, own, arrangement.live ^ own)
        if ground.calm:
            return Scout(engine, here, own, ground).win()
    mover = "black" if here.black_moves else "white"
    return next(((turn, after) for turn, after in engine.results(here) if after.outcome == mover), None)


class Scout:
    """Looks for a win from one settled position."""

    def __init__(self, engine: Engine, here: Position, own: int, ground: Ground) -> None:
        """`own` are the mover's pieces."""
        self.engine, self.here, self.own, self.ground = engine, here, own, ground
        self._dones: dict[tuple[str, int], tuple[Action, Done]] = {}

    def win(self) -> Win | None:
        """The first win found, such without captures first."""
        lost_from = {}
        for start in Prospects(self.engine, self.here.arrangement, self.own, self.ground).starts():
            won, lost = self._walked(*self._made(start), 0, start.half)
            if won is not None:
                return won
            others = lost & self.own & ~start.was
            if others and start.half:
                lost_from[start.kind, start.was, start.half] = others
        return self._by_longer_cut(lost_from) if lost_from else None

    def _made(self, start: Start) -> tuple[Action, Done]:
        """The join, or the cut of one piece, that makes a start."""
        made = self._dones.get((start.kind, start.was)) if start.half else None
        if made is None:
            made = self._dones[start.kind, start.was] = self._make(start)
        return made

    def _make(self, start: Start) -> tuple[Action, Done]:
        engine, arrangement = self.engine, self.here.arrangement
        if not start.half:
            done = join(engine, arrangement, self.own, start.was, start.rect)
            return join_action(arrangement, start.was, start.rect), done
        slot = start.was.bit_length() - 1
        done = cut_one_more(engine, Done(arrangement, self.own, ()), slot, start.kind == "V")
        return Action(start.kind, (slot,), None), done

    def _by_longer_cut(self, lost_from: dict[tuple[str, int, str], int]) -> Win | None:
        """A win by a cut of several pieces, some of which are lost by a walk that starts from one of them."""
        for action, done in cuts(self.engine, self.here.arrangement, self.own):
            worked = sum(1 << slot for slot in action.worked)
            for piece, slot in enumerate(action.worked):
                for half in HALVES[action.kind]:
                    if worked & lost_from.get((action.kind, 1 << slot, half), 0):
                        won, _ = self._walked(action, done, piece, half)
                        if won is not None:
                            return won
        return None

    def _walked(self, action: Action, done: Done, piece: int, half: str) -> tuple[Win | None, int]:
        arrangement, own, several = done
        place = HALVES[action.kind].index(half)
        start = several[piece][place]
        gone = action.worked[piece : piece + 1] if half else action.worked
        was = sum(1 << slot for slot in gone)
        sibling = 1 << several[piece][1 - place] if half else 0
        walks = WinningWalks(self.engine, arrangement, start)
        state = walks.first_win(own, stretch_from(self.ground, arrangement, own, start, was, sibling))
        if state is None:
            return None, walks.lost
        end = End(state.own, NO_TARGET if state.slot == start else state.slot, state.winner)
        after = self.engine.after(self.here, arrangement, worked_rects(self.here.arrangement, action), None, end)
        return (Turn(action, piece, half, state.path), after), 0
