"""The harness's side of the protocol: an engine process that is asked questions, and what can go wrong with it."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.conformance.limits import Limits
from shatterproof_properties.conformance.messages import PROTOCOL, check_answer
from shatterproof_properties.conformance.process import Ended, Late, Process, TooLong
from shatterproof_properties.conformance.troubles import (
    Breach,
    Died,
    EngineError,
    Skipped,
    Timeout,
    Trouble,
    death,
    ending,
)

__all__ = [
    "Breach",
    "Died",
    "Engine",
    "EngineError",
    "GaveUp",
    "Limits",
    "Opened",
    "Skipped",
    "Timeout",
    "Trouble",
]

AnyTrouble = TypeVar("AnyTrouble", bound=Trouble)


class GaveUp(Exception):
    """The engine had to be restarted more often than the limits allow."""


class Opened(NamedTuple):
    """An open context: its name, and the opening position."""

    context: str
    start: dict[str, Any]


class Engine:
    """An engine process. Use it in a `with` statement, or call `start` and `close`.

    Every question raises Timeout, Died, Breach, EngineError or Skipped when there is no proper answer. When the
    process had to be ended, `restart` starts a new one; contexts have to be opened again.
    `asked` and `waited` count questions and the seconds spent waiting for answers; `left_behind` names the
    processes that the engine had not ended when it exited.
    """

    def __init__(
        self,
        argv: Sequence[str],
        limits: Limits | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.argv = tuple(argv)
        self.limits = limits or Limits()
        self.environment = environment
        self.introduction: dict[str, Any] = {}
        self.asked = 0
        self.waited = 0.0
        self.restarts = 0
        self.left_behind: tuple[str, ...] = ()
        self._process: Process | None = None
        self._last_words = ""
        self._next = 0

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.close()
        else:
            self.kill()

    @property
    def running(self) -> bool:
        """Whether there is a process to ask."""
        return self._process is not None

    @property
    def pid(self) -> int | None:
        """The process id, while it runs."""
        return self._process.pid if self._process else None

    @property
    def stderr(self) -> str:
        """The end of what the engine wrote to stderr, of the last process if none is running."""
        return self._process.stderr() if self._process else self._last_words

    def start(self) -> None:
        """Starts the process unless it runs. Raises InputError when the command cannot be started."""
        if self._process is None:
            self._process = Process(self.argv, self.limits.memory, self.limits.line, self.environment)
            self._next = 0

    def restart(self) -> None:
        """Ends the process, if any, and starts a new one. Raises GaveUp after `limits.restarts` of them."""
        self.kill()
        if self.restarts >= self.limits.restarts:
            raise GaveUp(f"the engine was started anew {self.restarts} times")
        self.restarts += 1
        self.start()

    def close(self) -> None:
        """Says bye, waits for the exit, ends what is left. Raises nothing; `say_bye` tells what went wrong."""
        with contextlib.suppress(Trouble):
            self.say_bye()

    def say_bye(self) -> None:
        """Says bye, waits for the exit, ends what is left. Raises Trouble when the engine does not go properly."""
        if self._process is None:
            return
        process = self._process
        try:
            self.ask("bye")
            code = process.finish(self.limits.bye)
            self.left_behind = process.members()
            stray = process.unread()
        finally:
            self.kill()
        if fault := _bad_end(code, stray, self.left_behind):
            raise self._about({"do": "bye"}, Breach(fault, line=stray, fatal=True))

    def kill(self) -> None:
        """Ends the process and all of its group at once."""
        if self._process is not None:
            self._process.kill()
            self._last_words = self._process.stderr()
            self._process = None

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

    def apply_from_start(self, context: str, turns: Sequence[str]) -> dict[str, Any]:
        """The verdict on the last of the turns, played from the opening; not legal: `at` is the index of the turn."""
        return self.ask("apply", context=context, turns=list(turns))

    def turns(self, context: str, position: Any) -> list[dict[str, Any]]:
        """One `{"turn", "position", "outcome"}` for each distinct result."""
        found: list[dict[str, Any]] = self.ask("turns", context=context, position=position)["turns"]
        return found

    def count(self, context: str, position: Any, depth: int) -> dict[str, Any]:
        """`{"total": leaves, "by": [[turn, leaves below it], ...]}`."""
        return self.ask("count", context=context, position=position, depth=depth)

    def batch(self, items: Sequence[dict[str, Any]]) -> list[dict[str, Any] | EngineError | Skipped]:
        """The answers to several questions, `{"do": "apply", ...}`, in order; errors and skips stand in their places.

        Asks one by one when the engine has announced no `batch`.
        """
        if self.introduction and "batch" not in self.introduction["can"]:
            return [self._alone(item) for item in items]
        question = {"do": "batch", "items": list(items)}
        bodies: list[dict[str, Any]] = self._exchange(question)
        answers: list[dict[str, Any] | EngineError | Skipped] = []
        for index, (item, body) in enumerate(zip(items, bodies, strict=True)):
            try:
                self._check(item, {"id": 0, **body})
                answers.append(_ok(body))
            except (EngineError, Skipped) as trouble:
                answers.append(self._about(dict(item), trouble))
            except Breach as breach:
                raise self._about(question, Breach(breach.what, f"/ok/{index}{breach.where}")) from None
        return answers

    def ask(self, do: str, **details: Any) -> dict[str, Any]:
        """The `ok` part of the answer to one question. Raises Trouble."""
        return dict(self._exchange({"do": do, **details}))

    def _alone(self, item: dict[str, Any]) -> dict[str, Any] | EngineError | Skipped:
        try:
            return dict(self._exchange(item))
        except (EngineError, Skipped) as trouble:
            return trouble

    def _exchange(self, asked: Mapping[str, Any]) -> Any:
        """The `ok` part of the answer to a question, whatever it is."""
        question = {**asked, "id": self._next}
        try:
            line = self._line(question)
            answer = self._decoded(question, line)
            self._check(question, answer)
            return _ok(answer)
        except Trouble as trouble:
            raise self._about(question, trouble) from None

    def _about(self, question: dict[str, Any], trouble: AnyTrouble) -> AnyTrouble:
        """The same trouble, knowing what it is about; the process is ended where it can no longer be trusted."""
        if isinstance(trouble, Timeout | Died) or (isinstance(trouble, Breach) and trouble.fatal):
            self.kill()
        trouble.question = question
        trouble.stderr = self.stderr
        return trouble

    def _line(self, question: dict[str, Any]) -> bytes:
        """Sends the question; the line that comes back."""
        process = self._process
        if process is None:
            raise Died("the engine is not running")
        text = strict_json.encode(question).encode("ascii") + b"\n"
        if len(text) > self.limits.line:
            raise Skipped(f"the question would be longer than {self.limits.line} bytes")
        if process.has_spoken():
            raise Breach("output that nobody asked for", line=process.unread(), fatal=True)
        self._next += 1
        self.asked += 1
        began = time.monotonic()
        seconds = self.limits.seconds(question)
        process.send(text)
        try:
            return process.read_line(began + seconds)
        except Late:
            raise Timeout(seconds, process.unread()) from None
        except TooLong:
            raise Breach(f"a line longer than {self.limits.line} bytes", fatal=True) from None
        except Ended:
            raise self._death(process) from None
        finally:
            self.waited += time.monotonic() - began

    def _death(self, process: Process) -> Died:
        code = process.exit_code(wait=0.5)
        half = process.unread()
        process.kill()
        return death(code, half, process.stderr(), self.limits.memory)

    def _decoded(self, question: dict[str, Any], line: bytes) -> Any:
        try:
            answer = strict_json.decode(line, size=self.limits.line)
        except InputError as error:
            raise Breach(str(error), line=line, fatal=True) from None
        identity = answer.get("id") if isinstance(answer, dict) else None
        if type(identity) is int and identity != question["id"]:
            raise Breach(f"answers question {identity}, not {question['id']}", "/id", line, fatal=True)
        return answer

    def _check(self, question: Mapping[str, Any], answer: Any) -> None:
        try:
            check_answer(question["do"], answer)
        except InputError as error:
            fatal = error.where in ("", "/id")
            raise Breach(str(InputError(error.what, "", error.expected)), error.where, fatal=fatal) from None
        if "ok" in answer and (fault := _inconsistency(question, answer["ok"])):
            raise Breach(*fault)


def _ok(answer: Mapping[str, Any]) -> Any:
    if "error" in answer:
        error = answer["error"]
        raise EngineError(error["code"], error["text"], error.get("at", ""))
    if "skip" in answer:
        raise Skipped(answer["skip"]["why"])
    return answer["ok"]


def _inconsistency(question: Mapping[str, Any], ok: Any) -> tuple[str, str] | None:
    """What a schema cannot say: how the answer fits the question. What is wrong, and the pointer to it."""
    do = question["do"]
    if do == "apply" and "turns" in question and ok["verdict"] != "legal":
        if not 0 <= ok.get("at", -1) < len(question["turns"]):
            return "with turns from the start, at is the index of the turn that is not legal", "/ok/at"
    elif do == "apply" and "at" in ok:
        return "at goes with turns from the start only", "/ok/at"
    elif do == "count" and ok["total"] != (sum(leaves for _, leaves in ok["by"]) or question["depth"] == 0):
        return "total is not the sum of the numbers in by", "/ok/total"
    elif do == "batch" and len(ok) != len(question["items"]):
        return f"{len(ok)} answers to {len(question['items'])} questions", "/ok"
    return None


def _bad_end(code: int | None, stray: bytes, left_behind: Sequence[str]) -> str:
    """What is wrong with an exit after bye, "" if nothing is."""
    if code is None:
        return "still running after bye"
    if code != 0:
        return f"{ending(code)} after bye, not with code 0"
    if stray:
        return "output after bye"
    return f"processes left behind: {', '.join(left_behind)}" if left_behind else ""
