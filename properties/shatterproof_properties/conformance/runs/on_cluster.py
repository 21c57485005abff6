"""A check on a Dask cluster: workers search parts of the run, and the client puts their findings together."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import NamedTuple

from shatterproof.errors import InputError
from shatterproof_properties.common.cluster import Cluster, News, Report
from shatterproof_properties.common.interrupts import ClusterGone
from shatterproof_properties.conformance.generate.exhaustive import ALONE, Shard
from shatterproof_properties.conformance.run_settings import RunSettings, RunWorkers
from shatterproof_properties.conformance.runs.inquiry import INQUIRY
from shatterproof_properties.conformance.runs.shard import RunProgress, run_shard
from shatterproof_properties.conformance.verdicts.result import RunResult, merge

WORKER_SECONDS = 120.0
"""The most seconds of a part. So much is lost with a worker, or wasted if the client is gone."""
ROUNDS = 1000
"""How many part numbers each part of a saved run sets aside for the rounds of its workers."""
GRACE = 10.0
"""Seconds that workers have to report after an interrupt or after their time, or to come back when all are gone."""
SO_FAR_EVERY = 5.0
"""The interval in seconds at which a worker reports its findings, so that they survive its loss."""


class RunPart(NamedTuple):
    """A part of a run: its settings, its seed, and its shard."""

    settings: RunSettings
    seed: int
    shard: Shard


def do_part(part: RunPart, report: Report) -> RunResult:
    """The result of a part at a worker. It ends early if the client says so."""
    next_report, next_result, stopped = 0.0, SO_FAR_EVERY + time.monotonic(), False

    def on_progress(so_far: RunResult, found: bool) -> bool:
        nonlocal next_report, next_result, stopped
        now = time.monotonic()
        if now >= next_report:
            next_report = now + 1
            is_due = now >= next_result
            if is_due:
                next_result = now + SO_FAR_EVERY
                so_far.questions.sent = so_far.questions.counts.total()
            stopped = report(so_far if is_due else so_far.coverage.results) or stopped
        return stopped

    return run_shard(part.settings, part.seed, on_progress, part.shard)


def engine_there(settings: RunSettings) -> tuple[str, bool]:
    """The engine's title at this worker, or why there is none; and whether there is one."""
    try:
        with settings.engine.session(settings.game, settings.readings) as session:
            return session.announced.title, True
    except InputError as error:
        return str(error), False


def run_on_cluster(settings: RunSettings, seed: int, shard: Shard = ALONE) -> RunResult:
    """Runs a check on the workers of `settings.workers.scheduler`, each doing one part after another.

    Raises InputError if there is no such cluster, or the engine is not on every worker, and ClusterGone if the cluster
    is gone before anything was found.
    """
    assert settings.workers.scheduler is not None
    with Cluster(settings.workers.scheduler, do_part) as cluster:
        check_engines(cluster, settings)
        run = ClusterRun(settings, seed, cluster, shard)
        run.finish()
        return run.result()


def check_engines(cluster: Cluster, settings: RunSettings) -> None:
    """Raises InputError unless the engine introduces itself alike on every worker."""
    expected = "the command of the engine, and the same engine, on every worker"
    titles: dict[str, str] = {}
    for worker, (said, begun) in cluster.everywhere(engine_there, settings).items():
        if not begun:
            raise InputError(f"worker {worker}: {said}", "--engine", expected)
        titles[said] = worker
    if len(titles) > 1:
        named = ", ".join(f"{title} on {worker}" for title, worker in sorted(titles.items()))
        raise InputError(f"the workers have several engines: {named}", "--engine", expected)


