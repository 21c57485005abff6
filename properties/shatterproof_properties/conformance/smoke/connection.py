"""The questions to an engine under smoke, one by one, and its streams. Faults are in plain words."""

from __future__ import annotations

import contextlib
import json
import re
import time
from collections.abc import Callable, Sequence
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.strict_json import BadJson
from shatterproof_properties.engines.errors import (
    Breach,
    Ended,
    Late,
    OverLimit,
    Skipped,
    TooLong,
    death,
    excerpt,
    inconsistency,
    superfluous,
)
from shatterproof_properties.engines.in_process import Transport, connect
from shatterproof_properties.engines.limits import Limits
from shatterproof_properties.engines.process_tree import IdleWatch
from shatterproof_properties.protocol.messages import check

HELLO_IDLE, IDLE = 0.7, 0.4
"""Seconds for which an engine may do nothing before it counts as silent. While it works it has more time."""
MOST_SILENCE = 1.0
"""Seconds of silence, in all, after which no more questions are asked. All grow with the limits of the engine."""

_POLL = 0.05
_LAST_WAIT = 0.3
_ONE_LINE = "one line of JSON on standard output for each question, with its newline, flushed at once"
_ANSWERS_ONLY = "nothing but answers on standard output; standard error is free"


class Fault(Exception):
    """A fault of an engine: `what` happened, and what was `expected`."""

    def __init__(self, what: str, expected: str) -> None:
        super().__init__(what)
        self.what, self.expected = what, expected


class OutputClosed(Fault):
    """The engine ended, or closed its output, instead of answering."""


