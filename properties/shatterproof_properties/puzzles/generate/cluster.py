"""Tasks of a run done on a Dask cluster."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from types import TracebackType
from typing import Self

from shatterproof_properties.common import cluster
from shatterproof_properties.puzzles.generate.task import Task, TaskFailure, TaskProgress, TaskResult, Work, attempt
from shatterproof_properties.puzzles.generate.workers import News

AHEAD = 2
"""Tasks under way for each worker, so that none waits for the client."""


class Cluster:
    """Dask workers, which do tasks by calling `do`; the errors are those of `common.cluster.Cluster`."""

    def __init__(self, address: str, do: Work) -> None:
        self._cluster = cluster.Cluster(address, partial(_done, do))
        self._tasks: dict[int, Task] = {}

    def __enter__(self) -> Self:
        self._cluster.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._cluster.__exit__(kind, error, trace)

    def room(self) -> int:
        """How many more tasks the workers there are now can have before them."""
        return max(AHEAD * max(self._cluster.workers(), 1) - self._cluster.under_way(), 0)

    def give(self, task: Task) -> None:
        """Has a task done by some worker."""
        self._tasks[task.number] = task
        self._cluster.give(task.number, task)

    def take(self, seconds: float) -> list[News]:
        """What is new; a task whose workers were lost is given out again, and goes on from where it was."""
        return [told for each in self._cluster.take(seconds) if (told := self._told(each)) is not None]

    def _told(self, news: cluster.News) -> News | None:
        task = self._tasks.get(news.number)
        if task is None:
            return None
        if news.kind == "told":
            progress: TaskProgress = news.value
            self._tasks[task.number] = replace(task, begun=progress)
            self._cluster.change(task.number, self._tasks[task.number])
            return progress
        del self._tasks[task.number]
        if news.kind == "failed":
            raise news.value
        if news.kind == "lost":
            return TaskFailure(task.number, None, "its workers were lost again and again")
        result: TaskResult | TaskFailure = news.value
        return result


def _done(do: Work, task: Task, report: cluster.Report) -> TaskResult | TaskFailure:
    """What a worker does: nobody stops it in the middle of a task."""

    def tell(progress: TaskProgress) -> None:
        report(progress)

    return attempt(do, task, tell)
