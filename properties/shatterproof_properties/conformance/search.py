"""Searching for a difference, and shrinking it: Hypothesis does both, the harness only says what differs."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any
from unittest import SkipTest

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.database import InMemoryExampleDatabase
from hypothesis.errors import HypothesisException, NoSuchExample

from shatterproof.game import find_game
from shatterproof_properties.conformance.difference import Difference
from shatterproof_properties.conformance.lockstep import Case, Lockstep
from shatterproof_properties.play import similar, simpler

CASES_IN_A_BATCH = 20
SHRINKING_SECONDS = 40.0
SMALL_WORLD_SECONDS = 4.0
SIMPLIFYING_SECONDS = 15.0
TINY = (4, 5)
"""Board area and pieces of a witness that need not be smaller."""
KEY = b"difference"


class TimeUp(KeyboardInterrupt):
    """Stops Hypothesis at once, as only an interrupt does."""


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
            if time.monotonic() > deadline:
                raise TimeUp
            difference = self.lockstep.first_difference(case)
            found.extend([difference] if difference else [])
            return bool(found)

        self._find(differs, seed, CASES_IN_A_BATCH, (Phase.generate,), self.strategy(set_up=self.set_up))
        return found[0] if found else None

    def shows_again(self, difference: Difference) -> bool:
        """Whether asking the same question once more shows the same difference."""
        return self.lockstep.first_difference(self._case(difference), difference.signature) is not None

    def shrink(self, difference: Difference) -> Difference:
        """The smallest difference found with the same clause and the same pair of verdicts."""
        best = [difference]
        self._simplify(difference, best, time.monotonic() + SIMPLIFYING_SECONDS)
        if best[0].played:
            keeps = self._keeps(difference, best, time.monotonic() + SHRINKING_SECONDS)
            self._find(keeps, 0, 500, (Phase.reuse, Phase.shrink), self.strategy(set_up=self.set_up))
        elif best[0].size > TINY:
            keeps = self._keeps(difference, best, time.monotonic() + SMALL_WORLD_SECONDS)
            small = self.strategy(set_up=True, most_plies=0, small=True)
            self._find(keeps, 0, 300, (Phase.generate, Phase.shrink), small)
        return best[0]

    def _simplify(self, difference: Difference, best: list[Difference], deadline: float) -> None:
        """Takes the position asked about as a position set up, and steps to a simpler one for as long as one will do."""
        if not self.set_up:
            return
        game = self.lockstep.game
        keeps = self._keeps(difference, best, deadline)
        turn = best[0].turn
        probes = ((turn, None),) if turn else ()

        def shows(nearer: Any) -> bool:
            like = tuple((text, None) for text in (similar(game, nearer, turn) if turn else ()))
            return keeps(Case(nearer, (), ())) or keeps(Case(nearer, (), like))

        position = best[0].position
        with suppress(TimeUp):
            going = keeps(Case(position, (), probes))
            while going:
                following = (nearer for nearer in simpler(game, position) if shows(nearer))
                position, going = next(((nearer, True) for nearer in following), (position, False))

    def _keeps(self, difference: Difference, best: list[Difference], deadline: float) -> Callable[[Case], bool]:
        def keeps(case: Case) -> bool:
            if time.monotonic() > deadline:
                raise TimeUp
            again = self.lockstep.first_difference(case, difference.signature)
            if again is None:
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
        except (NoSuchExample, HypothesisException, SkipTest, TimeUp):
            # No find, or one that the deadline cut short: the condition has noted what matters.
            return

    def _case(self, difference: Difference) -> Case:
        game = find_game(difference.game)
        position, turns = difference.start, []
        for text in difference.played:
            turns.append(game.parse_turn(position, text))
            position = game.play(position, turns[-1])
        return Case(difference.start, tuple(turns), ((difference.turn, None),) if difference.turn else ())