class Client:
    """Questions to an engine, and its answers, each checked for its form. Call `end` when you are done.

    `asked` and `answered` are the latest lines, `like` is a line that would have been right, "" if none is known.
    `stderr` is the end of what the engine wrote there. An answer that is out of step ends the engine; `is_open` says
    whether there is one to ask.
    """

    def __init__(self, argv: Sequence[str], limits: Limits) -> None:
        self._argv, self.limits = argv, limits
        self.slower = max(1.0, limits.hello / Limits.hello)
        self.asked = self.answered = self.like = self.stderr = ""
        self.starts = 0
        self.silent_seconds = 0.0
        self._transport: Transport | None = None
        self._has_answered = False
        self._next = 0

    @property
    def is_open(self) -> bool:
        return self._transport is not None

    @property
    def why_stopped(self) -> str:
        """The reason why no more can be asked, "" if there is none."""
        if self.silent_seconds >= MOST_SILENCE * self.slower:
            return "too many questions got no answer"
        return "the engine had to be started too often" if self.starts > 8 and not self.is_open else ""

    def start(self) -> None:
        """Starts the engine, and numbers its questions anew. Raises InputError if its command cannot be run."""
        self.starts += 1
        self._next = 0
        self._transport = connect(self._argv, self.limits)

    def end(self) -> None:
        """Ends the engine with all that it has started, at once."""
        if self._transport:
            self._transport.kill()
            self.stderr = self._transport.stderr()
            self._transport = None

    def send(self, *messages: dict[str, Any] | str) -> None:
        """Sends messages or lines, without waiting for answers.

        Raises Fault if the engine has said something that nobody asked for.
        """
        lines = [each if isinstance(each, str) else to_line(each) for each in messages]
        transport = self._running()
        self.asked, self.answered, self.like = "\n".join(lines), "", ""
        self.check_nothing_said(_ANSWERS_ONLY)
        for line in lines:
            transport.send(line.encode("utf-8") + b"\n")

    def finish(self) -> tuple[int | None, bytes, tuple[str, ...]]:
        """Closes the input and waits. Returns the exit code (None if it runs on), unread output, and processes left."""
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
        if output := self._running().unread():
            self.answered = "\n".join(filter(None, (self.answered, _text(output))))
            self.end()
            raise Fault(f"the engine has written {superfluous(output)}: {excerpt(output)}", expected)

    def _running(self) -> Transport:
        assert self._transport is not None
        return self._transport

    def read(self, question: dict[str, Any]) -> Any:
        """The next line, as a JSON value. Otherwise ends the engine and raises Fault."""
        transport, limit = self._running(), self.limits.seconds(question)
        most_idle = HELLO_IDLE if question["do"] == "hello" else IDLE
        began = time.monotonic()
        try:
            line = self._line(transport, limit, most_idle * self.slower)
            self._has_answered = True
            self.answered = _text(line)
            return self._decoded(transport, line)
        except Fault:
            self.end()
            raise
        except Late:
            waited = time.monotonic() - began
            fault = self._silence(transport, limit, waited)
            self.silent_seconds += waited
            self.end()
            raise fault from None

    def _line(self, transport: Transport, seconds: float, most_idle: float) -> bytes:
        """The next line, waited for so long, if the engine works towards one. Raises Late and Fault."""
        watch = IdleWatch(transport.pid, most_idle)
        ends = time.monotonic() + seconds
        while True:
            try:
                return transport.read_line(min(time.monotonic() + _POLL, ends))
            except Late:
                if watch.is_idle() or time.monotonic() >= ends:
                    raise
            except TooLong:
                raise Fault(f"a line longer than {self.limits.line} bytes", "shorter lines") from None
            except Breach as breach:
                raise Fault(breach.what, _ONE_LINE) from None
            except OverLimit as over:
                raise Fault(f"the engine was ended: {over}", "an engine that keeps within the limits") from None
            except Ended:
                code = transport.exit_code(wait=_LAST_WAIT)
                what = str(death(code, transport.unread(), "", self.limits, at_start=not self._has_answered))
                expected = "a program that answers, and then reads the next line, until its input ends"
                raise OutputClosed(what, expected) from None

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

    def message(self, do: str, **details: Any) -> dict[str, Any]:
        """A message with the next id."""
        self._next += 1
        return {"id": self._next - 1, "do": do, **details}

    def ask(self, message: dict[str, Any], right: Any = None, more: bool = False) -> Any:
        """Sends a message. Returns the `ok` part of the answer; see `receive`."""
        self.send(message)
        return self.receive(message, right, more)

    def receive(self, message: dict[str, Any], right: Any = None, more: bool = False) -> Any:
        """The `ok` part of the answer to a message that was sent, the only one unless there are `more`.

        `right` is the right answer, for a fault to show. Raises Fault and Skipped.
        """
        self.like = "" if right is None else to_line({"id": message["id"], "ok": right})
        answer = self.read(message)
        # One that says that no id could be read: its reason says more than the missing id.
        if not (isinstance(answer, dict) and "error" in answer and answer.get("id", "") is None):
            self._check_id(answer, message["id"])
        _check_form(f"{message['do']}-answer", answer)
        if "error" in answer:
            said = answer["error"]
            raise Fault(f"the answer is an error, {said['code']}: {said['text']}", "an answer with ok")
        if not more:
            self.check_nothing_said("one line for one question")
        if "skip" in answer:
            raise Skipped(answer["skip"]["why"])
        if wrong := inconsistency(message, answer["ok"]):
            raise Fault(f"at {wrong[1]}: {wrong[0]}", "fields that go together, and with the question")
        return answer["ok"]

    def send_mistake(self, code: str, make: Callable[[], dict[str, Any] | str]) -> None:
        """Sends a message or line with a mistake in it. Raises Fault unless the answer is an error with its id and that
        code."""
        made = make()
        number = None if isinstance(made, str) else made["id"]
        expected = f"an error with the code {code}; then the engine goes on with the next line"
        try:
            self.send(made)
            self.like = to_line({"id": number, "error": {"code": code, "text": "what was wrong, in one line"}})
            answer = self.read({"do": "apply"})
            self._check_id(answer, number)
            if "error" not in answer:
                raise Fault("the answer is no error", expected)
            _check_form("bye-answer", answer)
            if answer["error"]["code"] != code:
                raise Fault(f"the error has the code {answer['error']['code']}", expected)
        except Fault as fault:
            raise Fault(fault.what, fault.expected if self.is_open else expected) from None
        except BadJson:
            raise Skipped("a function is asked questions, not lines") from None

    def _check_id(self, answer: Any, number: int | None) -> None:
        """Raises Fault, and ends the engine, unless the answer belongs to the question."""
        if not isinstance(answer, dict):
            what = f"the answer is not an object but {excerpt(to_line(answer).encode())}"
        elif "id" not in answer:
            what = "the answer has no id"
        elif type(answer["id"]) is not type(number) or answer["id"] != number:
            what = f"the answer has the id {to_line(answer['id'])}"
        else:
            return
        self.end()
        raise Fault(what, "the id null: none could be read" if number is None else f"the id of the question, {number}")


def to_line(message: Any) -> str:
    """A message as one line, with its keys in the given order."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace").rstrip("\n")


def _check_form(schema: str, answer: Any) -> None:
    try:
        check(schema, answer)
    except InputError as error:
        place = f"at {error.where}: " if error.where else ""
        found = "found " if re.match(r'["\[{\d-]|true|false|null', error.what) else ""
        raise Fault(f"{place}{found}{error.what}", error.expected or "the form of the schema") from None
