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

from shatterproof_properties.common.interrupts import held, orderly_end
from shatterproof_properties.conformance.generate.exhaustive import ALONE, Shard
from shatterproof_properties.conformance.run_settings import RunSettings
from shatterproof_properties.conformance.runs.shard import RunProgress, run_shard
from shatterproof_properties.conformance.verdicts.result import RunResult, merge


class Shared(NamedTuple):
    """What all processes see: results compared and process id of each job, and whether to stop."""

    results: SynchronizedArray[int]
    pids: SynchronizedArray[int]
    stop: Synchronized[int]


_shared: Shared | None = None


def run_jobs(settings: RunSettings, seed: int, shard: Shard = ALONE) -> RunResult:
    """Run in several processes; with `results` in the budget, their sum counts. Raises InputError."""
    begun, jobs = time.monotonic(), settings.workers.jobs
    context = multiprocessing.get_context("spawn")
    # What is started while interrupts are ignored ignores them from its first instruction.
    with _ignoring_interrupts():
        shared = Shared(context.Array("q", jobs), context.Array("q", jobs), context.Value("b", 0))
    random = Random(seed)
    each_settings = replace(settings, budget=replace(settings.budget, results=None))
    with ProcessPoolExecutor(jobs, context, _prepare, shared) as pool, _stopping(shared):
        shards = [replace(shard, index=index, jobs=jobs) for index in range(jobs)]
        given = [(each_settings, random.randrange(2**63), each) for each in shards]
        with _ignoring_interrupts():
            running = [pool.submit(_work, *each) for each in given]
        try:
            _watched(settings, running, shared)
            interrupted = False
        except KeyboardInterrupt:
            _end(shared)
            interrupted = True
        # A job that had not begun has nothing to say.
        done = [job for job in running if not interrupted or not (job.cancel() or job.exception())]
        if not done:
            raise KeyboardInterrupt
        result = merge(settings.game, [job.result() for job in done], settings.budget.differences)
        result.ending.interrupted |= interrupted
    result.ending.seconds = time.monotonic() - begun
    return result


def _watched(settings: RunSettings, running: list[Future[RunResult]], shared: Shared) -> None:
    """Waits for the jobs and shows how much they have compared in all. Ends them when that is enough."""
    with RunProgress(f"checking, {settings.workers.jobs} jobs", settings.budget.seconds) as watch:
        waiting: set[Future[RunResult]] = set(running)
        while waiting:
            done, waiting = wait(waiting, 0.1)
            results = sum(shared.results[:])
            watch.tell(results, "shrinking" if shared.stop.value else "")
            failed = any(job.exception() for job in done)
            if failed or (settings.budget.results is not None and results >= settings.budget.results):
                shared.stop.value = 1


@contextmanager
def _stopping(shared: Shared) -> Iterator[None]:
    """Ends the work of all jobs, with their engines, after an interrupt."""
    try:
        yield
    except BaseException:
        _end(shared)
        raise


def _end(shared: Shared) -> None:
    """Interrupts all jobs. Each returns what it has found."""
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
