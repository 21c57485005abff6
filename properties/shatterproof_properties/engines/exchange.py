"""Questions and answers between the harness and an engine: sent in order, several in flight, each under its limit."""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from shatterproof_properties.engines.errors import (
    Breach,
    Died,
    Ended,
    EngineError,
    Late,
    OverLimit,
    Skipped,
    Timeout,
    TooLong,
    death,
    superfluous,
)
from shatterproof_properties.engines.in_process import InProcess, is_in_process
from shatterproof_properties.engines.limits import Limits
from shatterproof_properties.engines.process import Process
from shatterproof_properties.engines.reading import read_answer
from shatterproof_properties.engines.transcript import FROM_ENGINE, NOTE, TO_ENGINE, Transcript
from shatterproof_properties.protocol.expected import AS_EXPECTED, Expected
from shatterproof_properties.protocol.messages import with_values, written

AnyEngineError = TypeVar("AnyEngineError", bound=EngineError)


Transport = Process | InProcess


def connect(argv: Sequence[str], limits: Limits) -> Transport:
    """Starts an engine. Raises InputError when that cannot be done."""
    return InProcess(argv, limits.line) if is_in_process(argv) else Process(argv, limits)


class GaveUp(Exception):
    """The engine had to be restarted more often than the limits allow."""


class Stopped(Exception):
    """Raised to stop work whose time or effort is used up.

    If an answer was still due, the process has been ended, and its question is not among those `asked`.
    """


class _Sent(NamedTuple):
    question: dict[str, Any]
    at: float


