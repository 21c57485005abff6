"""A check on a Dask cluster: workers search parts of it, and what they find is put together here."""

from __future__ import annotations

import time
import traceback
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import NamedTuple

from shatterproof.errors import InputError
from shatterproof_properties.common.cluster import Cluster, News, Report
from shatterproof_properties.conformance.generate.exhaustive import Shard
from shatterproof_properties.conformance.runs.jobs import merge
from shatterproof_properties.conformance.runs.shard import SHRINKING, RunProgress, run_shard
from shatterproof_properties.conformance.settings import Plan
from shatterproof_properties.conformance.verdicts.verdict import Verdict
from shatterproof_properties.engines.client import EngineClient
from shatterproof_properties.engines.session import Session

WORKER_SECONDS = 120.0
"""Of a part at most: what is lost with a worker, and how long one may work on for a client that is gone."""
LOOKS = 0.2
REPORTS = 1.0
"""Seconds between two reports of a worker."""
ROUNDS = 1000
"""Parts of each worker that are told apart in a part of a campaign."""
LEAST_SECONDS = 1.0
"""Of a part: with less time left none is begun."""
GRACE = 10.0
"""Seconds that workers have to say what they have found, once they are interrupted or should have ended."""


class Part(NamedTuple):
    """A part of a check: what to do, the seed, and which share of what is divided."""

    plan: Plan
    seed: int
    share: Shard


class Failure(NamedTuple):
    """Why a worker could not do a part, and whether it is the input that is to blame."""

    what: str
    is_input: bool


def do_part(part: Part, report: Report) -> Verdict | Failure:
    """What a part comes to at a worker; it ends early where the client says so."""
    next_report, stopped = 0.0, False

    def on_progress(results: int, found: bool) -> bool:
        nonlocal next_report, stopped
        now = time.monotonic()
        if now >= next_report:
            next_report = now + REPORTS
            stopped = report(results) or stopped
        return stopped

    try:
        return run_shard(part.plan, part.seed, on_progress, part.share)
    except InputError as error:
        return Failure(str(error), True)
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        module = Path(place.filename).stem
        return Failure(f"{type(error).__name__}: {error} ({module}, line {place.lineno})", False)


def engine_there(plan: Plan) -> tuple[str, bool]:
    """The engine as it introduces itself where this is asked, or why it does not; and whether it does."""
    try:
        with EngineClient(plan.argv, plan.limits) as engine:
            return Session.begin(engine, plan.game, plan.readings).announced.title, True
    except InputError as error:
        return str(error), False


def run_on_cluster(plan: Plan, seed: int) -> Verdict:
    """A check by the workers of `plan.scheduler`, each with one part after another.

    Raises InputError where there is no such cluster, or the engine is not there on every worker.
    """
    assert plan.scheduler is not None
    with Cluster(plan.scheduler, do_part) as cluster:
        check_engines(cluster, plan)
        run = ClusterRun(plan, seed, cluster)
        finish(run)
        return run.verdict()


def finish(run: ClusterRun) -> None:
    """Does the work of a run until it is over, interrupted, or its scheduler is gone."""
    with suppress(_Gone):
        try:
            run.work()
        except KeyboardInterrupt:
            run.interrupt()


def check_engines(cluster: Cluster, plan: Plan) -> None:
    """Raises InputError unless the engine introduces itself on every worker, everywhere alike."""
    expected = "the command of the engine, and the same engine, on every worker"
    there = cluster.everywhere(engine_there, plan)
    for worker, (said, begun) in there.items():
        if not begun:
            raise InputError(f"worker {worker}: {said}", "--engine", expected)
    titles = {title: worker for worker, (title, _) in there.items()}
    if len(titles) > 1:
        told = ", ".join(f"{title} on {worker}" for title, worker in sorted(titles.items()))
        raise InputError(f"the workers have several engines: {told}", "--engine", expected)


