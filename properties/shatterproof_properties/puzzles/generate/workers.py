"""The workers of a run: processes on this machine, or a Dask cluster. If one dies, only time is lost."""

from __future__ import annotations

import multiprocessing
import signal
from collections import Counter
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection, wait
from typing import Self

from shatterproof_properties.common import cluster
from shatterproof_properties.common.interrupts import obey_parent
from shatterproof_properties.puzzles.generate.task import Task, TaskProgress, Work, attempt, failure

MOST_DEATHS = 3
"""How many processes a task may kill before the task is to blame."""
_SPAWN = multiprocessing.get_context("spawn")
# Dead before it could answer, or in the middle of it.
_CONNECTION_LOST = (EOFError, OSError)
News = TaskProgress | Exception
"""The messages of a task: its progress, and at last its result, or why it failed."""
AHEAD = 2
"""The number of tasks under way for each worker, so that none waits for the client."""


class Worker:
    """A process that does one task after another, until it is killed or its parent is gone."""

    def __init__(self, do: Work) -> None:
        self.task: Task | None = None
        self.line, theirs = _SPAWN.Pipe()
        self.process = _SPAWN.Process(target=_serve, args=(theirs, do), daemon=True)
        # What is started while interrupts are ignored ignores them from its first instruction.
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            self.process.start()
        finally:
            signal.signal(signal.SIGINT, before)
        theirs.close()

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.line.close()


class Processes:
    """Processes on this machine that do tasks by calling `do`."""

    def __init__(self, count: int, do: Work) -> None:
        self._do = do
        self._workers = [Worker(do) for _ in range(count)]
        self._deaths: Counter[int] = Counter()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.end()

    def room(self) -> int:
        """The number of idle processes."""
        return sum(worker.task is None for worker in self._workers)

    def give(self, task: Task) -> None:
        worker = next(worker for worker in self._workers if worker.task is None)
        worker.task = task
        # One that died meanwhile is noticed when its answer is waited for.
        with suppress(OSError):
            worker.line.send(task)

    def take(self, seconds: float) -> list[News]:
        """News. A task whose process died is given to another."""
        news: list[News] = []
        busy = {worker.line: (worker, worker.task) for worker in self._workers if worker.task is not None}
        for line in wait(list(busy), seconds):
            assert isinstance(line, Connection)
            worker, task = busy[line]
            try:
                result: News = line.recv()
            except _CONNECTION_LOST:
                self._deaths[task.number] += 1
                worker.end()
                self._workers[self._workers.index(worker)] = Worker(self._do)
                if self._deaths[task.number] >= MOST_DEATHS:
                    news.append(failure(task.number, f"its process died, {MOST_DEATHS} times"))
                else:
                    self.give(task)
                continue
            if isinstance(result, Exception) or result.done:
                worker.task = None
            news.append(result)
        return news


def _serve(line: Connection, do: Work) -> None:
    obey_parent()
    while True:
        try:
            line.send(attempt(do, line.recv(), line.send))
        except _CONNECTION_LOST:
            return


class DaskWorkers:
    """Dask workers, which do tasks by calling `do`; the errors are those of `common.cluster.Cluster`."""

    def __init__(self, address: str, do: Work) -> None:
        self._cluster = cluster.Cluster(address, partial(attempt, do))

    def __enter__(self) -> Self:
        self._cluster.__enter__()
        return self

    def __exit__(self, *raised: object) -> None:
        self._cluster.__exit__(*raised)

    def room(self) -> int:
        """The number of further tasks that the present workers can have ahead."""
        return max(AHEAD * max(self._cluster.workers(), 1) - self._cluster.under_way(), 0)

    def give(self, task: Task) -> None:
        self._cluster.give(task.number, task)

    def take(self, seconds: float) -> list[News]:
        """News. A task whose workers were lost is given out again."""
        return [
            failure(number, "its workers were lost again and again") if kind == "lost" else value
            for number, kind, value in self._cluster.take(seconds)
        ]


Workers = Processes | DaskWorkers
"""Does tasks; a `with` statement ends all work."""
