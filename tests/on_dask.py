"""A Dask cluster on this machine: a scheduler, and workers that come and go."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

TESTS = Path(__file__).resolve().parent
PATIENCE = 300
"""The most seconds for a scheduler and its workers to start, on a busy machine."""


@contextmanager
def started(folder: Path, module: str, *arguments: str, path: str = str(TESTS)) -> Iterator[subprocess.Popen[bytes]]:
    """A process of Dask that ends with the block. Its packages are searched first in `path`."""
    command = [sys.executable, "-m", f"distributed.cli.{module}", "--no-dashboard", *arguments]
    paths = {"PYTHONPATH": os.pathsep.join([path, os.environ["PYTHONPATH"]])}
    with (folder / f"{module}.log").open("ab") as log:
        process = subprocess.Popen(command, cwd=folder, env=os.environ | paths, stdout=log, stderr=log)
        with process:
            try:
                yield process
            finally:
                process.kill()


@contextmanager
def scheduling(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A scheduler without workers, and its address."""
    file = folder / "scheduler.json"
    options = ("--host", "127.0.0.1", "--port", "0", "--no-show", "--scheduler-file", str(file))
    with started(folder, "dask_scheduler", *options) as process:
        while not (file.exists() and file.read_text().rstrip().endswith("}")):
            assert process.poll() is None, (folder / "dask_scheduler.log").read_text()
            time.sleep(0.05)
        yield process, str(json.loads(file.read_text())["address"])


@contextmanager
def working(
    folder: Path, scheduler: str, number: int = 1, path: str = str(TESTS)
) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Some workers of one thread each, which have joined the scheduler."""
    # Half a second of imports, for those who start a cluster only.
    from distributed import Client

    options = (scheduler, "--no-nanny", "--nthreads", "1", "--memory-limit", "0", "--local-directory", str(folder))
    with ExitStack() as stack:
        with Client(scheduler, timeout=PATIENCE, set_as_default=False) as client:  # type: ignore[no-untyped-call]
            before = len(client.scheduler_info()["workers"])
            each = [stack.enter_context(started(folder, "dask_worker", *options, path=path)) for _ in range(number)]
            client.wait_for_workers(before + number, timeout=PATIENCE)
        yield each
