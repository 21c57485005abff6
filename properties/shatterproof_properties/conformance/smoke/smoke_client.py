"""Questions to an engine under smoke, one by one. Each answer is checked for its form."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from shatterproof.errors import InputError
from shatterproof.strict_json import BadJson
from shatterproof_properties.conformance.smoke.connection import Connection, Fault
from shatterproof_properties.engines.errors import excerpt
from shatterproof_properties.protocol.messages import check

_VALUE = re.compile(r'["\[{\d-]|true|false|null')


class StepSkipped(Exception):
    """The engine said `skip`; str() is its reason."""


def to_line(message: Any) -> str:
    """A message as one line, with its keys in the given order."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)


class Client(Connection):
    """Questions to an engine, and its answers."""

    _next = 0

    def start(self) -> None:
        """Starts the engine, and numbers its questions anew. Raises InputError if it cannot be run."""
        super().start()
        self._next = 0

    def message(self, do: str, **details: Any) -> dict[str, Any]:
        """A message with the next id."""
        self._next += 1
        return {"id": self._next - 1, "do": do, **details}

    def ask(self, message: dict[str, Any], right: Any = None, more: bool = False) -> Any:
        """Sends a message. Returns the `ok` part of the answer; see `receive`."""
        self.send_all([message])
        return self.receive(message, right, more)

    def send_all(self, messages: Sequence[dict[str, Any]]) -> None:
        """Sends messages at once, without waiting for answers. Raises Fault as `send` does."""
        self.send(*map(to_line, messages))

    def answer_line(self, message: dict[str, Any], right: Any) -> str:
        """A line that answers a message rightly, "" if none is known."""
        return "" if right is None else to_line({"id": message["id"], "ok": right})

    def receive(self, message: dict[str, Any], right: Any = None, more: bool = False) -> Any:
        """The `ok` part of the answer to a message that was sent, the only one unless there are `more`.

        `right` is the right answer, for a fault to show. Raises Fault and StepSkipped.
        """
        try:
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
        except Fault as fault:
            fault.like = fault.like or self.answer_line(message, right)
            raise
        if "skip" in answer:
            raise StepSkipped(answer["skip"]["why"])
        return answer["ok"]

    def send_mistake(self, code: str, make: Callable[[], dict[str, Any] | str]) -> None:
        """Sends a message or line with a mistake in it. Raises Fault unless the answer is an error with its id and that
        code."""
        made = make()
        line, number = (made, None) if isinstance(made, str) else (to_line(made), made["id"])
        like = to_line({"id": number, "error": {"code": code, "text": "what was wrong, in one line"}})
        expected = f"an error with the code {code}; then the engine goes on with the next line"
        try:
            self.send(line)
            answer = self.read({"do": "apply"})
            self._check_id(answer, number)
            if "error" not in answer:
                raise Fault("the answer is no error", expected)
            _check_form("bye-answer", answer)
            if answer["error"]["code"] != code:
                raise Fault(f"the error has the code {answer['error']['code']}", expected)
        except Fault as fault:
            raise Fault(fault.what, fault.expected if self.is_open else expected, fault.like or like) from None
        except BadJson:
            raise StepSkipped("a function is asked questions, not lines") from None

    def _check_id(self, answer: Any, number: int | None) -> None:
        """Raises Fault, and ends the engine, unless the answer belongs to the question."""
        expected = "the id null: none could be read" if number is None else f"the id of the question, {number}"
        if not isinstance(answer, dict):
            what = f"the answer is not an object but {excerpt(to_line(answer).encode())}"
        elif "id" not in answer:
            what = "the answer has no id"
        elif type(answer["id"]) is not type(number) or answer["id"] != number:
            what = f"the answer has the id {to_line(answer['id'])}"
        else:
            return
        self.end()
        raise Fault(what, expected)


def _check_form(schema: str, answer: Any) -> None:
    """Raises Fault unless an answer is as its schema says."""
    try:
        check(schema, answer)
    except InputError as error:
        place = f"at {error.where}: " if error.where else ""
        found = "found " if _VALUE.match(error.what) else ""
        raise Fault(f"{place}{found}{error.what}", error.expected or "the form of the schema") from None
