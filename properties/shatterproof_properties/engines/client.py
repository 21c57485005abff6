"""The harness's side of the protocol: an engine that is asked questions, several in flight, each under its limit."""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Self, TypeVar

from shatterproof_properties.engines.errors import (
    Breach,
    Died,
    Ended,
    EngineError,
    ErrorAnswer,
    GaveUp,
    Late,
    OverLimit,
    Skipped,
    Stopped,
    Timeout,
    TooLong,
    bad_end,
    checked,
    death,
    excerpt,
    read_answer,
    superfluous,
)
from shatterproof_properties.engines.in_process import Transport, connect
from shatterproof_properties.engines.limits import Limits
from shatterproof_properties.engines.transcript import FROM_ENGINE, NOTE, TO_ENGINE, Transcript
from shatterproof_properties.protocol.expected import AS_EXPECTED, Expected
from shatterproof_properties.protocol.messages import PROTOCOL, with_values, written

AnyEngineError = TypeVar("AnyEngineError", bound=EngineError)
BatchAnswer = dict[str, Any] | ErrorAnswer | Skipped


class Opened(NamedTuple):
    """An open context: its name, and the opening position."""

    context: str
    start: dict[str, Any]


class EngineClient:
    """An engine to be asked, in a process or in this one. Use it in a `with` statement, or call `start` and `close`.

    Every question raises Timeout, Died, Breach, ErrorAnswer or Skipped when there is no proper answer. When the process
    had to be ended, `restart` starts a new one, what was in flight is lost, and contexts have to be opened again.
    `until` is the end of the run (of time.monotonic): after it every question but bye raises Stopped. `asked` and
    `waited` count questions that have ended and the seconds spent waiting for answers.
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
        self._sent: deque[tuple[dict[str, Any], float]] = deque()
        """The questions in flight, each with the time at which it was sent."""
        self._last_read = 0.0
        self.introduction: dict[str, Any] = {}

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self.close()
        else:
            self.kill()

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
        question = {"id": self._next, "do": do, **details}
        self._post(question, written(question).encode("ascii"))

    def _post(self, question: dict[str, Any], text: bytes) -> None:
        try:
            if self._transport is None:
                raise Died("the engine is not running")
            if len(text) > self.limits.line:
                raise Skipped(f"the question would be longer than {self.limits.line} bytes")
            if not self._sent and (output := self._transport.unread()):
                raise Breach(superfluous(output), line=output, fatal=True)
        except EngineError as error:
            self.asked += 1
            raise self._about(question, error) from None
        self._transport.send(text + b"\n")
        self._transcript.add(TO_ENGINE, text)
        self._next += 1
        self._sent.append((question, time.monotonic()))

    def collect(self, expected: Expected | None = None) -> Any:
        """The `ok` part of the answer to the oldest question in flight, or AS_EXPECTED if it equals the expected one.

        Raises EngineError.
        """
        question, sent = self._sent.popleft()
        try:
            line = self._line(question, sent)
            self._transcript.add(FROM_ENGINE, line)
            is_expected = expected is not None and expected.is_said_by(line, question["id"])
            answer = AS_EXPECTED if is_expected else read_answer(question, line, self._next - 1, self.limits.line)
        except EngineError as error:
            self.asked += 1
            raise self._about(question, error) from None
        self.asked += 1
        return answer

    def forget(self) -> None:
        """Waits for the answers in flight and drops them. Their questions do not count as `asked`."""
        asked = self.asked
        while self._sent:
            with contextlib.suppress(EngineError, Stopped):
                self.collect()
        self.asked = asked

    def hello(self) -> dict[str, Any]:
        """Asks who it is; the answer is kept in `introduction`."""
        self.introduction = self.ask("hello", protocol=PROTOCOL)
        return self.introduction

    def open(self, game: str, board: str, readings: Mapping[str, str] | None = None) -> Opened:
        """Opens a context: a game on a board under readings, `{id: value}`."""
        answer = self.ask("open", game=game, board=board, readings=dict(readings or {}))
        return Opened(answer["context"], answer["start"])

    def apply(self, context: str, position: Any, turn: str) -> dict[str, Any]:
        """The verdict on a turn: `{"verdict": "legal", "position": .., "outcome": ..}` and so on."""
        return self.ask("apply", context=context, position=position, turn=turn)

    def turns(self, context: str, position: Any) -> list[dict[str, Any]]:
        """One `{"turn", "position", "outcome"}` for each distinct result."""
        found: list[dict[str, Any]] = self.ask("turns", context=context, position=position)["turns"]
        return found

    def count(self, context: str, position: Any, depth: int) -> dict[str, Any]:
        """`{"total": leaves, "by": [[turn, leaves below it], ...]}`."""
        return self.ask("count", context=context, position=position, depth=depth)

    def batch(self, items: Sequence[dict[str, Any]]) -> list[BatchAnswer]:
        """The answers to several questions, `{"do": "apply", ...}`, in order; errors and skips in their places."""
        question = {"do": "batch", "items": list(items)}
        bodies: list[dict[str, Any]] = self._exchange(question)
        answers: list[BatchAnswer] = []
        for index, (item, body) in enumerate(zip(items, bodies, strict=True)):
            try:
                answers.append(checked(item, {"id": 0, **body}))
            except (ErrorAnswer, Skipped) as error:
                answers.append(self._about(dict(item), error))
            except Breach as breach:
                raise self._about(question, Breach(breach.what, f"/ok/{index}{breach.where}")) from None
        return answers

    def close(self) -> None:
        """Says bye, waits for the exit, ends what is left. Raises nothing; `say_bye` says what went wrong."""
        with contextlib.suppress(EngineError):
            self.say_bye()

    def say_bye(self) -> None:
        """Says bye, waits for the exit, ends what is left. Raises EngineError when the engine does not go properly."""
        self.forget()
        if self._transport is not None:
            try:
                self.ask("bye")
                self.leave("after bye")
            finally:
                self.kill()

    def leave(self, when: str) -> None:
        """Closes the input, waits for the exit, ends what is left. Raises Breach for an engine that goes badly."""
        leaving = self._transport
        assert leaving is not None
        code = leaving.finish(self.limits.bye)
        left_behind, stray = leaving.members(), leaving.unread()
        self.kill()
        if fault := bad_end(code, stray, left_behind, when):
            raise self._about({"do": "bye"}, Breach(fault, fatal=True))

    def _exchange(self, asked: Mapping[str, Any]) -> Any:
        if self._sent:
            raise RuntimeError("questions are in flight: collect their answers first")
        self.post(**asked)
        return self.collect()

    def _line(self, question: dict[str, Any], sent: float) -> bytes:
        transport = self._transport
        assert transport is not None
        seconds = self.limits.seconds(question)
        began = time.monotonic()
        # While we were away its answer may have waited for us, or the rest of the question: that is not its time.
        deadline = seconds + (began if transport.is_halfway() else max(sent, self._last_read))
        ends = self.until if self.until is not None and question["do"] != "bye" else deadline
        try:
            return self._read_line(transport, min(deadline, ends))
        except Late:
            if ends < deadline:
                self.kill()
                raise Stopped("the run was over before the answer came") from None
            half = transport.unread()
            rest = f", only half a line: {excerpt(half)}" if half else ""
            raise Timeout(f"no answer within {seconds:g} s{rest}") from None
        except TooLong:
            raise Breach(f"a line longer than {self.limits.line} bytes", fatal=True) from None
        except OverLimit as over:
            raise Died(f"the engine was ended: {over}") from None
        except Ended:
            code, half, at_start = transport.exit_code(wait=0.5), transport.unread(), not self.asked + self.restarts
            transport.kill()
            raise death(code, half, transport.stderr(), self.limits, at_start=at_start) from None
        finally:
            self._last_read = time.monotonic()
            self.waited += self._last_read - began

    def _read_line(self, transport: Transport, deadline: float) -> bytes:
        return transport.read_line(deadline)

    def _about(self, question: dict[str, Any], error: AnyEngineError) -> AnyEngineError:
        """The same error with its question. Ends the process if it can no longer be trusted."""
        if error.fatal:
            self.kill()
            error.last_lines = self._transcript.last_lines()
        error.question = with_values(question)
        error.stderr = self.stderr
        return error