@dataclass
class ClusterRun:
    """One check, from the first part given out to the last. What has been found is told, whatever ends it."""

    plan: Plan
    seed: int
    cluster: Cluster
    verdicts: dict[int, Verdict] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    results: Counter[int] = field(default_factory=Counter)
    interrupted: bool = False

    def __post_init__(self) -> None:
        self._begun = time.monotonic()
        self._until = self._begun + self.plan.seconds
        self._shares = max(self.cluster.workers(), 1)
        self._random, self._given, self._enough = Random(self.seed), 0, False
        self._waits_until: float | None = None

    def work(self) -> None:
        """Gives out parts and takes in what they come to, until time is over or there is enough."""
        with RunProgress(f"checking, {self._shares} workers", self.plan.seconds) as watch:
            while True:
                if time.monotonic() > self._until or self._enough or self.failures:
                    self._stop()
                self._give_out()
                if not self.cluster.under_way():
                    return
                self._take(LOOKS)
                watch.tell(self.results.total())
                if self._is_late():
                    return

    def _stop(self) -> None:
        """Asks the workers to end: what they shrink and the question they are at may take its time."""
        self.cluster.stop()
        self._enough = True
        if self._waits_until is None:
            limits = self.plan.limits
            question = max(limits.hello, limits.open, limits.apply, limits.turns, limits.count)
            shrinking = SHRINKING * min(self.plan.seconds, WORKER_SECONDS)
            self._waits_until = time.monotonic() + shrinking + question + GRACE

    def _is_late(self) -> bool:
        """Whether workers have not answered long after they should have: they are not waited for any more."""
        late = self._waits_until is not None and time.monotonic() > self._waits_until
        if late and self.cluster.under_way():
            self.failures.append(Failure("it has not said what it found, long after it should", True))
        return late

    def interrupt(self) -> None:
        """Has the workers say what they have found until now."""
        self.interrupted = True
        self.cluster.stop()
        until = time.monotonic() + GRACE
        with suppress(KeyboardInterrupt):
            while self.cluster.under_way() and time.monotonic() < until:
                self._take(LOOKS)
        if not self.verdicts:
            raise KeyboardInterrupt

    def verdict(self) -> Verdict:
        """One verdict of all parts. Raises InputError where there is none and the input is to blame."""
        if not self.verdicts:
            failure = self.failures[0]
            if failure.is_input:
                raise InputError(failure.what, "--scheduler", "workers that can check the engine")
            raise RuntimeError(failure.what)
        whole = merge(self.plan, self.seed, list(self.verdicts.values()))
        first = [self.verdicts[number].coverage for number in range(self._shares) if number in self.verdicts]
        whole.coverage.small_boards = min(first, key=lambda coverage: coverage.results).small_boards if first else []
        # Later parts have gone on from elsewhere, each from another position.
        whole.coverage.small_boards_by_second = [line for coverage in first for line in coverage.small_boards_by_second]
        whole.interrupted |= self.interrupted
        whole.gave_up = whole.gave_up or next((f"on a worker: {failure.what}" for failure in self.failures), "")
        whole.seconds = time.monotonic() - self._begun
        return whole

    def _give_out(self) -> None:
        """Gives each worker a part; known cases are for the first only."""
        while not self._enough and self.cluster.under_way() < max(self.cluster.workers(), 1):
            left = self._until - time.monotonic()
            if left < LEAST_SECONDS and self._given:
                return
            first, index = self._given < self._shares, self._given % self._shares
            plan = replace(self.plan, scheduler=None, results=None, seconds=min(left, WORKER_SECONDS), jobs=1,
                           examples=self.plan.examples and first)  # fmt: skip
            number = ROUNDS * self.plan.part + self._given // self._shares
            share = Shard(index, self._shares, number, self.plan.begins_run and first)
            part = Part(plan, self._random.randrange(2**63), share)
            self.cluster.give(self._given, part)
            self._given += 1

    def _take(self, seconds: float) -> None:
        try:
            news = self.cluster.take(seconds)
        except ConnectionError as error:
            if not self.verdicts:
                raise InputError(str(error), "--scheduler", "one that stays until the run is over") from None
            self.failures.append(Failure(str(error), True))
            self._enough = True
            raise _Gone from None
        for each in news:
            self._take_in(each)

    def _take_in(self, news: News) -> None:
        if news.kind == "told":
            self.results[news.number] = news.value
        elif news.kind == "lost":
            self.failures.append(Failure("its workers were lost again and again", False))
        elif news.kind == "failed":
            is_input = isinstance(news.value, InputError)
            what = str(news.value) if is_input else f"{type(news.value).__name__}: {news.value}"
            self.failures.append(Failure(what, is_input))
        elif isinstance(news.value, Failure):
            self.failures.append(news.value)
        else:
            self.verdicts[news.number] = news.value
            self.results[news.number] = news.value.coverage.results
            self._enough |= bool(news.value.differences) and self.plan.differences == 1
        self._enough |= self.plan.results is not None and self.results.total() >= self.plan.results


class _Gone(Exception):
    """The scheduler is gone."""
