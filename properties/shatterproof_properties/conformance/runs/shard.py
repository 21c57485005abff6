"""The processes of a run: each searches its shard for as long as the budget says, and returns what it has found.

Where there are several on this machine, the first difference stops the others if the budget wants only one.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import chain
from multiprocessing.sharedctypes import Synchronized, SynchronizedArray
from random import Random
from typing import Any, NamedTuple

from rich.progress import BarColumn, TextColumn

from shatterproof_properties.common.interrupts import held, orderly_end
from shatterproof_properties.common.progress import Bar
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.compare.mismatch_candidates import SecondEngineWrong
from shatterproof_properties.conformance.compare.mutant_probes import MutantProbes
from shatterproof_properties.conformance.generate.cases import replayed_case
from shatterproof_properties.conformance.generate.exhaustive import ALONE, Shard
from shatterproof_properties.conformance.generate.spec_examples import known_cases
from shatterproof_properties.conformance.history.known import ExpectedDifferences, KnownDifference
from shatterproof_properties.conformance.reduce.difference_search import DifferenceSearch
from shatterproof_properties.conformance.reduce.reproduction import differences_afresh
from shatterproof_properties.conformance.run_settings import RunSettings
from shatterproof_properties.conformance.runs.inquiry import look
from shatterproof_properties.conformance.vectors.first import VectorsFirst
from shatterproof_properties.conformance.verdicts.result import SPOILING, EngineAccount, RunResult, merge

VECTORS = 0.4
"""The share of a run's time for vectors. After it a slow engine is asked other things as well."""

OnProgress = Callable[[RunResult, bool], bool]
"""Gets the result of a process so far, and whether it is shrinking a difference. Returns true if it should stop."""


class RunProgress(Bar):
    """A progress bar over some seconds, on a terminal only; use it in a `with` statement."""

    def __init__(self, label: str, seconds: float, quiet: bool = False) -> None:
        columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[results]:,} results")
        super().__init__(label, seconds, *columns, quiet=quiet, results=0)
        self._label = label
        self._begun = self._next = time.monotonic()

    def tell(self, results: int, doing: str = "") -> None:
        """Shows how far the run is. `doing` replaces the label."""
        now = time.monotonic()
        if now >= self._next:
            self._next = now + 0.1
            self.show(now - self._begun, results=results, description=doing or self._label)


def run_shard(
    settings: RunSettings, seed: int, on_progress: OnProgress | None = None, shard: Shard = ALONE
) -> RunResult:
    """Search as one process of a run. Raises InputError."""
    budget = settings.budget
    with (
        settings.engine.session(settings.game, settings.readings) as session,
        RunProgress("checking", budget.seconds, quiet=bool(on_progress)) as watch,
    ):
        known = settings.known.of_game(settings.game)
        expected = ExpectedDifferences(known)
        differential = DifferentialRun(session, expected=expected, only=settings.only)
        coverage = differential.coverage
        probes = MutantProbes(session.game.NAME, session.readings.to_mapping(), only=coverage.only)
        result = RunResult(EngineAccount.of(session), coverage=coverage)
        findings = result.findings
        result.caught, result.caught_after, findings.expected = probes.caught, probes.caught_after, expected.seen

        def enough(doing: str) -> bool:
            watch.tell(coverage.results, "" if doing == "searching" else doing)
            stop = on_progress(result, doing == "shrinking") if on_progress else False
            return stop or (budget.results is not None and coverage.results >= budget.results)

        with result.growing_with(session):
            search = DifferenceSearch(differential, enough, shard, budget)
            # The first shard tells of known differences; every one learns what they look like.
            again = known_again(search, known, [] if shard.index else findings.fixed)
            further = search_through(search, seed, shard, settings.examples, probes)
            look(search, findings, chain((each for each in again if not shard.index), further))
            coverage.small_boards = search.exhaustive.reached()
            coverage.small_boards_in_bulk = search.bulk.small_boards.reached()
        findings.keep_expected()
        if wrong := result.refused_position(is_legal=False):
            result.ending.internal_error = str(SecondEngineWrong(wrong))
    return result


def known_again(
    search: DifferenceSearch, entries: Iterable[KnownDifference], fixed: list[KnownDifference]
) -> Iterator[Difference]:
    """Ask the counterexamples of known differences again, before anything else is asked; yield what nobody expects.

    From then on differences with the cause of an entry are expected. Entries that are `fixed` are added there. An entry
    stays open if the engine cannot be asked about it, or gives no proper answer.
    """
    differential, session = search.differential, search.differential.session

    def shown(entry: KnownDifference) -> Iterator[Difference]:
        if entry.earlier:
            reproduced = differences_afresh(session, entry.counterexample, entry.earlier, search.until)
            others = differential.expected.others(reproduced or ())
            found = [replace(each, earlier=entry.earlier) for each in others]
            is_answered = reproduced is not None
        else:
            before = session.counts.copy()
            found = list(differential.differences(replayed_case(entry.counterexample, "--known")))
            improper = any(session.counts[outcome] > before[outcome] for outcome in ("skip", *SPOILING))
            # Where nobody knows what has to be asked before, an engine that agrees says nothing.
            is_answered = entry.earlier is None and not improper
        if is_answered and entry not in differential.expected.seen and not any(map(entry.covers, found)):
            fixed.append(entry)
        return (each for each in found if not differential.known.cover(each))

    askable = (entry for entry in entries if session.can_be_asked(entry.counterexample))
    # While one is looked into, nothing is on its way.
    yield from search.each_of(found for entry in askable for found in shown(entry))


