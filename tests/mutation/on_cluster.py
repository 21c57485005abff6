"""A campaign on a Dask cluster, whose workers have the same checkout as the client, its tests among their packages."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from mutation.campaign import Attempt, Result, Zygote, is_of_a_game
from mutation.scope import ROOT
from shatterproof.errors import InputError
from shatterproof_properties.common.cluster import Cluster, Report

EXPECTED = "workers started in this checkout, with PYTHONPATH=tests"
WAITING = 2
"""Trials given out for each worker, so that none waits for its next."""


def run_on_cluster(todo: list[Attempt], scheduler: str) -> Iterator[Result]:
    """Tries mutants, in whatever order they end.

    Raises InputError where there is no such cluster, or a worker has not got the same tests.
    """
    with Cluster(scheduler, try_there) as cluster:
        _check_tests(cluster, scheduler)
        given = ended = 0
        while ended < len(todo):
            while given < len(todo) and cluster.under_way() < WAITING * max(1, cluster.workers()):
                cluster.give(given, todo[given].question)
                given += 1
            for news in cluster.take(1.0):
                if news.kind == "failed":
                    raise news.value
                if news.kind == "lost":
                    raise InputError("workers are lost again and again", scheduler, EXPECTED)
                ended += 1
                yield replace(todo[news.number].result, **news.value)


def try_there(asked: dict[str, Any], report: Report) -> dict[str, Any]:
    """How a trial ends, in a process forked from one that the worker keeps; a worker does one job at a time."""
    return _zygote(is_of_a_game(asked)).ask(asked)


@cache
def hash_of_tests() -> str:
    """The SHA-256 of all tests, as they were when this was asked first: trials are forked from what was read then."""
    digest = hashlib.sha256()
    for file in sorted((ROOT / "tests").rglob("*.py")):
        digest.update(f"{file.relative_to(ROOT).as_posix()}\n".encode() + file.read_bytes())
    return digest.hexdigest()


@cache
def _zygote(of_a_game: bool) -> Zygote:
    return Zygote(of_a_game)


def _check_tests(cluster: Cluster, scheduler: str) -> None:
    try:
        there = cluster.everywhere(hash_of_tests)
    except Exception as error:
        # Dask tells by a bare Exception that a worker could not read what it was sent.
        raise InputError(f"a worker cannot import the tests: {error}", scheduler, EXPECTED) from None
    here = hash_of_tests()
    if other := next((worker for worker, tests in there.items() if tests != here), None):
        raise InputError(f"worker {other} has other tests", scheduler, EXPECTED)
