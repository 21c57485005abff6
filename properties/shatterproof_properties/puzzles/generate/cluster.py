"""Tasks done on a Dask cluster, by workers that have the same shatterproof installed as the client."""

from __future__ import annotations

import hashlib
import importlib
import logging
import pickle
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any, Self
from uuid import uuid4

from shatterproof.errors import InputError, shorten
from shatterproof_properties.puzzles.generate.task import Task, TaskFailure, TaskProgress, TaskResult, Work, attempt
from shatterproof_properties.puzzles.generate.workers import MOST_DEATHS, News

ANSWER_SECONDS = 10
"""How long a scheduler may take to answer, and then to have a worker."""
AHEAD = 2
"""Tasks under way for each worker, so that none waits for the client."""
RESULT_SECONDS = 10
INSTALL = "pip install 'shatterproof[cluster]'"
_one_at_a_time = Lock()


class Cluster:
    """Dask workers, which do tasks by calling `do`. The state of a run stays here: workers may come and go.

    Raises InputError where `distributed` is not installed, no scheduler or no worker answers, or a worker has not got
    the client's shatterproof.
    """

    def __init__(self, address: str, do: Work) -> None:
        self._do = do
        self._dask = _distributed()
        self._address = address
        self._client = _client(self._dask, address)
        self._remote = _remote()
        self._under_way: dict[Any, Task] = {}
        self._losses: Counter[int] = Counter()
        # What workers tell while they are at it comes in as events, in a thread of the client's.
        self._topic = f"shatterproof-{uuid4()}"
        self._events: deque[TaskProgress] = deque()
        self._client.subscribe_topic(self._topic, lambda event: self._events.append(pickle.loads(event[1])))
        try:
            self._client.wait_for_workers(1, timeout=ANSWER_SECONDS)
            answers = self._client.run(self._remote, fingerprint())
        except TimeoutError:
            self._client.close()
            what = f"no worker has joined within {ANSWER_SECONDS} seconds"
            raise InputError(what, address, f"one started by: dask worker {shorten(address, 80)}") from None
        except BaseException:
            self._client.close()
            raise
        if wrong := next((f"worker {worker}: {answer}" for worker, answer in answers.items() if answer), None):
            self._client.close()
            raise self._unlike(wrong)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # What is lost with the connection is done again by the next run.
        with suppress(Exception):
            self._client.cancel(list(self._under_way), force=True)
        self._client.close()

    def room(self) -> int:
        """How many more tasks the workers there are now can have before them."""
        workers = len(self._client.scheduler_info(n_workers=-1)["workers"])
        return max(AHEAD * max(workers, 1) - len(self._under_way), 0)

    def give(self, task: Task) -> None:
        """Has a task done by some worker."""
        # As bytes: where nothing is installed, only the function itself can be read.
        future = self._client.submit(
            self._remote, fingerprint(), pickle.dumps((self._do, task)), self._topic, pure=False
        )
        self._under_way[future] = task

    def take(self, seconds: float) -> list[News]:
        """What is new; a task whose workers were lost is given out again."""
        if self._under_way:
            with suppress(TimeoutError):
                self._dask.wait(list(self._under_way), timeout=seconds, return_when="FIRST_COMPLETED")
        if self._client.status != "running":
            raise ConnectionError(f"the scheduler at {self._address} is gone")
        news = self._progress()
        done = [self._received(future) for future in list(self._under_way) if future.done()]
        return [*news, *(result for result in done if result is not None)]

    def _progress(self) -> list[News]:
        """How far tasks under way are. Whoever does a task after its workers were lost goes on from there."""
        news: list[News] = []
        while self._events:
            progress = self._events.popleft()
            for future, task in self._under_way.items():
                if task.number == progress.task:
                    self._under_way[future] = replace(task, begun=progress)
                    news.append(progress)
        return news

    def _received(self, future: Any) -> TaskResult | TaskFailure | None:
        task = self._under_way[future]
        try:
            result = future.result(timeout=RESULT_SECONDS)
        except TimeoutError:
            # The worker went away with its result: the scheduler has it done again.
            return None
        except (self._dask.KilledWorker, self._dask.CancelledError):
            del self._under_way[future]
            self._losses[task.number] += 1
            if self._losses[task.number] >= MOST_DEATHS:
                return TaskFailure(task.number, None, "its workers were lost again and again")
            self.give(task)
            return None
        del self._under_way[future]
        if isinstance(result, str):
            raise self._unlike(f"a worker: {result}")
        found: TaskResult | TaskFailure = result
        return found

    def _unlike(self, wrong: str) -> InputError:
        return InputError(wrong, self._address, f"shatterproof {version_here()} with the same code on every worker")


def _distributed() -> Any:
    try:
        found = importlib.import_module("distributed")
    except ImportError:
        raise InputError("the package distributed is not installed", "--scheduler", INSTALL) from None
    # It tells of every worker lost, and we go on all the same.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    return found


def _client(dask: Any, address: str) -> Any:
    try:
        return dask.Client(address, timeout=ANSWER_SECONDS)
    except (OSError, TimeoutError):
        what = f"no scheduler answers within {ANSWER_SECONDS} seconds"
    except (ValueError, TypeError, KeyError) as error:
        what = f"this is no address: {error}"
    raise InputError(what, shorten(address, 80), "the address of a Dask scheduler, like tcp://10.0.0.1:8786")


def _remote() -> Callable[..., Any]:
    """What is sent to the workers: a function that travels whole, so that it can say that nothing is installed."""

    def remote(expected: str, work: bytes | None = None, topic: str = "") -> Any:
        try:
            from shatterproof_properties.puzzles.generate import cluster
        except ImportError as error:
            return f"shatterproof is not installed there: {error}"
        return cluster.answer(expected, work, topic)

    return remote


def answer(expected: str, work: bytes | None, topic: str = "") -> TaskResult | TaskFailure | str | None:
    """What a worker says: what a task came to, or in what its shatterproof is unlike the client's."""
    if fingerprint() != expected:
        return f"shatterproof {version_here()} has other code there"
    if work is None:
        return None
    # Threads of one worker share what solvers keep, which they must not do at the same time.
    worker = _distributed().get_worker()
    with _one_at_a_time:
        do, task = pickle.loads(work)
        return attempt(do, task, lambda progress: worker.log_event(topic, pickle.dumps(progress)))


def version_here() -> str:
    """The version of shatterproof installed here."""
    try:
        return version("shatterproof")
    except PackageNotFoundError:
        return "from a checkout"


@cache
def fingerprint() -> str:
    """The SHA-256 of all code of both packages: where it is the same, the same tasks find the same."""
    digest = hashlib.sha256()
    for name in ("shatterproof", "shatterproof_properties"):
        package = importlib.import_module(name).__file__
        assert package is not None
        root = Path(package).parent
        for file in sorted(root.rglob("*.py")):
            digest.update(f"{name}/{file.relative_to(root).as_posix()}\n".encode() + file.read_bytes())
    return digest.hexdigest()