def search_through(
    search: DifferenceSearch,
    seed: int,
    shard: Shard = ALONE,
    with_examples: bool = True,
    probes: MutantProbes | None = None,
) -> Iterator[Difference]:
    """Yields differences: first from the vectors and the examples of the spec, if wanted, then from random cases.

    Only random cases are asked of the probes, since every run has the vectors and examples.
    """
    differential, random = search.differential, Random(seed)
    differential.probes = None
    if with_examples:
        until = time.monotonic() + VECTORS * (search.until - time.monotonic())
        vectors = VectorsFirst(differential, search.on_step, shard, lambda: time.monotonic() < until)
        yield from search.each_of(vectors.differences())
        session, only = differential.session, differential.coverage.only
        boards, set_up = session.about.boards, session.announced.from_position
        for case in known_cases(session.game.NAME, session.readings, boards, set_up, shard, only):
            if search.over:
                break
            # Their turns are what matters. To list all turns of all examples would take longer than a short run has.
            if found := search.try_out([case.asking(lists=False)]):
                yield found
    differential.probes = probes
    while not search.over:
        if found := search.search(random.randrange(2**63)):
            yield found


class Shared(NamedTuple):
    """What all processes see: results compared and process id of each job, and whether to stop."""

    results: SynchronizedArray[int]
    pids: SynchronizedArray[int]
    stop: Synchronized[int]


_shared: Shared | None = None


def run_jobs(settings: RunSettings, seed: int, shard: Shard = ALONE) -> RunResult:
    """Run in several processes; with `results` in the budget, their sum counts. Raises InputError."""
    begun, jobs, interrupted = time.monotonic(), settings.workers.jobs, False
    context, random = multiprocessing.get_context("spawn"), Random(seed)
    # What is started while interrupts are ignored ignores them from its first instruction.
    with _ignoring_interrupts():
        shared = Shared(context.Array("q", jobs), context.Array("q", jobs), context.Value("b", 0))
    each = replace(settings, budget=replace(settings.budget, results=None))
    with ProcessPoolExecutor(jobs, context, _prepare, shared) as pool:
        try:
            shards = [(random.randrange(2**63), replace(shard, index=index, jobs=jobs)) for index in range(jobs)]
            with _ignoring_interrupts():
                running = [pool.submit(_work, each, *job) for job in shards]
            try:
                _watched(settings, running, shared)
            except KeyboardInterrupt:
                _end(shared)
                interrupted = True
            # A job that had not begun has nothing to say.
            done = [job for job in running if not interrupted or not (job.cancel() or job.exception())]
            if not done:
                raise KeyboardInterrupt
            result = merge([job.result() for job in done])
        except BaseException:
            _end(shared)
            raise
    result.ending.interrupted |= interrupted
    result.ending.seconds = time.monotonic() - begun
    return result


def _watched(settings: RunSettings, running: list[Future[RunResult]], shared: Shared) -> None:
    """Waits for the jobs, showing the sum of what they have compared; ends them all when there is enough."""
    with RunProgress(f"checking, {settings.workers.jobs} jobs", settings.budget.seconds) as watch:
        waiting: set[Future[RunResult]] = set(running)
        while waiting:
            done, waiting = wait(waiting, 0.1)
            results = sum(shared.results[:])
            watch.tell(results, "shrinking" if shared.stop.value else "")
            failed = any(job.exception() for job in done)
            if failed or (settings.budget.results is not None and results >= settings.budget.results):
                shared.stop.value = 1


def _end(shared: Shared) -> None:
    with held():
        shared.stop.value = 1
        for pid in filter(None, shared.pids[:]):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)


@contextmanager
def _ignoring_interrupts() -> Iterator[None]:
    before = {number: signal.signal(number, signal.SIG_IGN) for number in (signal.SIGINT, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _prepare(*shared: Any) -> None:
    global _shared
    _shared = Shared(*shared)
    # The rules make much that lives briefly: to look for cycles less often saves some five parts in a hundred.
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def _work(settings: RunSettings, seed: int, shard: Shard) -> RunResult:
    assert _shared is not None
    shared, parent = _shared, os.getppid()

    def on_progress(so_far: RunResult, found: bool) -> bool:
        shared.results[shard.index] = so_far.coverage.results
        if found and settings.budget.differences == 1:
            shared.stop.value = 1
        if os.getppid() != parent:
            raise KeyboardInterrupt
        return bool(shared.stop.value)

    try:
        with orderly_end():
            shared.pids[shard.index] = os.getpid()
            return run_shard(settings, seed, on_progress, shard)
    finally:
        shared.pids[shard.index] = 0
        if os.getppid() != parent:
            # Nobody is left to tell the pool that it is over.
            os._exit(1)
