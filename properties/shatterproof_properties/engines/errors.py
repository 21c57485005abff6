"""What can go wrong with a question to an engine, and with the line that answers it."""

from __future__ import annotations

import re
import signal
from collections.abc import Sequence
from typing import Any, ClassVar

from shatterproof_properties.common.prose import printable
from shatterproof_properties.engines.limits import MIB, Limits

_OUT_OF_MEMORY = re.compile(r"out of memory|MemoryError|bad_alloc|allocation failed|cannot allocate", re.IGNORECASE)
_FILE_TOO_LARGE = re.compile(r"file too large|EFBIG", re.IGNORECASE)
_SHOWN = 200


class Late(Exception):
    """No whole line by the deadline."""


class TooLong(Exception):
    """A line over the limit."""


class OverLimit(Exception):
    """An engine has gone over one of its limits; str() says over which."""


class Ended(Exception):
    """The engine has ended or closed its output; there is no more to read."""


class EngineError(Exception):
    """A question that got no answer to compare. str() is one line that is safe to print, whatever the engine said.

    `outcome` is the word it is counted under, `question` what was asked, `stderr` the end of what the engine wrote
    there. `last_lines` are the last lines in both directions, if the process was ended: after Timeout, Died and a fatal
    Breach.
    """

    outcome: ClassVar[str]

    def __init__(self, text: str) -> None:
        super().__init__(printable(text))
        self.question: dict[str, Any] = {}
        self.stderr = ""
        self.last_lines: tuple[str, ...] = ()


class Timeout(EngineError):
    """No whole line within the limit, in seconds."""

    outcome = "timeout"

    def __init__(self, seconds: float, half: bytes = b"") -> None:
        rest = f", only half a line: {excerpt(half)}" if half else ""
        super().__init__(f"no answer within {seconds:g} s{rest}")
        self.seconds = seconds


class Died(EngineError):
    """The process ended, or closed its output, instead of answering; `code` as subprocess has it, if it exited."""

    outcome = "error"

    def __init__(self, how: str, code: int | None = None) -> None:
        super().__init__(how)
        self.code = code


class Breach(EngineError):
    """An answer that breaks the protocol: `what` was wrong, `where` in it (a JSON pointer), and the `line` itself.

    `fatal` when question and answer may be out of step, so that the process had to be ended.
    """

    outcome = "breach"

    def __init__(self, what: str, where: str = "", line: bytes = b"", fatal: bool = False) -> None:
        super().__init__(f"{f'at {where}: ' if where else ''}{what}{f' in {excerpt(line)}' if line else ''}")
        self.what, self.where, self.line, self.fatal = what, where, line, fatal


class ErrorAnswer(EngineError):
    """The engine answered with an error: `code` of the closed list, its `text`, and `at`, a JSON pointer."""

    outcome = "error"

    def __init__(self, code: str, text: str, at: str = "") -> None:
        super().__init__(f"{code}: {text}{f' (at {at})' if at else ''}")
        self.code, self.text, self.at = code, text, at


class Skipped(EngineError):
    """The engine declared the question a known gap; `why` is its reason."""

    outcome = "skip"

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = printable(why)


def death(code: int | None, half: bytes, stderr: str, limits: Limits, *, at_start: bool) -> Died:
    """How a process ended, from its exit code, the half line it left, the end of its stderr, and its limits.

    `at_start`: it has answered nothing yet.
    """
    how = ending(code) + (f", leaving half a line: {excerpt(half)}" if half else "")
    last = next((line.strip() for line in reversed(stderr.split("\n")) if line.strip()), "")
    hint = _hint(code, stderr, limits)
    if at_start and not hint and code and code > 0 and limits.cwd is None:
        hint = " (the engine runs in an empty folder of its own; --engine-cwd DIR runs it elsewhere)"
    return Died(how + hint + (f"; stderr ends: {last[:_SHOWN]}" if last else ""), code)


def _hint(code: int | None, stderr: str, limits: Limits) -> str:
    if limits.disk is not None and (code == -signal.SIGXFSZ or _FILE_TOO_LARGE.search(stderr)):
        return f"; it wrote a file of more than {limits.disk // MIB} MiB"
    if limits.memory and _OUT_OF_MEMORY.search(stderr):
        return f"; it ran out of memory, of which it may use {limits.memory // MIB} MiB"
    return ""


def superfluous(output: bytes) -> str:
    return "output that nobody asked for" if output.strip() else "a blank line that nobody asked for"


def ending(code: int | None) -> str:
    if code is None:
        return "the engine closed its output"
    if code >= 0:
        return f"the engine ended with code {code}"
    try:
        return f"the engine was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"the engine was ended by signal {-code}"


def bad_end(code: int | None, stray: bytes, left_behind: Sequence[str]) -> str:
    """The fault of an exit after bye, "" for none."""
    if code is None:
        return "still running after bye"
    if code != 0:
        return f"{ending(code)} after bye, not with code 0"
    if stray:
        return "output after bye"
    return f"processes left behind: {', '.join(left_behind)}" if left_behind else ""


def excerpt(line: bytes) -> str:
    return repr(line[:_SHOWN].decode("utf-8", "replace")) + ("..." if len(line) > _SHOWN else "")
