"""Walks: every way from one start for a swapping piece, fewest steps first."""

from __future__ import annotations

from typing import NamedTuple

from shatterproof_properties.second.crumble.board import LETTERS, flood, slots, stranded
from shatterproof_properties.second.crumble.position import Arrangement
from shatterproof_properties.second.crumble.rules import Rules
from shatterproof_properties.second.crumble.shortcuts import ColourAnalysis, QuietWalk, quiet_walk_from


class WalkState(NamedTuple):
    """A state of a walk after its captures: the mover's pieces, the piece reached, the winner, and the way here.

    `quiet` is None until the way on without captures is worked out. `entered` is the mask of the pieces swapped into,
    where they matter (crumble.draw-into).
    """

    own: int
    slot: int
    winner: int
    path: str
    may_go_on: bool
    quiet: QuietWalk | None
    entered: int = 0


class Walks:
    """All walks from one piece of one arrangement. A walk never needs to be in the same state twice."""

    def __init__(self, rules: Rules, arrangement: Arrangement, start: int) -> None:
        self.rules = rules
        self.arrangement = arrangement
        self.start = start
        self._states: list[WalkState] = []
        self._seen: set[tuple[int, int, int]] | None = None
        self._settled: dict[tuple[int, int, int], tuple[int, int, bool]] = {}

    def explore(self, own: int, quiet: QuietWalk | None) -> list[WalkState]:
        """All states that a walk can reach, the start first."""
        arrangement = self.arrangement
        self._states.append(WalkState(own, self.start, 0, "", True, quiet))
        for state in self._states:
            if not state.may_go_on:
                continue
            quiet = state.quiet
            if quiet is None and self.rules.shortcuts:
                analysis = ColourAnalysis(arrangement, state.own, arrangement.live ^ state.own)
                if analysis.settled:
                    quiet = quiet_walk_from(analysis, arrangement, state.own, state.slot, 1 << state.slot, 0)
            if quiet is not None:
                self._go_on_quietly(state, quiet)
            else:
                self._go_on_step_by_step(state)
        return self._states

    def settle(self, before: int, own: int, into: int) -> tuple[int, int, bool]:
        """The state after an exchange: the mover's pieces after captures, the winner, and whether the walker keeps its
        colour.

        `before` are the mover's pieces before the exchange.
        """
        rules, arrangement = self.rules, self.arrangement
        if rules.captures_due("step"):
            own = rules.capture(arrangement, own, rules.standing(arrangement, before))
        return own, rules.winner(arrangement, own, arrangement.live ^ own), bool(own >> into & 1)

    def settle_at_last(self, own: int) -> tuple[int, int]:
        """The mover's pieces after the captures at the end of a walk, and the winner."""
        own = self.rules.capture(self.arrangement, own)
        return own, self.rules.winner(self.arrangement, own, self.arrangement.live ^ own)

    def _go_on_quietly(self, state: WalkState, quiet: QuietWalk) -> None:
        slot, path = state.slot, state.path
        unentered, rest = quiet.unentered, quiet.rest
        if not self.arrangement.faces[slot] & unentered:
            return
        for letter, side in zip(LETTERS, self.arrangement.sides, strict=True):
            bit = side[slot] & unentered
            if bit:
                unentered ^= bit
                own, into = rest | bit, bit.bit_length() - 1
                if bit & quiet.doubtful and self._is_eventful(quiet, bit, own):
                    self._take(state, own, into, letter, quiet)
                elif self._seen is None or self._is_new(own, into, 0):
                    self._states.append(WalkState(own, into, 0, path + letter, True, quiet))
        quiet.unentered = unentered

    def _is_eventful(self, quiet: QuietWalk, bit: int, own: int) -> bool:
        """Whether a step captures or wins, judged around the two pieces that have changed."""
        arrangement = self.arrangement
        touch, rim = arrangement.touch, arrangement.rim
        left = quiet.left
        opposing = arrangement.live ^ own
        if stranded(touch[left.bit_length() - 1] & own | bit, own, rim, touch):
            return True
        if stranded(touch[bit.bit_length() - 1] & opposing | left, opposing, rim, touch):
            return True
        if not bit & quiet.winning:
            return False
        near, spans = arrangement.near, self.rules.spans
        return spans(arrangement, flood(bit, own, near)) or spans(arrangement, flood(left, opposing, near))

    def _go_on_step_by_step(self, state: WalkState) -> None:
        own, slot = state.own, state.slot
        for letter, side in zip(LETTERS, self.arrangement.sides, strict=True):
            for into in slots(side[slot] & ~own):
                if self.rules.may_enter(into, self.start):
                    self._take(state, own & ~(1 << slot) | 1 << into, into, letter, None)

    def _take(self, state: WalkState, own: int, into: int, letter: str, quiet: QuietWalk | None) -> None:
        """One step in full: captures, then the win test, then whether the walk may go on."""
        step = (state.own, own, into)
        if step not in self._settled:
            self._settled[step] = self.settle(*step)
        after, winner, kept = self._settled[step]
        entered = state.entered | 1 << into if self.rules.lists_targets else 0
        if self._is_new(after, into, entered):
            may_go_on = self.rules.refusal_to_walk_on(kept, winner) is None
            quiet = quiet if after == own else None
            self._states.append(WalkState(after, into, winner, state.path + letter, may_go_on, quiet, entered))

    def _is_new(self, own: int, slot: int, entered: int) -> bool:
        # As long as nothing is captured, no state comes up twice within a quiet walk.
        if self._seen is None:
            # To come home is to be where one began, except where that is a target (crumble.draw-into).
            known = self._states if self.rules.into == "last" else self._states[1:]
            self._seen = {(state.own, state.slot, state.entered) for state in known}
        if (own, slot, entered) in self._seen:
            return False
        self._seen.add((own, slot, entered))
        return True