class ClusterRun:
    """One check, from the first part given out to the last. Whatever ends it, its findings are reported.

    `parts` are the results by the number of the part.
    """

    def __init__(self, settings: RunSettings, seed: int, cluster: Cluster, shard: Shard = ALONE) -> None:
        self.settings, self.cluster, self.shard = settings, cluster, shard
        self.parts: dict[int, RunResult] = {}
        self._failures: list[Exception] = []
        self._compared: Counter[int] = Counter()
        self._interrupted, self._gone = False, ""
        self._begun = self._worked = time.monotonic()
        self._until = self._begun + settings.budget.seconds
        self._there = cluster.workers()
        self._workers = max(self._there, 1)
        self._random, self._given, self._enough = Random(seed), 0, False
        self._waits_until: float | None = None
        self._done: set[int] = set()

    def finish(self) -> None:
        """Works until the run is over or interrupted, or its cluster is gone."""
        try:
            with RunProgress(f"checking, {self._workers} workers", self.settings.budget.seconds) as watch:
                while True:
                    if time.monotonic() > self._until or self._enough or self._failures:
                        self._stop()
                    self._give_out()
                    if not self.cluster.under_way():
                        return
                    self._take()
                    watch.tell(self._compared.total())
                    self._look_for_workers()
        except ClusterGone as gone:
            self._gone = str(gone)
        except KeyboardInterrupt:
            # The workers are asked for their findings so far.
            self._interrupted = True
            until = time.monotonic() + GRACE
            with suppress(KeyboardInterrupt):
                self.cluster.stop()
                while self.cluster.under_way() and time.monotonic() < until:
                    self._take()
        if not self.parts:
            raise KeyboardInterrupt if self._interrupted else ClusterGone(self._gone)

    def _stop(self) -> None:
        """Asks the workers to end. A question or a shrinking under way may take its time."""
        self.cluster.stop()
        self._enough = True
        if self._waits_until is None:
            limits = self.settings.engine.limits
            question = max(limits.hello, limits.open, limits.apply, limits.turns, limits.count)
            shrinking = INQUIRY * min(self.settings.budget.seconds, WORKER_SECONDS)
            self._waits_until = time.monotonic() + shrinking + question + GRACE

    def _look_for_workers(self) -> None:
        """Raises ClusterGone if no worker is left, or if some have not reported long after they should."""
        now, self._there = time.monotonic(), self.cluster.workers()
        self._worked = now if self._there else self._worked
        if now - self._worked > GRACE:
            raise ClusterGone(f"no worker of {self.settings.workers.scheduler} is left")
        if self._waits_until is not None and now > self._waits_until and self.cluster.under_way():
            raise ClusterGone("workers gave no result, long after their time was over")

    def result(self) -> RunResult:
        """The results of all parts in one. Raises InputError if the input is the reason why there is none."""
        if not self.parts:
            if isinstance(self._failures[0], InputError):
                raise InputError(str(self._failures[0]), "--scheduler", "workers that can check the engine")
            raise RuntimeError(_said(self._failures[0]))
        whole = merge(list(self.parts.values()))
        first = [self.parts[number].coverage for number in range(self._workers) if number in self.parts]
        whole.coverage.small_boards = min(first, key=lambda coverage: coverage.results).small_boards if first else []
        # Later parts have gone on from elsewhere, each from another position.
        whole.coverage.small_boards_in_bulk = [line for coverage in first for line in coverage.small_boards_in_bulk]
        whole.ending.interrupted |= self._interrupted or bool(self._gone)
        failed = next((f"on a worker: {_said(failure)}" for failure in self._failures), "")
        whole.ending.gave_up = self._gone or whole.ending.gave_up or failed
        whole.ending.seconds = time.monotonic() - self._begun
        return whole

    def _give_out(self) -> None:
        """Gives each worker a part. Only the first part has the known cases."""
        while not self._enough and self.cluster.under_way() < max(self._there, 1):
            left = self._until - time.monotonic()
            if left < 1 and self._given:
                return
            first, index = self._given < self._workers, self._given % self._workers
            budget = replace(self.settings.budget, results=None, seconds=min(left, WORKER_SECONDS))
            settings = replace(self.settings, workers=RunWorkers(), budget=budget,
                               examples=self.settings.examples and first)  # fmt: skip
            number = ROUNDS * self.shard.part + self._given // self._workers
            shard = Shard(index, self._workers, number, self.shard.begins_run and first)
            self.cluster.give(self._given, RunPart(settings, self._random.randrange(2**63), shard))
            self._given += 1

    def _take(self) -> None:
        for each in self.cluster.take(0.2):
            self._take_in(each)

    def _take_in(self, news: News) -> None:
        if news.kind == "lost":
            raise ClusterGone("the workers of a part were lost again and again")
        if news.kind == "failed":
            self._failures.append(news.value)
        elif not isinstance(news.value, RunResult):
            self._compared[news.number] = news.value
        # What a worker has found so far may come in after all that it found.
        elif news.kind == "done" or news.number not in self._done:
            self.parts[news.number] = news.value
            self._compared[news.number] = news.value.coverage.results
        if news.kind == "done":
            self._done.add(news.number)
            self._enough |= bool(news.value.findings.differences) and self.settings.budget.differences == 1
        most = self.settings.budget.results
        self._enough |= most is not None and self._compared.total() >= most


def _said(failure: Exception) -> str:
    return str(failure) if isinstance(failure, InputError) else f"{type(failure).__name__}: {failure}"
