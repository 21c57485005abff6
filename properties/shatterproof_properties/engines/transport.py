"""What carries questions to an engine and answers back: a process, or a function in this one."""

from __future__ import annotations

from typing import Protocol


class Late(Exception):
    """No whole line by the deadline."""


class TooLong(Exception):
    """A line over the limit."""


class OverLimit(Exception):
    """It takes more than it may; str() says of what."""


class Ended(Exception):
    """The engine has ended or closed its output; there is no more to read."""


class Transport(Protocol):
    """An engine at the other end of two streams of lines, from its start to its end."""

    @property
    def pid(self) -> int | None:
        """The process id, if it has a process of its own."""

    def send(self, line: bytes) -> None:
        """Sends a line, newline included, without waiting for anybody to read it."""

    def read_line(self, deadline: float) -> bytes:
        """The next line without its newline, waited for until `deadline` (of time.monotonic).

        Raises Late, TooLong, OverLimit or Ended.
        """

    def is_halfway(self) -> bool:
        """Whether a question was sent in part until now, or an answer has come in part."""

    def has_spoken(self) -> bool:
        """Whether there is output that nobody has read yet."""

    def unread(self) -> bytes:
        """What it has said so far that was not read as a line: half a line, or words nobody asked for."""

    def exit_code(self, wait: float = 0) -> int | None:
        """The exit code (negative: the signal that killed it), or None while it runs; waits that many seconds."""

    def finish(self, wait: float) -> int | None:
        """Closes its input and waits for it to exit, reading along; its exit code, or None if it did not exit."""

    def members(self) -> tuple[str, ...]:
        """The live processes that it has started, as "name (pid)"; empty where the system hides them."""

    def kill(self) -> None:
        """Ends it, with all that it has started, at once."""

    def stderr(self) -> str:
        """The end of what it wrote to stderr."""
