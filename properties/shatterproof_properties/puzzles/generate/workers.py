"""The workers of a run: processes on this machine, or a Dask cluster. If one dies, only time is lost."""

from __future__ import annotations

import multiprocessing
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Self

from shatterproof_properties.common import cluster
from shatterproof_properties.common.interrupts import obey_parent
from shatterproof_properties.puzzles.generate.task import Task, TaskFailure, TaskProgress, Work, attempt

MOST_DEATHS = 3
"""How many processes a task may kill before the task is to blame."""
_SPAWN = multiprocessing.get_context("spawn")
# Dead before it could answer, or in the middle of it.
_CONNECTION_LOST = (EOFError, OSError)


News = TaskProgress | TaskFailure
"""The messages of a task: its progress, and at last its result."""


class Worker:
    """A process that does one task after another, until it is killed or its parent is gone."""

    def __init__(self, do: Work) -> None:
        self.task: Task | None = None
        self.line, theirs = _SPAWN.Pipe()
        self.process = _SPAWN.Process(target=_serve, args=(theirs, do), daemon=True)
        # What is started while interrupts are ignored ignores them from its first instruction.
        with _interrupts_ignored():
            self.process.start()
        theirs.close()

    def end(self) -> None:
        """Ends the process, whatever it does."""
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
        """Gives a task to an idle process."""
        worker = next(worker for worker in self._workers if worker.task is None)
        worker.task = task
        # One that died meanwhile is noticed when its answer is waited for.
        with suppress(OSError):
            worker.line.send(task)

    def take(self, seconds: float) -> list[News]:
        """News. A task whose process died is given to another."""
        busy = {worker.line: worker for worker in self._workers if worker.task is not None}
        done = [self._received(busy[line]) for line in wait(list(busy), seconds) if isinstance(line, Connection)]
        return [result for result in done if result is not None]

    def _received(self, worker: Worker) -> News | None:
        try:
            result: News = worker.line.recv()
        except _CONNECTION_LOST:
            return self._replace(worker)
        if isinstance(result, TaskProgress) and not result.done:
            # Whoever does the task if this process dies goes on from there.
            worker.task = worker.task and replace(worker.task, begun=result)
        else:
            worker.task = None
        return result

    def _replace(self, worker: Worker) -> TaskFailure | None:
        """Gives the task of a dead process to another; a TaskFailure if the task has killed too many."""
        task = worker.task
        assert task is not None
        self._deaths[task.number] += 1
        worker.end()
        self._workers[self._workers.index(worker)] = Worker(self._do)
        if self._deaths[task.number] >= MOST_DEATHS:
            return TaskFailure(task.number, None, f"its process died, {MOST_DEATHS} times")
        self.give(task)
        return None


def _serve(line: Connection, do: Work) -> None:
    obey_parent()
    while True:
        try:
            line.send(attempt(do, line.recv(), line.send))
        except _CONNECTION_LOST:
            return


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


AHEAD = 2
"""The number of tasks under way for each worker, so that none waits for the client."""


class DaskWorkers:
    """Dask workers, which do tasks by calling `do`; the errors are those of `common.cluster.Cluster`."""

    def __init__(self, address: str, do: Work) -> None:
        self._cluster = cluster.Cluster(address, partial(attempt, do))
        self._tasks: dict[int, Task] = {}

    def __enter__(self) -> Self:
        self._cluster.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._cluster.__exit__(kind, error, trace)

    def room(self) -> int:
        """The number of further tasks that the present workers can have ahead."""
        return max(AHEAD * max(self._cluster.workers(), 1) - self._cluster.under_way(), 0)

    def give(self, task: Task) -> None:
        """Has a task done by some worker."""
        self._tasks[task.number] = task
        self._cluster.give(task.number, task)

    def take(self, seconds: float) -> list[News]:
        """News. A task whose workers were lost is given out again, and goes on from where it was."""
        return [news for each in self._cluster.take(seconds) if (news := self._news(each)) is not None]

    def _news(self, news: cluster.News) -> News | None:
        task = self._tasks.get(news.number)
        if task is None:
            return None
        if news.kind == "progress":
            progress: TaskProgress = news.value
            self._tasks[task.number] = replace(task, begun=progress)
            self._cluster.change(task.number, self._tasks[task.number])
            return progress
        del self._tasks[task.number]
        if news.kind == "failed":
            raise news.value
        if news.kind == "lost":
            return TaskFailure(task.number, None, "its workers were lost again and again")
        result: News = news.value
        return result


Workers = Processes | DaskWorkers
"""Does tasks; a `with` statement ends all work."""
