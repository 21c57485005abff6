"""Jobs done on a Dask cluster, by workers that have the same shatterproof installed as the client."""

from __future__ import annotations

import hashlib
import importlib
import logging
import pickle
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from threading import Lock
from typing import Any, Literal, NamedTuple, Self
from uuid import uuid4

from shatterproof.errors import InputError, shorten
from shatterproof_properties.common.interrupts import ClusterGone

ANSWER_SECONDS = 10
"""How long a scheduler may take to answer, and then to have a worker."""
RESULT_SECONDS = 10
INSTALL = "pip install 'shatterproof[cluster]'"
_one_at_a_time = Lock()

Report = Callable[[Any], bool]
"""Tells the client how far a job is. Returns true if the job should stop."""
Do = Callable[[Any, Report], Any]
"""Does a job. It is sent pickled, so it has to be a function of a module."""


class News(NamedTuple):
    """News of a job by its number: a report on the way, its result, or its error.

    "lost" is a job that Dask gives to no further worker, after it has lost some.
    """

    number: int
    kind: Literal["progress", "done", "failed", "lost"]
    value: Any = None


class Cluster:
    """Dask workers, which do jobs by calling `do`. The state of a run stays here: workers may come and go.

    Raises InputError if `distributed` is not installed, if no scheduler or worker answers, or if a worker has another
    shatterproof than the client. Every method raises ClusterGone if the scheduler is gone.
    """

    def __init__(self, address: str, do: Do) -> None:
        self._do = do
        self._dask = _distributed()
        self._address = address
        self._client = _client(self._dask, address)
        self._under_way: dict[Any, int] = {}
        # What workers tell while they are at it comes in as events, in a thread of the client's.
        self._topic = f"shatterproof-{uuid4()}"
        self._events: deque[tuple[int, Any]] = deque()
        self._client.subscribe_topic(self._topic, lambda event: self._events.append(pickle.loads(event[1])))
        self._end = self._dask.Event(self._topic, client=self._client)
        try:
            self._client.wait_for_workers(1, timeout=ANSWER_SECONDS)
            for worker, answer in self.everywhere(_remote(), fingerprint()).items():
                if answer:
                    raise self._unlike(f"worker {worker}: {answer}")
        except TimeoutError:
            self._client.close()
            what = f"no worker has joined within {ANSWER_SECONDS} seconds"
            wish = f"one started by: dask worker {shorten(self._address, 80)}"
            raise InputError(what, self._address, wish) from None
        except BaseException:
            self._client.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # What is lost with the connection is done again by the next run.
        with suppress(Exception, ClusterGone):
            if self._under_way:
                self.stop()
            self._client.cancel(list(self._under_way), force=True)
        self._client.close()

    def workers(self) -> int:
        with self._reaching():
            return len(self._client.nthreads())

    def under_way(self) -> int:
        """The number of jobs that were given and are not done yet."""
        return len(self._under_way)

    def everywhere(self, ask: Callable[..., Any], *given: Any) -> dict[str, Any]:
        """What a function of a module returns at each worker, by the worker's address."""
        with self._reaching():
            return dict(self._client.run(ask, *given))

    def give(self, number: int, job: Any) -> None:
        # As bytes: where nothing is installed, only the function itself can be read.
        work = pickle.dumps((self._do, number, job))
        with self._reaching():
            future = self._client.submit(_remote(), fingerprint(), work, self._topic, pure=False)
        self._under_way[future] = number

    def stop(self) -> None:
        """Asks all workers to end their work: the reports of their jobs return true."""
        with self._reaching():
            self._end.set()

    def take(self, seconds: float) -> list[News]:
        """News, after waiting for at most `seconds`. Dask gives a job whose worker was lost to another.

        A job fails with what it raised, or with InputError if its worker has another shatterproof than the client.
        """
        with self._reaching():
            with suppress(TimeoutError, self._dask.CancelledError):
                if self._under_way:
                    self._dask.wait(list(self._under_way), timeout=seconds, return_when="FIRST_COMPLETED")
            done = [self._received(future) for future in list(self._under_way) if future.done()]
        reports = [self._events.popleft() for _ in range(len(self._events))]
        return [*(News(number, "progress", value) for number, value in reports), *filter(None, done)]

    def _received(self, future: Any) -> News | None:
        number = self._under_way[future]
        try:
            result = future.result(timeout=RESULT_SECONDS)
            news = News(number, "failed", self._unlike(f"a worker: {result}"))
            if not isinstance(result, str):
                news = News(number, "done", *result)
        except TimeoutError:
            # The worker went away with its result: the scheduler has it done again.
            return None
        except (self._dask.KilledWorker, self._dask.CancelledError):
            news = News(number, "lost")
        except Exception as error:
            news = News(number, "failed", error)
        del self._under_way[future]
        return news

    @contextmanager
    def _reaching(self) -> Iterator[None]:
        """Raises ClusterGone if a call in this block does not reach the scheduler."""
        try:
            yield
            is_there = self._client.status == "running"
        except (OSError, self._dask.CancelledError):
            is_there = False
        if not is_there:
            raise ClusterGone(f"the scheduler at {self._address} is gone")

    def _unlike(self, wrong: str) -> InputError:
        return InputError(wrong, self._address, f"shatterproof {_version()} with the same code on every worker")


