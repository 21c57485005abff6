"""Telling an engine that waits from one that works, so that silence is noticed soon and slowness is not punished."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from typing import NamedTuple

_RUNS_OR_READS = "RD"


class Signs(NamedTuple):
    """What a group of processes is seen doing: processor time used so far, in ticks, and whether any thread runs."""

    ticks: int
    runs: bool


class Watch:
    """Watches a process group for idleness: no thread running and no processor time used for `patience` seconds.

    `pid` None, an engine inside this process, is never idle. Where the system does not show what processes do,
    all time counts as idle.
    """

    def __init__(self, pid: int | None, patience: float) -> None:
        self._pid = pid
        self._patience = patience
        self._since = time.monotonic()
        self._last = Signs(-1, False)

    def is_idle(self) -> bool:
        """Whether it has been seen doing nothing for as long as the patience lasts; to be asked again and again."""
        if self._pid is None:
            return False
        signs = _signs(self._pid)
        now = time.monotonic()
        if signs is not None and (signs.runs or signs.ticks != self._last.ticks):
            self._since = now
            self._last = signs
        return now - self._since >= self._patience


def _signs(leader: int) -> Signs | None:
    """What the group of `leader` is doing, from /proc; None where that cannot be seen."""
    ticks, seen, runs = 0, False, False
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            fields = _fields(entry)
            if int(fields[2]) == leader:
                seen = True
                ticks += int(fields[11]) + int(fields[12])
                threads = entry.parent.glob("task/[0-9]*/stat")
                runs = runs or any(_fields(thread)[0] in _RUNS_OR_READS for thread in threads)
    return Signs(ticks, runs) if seen else None


def _fields(stat: Path) -> list[str]:
    """The fields of a stat file from the state on; the name before it may hold anything."""
    return stat.read_text(errors="replace").rpartition(")")[2].split()
