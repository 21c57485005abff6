"""Starting a program in a group and a folder of its own, under a memory limit, and ending it with all it started."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from shatterproof.errors import InputError

_SEARCH_PATHS = {"PATH", "PYTHONPATH", "NODE_PATH"}


def absolute(argv: Sequence[str]) -> list[str]:
    """The arguments with each one that names an existing file made absolute: an engine starts in another folder."""
    return [os.path.abspath(word) if _is_a_file(word) else word for word in argv]


def _absolute_entry(folder: str) -> str:
    return os.path.abspath(folder) if folder else folder


def _is_a_file(word: str) -> bool:
    # A bare word such as `node` stays a command even if a file here has that name.
    return ("/" in word or "." in word) and os.path.isfile(word)


def start(argv: Sequence[str], folder: str, environment: Mapping[str, str] | None) -> subprocess.Popen[bytes]:
    """Starts the program in `folder`, in a session of its own. Raises InputError when that cannot be done."""
    inherited = {**(os.environ if environment is None else environment)}
    for name in _SEARCH_PATHS & inherited.keys():
        inherited[name] = os.pathsep.join(map(_absolute_entry, inherited[name].split(os.pathsep)))
    try:
        if not argv:
            raise InputError("no command", "engine", "a program and its arguments")
        return subprocess.Popen(
            absolute(argv),
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env={**inherited, "PWD": folder, "TMPDIR": folder},
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        if isinstance(error, InputError):
            raise
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"cannot start {argv[0]!r}: {reason}", "engine", "a program and its arguments") from None


def limit_memory(pid: int, memory: int | None) -> None:
    """Limits what a process may allocate, in bytes, where the system can."""
    # Of the data segment, not of the address space: Node and Java reserve address space that they never use.
    # Set from outside, because code between fork and exec is not safe in a program with threads.
    try:
        from resource import RLIM_INFINITY, RLIMIT_CORE, RLIMIT_DATA, prlimit
    except ImportError:
        return
    with contextlib.suppress(OSError, ValueError):
        prlimit(pid, RLIMIT_CORE, (0, 0))
        if memory is not None:
            _, hard = prlimit(pid, RLIMIT_DATA)
            limit = memory if hard == RLIM_INFINITY else min(memory, hard)
            prlimit(pid, RLIMIT_DATA, (limit, limit))


def end_group(popen: subprocess.Popen[bytes], folder: str) -> None:
    """Ends a process with all that it has started, and removes its folder."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(popen.pid, signal.SIGKILL)
    _end_offspring(popen.pid, folder)
    with contextlib.suppress(subprocess.TimeoutExpired):
        popen.wait(10)
    # A program that has only just begun does not show its environment yet.
    _end_offspring(popen.pid, folder)
    for pipe in (popen.stdin, popen.stdout, popen.stderr):
        if pipe:
            with contextlib.suppress(OSError):
                pipe.close()
    shutil.rmtree(folder, ignore_errors=True)


def _end_offspring(leader: int, folder: str) -> None:
    for pid, _ in offspring(leader, folder):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)


def offspring(leader: int, folder: str) -> list[tuple[int, str]]:
    """The live processes that a process has started, each its id and its name; none where the system hides them.

    They are in its group, or have left that and still know its folder.
    """
    mark = b"\0TMPDIR=" + os.fsencode(folder) + b"\0"
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            text = (entry / "stat").read_text(errors="replace")
            name, rest = text[text.index("(") + 1 : text.rindex(")")], text[text.rindex(")") + 2 :].split()
            is_its_own = int(rest[2]) == leader or mark in b"\0" + (entry / "environ").read_bytes()
            if is_its_own and rest[0] not in "ZX" and int(entry.name) != leader:
                found.append((int(entry.name), name))
    return found