def _distributed() -> Any:
    try:
        found = importlib.import_module("distributed")
    except ImportError:
        raise InputError("the package distributed is not installed", "--scheduler", INSTALL) from None
    # They tell of every worker lost, and we go on all the same.
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)
    return found


def _client(dask: Any, address: str) -> Any:
    try:
        dask.comm.get_address_host_port(address)
        return dask.Client(address, timeout=ANSWER_SECONDS)
    # Dask asserts that a thread of its own begins within ten seconds.
    except (OSError, TimeoutError, AssertionError):
        what = f"no scheduler answers within {ANSWER_SECONDS} seconds"
    except (ValueError, TypeError, KeyError) as error:
        what = f"this is no address: {error}"
    raise InputError(what, shorten(address, 80), "the address of a Dask scheduler, like tcp://10.0.0.1:8786")


def _remote() -> Callable[..., Any]:
    """The function sent to the workers. It travels whole, so it works even where shatterproof is not installed."""

    def remote(expected: str, work: bytes | None = None, topic: str = "") -> Any:
        try:
            from shatterproof_properties.common import cluster
        except ImportError as error:
            return f"shatterproof is not installed there: {error}"
        return cluster.answer(expected, work, topic)

    return remote


def answer(expected: str, work: bytes | None, topic: str = "") -> tuple[Any] | str | None:
    """A worker's answer: the result of a job in a tuple of one, or how its shatterproof differs from the client's."""
    if fingerprint() != expected:
        return f"shatterproof {_version()} has other code there"
    if work is None:
        return None
    dask = _distributed()
    worker, end = dask.get_worker(), dask.Event(topic)
    # Threads of one worker share what solvers keep, which they must not do at the same time.
    with _one_at_a_time:
        do, number, job = pickle.loads(work)

        def report(value: Any) -> bool:
            worker.log_event(topic, pickle.dumps((number, value)))
            return bool(end.is_set())

        return (do(job, report),)


def _version() -> str:
    try:
        return version("shatterproof")
    except PackageNotFoundError:
        return "from a checkout"


@cache
def fingerprint() -> str:
    """The SHA-256 of all code of both packages. Equal fingerprints mean that the same jobs find the same."""
    digest = hashlib.sha256()
    for name in ("shatterproof", "shatterproof_properties"):
        package = importlib.import_module(name).__file__
        assert package is not None
        root = Path(package).parent
        for file in sorted(root.rglob("*.py")):
            digest.update(f"{name}/{file.relative_to(root).as_posix()}\n".encode() + file.read_bytes())
    return digest.hexdigest()
