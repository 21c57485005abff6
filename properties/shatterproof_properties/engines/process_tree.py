"""The processes that an engine has started: found wherever they have gone, ended and reaped."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

_GET_DUMPABLE, _SET_DUMPABLE, _SET_SUBREAPER, _GET_SUBREAPER = 3, 4, 36, 37
_MOST_SECONDS = 5.0
"""Seconds after which processes that cannot be ended are left."""
_PAUSE = 0.001
_OURS = "SHATTERPROOF_HARNESS"
"""A variable that everything started by this process inherits. Engines do not: they get a short list."""
os.environ[_OURS] = str(os.getpid())


class Relative(NamedTuple):
    """A process as the system shows it; `started` is in ticks since the system began, `pages` are those in memory."""

    pid: int
    name: str
    state: str
    parent: int
    group: int
    session: int
    started: int
    pages: int

    @property
    def lives(self) -> bool:
        return self.state not in "ZX"


class ProcessTree:
    """All processes that `leader` has started. The leader works in `folder` and leads a session of its own.

    On Linux this process adopts orphans of the engine, so it finds all processes by their parents, whatever session or
    group they have moved to. On other systems it finds only the group. While an engine runs, no process without special
    rights can attach to this one as a debugger does.
    """

    _folders: ClassVar[dict[int, str]] = {}
    """The folders of all engines that this process runs, by their leaders."""
    _adopts: ClassVar[bool] = False

    def __init__(self, leader: int, folder: str) -> None:
        self.leader = leader
        if not self._folders:
            ProcessTree._adopts = _adopt(True)
            _allow_debuggers(False)
        self._folders[leader] = folder
        itself = _seen(str(leader))
        self._since = itself.started if itself else 0

    def find(self) -> list[Relative]:
        """All of them without the leader, also those that have ended and wait to be reaped."""
        names = os.listdir("/proc") if sys.platform == "linux" else ()
        processes = [seen for name in names if name.isdigit() and (seen := _seen(name))]
        own = {each.pid for each in processes if self._is_own(each)} | {self.leader}
        more = True
        while more:
            born = {each.pid for each in processes if each.parent in own} - own
            own |= born
            more = bool(born)
        return [each for each in processes if each.pid in own and each.pid != self.leader]

    def living(self) -> list[Relative]:
        found = self.find()
        _reap(found)
        return [each for each in found if each.lives]

    def end(self) -> None:
        """Ends them all with the leader, however fast they start each other.

        No process is stopped first: if we were killed in between, a stopped one would stay for ever.
        """
        deadline = time.monotonic() + _MOST_SECONDS
        killed: set[tuple[int, int]] = set()
        while time.monotonic() < deadline:
            found = self.find()
            reaped = _reap(found)
            itself = _seen(str(self.leader))
            leader = [itself] if itself and itself.lives and itself.started == self._since else []
            living = {(each.pid, each.started) for each in (*leader, *found) if each.lives}
            if not living and not reaped:
                return
            for pid, _ in living:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            if living <= killed:
                time.sleep(_PAUSE)
            killed |= living

    def forget(self) -> None:
        """Forgets this tree. Adoption ends with the last engine that runs."""
        self._folders.pop(self.leader, None)
        if not self._folders:
            _allow_debuggers(True)
            if self._adopts:
                ProcessTree._adopts = False
                _adopt(False)

    def _is_own(self, process: Relative) -> bool:
        """Whether a process shows by its group, session or environment that it descends from the leader."""
        if self.leader in (process.group, process.session):
            return True
        if process.pid in self._folders or process.session == os.getsid(0) or process.started < self._since:
            return False
        if self._adopts and process.parent != os.getpid():
            return False
        if process.session in self._folders or process.group in self._folders:
            return False
        environment = b""
        with contextlib.suppress(OSError):
            environment = b"\0" + Path(f"/proc/{process.pid}/environ").read_bytes()
        if b"\0" + _OURS.encode() + b"=" in environment:
            return False
        marks = {leader: b"\0TMPDIR=" + os.fsencode(folder) + b"\0" for leader, folder in self._folders.items()}
        marked = [leader for leader, mark in marks.items() if mark in environment]
        return self.leader in marked or (self._adopts and not marked)


class IdleWatch:
    """Watches a process group for idleness: no thread running and no processor time used for `most_idle` seconds.

    With `pid` None, for an engine inside this process, it is never idle. If the system does not show what processes do,
    all time counts as idle.
    """

    def __init__(self, pid: int | None, most_idle: float) -> None:
        self._pid, self._most_idle = pid, most_idle
        self._since, self._ticks = time.monotonic(), -1

    def is_idle(self) -> bool:
        """Whether it was seen doing nothing for so long. Ask again and again."""
        if self._pid is None:
            return False
        ticks, runs = None, False
        for entry in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError, ValueError, IndexError):
                fields = _fields(entry)
                if int(fields[2]) == self._pid:
                    ticks = (ticks or 0) + int(fields[11]) + int(fields[12])
                    threads = entry.parent.glob("task/[0-9]*/stat")
                    runs = runs or any(_fields(thread)[0] in "RD" for thread in threads)
        now = time.monotonic()
        if runs or ticks not in (None, self._ticks):
            self._since, self._ticks = now, ticks or 0
        return now - self._since >= self._most_idle


def _fields(stat: Path) -> list[str]:
    """The fields of a stat file from the state on. The name before it may contain anything."""
    return stat.read_text(errors="replace").rpartition(")")[2].split()


def _seen(pid: str) -> Relative | None:
    try:
        with open(f"/proc/{pid}/stat", "rb", buffering=0) as file:
            text = file.read().decode("utf-8", "replace")
        start, end = text.index("("), text.rindex(")")
        rest = text[end + 2 :].split()
        numbers = (int(rest[field]) for field in (1, 2, 3, 19, 21))
        return Relative(int(pid), text[start + 1 : end], rest[0], *numbers)
    except (OSError, ValueError, IndexError):
        return None


def _reap(found: list[Relative]) -> bool:
    """Reap adopted processes that have ended; return whether there were any."""
    ended = [each for each in found if not each.lives and each.parent == os.getpid()]
    for each in ended:
        with contextlib.suppress(OSError):
            os.waitpid(each.pid, os.WNOHANG)
    return bool(ended)


def _adopt(wanted: bool) -> bool:
    """Make this process adopt orphans below it, or stop that; return whether it worked."""
    now = ctypes.c_int()
    _prctl(_GET_SUBREAPER, ctypes.byref(now))
    return bool(now.value) == wanted or _prctl(_SET_SUBREAPER, int(wanted)) == 0


def _allow_debuggers(allowed: bool) -> None:
    """Let other processes of the same user attach to this one, or stop that."""
    # Also 2 is possible, which only the system sets.
    if _prctl(_GET_DUMPABLE) == int(not allowed):
        _prctl(_SET_DUMPABLE, int(allowed))


def _prctl(option: int, argument: Any = 0) -> int:
    """What prctl(2) says, -1 where there is none."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            return int(ctypes.CDLL(None).prctl(option, argument, 0, 0, 0))
    return -1