class Exchange:
    """An engine as something to send questions to and collect answers from, in a process or in this one.

    When the process had to be ended, `restart` starts a new one, and what was in flight is lost. `until` is the end of
    the run (of time.monotonic): after it every question but bye raises Stopped. `asked` and `waited` count questions
    that have ended and the seconds spent waiting for answers.
    """

    def __init__(self, argv: Sequence[str], limits: Limits | None = None) -> None:
        self.argv = tuple(argv)
        self.limits = limits or Limits()
        self.until: float | None = None
        self.asked = self.restarts = 0
        self.waited = 0.0
        self._transport: Transport | None = None
        self._last_words = ""
        self._transcript = Transcript(self.limits.transcript)
        self._next = 0
        self._sent: deque[_Sent] = deque()
        self._last_read = 0.0

    @property
    def running(self) -> bool:
        return self._transport is not None

    @property
    def pid(self) -> int | None:
        return self._transport.pid if self._transport else None

    @property
    def stderr(self) -> str:
        """The end of what the engine wrote to stderr, of the last process if none is running."""
        return self._transport.stderr() if self._transport else self._last_words

    @property
    def in_flight(self) -> int:
        return len(self._sent)

    def start(self) -> None:
        """Starts the engine unless it runs. Raises InputError when that cannot be done."""
        if self._transport is None:
            self._transport = connect(self.argv, self.limits)
            self._transcript.add(NOTE, b"started: " + " ".join(self.argv).encode())
            self._next = 0

    def restart(self) -> None:
        """Ends the process, if any, and starts a new one. Raises GaveUp after `limits.restarts` of them."""
        self.kill()
        if self.restarts >= self.limits.restarts:
            raise GaveUp(f"the engine was started anew {self.restarts} times")
        self.restarts += 1
        self.start()

    def kill(self) -> None:
        """Ends the process and all of its group at once; what was in flight is lost."""
        self._sent.clear()
        if self._transport is not None:
            self._transport.kill()
            self._last_words = self._transport.stderr()
            self._transport = None

    def ask(self, do: str, **details: Any) -> dict[str, Any]:
        """The `ok` part of the answer to one question, with nothing else in flight. Raises EngineError."""
        return dict(self._exchange({"do": do, **details}))

    def post(self, do: str, **details: Any) -> None:
        """Sends a question without waiting for its answer: at most `limits.pipeline` may be in flight.

        Raises Skipped for a question longer than a line may be, Died when no engine is running, and Breach when it
        has said something that nobody asked for; the question is not in flight then.
        """
        if len(self._sent) >= self.limits.pipeline:
            raise RuntimeError(f"{len(self._sent)} questions are in flight: collect an answer first")
        question = {"do": do, **details, "id": self._next}
        try:
            self._send(question)
        except EngineError as error:
            self.asked += 1
            raise self._about(question, error) from None

    def collect(self, expected: Expected | None = None) -> Any:
        """The `ok` part of the answer to the oldest question in flight, or AS_EXPECTED if it equals the expected one.

        Raises EngineError.
        """
        try:
            answer = self._collect(expected)
        except EngineError:
            self.asked += 1
            raise
        self.asked += 1
        return answer

    def forget(self) -> None:
        """Waits for the answers in flight and drops them. Their questions do not count as `asked`."""
        while self._sent:
            with contextlib.suppress(EngineError, Stopped):
                self._collect()

    def _exchange(self, asked: Mapping[str, Any]) -> Any:
        if self._sent:
            raise RuntimeError("questions are in flight: collect their answers first")
        self.post(**asked)
        return self.collect()

    def _send(self, question: dict[str, Any]) -> None:
        transport = self._transport
        if transport is None:
            raise Died("the engine is not running")
        text = written(question).encode("ascii")
        if len(text) > self.limits.line:
            raise Skipped(f"the question would be longer than {self.limits.line} bytes")
        if not self._sent and transport.has_spoken():
            output = transport.unread()
            raise Breach(superfluous(output), line=output, fatal=True)
        transport.send(text + b"\n")
        self._transcript.add(TO_ENGINE, text)
        self._next += 1
        self._sent.append(_Sent(question, time.monotonic()))

    def _collect(self, expected: Expected | None = None) -> Any:
        sent = self._sent.popleft()
        try:
            line = self._line(sent)
            self._transcript.add(FROM_ENGINE, line)
            if expected is not None and expected.is_said_by(line, sent.question["id"]):
                return AS_EXPECTED
            return read_answer(sent.question, line, self._next - 1, self.limits.line)
        except EngineError as error:
            raise self._about(sent.question, error) from None

    def _line(self, sent: _Sent) -> bytes:
        transport = self._transport
        assert transport is not None
        seconds = self.limits.seconds(sent.question)
        began = time.monotonic()
        # While we were away its answer may have waited for us, or the rest of the question: that is not its time.
        deadline = seconds + (began if transport.is_halfway() else max(sent.at, self._last_read))
        ends = self.until if self.until is not None and sent.question["do"] != "bye" else deadline
        try:
            return transport.read_line(min(deadline, ends))
        except Late:
            if ends < deadline:
                self.kill()
                raise Stopped("the run was over before the answer came") from None
            raise Timeout(seconds, transport.unread()) from None
        except TooLong:
            raise Breach(f"a line longer than {self.limits.line} bytes", fatal=True) from None
        except OverLimit as over:
            raise Died(f"the engine was ended: {over}") from None
        except Ended:
            raise self._death(transport) from None
        finally:
            self._last_read = time.monotonic()
            self.waited += self._last_read - began

    def _death(self, transport: Transport) -> Died:
        code = transport.exit_code(wait=0.5)
        half = transport.unread()
        transport.kill()
        at_start = not self.asked and not self.restarts
        return death(code, half, transport.stderr(), self.limits, at_start=at_start)

    def _about(self, question: dict[str, Any], error: AnyEngineError) -> AnyEngineError:
        """The same error with its question. Ends the process if it can no longer be trusted."""
        if isinstance(error, Timeout | Died) or (isinstance(error, Breach) and error.fatal):
            self.kill()
            error.last_lines = self._transcript.last_lines()
        error.question = with_values(question)
        error.stderr = self.stderr
        return error
