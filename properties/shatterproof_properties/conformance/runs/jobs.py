"""A check over several processes: each searches on its own, and the first difference stops the others."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import replace
from multiprocessing.sharedctypes import Synchronized, SynchronizedArray
from random import Random
from typing import Any, NamedTuple

from shatterproof.game import find_game
from shatterproof_properties.common.interrupts import held, orderly_end
from shatterproof_properties.conformance.causes.known import one_of_each
from shatterproof_properties.conformance.generate.exhaustive import Shard
from shatterproof_properties.conformance.runs.shard import RunProgress, run_shard
from shatterproof_properties.conformance.settings import Plan
from shatterproof_properties.conformance.verdicts.verdict import Verdict
from shatterproof_properties.engines.session import MOST_ENGINE_ERRORS_KEPT

LOOKS = 0.1
"""Seconds between two looks at the jobs."""


class Shared(NamedTuple):
    """What all processes see: results compared and process id of each job, and whether to stop."""

    results: SynchronizedArray[int]
    pids: SynchronizedArray[int]
    stop: Synchronized[int]


_shared: Shared | None = None


def run_jobs(plan: Plan, seed: int) -> Verdict:
    """A check split over `plan.jobs` processes; with `plan.results`, their sum counts. Raises InputError."""
    begun = time.monotonic()
    context = multiprocessing.get_context("spawn")
    # What is started while interrupts are ignored ignores them from its first instruction.
    with _ignoring_interrupts():
        shared = Shared(context.Array("q", plan.jobs), context.Array("q", plan.jobs), context.Value("b", 0))
    random = Random(seed)
    with ProcessPoolExecutor(plan.jobs, context, _prepare, shared) as pool, _stopping(shared):
        shares = [(replace(plan, results=None), random.randrange(2**63), begun, index) for index in range(plan.jobs)]
        with _ignoring_interrupts():
            running = [pool.submit(_work, *share) for share in shares]
        try:
            _watched(plan, running, shared)
            interrupted = False
        except KeyboardInterrupt:
            _end(shared)
            interrupted = True
        # A job that had not begun has nothing to say.
        done = [job for job in running if not interrupted or not (job.cancel() or job.exception())]
        if not done:
            raise KeyboardInterrupt
        verdict = merge(plan, seed, [job.result() for job in done])
        verdict.interrupted |= interrupted
    verdict.seconds = time.monotonic() - begun
    return verdict


def merge(plan: Plan, seed: int, verdicts: list[Verdict]) -> Verdict:
    """One verdict of several: sums, and the smallest difference of all."""
    whole = Verdict(
        plan, verdicts[0].engine, verdicts[0].readings, seed, unknown=verdicts[0].unknown, unplayed=verdicts[0].unplayed
    )
    whole.asked_as, whole.not_announced = verdicts[0].asked_as, verdicts[0].not_announced
    for verdict in verdicts:
        whole.sent += verdict.sent
        whole.gaps += verdict.gaps
        whole.counts += verdict.counts
        whole.coverage.add(verdict.coverage)
        whole.troubles += verdict.troubles[: MOST_ENGINE_ERRORS_KEPT - len(whole.troubles)]
        whole.stopped_short += verdict.stopped_short
        whole.interrupted = whole.interrupted or verdict.interrupted
        whole.gave_up = whole.gave_up or verdict.gave_up
        whole.own_mistake = whole.own_mistake or verdict.own_mistake
        whole.declared += [entry for entry in verdict.declared if entry not in whole.declared]
        whole.stale += [entry for entry in verdict.stale if entry not in whole.stale]
        for name, caught in verdict.caught.items():
            whole.caught[name] = caught or whole.caught.get(name, False)
    readings = find_game(plan.game).Readings.from_mapping(whole.readings)
    found = (found for verdict in verdicts for found in verdict.differences)
    whole.differences = one_of_each(plan.game, readings, found)[: plan.differences]
    turned_up = {each.signature: each for verdict in verdicts for each in verdict.known}
    whole.known = list(turned_up.values())
    # Each job has asked about its share of the same positions.
    whole.coverage.small_boards = min(verdicts, key=lambda verdict: verdict.coverage.results).coverage.small_boards
    times = [verdict.found_after for verdict in verdicts if verdict.found_after is not None]
    whole.found_after = min(times, default=None)
    return whole


def _watched(plan: Plan, running: list[Future[Verdict]], shared: Shared) -> None:
    """Waits for the jobs, showing the sum of what they have compared; ends them all when there is enough."""
    with RunProgress(f"checking, {plan.jobs} jobs", plan.seconds) as watch:
        waiting: set[Future[Verdict]] = set(running)
        while waiting:
            done, waiting = wait(waiting, LOOKS)
            results = sum(shared.results[:])
            watch.tell(results, "shrinking" if shared.stop.value else "")
            failed = any(job.exception() for job in done)
            if failed or (plan.results is not None and results >= plan.results):
                shared.stop.value = 1


@contextmanager
def _stopping(shared: Shared) -> Iterator[None]:
    """Ends the work of all jobs, with their engines, when it is interrupted."""
    try:
        yield
    except BaseException:
        _end(shared)
        raise


def _end(shared: Shared) -> None:
    """Interrupts the work of all jobs: each says what it has found until then."""
    with held():
        shared.stop.value = 1
        for pid in shared.pids[:]:
            if pid:
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
    """Prepares a process of the pool."""
    global _shared
    _shared = Shared(*shared)
    # The rules make much that lives briefly: to look for cycles less often saves some five parts in a hundred.
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def _work(plan: Plan, seed: int, begun: float, index: int) -> Verdict:
    """One job, in a process of the pool."""
    assert _shared is not None
    shared, parent = _shared, os.getppid()

    def on_progress(results: int, found: bool) -> bool:
        shared.results[index] = results
        if found and plan.differences == 1:
            shared.stop.value = 1
        if os.getppid() != parent:
            raise KeyboardInterrupt
        return bool(shared.stop.value)

    try:
        with orderly_end():
            shared.pids[index] = os.getpid()
            left = max(begun + plan.seconds - time.monotonic(), 0)
            share = Shard(index, plan.jobs, plan.part, plan.begins_run)
            return run_shard(replace(plan, seconds=left), seed, on_progress, share)
    finally:
        shared.pids[index] = 0
        if os.getppid() != parent:
            # Nobody is left to tell the pool that it is over.
            os._exit(1)
