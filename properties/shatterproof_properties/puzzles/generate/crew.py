"""Who does the units of a run: processes on this machine. One that dies costs nothing but the time for its unit."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from threading import Thread
from types import TracebackType
from typing import Protocol, Self

from shatterproof_properties.puzzles.generate.unit import Failure, Harvest, Unit, attempt

MOST_DEATHS = 3
"""Of processes that were at the same unit, before that is taken for the unit's fault."""
_SPAWN = multiprocessing.get_context("spawn")
# Dead before it could answer, or in the middle of it.
_GONE = (EOFError, OSError)


class Crew(Protocol):
    """Does units; use it in a `with` statement, which ends all work."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def room(self) -> int:
        """How many more units can be put to use now."""

    def give(self, unit: Unit) -> None:
        """Has a unit done."""

    def take(self, seconds: float) -> list[Harvest | Failure]:
        """What has been done since, waiting so many seconds at most where that is nothing."""


class Worker:
    """A process that does one unit after another, until it is killed or its parent is gone."""

    def __init__(self) -> None:
        self.unit: Unit | None = None
        self.line, theirs = _SPAWN.Pipe()
        self.process = _SPAWN.Process(target=_serve, args=(theirs,), daemon=True)
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
    """A crew of processes on this machine."""

    def __init__(self, jobs: int) -> None:
        self._workers = [Worker() for _ in range(jobs)]
        self._deaths: Counter[int] = Counter()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self._workers:
            worker.end()

    def room(self) -> int:
        """How many processes have nothing to do."""
        return sum(worker.unit is None for worker in self._workers)

    def give(self, unit: Unit) -> None:
        """Has a unit done by a process that has nothing to do."""
        worker = next(worker for worker in self._workers if worker.unit is None)
        worker.unit = unit
        # One that died meanwhile is noticed when its answer is waited for.
        with suppress(OSError):
            worker.line.send(unit)

    def take(self, seconds: float) -> list[Harvest | Failure]:
        """What has been done since; a unit whose process died is given to another."""
        busy = {worker.line: worker for worker in self._workers if worker.unit is not None}
        done = [self._heard(busy[line]) for line in wait(list(busy), seconds) if isinstance(line, Connection)]
        return [result for result in done if result is not None]

    def _heard(self, worker: Worker) -> Harvest | Failure | None:
        try:
            result: Harvest | Failure = worker.line.recv()
        except _GONE:
            return self._replace(worker)
        worker.unit = None
        return result

    def _replace(self, worker: Worker) -> Failure | None:
        """Puts another process in the place of one that died, at the same unit; a Failure if that killed enough."""
        unit = worker.unit
        assert unit is not None
        self._deaths[unit.number] += 1
        worker.end()
        self._workers[self._workers.index(worker)] = Worker()
        if self._deaths[unit.number] >= MOST_DEATHS:
            return Failure(unit.number, None, f"its process died, {MOST_DEATHS} times")
        self.give(unit)
        return None


def _serve(line: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with_parent, daemon=True).start()
    while True:
        try:
            line.send(attempt(line.recv()))
        except _GONE:
            return


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
