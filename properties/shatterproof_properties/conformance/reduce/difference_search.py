"""The search for a difference: small boards are enumerated, and Hypothesis draws further cases."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Any
from unittest import SkipTest

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.database import InMemoryExampleDatabase
from hypothesis.errors import Flaky, FlakyStrategyDefinition, NoSuchExample, Unsatisfiable

from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.compare.bulk import BulkComparison
from shatterproof_properties.conformance.compare.coverage import Coverage
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.generate.cases import Case, at_limits, cases, guidance, set_ups
from shatterproof_properties.conformance.generate.coverage_guidance import Aims, Covered
from shatterproof_properties.conformance.generate.exhaustive import ALONE, Shard, cases_of_small_boards
from shatterproof_properties.conformance.generate.playable_boards import playable_boards
from shatterproof_properties.engines.errors import Stopped
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.question import Question

CASES_IN_A_BATCH = 10
WALKED = 0.25
"""The share of all compared results that comes from small boards, as long as there are some left."""
BULK = 0.5
"""The share of the time that the bulk comparison may take."""
USUALLY, FOR_PAIRS = 8, 2
"""How many cases are drawn for what was met seldom, and how many for pairs not met yet; the same for set-ups."""
CASE_SECONDS = 5.0
"""The most seconds that this process takes for one case. Removing many snakes may take the reference minutes."""
KEY = b"difference"
FOREVER = float("inf")

OnProgress = Callable[[str], bool]
"""Gets the present work ("searching", "asking again", "shrinking") before every question. True ends the search."""


@dataclass(frozen=True)
class Budget:
    """How much a run may do: its seconds, the results to compare (None: until time is up), and unlike differences."""

    seconds: float = 20.0
    results: int | None = None
    differences: int = 1


class DifferenceSearch:
    """Looks for cases in which an engine and the reference differ.

    `until` is when the seconds of the budget are over; without one it has no end. `over` tells whether it has ended: by
    what `on_progress` said, or then. `shard` says which of several processes this is. `exhaustive` knows how far small
    boards have been gone through, `guidance` what is drawn next, `strategy` is what the latest random cases were drawn
    from.
    """

    def __init__(
        self,
        differential: DifferentialRun,
        on_progress: OnProgress = lambda doing: False,
        shard: Shard = ALONE,
        budget: Budget | None = None,
    ) -> None:
        self.budget = budget or Budget(FOREVER)
        self.until = time.monotonic() + self.budget.seconds
        session = differential.session
        self.differential = differential
        self.on_progress = on_progress
        self.over = False
        self.set_up = session.announced.from_position
        self.boards = playable_boards(session)
        only = differential.coverage.only
        self.guidance = guidance(differential.game, self.boards, self.set_up, only)
        self.exhaustive = cases_of_small_boards(differential.game, self.boards, session.readings, self.set_up, shard)
        self.bulk = BulkComparison(differential, self.boards, self.on_step, shard)
        self.strategy = self.cases()
        limits = at_limits(differential.game, self.boards[0], session.readings)
        walk = chain([limits] if shard.index == 0 and shard.begins_run else [], self.exhaustive)
        # Few positions of small boards are about some clauses alone.
        self._walk: Iterator[Case] = iter(()) if only else walk
        self._walked = 0
        self._database = InMemoryExampleDatabase()
        self._doing = "searching"
        self._deadline = self._left = self._case_until = FOREVER
        differential.on_step, differential.known.check_time = self.on_step, self.check_time

    def search(self, seed: int) -> Difference | None:
        """The first difference among some cases of small boards and a batch of random ones, or None."""
        begun, before = time.monotonic(), self.differential.coverage.results
        shown = self.try_out(self._small_cases())
        if shown or self.over:
            return shown
        found: list[Difference] = []
        # What an earlier batch has found is of no use to another strategy.
        self._database = InMemoryExampleDatabase()

        def differs(case: Case) -> bool:
            self.on_step()
            found.extend(filter(None, [self._learned(case)]))
            return bool(found)

        aims = [*[self.guidance.aims()] * USUALLY, *self.guidance.aims_at_pairs(FOR_PAIRS)]
        self.strategy = self.cases(aims=aims, only=self.differential.coverage.only)
        self._set_up(seed, aims)
        self.over = self.over or not self.find(differs, seed, CASES_IN_A_BATCH, (Phase.generate,), self.strategy)
        if found or self.over:
            return found[0] if found else None
        results, now = self.bulk.for_each * (self.differential.coverage.results - before), time.monotonic()
        try:
            return next(self.bulk.search(Random(seed), results, now + (now - begun) * BULK / (1 - BULK)), None)
        except Stopped:
            self.over = True
            return None

    def _set_up(self, seed: int, aims: Sequence[Aims]) -> None:
        """Gives the bulk comparison positions that are rich in something rare, as beginnings of games."""
        bulk, session = self.bulk, self.differential.session
        if not self.set_up or not bulk.for_each:
            return

        def keep(position: Any) -> bool:
            self.on_step()
            bulk.begin_with(Question.at(self.differential.game, position))
            return False

        positions = set_ups(session.game, self.boards, session.readings, aims)
        self.over = not self.find(keep, seed, 25, (Phase.generate,), positions)

    def try_out(self, known: Iterable[Case]) -> Difference | None:
        """The first difference among given cases, or None."""
        return next(self.each_of(filter(None, map(self.differential.first_difference, known))), None)

    def each_of(self, differences: Iterator[Difference]) -> Iterator[Difference]:
        """Those of some differences that show in time while they are looked for."""
        try:
            while True:
                self.begin("searching", self.until)
                found = next(differences, None)
                if found is None:
                    return
                yield found
        except Stopped:
            self.over = True

    def shows_again(self, difference: Difference, deadline: float = FOREVER) -> bool | None:
        """Whether asking the same question again shows the same difference; None if time was up before."""
        try:
            self.begin("asking again", deadline)
            return self.differential.first_difference(Case.of(difference.question), difference.is_like) is not None
        except Stopped:
            return None

    def _small_cases(self) -> Iterator[Case]:
        """The next cases of small boards, until they have their share."""
        coverage = self.differential.coverage
        while self._walked <= WALKED * coverage.results:
            before = coverage.results
            case = next(self._walk, None)
            if case is None:
                return
            yield case
            self._walked += coverage.results - before

    def _learned(self, case: Case) -> Difference | None:
        """The first difference that a case shows before it takes too long.

        The guidance learns what the case has met.
        """
        coverage, counts = self.differential.coverage, self.differential.session.counts
        before, cost = _covered(coverage), coverage.results + counts.total()
        self._case_until = time.process_time() + CASE_SECONDS
        try:
            found = self.differential.first_difference(case)
        except Stopped:
            if time.process_time() <= self._case_until:
                raise
            found = None
            coverage.left += 1
        finally:
            self._case_until = FOREVER
        self.bulk.begin_with(case.question)
        broken = [clause for _, clause in case.probes]
        # An answer takes the longer to check, the larger the board and the more pieces there are.
        weight = sum(features.of(self.differential.game).extent(case.question.begun))
        now = _covered(coverage)
        covered = Counter({item: count - before[item] for item, count in now.items() if count != before[item]})
        cost = weight * (coverage.results + counts.total() - cost)
        self.guidance.learn(case.drawn, zip(case.aims, broken, strict=True), covered, cost)
        return found

    def begin(self, doing: str, deadline: float, effort: float = FOREVER) -> None:
        """Begins work that ends at a deadline, or after `effort` results and questions.

        Raises Stopped if the engine has to be restarted and there is no time for that.
        """
        self._doing, self._deadline, self._left = doing, deadline, effort
        engine = self.differential.session.engine
        # An answer that is late only because time is up should not be waited for, but for a second.
        engine.until = deadline + 1.0 if deadline < FOREVER else None
        self.differential.session.revive()

    @property
    def late(self) -> bool:
        """Whether the time for the present work is over."""
        return time.monotonic() > self._deadline

    def check_time(self) -> None:
        """Raises Stopped if the time for the present work is over."""
        if self.late:
            raise Stopped

    def on_step(self) -> None:
        """Counts a step. Raises Stopped if the present work is over, or if a random case takes too long."""
        self._left -= 1
        over = self.on_progress(self._doing) and self._doing == "searching"
        if over or self._left < 0:
            raise Stopped
        self.check_time()
        if time.process_time() > self._case_until:
            raise Stopped

    def cases(self, **limits: Any) -> Any:
        """The strategy of cases that the engine can be asked about."""
        session = self.differential.session
        return cases(session.game, self.boards, session.readings, **{"set_up": self.set_up, **limits})

    def find(
        self, condition: Callable[[Any], bool], seed: int, examples: int, phases: tuple[Phase, ...], strategy: Any
    ) -> bool:
        """Runs Hypothesis's search, whose condition notes what it finds.

        Returns false if time was up before its end.
        """
        chosen = settings(
            max_examples=examples,
            database=self._database if Phase.reuse in phases or Phase.shrink not in phases else None,
            deadline=None,
            phases=phases,
            suppress_health_check=list(HealthCheck),
        )

        def ending_at_once(case: Any) -> bool:
            try:
                return condition(case)
            except Exception as error:
                # Hypothesis would shrink any other exception, and goes on meanwhile.
                raise KeyboardInterrupt from error

        try:
            find(strategy, ending_at_once, settings=chosen, random=Random(seed), database_key=KEY)
        except KeyboardInterrupt as interrupt:
            error = interrupt.__cause__
            if isinstance(error, Stopped):
                return False
            raise error or interrupt from None
        except FlakyStrategyDefinition:
            raise
        except (NoSuchExample, Unsatisfiable, Flaky, SkipTest):
            return True
        return True


def _covered(coverage: Coverage) -> Covered:
    """How often clauses, features, and pairs of features were met."""
    found: Covered = Counter()
    for met in (coverage.clauses, coverage.features, coverage.pairs):
        found.update(met)
    return found
