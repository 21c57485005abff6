"""Searching for a difference, and shrinking it: Hypothesis does both, the harness only says what differs."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from unittest import SkipTest
from typing import Any

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.database import InMemoryExampleDatabase
from hypothesis.errors import HypothesisException, NoSuchExample

from shatterproof.game import find_game
from shatterproof_properties.conformance.difference import Difference
from shatterproof_properties.conformance.lockstep import Case, Lockstep
from shatterproof_properties.play import simpler

CASES_IN_A_BATCH = 20
SHRINKING_SECONDS = 40.0
SMALL_WORLD_SECONDS = 4.0
SIMPLIFYING_SECONDS = 12.0
KEY = b"difference"


class Hunt:
    """Looks for cases in which an engine and the reference differ.

    `strategy` gives the strategy for cases; its keywords `set_up`, `most_plies` and `small` (boards) narrow them.
    """

    def __init__(self, lockstep: Lockstep, strategy: Callable[..., Any], set_up: bool) -> None:
        self.lockstep = lockstep
        self.strategy = strategy
        self.set_up = set_up
        self._database = InMemoryExampleDatabase()

    def search(self, seed: int, deadline: float) -> Difference | None:
        """The first difference among a batch of random cases, or None. Stops at `deadline` (time.monotonic)."""
        found: list[Difference] = []

        def differs(case: Case) -> bool:
            if found or time.monotonic() > deadline:
                return bool(found)
            difference = self.lockstep.first_difference(case)
            found.extend([difference] if difference else [])
            return bool(found)

        self._find(differs, seed, CASES_IN_A_BATCH, (Phase.generate,), self.strategy(set_up=self.set_up))
        return found[0] if found else None

    def shows_again(self, difference: Difference) -> bool:
        """Whether asking the same question once more shows the same difference."""
        again = self.lockstep.first_difference(self._case(difference))
        return again is not None and again.signature == difference.signature

    def shrink(self, difference: Difference) -> Difference:
        """The smallest difference found with the same clause and the same pair of verdicts."""
        best = [difference]
        if self.set_up:
            self._simplify(difference, best, time.monotonic() + SIMPLIFYING_SECONDS)
            small = self.strategy(set_up=True, most_plies=0, small=True)
            keeps = self._keeps(difference, best, time.monotonic() + SMALL_WORLD_SECONDS)
            self._find(keeps, 0, 300, (Phase.generate, Phase.shrink), small)
        if best[0] is difference:
            keeps = self._keeps(difference, best, time.monotonic() + SHRINKING_SECONDS)
            self._find(keeps, 0, 500, (Phase.reuse, Phase.shrink), self.strategy(set_up=self.set_up))
        self._simplify(difference, best, time.monotonic() + SIMPLIFYING_SECONDS)
        return best[0]

    def _simplify(self, difference: Difference, best: list[Difference], deadline: float) -> None:
        """Takes the position asked about as a position set up, and steps to a simpler one for as long as one will do."""
        if not self.set_up:
            return
        game = self.lockstep.game
        keeps = self._keeps(difference, best, deadline)
        position, going = best[0].position, keeps(Case(best[0].position, (), ()))
        while going and time.monotonic() < deadline:
            following = (nearer for nearer in simpler(game, position) if keeps(Case(nearer, (), ())))
            position, going = next(((nearer, True) for nearer in following), (position, False))

    def _keeps(self, difference: Difference, best: list[Difference], deadline: float) -> Callable[[Case], bool]:
        def keeps(case: Case) -> bool:
            if time.monotonic() > deadline:
                return False
            again = self.lockstep.first_difference(case)
            if again is None or again.signature != difference.signature:
                return False
            best[0] = min(best[0], again, key=lambda found: found.size)
            return True

        return keeps

    def _find(
        self, condition: Callable[[Case], bool], seed: int, examples: int, phases: tuple[Phase, ...], strategy: Any
    ) -> None:
        """Runs Hypothesis's search; what it finds, the condition has noted."""
        chosen = settings(
            max_examples=examples,
            database=self._database if Phase.reuse in phases or Phase.shrink not in phases else None,
            deadline=None,
            phases=phases,
            suppress_health_check=list(HealthCheck),
        )
        try:
            find(strategy, condition, settings=chosen, random=Random(seed), database_key=KEY)
        except (NoSuchExample, HypothesisException, SkipTest):
            # No find, or one that the deadline cut short: the condition has noted what matters.
            return

    def _case(self, difference: Difference) -> Case:
        game = find_game(difference.game)
        position, turns = difference.start, []
        for text in difference.played:
            turns.append(game.parse_turn(position, text))
            position = game.play(position, turns[-1])
        return Case(difference.start, tuple(turns), ((difference.turn, None),) if difference.turn else ())
