"""The questions to an engine under smoke, one by one, and its streams. Faults are in plain words."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from shatterproof.strict_json import BadJson
from shatterproof_properties.engines.client import EngineClient
from shatterproof_properties.engines.errors import (
    Breach,
    EngineError,
    ErrorAnswer,
    Late,
    Skipped,
    excerpt,
    superfluous,
)
from shatterproof_properties.engines.in_process import Transport
from shatterproof_properties.engines.limits import Limits
from shatterproof_properties.engines.process_tree import IdleWatch

IDLE = 0.7
"""Seconds for which an engine may do nothing before it counts as silent. While it works it has more time."""
MOST_SILENCE = 1.0
"""Seconds of silence, in all, after which no more questions are asked. Both grow with the limits of the engine."""

_POLL = 0.05
_LAST_WAIT = 0.3
_ONE_LINE = "one line of JSON on standard output for each question, with its newline, flushed at once"
_EXIT = "an exit with code 0, with nothing more written and nothing left running"
_GOES_ON = "a program that answers, and then reads the next line, until its input ends"


class Fault(Exception):
    """A fault of an engine: `what` happened, and what was `expected`."""

    def __init__(self, what: str, expected: str) -> None:
        super().__init__(what)
        self.what, self.expected = what, expected


class Client(EngineClient):
    """An engine under smoke. Call `kill` when you are done.

    `question` and `answered` are the latest lines, `like` is a line that would have been right, "" if none is known.
    """

    def __init__(self, argv: Sequence[str], limits: Limits) -> None:
        super().__init__(argv, limits)
        self.slower = max(1.0, limits.hello / Limits.hello)
        self.question = self.answered = self.like = ""
        self.starts = 0
        self.silent_seconds = 0.0

    @property
    def why_stopped(self) -> str:
        """The reason why no more can be asked, "" if there is none."""
        if self.silent_seconds >= MOST_SILENCE * self.slower:
            return "too many questions got no answer"
        return "the engine had to be started too often" if self.starts > 8 and not self.running else ""

    def start(self) -> None:
        """Starts the engine unless it runs. Raises InputError if its command cannot be run."""
        self.starts += not self.running
        super().start()

    def _post(self, question: dict[str, Any], text: bytes) -> None:
        before = self.question if self.in_flight else ""
        self.question, self.answered, self.like = "\n".join(filter(None, (before, text.decode("utf-8")))), "", ""
        super()._post(question, text)

    def _read_line(self, transport: Transport, deadline: float) -> bytes:
        """The next line. The engine has the time of a check as long as it works."""
        began, watch = time.monotonic(), IdleWatch(transport.pid, IDLE * self.slower)
        while True:
            try:
                line = transport.read_line(min(time.monotonic() + _POLL, deadline))
                self.answered = _text(line)
                return line
            except Late:
                now = time.monotonic()
                if watch.is_idle() or now >= deadline:
                    self.silent_seconds += now - began
                    fault = self._silence(transport, round(deadline - began, 1), now - began)
                    self.kill()
                    raise fault from None

    def _silence(self, transport: Transport, limit: float, waited: float) -> Fault:
        """The fault of an engine that gave no line for so long, with the limit of a check."""
        self.answered = _text(transport.unread())
        if self.answered:
            return Fault("only half a line came: its newline is missing", _ONE_LINE)
        transport.finish(_LAST_WAIT)
        self.answered = _text(transport.unread())
        if self.answered:
            what = "the answer came only when the input was closed: it had been kept in a buffer"
            return Fault(what, "each answer flushed as soon as it is written")
        if waited < limit:
            allowed = f"a check waits {limit:g} s; smoke --slower {10 * self.slower:g} waits longer"
            return Fault(f"no answer within {waited:.1f} s, while the engine did nothing ({allowed})", _ONE_LINE)
        longer = f"smoke and check wait longer with --slower {3 * self.slower:g}"
        return Fault(f"no answer within {limit:g} s, though the engine was busy ({longer})", _ONE_LINE)

    @contextmanager
    def faults(self, expected: str = _ONE_LINE) -> Iterator[None]:
        """Raises Fault for an engine error, but for Skipped. `expected` is said of streams."""
        try:
            yield
        except Skipped:
            raise
        except ErrorAnswer as error:
            raise Fault(f"the answer is an error, {error}", "an answer with ok") from error
        except Breach as breach:
            what, _, wanted = breach.what.partition("; expected ")
            if ": not JSON: " in what:
                what = "the answer goes over several lines" if self.answered.strip() in ("{", "[") else what
                wanted = f"{_ONE_LINE}; anything else goes to standard error"
            at = f"at {breach.where}: " if breach.where else ""
            fitting = expected if breach.fatal else "an answer that fits the question"
            raise Fault(at + what, wanted or fitting) from breach
        except EngineError as error:
            raise Fault(_wrong(error), _GOES_ON) from error

    def send(self, message: dict[str, Any]) -> None:
        """Sends a message. Raises Fault if the engine has said something that nobody asked for."""
        question = {"id": self._next, **message}
        with self.faults():
            self._post(question, to_line(question).encode("utf-8"))

    def put(self, message: dict[str, Any], right: Any = None) -> Any:
        """The `ok` part of the answer to a message; `right` is what it should be. Raises Fault and Skipped."""
        self.send(message)
        return self.receive(right)

    def receive(self, right: Any = None, more: bool = False) -> Any:
        """The `ok` part of the oldest answer on its way, the only one unless there are `more`.

        `right` is the right answer, for a fault to show. Raises Fault and Skipped.
        """
        self.like = "" if right is None else to_line({"id": self._sent[0][0]["id"], "ok": right})
        with self.faults():
            ok = self.collect()
            if not more and self._transport and (output := self._transport.unread()):
                self.answered = f"{self.answered}\n{_text(output)}"
                self.kill()
                what = f"the engine has written {superfluous(output)}: {excerpt(output)}"
                raise Fault(what, "one line for one question")
        return ok

    def leave(self, when: str) -> None:
        """Closes the input, waits for the exit, ends what is left. Raises Fault for an engine that goes badly."""
        with self.faults(_EXIT):
            super().leave(when)

    def send_mistake(self, code: str, make: Callable[[], dict[str, Any] | str]) -> None:
        """Sends a message or line with a mistake in it. Raises Fault unless the answer is an error with that code."""
        made, number = make(), self._next
        text = made if isinstance(made, str) else to_line({"id": number, **made})
        right = {"code": code, "text": "what was wrong, in one line"}
        expected = f"an error with the code {code}; then the engine goes on with the next line"
        try:
            self._post({"id": number, "do": "bye"}, text.encode("utf-8"))
            self.like = to_line({"id": None if isinstance(made, str) else number, "error": right})
            self.collect()
        except ErrorAnswer as error:
            if error.code != code:
                raise Fault(f"the error has the code {error.code}", expected) from None
            given, due = (json.loads(line)["id"] for line in (self.answered, self.like))
            if given != due:
                raise Fault(f"the error has the id {to_line(given)}, not {to_line(due)}", expected) from None
            return
        except EngineError as error:
            if isinstance(error, Skipped) or (isinstance(error, Breach) and error.where.startswith("/ok")):
                raise Fault("the answer is no error", expected) from None
            raise Fault(_wrong(error), expected) from None
        except BadJson:
            raise Skipped("a function is asked questions, not lines") from None
        raise Fault("the answer is no error", expected)


def to_line(message: Any) -> str:
    """A message as one line, with its keys in the given order."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)


def _wrong(error: EngineError) -> str:
    """What an error says was wrong, but for the end of stderr, which a step shows by itself."""
    return str(error).partition("; stderr ends: ")[0].partition("; expected ")[0]


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace").rstrip("\n")
