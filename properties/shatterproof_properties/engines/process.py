"""A process that speaks in lines: started in a group and a folder of its own, read under deadlines, ended for good."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time
import weakref
from collections.abc import Sequence

from shatterproof.errors import InputError
from shatterproof_properties.common.interrupts import held
from shatterproof_properties.engines.errors import Ended, Late, OverLimit, TooLong
from shatterproof_properties.engines.limits import Limits, LimitWatch, absolute, environment_of, limit_process
from shatterproof_properties.engines.process_tree import ProcessTree
from shatterproof_properties.engines.transcript import NOTE, kept_file, write

# How often a silent process is looked at: one that has died may have left its output open to a child.
_TICK = 0.05
_CHUNK = 1 << 16
_DRAINED = 64
_STDERR_KEPT = 1 << 16
_READABLE = select.POLLIN | select.POLLHUP | select.POLLERR


class Process:
    """A running program: send it lines, read its lines. The end of its stderr is kept.

    Raises InputError when it cannot be started.
    """

    def __init__(self, argv: Sequence[str], limits: Limits) -> None:
        self.line_limit = limits.line
        with held():
            self.folder = tempfile.mkdtemp(prefix="shatterproof-engine-")
            self._popen = start(argv, self.folder, limits)
            self.pid = self._popen.pid
            self._process_tree = ProcessTree(self.pid, self.folder)
            self._finalizer = weakref.finalize(self, end_all, self._popen, self.folder, self._process_tree)
            limit_process(self.pid, limits)
        self._watch = LimitWatch(self._process_tree, self.folder, limits)
        self._incoming = bytearray()
        self._searched = 0
        self._outgoing = memoryview(b"")
        self._stderr = bytearray()
        self._stderr_file = kept_file(limits.errors) if limits.errors else None
        if self._stderr_file:
            write(self._stderr_file, f"{NOTE} started: {' '.join(argv)}")
        self._closed = False
        self._stdin, self._stdout, self._stderr_fd = (
            pipe.fileno() for pipe in (self._popen.stdin, self._popen.stdout, self._popen.stderr) if pipe
        )
        self._poll = select.poll()
        for descriptor in (self._stdin, self._stdout, self._stderr_fd):
            os.set_blocking(descriptor, False)
        for descriptor in (self._stdout, self._stderr_fd):
            self._poll.register(descriptor, _READABLE)

    def send(self, line: bytes) -> None:
        """Sends a line, newline included. What the process does not take at once is sent while we read."""
        self._outgoing = memoryview(bytes(self._outgoing) + line)
        self._write()

    def read_line(self, deadline: float) -> bytes:
        """The next line without its newline, waited for until `deadline` (of time.monotonic).

        Raises Late, TooLong or Ended, and OverLimit if the process goes over one of its other limits.
        """
        while (line := self._next_line()) is None:
            if self._closed:
                raise Ended
            left = deadline - time.monotonic()
            if left <= 0:
                # The line may have come in time while this process was kept from looking.
                self._drain()
                if (line := self._next_line()) is None:
                    raise Late
                return line
            if excess := self._watch.excess():
                raise OverLimit(excess)
            if not self._pump(min(left, _TICK)) and self._popen.poll() is not None:
                self._drain()
                self._closed = True
        return line

    def is_halfway(self) -> bool:
        """Whether a question was sent in part until now, or an answer has come in part."""
        # The rest may go out in the same moment: the engine has its time all the same.
        waited = bool(self._outgoing)
        self._drain()
        return waited or bool(self._incoming)

    def unread(self) -> bytes:
        """Output that was not read as a line: half a line, or words nobody asked for."""
        self._drain()
        return bytes(self._incoming)

    def exit_code(self, wait: float = 0) -> int | None:
        """The exit code, negative for the signal that killed it; None while it runs. Waits that many seconds."""
        try:
            return self._popen.wait(wait) if wait > 0 else self._popen.poll()
        except subprocess.TimeoutExpired:
            return None

    def finish(self, wait: float) -> int | None:
        """Closes its input and waits for it to exit, reading along.

        Returns its exit code, or None if it did not exit.
        """
        deadline = time.monotonic() + wait
        self._forget_outgoing()
        if self._popen.stdin:
            with contextlib.suppress(OSError):
                self._popen.stdin.close()
        while self._popen.poll() is None and (left := deadline - time.monotonic()) > 0:
            if len(self._incoming) > self.line_limit or not self._pump(min(left, _TICK / 5)):
                self.exit_code(min(left, _TICK / 5))
        return self._popen.poll()

    def members(self) -> tuple[str, ...]:
        """The live processes that it has started, as "name (pid)"; empty where the system hides them."""
        return tuple(f"{name} ({pid})" for pid, name, *_ in self._process_tree.living())

    def kill(self) -> None:
        """Ends the whole group at once, waits for the process, and removes its folder."""
        if self._finalizer.alive:
            # What it said last is the best clue to why it is being ended.
            self._drain()
            with held():
                self._finalizer()

    def stderr(self) -> str:
        return self._stderr.decode("utf-8", "replace")

    def _next_line(self) -> bytes | None:
        end = self._incoming.find(b"\n", self._searched)
        if end < 0:
            self._searched = len(self._incoming)
            if len(self._incoming) > self.line_limit:
                raise TooLong
            return None
        if end > self.line_limit:
            raise TooLong
        line = bytes(self._incoming[:end])
        del self._incoming[: end + 1]
        self._searched = 0
        return line

    def _drain(self) -> None:
        """Moves what can be moved at once. It stops even if the process says more and more."""
        for _ in range(_DRAINED):
            if len(self._incoming) > self.line_limit or not self._pump(0):
                return

    def _pump(self, wait: float) -> bool:
        """Moves what can be moved in each direction, and waits `wait` seconds at most.

        Returns whether anything moved.
        """
        moved = False
        for descriptor, _ in self._poll.poll(wait * 1000):
            moved = True
            if descriptor == self._stdin:
                self._write()
            elif not (data := _read(descriptor)):
                self._poll.unregister(descriptor)
                self._closed |= descriptor == self._stdout
            elif descriptor == self._stdout:
                self._incoming += data
            else:
                self._stderr += data
                if self._stderr_file:
                    write(self._stderr_file, data.decode("utf-8", "replace").removesuffix("\n"))
                del self._stderr[:-_STDERR_KEPT]
        return moved

    def _write(self) -> None:
        try:
            self._outgoing = self._outgoing[os.write(self._stdin, self._outgoing) :]
        except BlockingIOError:
            pass
        except OSError:
            # It no longer listens: reading shows whether it has ended.
            self._outgoing = memoryview(b"")
        if self._outgoing:
            self._poll.register(self._stdin, select.POLLOUT)
        else:
            self._forget_outgoing()

    def _forget_outgoing(self) -> None:
        self._outgoing = memoryview(b"")
        with contextlib.suppress(KeyError):
            self._poll.unregister(self._stdin)


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, _CHUNK)
    except OSError:
        return b""


def with_absolute_paths(argv: Sequence[str], cwd: str | None = None) -> list[str]:
    """The arguments, with paths of existing files and folders made absolute: an engine starts in another folder."""
    # A bare word such as `node` stays a command even if a file here has that name.
    named = {word for word in argv if ("/" in word or "." in word) and os.path.exists(absolute(word, cwd))}
    return [absolute(word, cwd) if word in named else word for word in argv]


def start(argv: Sequence[str], folder: str, limits: Limits) -> subprocess.Popen[bytes]:
    """Starts the program in a session of its own, in `limits.cwd` or in `folder`.

    Raises InputError when that cannot be done.
    """
    try:
        if not argv:
            raise InputError("no command", "engine", "a program and its arguments")
        if limits.cwd is not None and not os.path.isdir(limits.cwd):
            raise InputError("there is no such folder", limits.cwd, "a folder for --engine-cwd")
        return subprocess.Popen(
            with_absolute_paths(argv, limits.cwd),
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=limits.cwd or folder,
            env=environment_of(folder, limits),
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        if isinstance(error, InputError):
            raise
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"cannot start {argv[0]!r}: {reason}", "engine", "a program and its arguments") from None


def end_all(popen: subprocess.Popen[bytes], folder: str, process_tree: ProcessTree) -> None:
    """Ends a process with all that it has started, and removes its folder."""
    process_tree.end()
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(popen.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        popen.wait(10)
    process_tree.end()
    process_tree.forget()
    for pipe in (popen.stdin, popen.stdout, popen.stderr):
        if pipe:
            with contextlib.suppress(OSError):
                pipe.close()
    shutil.rmtree(folder, ignore_errors=True)
