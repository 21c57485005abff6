"""The streams of an engine under smoke: lines out, lines in, and faults in plain words."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.engines.errors import Breach, Ended, Late, OverLimit, TooLong, death, excerpt, superfluous
from shatterproof_properties.engines.exchange import Transport, connect
from shatterproof_properties.engines.limits import Limits

HELLO_IDLE = 0.7
IDLE = 0.4
"""Seconds for which an engine may do nothing before it counts as silent. While it works it has more time.

Both grow with the limits of the engine.
"""

MOST_SILENCE = 1.0
"""Seconds of silence, in all, after which no more questions are asked. They grow in the same way."""


_POLL = 0.05
_LAST_WAIT = 0.3
_ONE_LINE = "one line of JSON on standard output for each question, with its newline, flushed at once"
_ANSWERS_ONLY = "nothing but answers on standard output; standard error is free"


class Fault(Exception):
    """A fault of an engine: `what` happened, and what was `expected`. `like` is a line that would be right."""

    def __init__(self, what: str, expected: str, like: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.expected = expected
        self.like = like


class OutputClosed(Fault):
    """The engine ended, or closed its output, instead of answering."""


class _Idle(Late):
    """No whole line arrived, and the engine does nothing towards one."""


class Connection:
    """Sends lines to an engine and reads its lines. Use it in a `with` statement.

    `asked` and `answered` are the latest lines, `stderr` is the end of what the engine wrote there. An answer that is
    out of step ends the engine; `is_open` says whether there is one to ask.
    """

    def __init__(self, argv: Sequence[str], limits: Limits) -> None:
        self._argv, self.limits = argv, limits
        self.slower = max(1.0, limits.hello / Limits.hello)
        self.asked = self.answered = self.stderr = ""
        self.starts = 0
        self.silent_seconds = 0.0
        self._transport: Transport | None = None
        self._has_answered = False

    @property
    def is_open(self) -> bool:
        return self._transport is not None

    @property
    def why_stopped(self) -> str:
        """The reason why no more can be asked, "" if there is none."""
        if self.silent_seconds >= MOST_SILENCE * self.slower:
            return "too many questions got no answer"
        return "the engine had to be started too often" if self.starts > 8 and not self.is_open else ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def start(self) -> None:
        """Starts the engine. Raises InputError if its command cannot be run."""
        self.starts += 1
        self._transport = connect(self._argv, self.limits)

    def end(self) -> None:
        """Ends the engine with all that it has started, at once."""
        if self._transport is not None:
            self._transport.kill()
            self.stderr = self._transport.stderr()
            self._transport = None

    def send(self, *lines: str) -> None:
        """Sends lines, without waiting for answers.

        Raises Fault if the engine has said something that nobody asked for.
        """
        transport = self._running()
        self.asked, self.answered = "\n".join(lines), ""
        self.check_nothing_said(_ANSWERS_ONLY)
        for line in lines:
            transport.send(line.encode("utf-8") + b"\n")

    def finish(self) -> tuple[int | None, bytes, tuple[str, ...]]:
        """Closes the input and waits for the exit.

        Returns the exit code (None if it runs on), unread output, and processes left behind.
        """
        transport = self._running()
        watch = IdleWatch(transport.pid, IDLE * self.slower)
        ends = time.monotonic() + self.limits.bye
        code = transport.finish(0)
        while code is None and time.monotonic() < ends and not watch.is_idle():
            code = transport.finish(_POLL)
        left = transport.members()
        unread = transport.unread()
        self.answered = _text(unread) or self.answered
        self.end()
        return code, unread, left

    def check_nothing_said(self, expected: str) -> None:
        """Raises Fault, and ends the engine, if it has said something that nobody asked for."""
        transport = self._running()
        if transport.has_spoken():
            output = transport.unread()
            self.answered = "\n".join(filter(None, (self.answered, _text(output))))
            self.end()
            raise Fault(f"the engine has written {superfluous(output)}: {excerpt(output)}", expected)

    def _running(self) -> Transport:
        if self._transport is None:
            self.start()
        assert self._transport is not None
        return self._transport

    def read(self, question: dict[str, Any]) -> Any:
        """The next line, as a JSON value. Otherwise ends the engine and raises Fault."""
        transport = self._running()
        began = time.monotonic()
        try:
            most_idle = HELLO_IDLE if question["do"] == "hello" else IDLE
            line = self._line(transport, self.limits.seconds(question), most_idle * self.slower)
            self._has_answered = True
            self.answered = _text(line)
            return self._decoded(transport, line)
        except Fault:
            self.end()
            raise
        except Late as late:
            waited = time.monotonic() - began
            fault = self._silent(transport, self.limits.seconds(question), waited, isinstance(late, _Idle))
            self.silent_seconds += waited
            self.end()
            raise fault from None

    def _line(self, transport: Transport, seconds: float, most_idle: float) -> bytes:
        """The next line, waited for so long, and longer while the engine works. Raises Late and Fault."""
        watch = IdleWatch(transport.pid, most_idle)
        ends = time.monotonic() + seconds
        while True:
            try:
                return transport.read_line(min(time.monotonic() + _POLL, ends))
            except Late:
                if watch.is_idle():
                    raise _Idle from None
                if time.monotonic() >= ends:
                    raise
            except TooLong:
                raise Fault(f"a line longer than {self.limits.line} bytes", "shorter lines") from None
            except Breach as breach:
                raise Fault(breach.what, _ONE_LINE) from None
            except OverLimit as over:
                raise Fault(f"the engine was ended: {over}", "an engine that keeps within the limits") from None
            except Ended:
                code = transport.exit_code(wait=_LAST_WAIT)
                half = transport.unread()
                raise OutputClosed(
                    str(death(code, half, "", self.limits, at_start=not self._has_answered)),
                    "a program that answers, and then reads the next line, until its input ends",
                ) from None

    def _silent(self, transport: Transport, limit: float, waited: float, idle: bool) -> Fault:
        """The fault of an engine that gave no line for so many seconds, with the limit of a check."""
        self.answered = _text(transport.unread())
        if self.answered:
            return Fault("only half a line came: its newline is missing", _ONE_LINE)
        transport.finish(_LAST_WAIT)
        self.answered = _text(transport.unread())
        if self.answered:
            what = "the answer came only when the input was closed: it had been kept in a buffer"
            return Fault(what, "each answer flushed as soon as it is written")
        if idle:
            allowed = f"a check waits {limit:g} s; smoke --slower {10 * self.slower:g} waits longer"
            return Fault(f"no answer within {waited:.1f} s, while the engine did nothing ({allowed})", _ONE_LINE)
        longer = f"smoke and check wait longer with --slower {3 * self.slower:g}"
        return Fault(f"no answer within {limit:g} s, though the engine was busy ({longer})", _ONE_LINE)

    def _decoded(self, transport: Transport, line: bytes) -> Any:
        try:
            return strict_json.decode(line, size=self.limits.line)
        except InputError as error:
            more = b""
            if transport.pid is not None:
                with contextlib.suppress(Late, Fault):
                    more = self._line(transport, self.limits.apply, _LAST_WAIT)
            if line.strip() in (b"{", b"["):
                raise Fault("the answer goes over several lines", _ONE_LINE) from None
            with contextlib.suppress(InputError):
                value = strict_json.decode(more)
                if isinstance(value, dict) and "id" in value:
                    self.answered += "\n" + _text(more)
                    raise Fault("the engine says something before it answers", _ANSWERS_ONLY) from None
            raise Fault(f"the line is not JSON as the protocol has it: {error}", _ONE_LINE) from None


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace").rstrip("\n")


# Telling an engine that waits from one that works


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
        ticks, runs = _activity(self._pid)
        now = time.monotonic()
        if runs or ticks not in (None, self._ticks):
            self._since, self._ticks = now, ticks or 0
        return now - self._since >= self._most_idle


def _activity(leader: int) -> tuple[int | None, bool]:
    """The processor time that the group of `leader` has used, in ticks, None where /proc does not show it, and whether
    any of its threads runs."""
    ticks, runs = None, False
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            fields = _fields(entry)
            if int(fields[2]) == leader:
                ticks = (ticks or 0) + int(fields[11]) + int(fields[12])
                threads = entry.parent.glob("task/[0-9]*/stat")
                runs = runs or any(_fields(thread)[0] in "RD" for thread in threads)
    return ticks, runs


def _fields(stat: Path) -> list[str]:
    """The fields of a stat file from the state on. The name before it may contain anything."""
    return stat.read_text(errors="replace").rpartition(")")[2].split()
