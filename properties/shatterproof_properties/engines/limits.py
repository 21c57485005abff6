"""The limits and the environment of an engine, and the watch over what it takes."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Any

from shatterproof.errors import InputError
from shatterproof_properties.engines.process_tree import ProcessTree
from shatterproof_properties.protocol.messages import LINE_LIMIT

_TIMES = ("hello", "open", "apply", "further_turn", "turns", "count", "bye")
MIB = 1024**2
_BETWEEN_LOOKS = 0.5
_MOST_SHARE = 0.01
"""The largest part of our time that may go into looking."""
_LEAST_FILE = 4096
"""Bytes that any file counts as, an empty one too."""

GIVEN = (
    "PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "SYSTEMROOT",
    "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH",
    "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "NODE_PATH", "JAVA_HOME", "CLASSPATH", "DOTNET_ROOT",
    "GEM_HOME", "GEM_PATH", "RUBYLIB", "PERL5LIB", "LUA_PATH", "LUA_CPATH", "GOROOT", "GOPATH",
    "CARGO_HOME", "RUSTUP_HOME",
)  # fmt: skip
"""Our variables that every engine gets if they are set. It also gets LC_*."""
_SEARCH_PATHS = ("PATH", "PYTHONPATH", "NODE_PATH", "CLASSPATH")


@dataclass(frozen=True)
class Limits:
    """What an engine is allowed: seconds for each command, bytes for a line, for its memory and on disk, processes,
    restarts, and how many questions may be in flight at a time.

    `further_turn` is added to `apply` for each turn of a list after the first; a batch may take as long as its
    items one by one. `memory` is for each process, and for all together, the engine and its children; `disk` for one
    file anywhere, and for all in its folder. None means no limit. `environment` are variables that it is given besides
    those that all are. It runs in `cwd`, an absolute path, or in its own folder. The files
    `transcript` and `errors` keep all lines in both directions, and what it writes to stderr.
    """

    hello: float = 20.0
    open: float = 20.0
    apply: float = 2.0
    further_turn: float = 0.1
    turns: float = 5.0
    count: float = 30.0
    bye: float = 2.0
    line: int = LINE_LIMIT
    memory: int | None = 2048 * MIB
    disk: int | None = 256 * MIB
    processes: int | None = 64
    restarts: int = 10
    pipeline: int = 8
    environment: Mapping[str, str] = field(default_factory=dict)
    cwd: str | None = None
    transcript: str | None = None
    errors: str | None = None

    def scaled(self, factor: float) -> Limits:
        return replace(self, **{name: getattr(self, name) * factor for name in _TIMES})

    def seconds(self, question: Mapping[str, Any]) -> float:
        if question["do"] == "batch":
            return sum(self.seconds(item) for item in question["items"])
        allowed: float = getattr(self, question["do"])
        return allowed + self.further_turn * max(0, len(question.get("turns", ())) - 1)


def limit_process(pid: int, limits: Limits) -> None:
    """Limits what a process may allocate and how long its files may be, where the system can."""
    # Of the data segment, not of the address space: Node and Java reserve address space that they never use.
    # Set from outside, because code between fork and exec is not safe in a program with threads.
    try:
        from resource import RLIM_INFINITY, RLIMIT_CORE, RLIMIT_DATA, RLIMIT_FSIZE, prlimit
    except ImportError:
        return
    for kind, wanted in ((RLIMIT_CORE, 0), (RLIMIT_DATA, limits.memory), (RLIMIT_FSIZE, limits.disk)):
        with contextlib.suppress(OSError, ValueError):
            if wanted is not None:
                _, hard = prlimit(pid, kind)
                limit = wanted if hard == RLIM_INFINITY else min(wanted, hard)
                prlimit(pid, kind, (limit, limit))


class LimitWatch:
    """Looks from time to time whether an engine takes more than it may, so seldom that it costs almost nothing."""

    def __init__(self, process_tree: ProcessTree, folder: str, limits: Limits) -> None:
        self._process_tree = process_tree
        self._folder = folder
        self._limits = limits
        self._next = time.monotonic() + _BETWEEN_LOOKS

    def excess(self) -> str:
        """The limit that the engine has exceeded, in words; "" if none, or if it is not time to look yet."""
        now, disk = time.monotonic(), self._limits.disk
        if now < self._next:
            return ""
        found = self._processes()
        if not found and disk is not None and any(written > disk for written in accumulate(_sizes(self._folder))):
            found = f"it wrote more than {disk // MIB} MiB into its folder"
        done = time.monotonic()
        self._next = done + max(_BETWEEN_LOOKS, (done - now) / _MOST_SHARE)
        return found

    def _processes(self) -> str:
        processes, memory = self._limits.processes, self._limits.memory
        family = self._process_tree.living()
        if processes is not None and len(family) >= processes:
            return f"it ran {len(family) + 1} processes, of which it may have {processes}"
        if memory is not None and family:
            resident = sum(each.pages for each in family) * os.sysconf("SC_PAGE_SIZE")
            # Pages that several share count several times there; what is exact takes longer.
            if resident + _resident(self._process_tree.leader) > memory:
                used = sum(_resident(pid) for pid in (self._process_tree.leader, *(each.pid for each in family)))
                if used > memory:
                    took, may = used // MIB, memory // MIB
                    return f"it used {took} MiB of memory with its children, of which it may use {may} MiB"
        return ""


def _resident(pid: int) -> int:
    """Bytes in memory, with a share of shared memory; 0 where the system does not show it."""
    with contextlib.suppress(OSError, ValueError), open(f"/proc/{pid}/smaps_rollup", "rb") as file:
        return sum(int(line.split()[1]) * 1024 for line in file if line.startswith(b"Pss:"))
    return 0


def _sizes(folder: str) -> Iterator[int]:
    for place, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(OSError):
                yield max(os.lstat(os.path.join(place, name)).st_blocks * 512, _LEAST_FILE)
        yield _LEAST_FILE


def environment_of(folder: str, limits: Limits) -> dict[str, str]:
    """The environment of an engine: GIVEN, its own variables, PWD, and its own folder as TMPDIR.

    Relative entries of search paths are made absolute, since the engine runs in another folder than we do.
    """
    given = {name: value for name, value in os.environ.items() if name in GIVEN or name.startswith("LC_")}
    given.update(limits.environment)
    for name in _SEARCH_PATHS:
        if name in given:
            entries = given[name].split(os.pathsep)
            given[name] = os.pathsep.join(absolute(entry, limits.cwd) if entry else entry for entry in entries)
    return {**given, "PWD": limits.cwd or folder, "TMPDIR": folder}


def absolute(path: str, cwd: str | None) -> str:
    """The absolute form of a path in the command of an engine. It counts from `cwd`, or from our working folder."""
    return os.path.abspath(os.path.join(cwd or "", path))


def read_variables(words: Sequence[str]) -> dict[str, str]:
    """Variables written as NAME=VALUE, or as NAME for one of ours. Raises InputError."""
    found = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not name or (not equals and name not in os.environ):
            what = f"{name} is not set here" if name else f"no name in {word!r}"
            raise InputError(what, "--engine-env", "NAME=VALUE, or the NAME of a variable that is set")
        found[name] = value if equals else os.environ[name]
    return found
