"""Engines in this process: a Python function that answers questions, or games that are served."""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import operator
import os
import sys
import traceback
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TextIO

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.engines.errors import Breach, Ended, TooLong
from shatterproof_properties.engines.limits import Limits
from shatterproof_properties.engines.process import Process
from shatterproof_properties.protocol.messages import LINE_LIMIT
from shatterproof_properties.protocol.serve import Introduction, Server
from shatterproof_properties.protocol.table import ServedGame

_PREFIX = "python:"
_FORM = "python:module:attribute, a function that answers a question, or games to serve"
_WORDS_KEPT = 1 << 16

Answer = Callable[[bytes], bytes]
"""The line that answers a line, both without the newline."""


def is_in_process(argv: Sequence[str]) -> bool:
    """Whether a command names an engine in this process: `python:module:attribute`."""
    return bool(argv) and argv[0].startswith(_PREFIX)


def in_new_process(argv: Sequence[str], limits: Limits) -> tuple[list[str], Limits]:
    """The command and limits of a new process that answers like an engine in this process.

    The new process has our module path, working folder and environment.
    """
    bootstrap = f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import serve_line_by_line as serve; serve()"
    here = replace(limits, cwd=os.getcwd(), environment={**os.environ, **limits.environment})
    return [sys.executable, "-c", bootstrap, *argv], here


def serve_line_by_line() -> None:
    """Answer questions from stdin on stdout until `bye`, as the engine in this process that the command names."""
    answers = sys.stdout.buffer
    with contextlib.redirect_stdout(sys.stderr):
        answer = _answerer(sys.argv[1:], LINE_LIMIT, sys.stderr)
        for line in sys.stdin.buffer:
            answers.write(answer(line.removesuffix(b"\n")) + b"\n")
            answers.flush()
            if strict_json.decode(line).get("do") == "bye":
                return


class InProcess:
    """Speaks as `Process` does, to a Python object that is found anew for each. Raises InputError when it is not there.

    Each question is answered when its answer is read, whatever the time. What the object raises becomes an error
    answer, or the end of the engine for SystemExit; what it prints to stdout is kept as if said on stderr.
    """

    pid: int | None = None

    def __init__(self, argv: Sequence[str], line_limit: int) -> None:
        self.line_limit = line_limit
        self._questions: deque[bytes] = deque()
        self._words = _Words()
        self._code = 0
        with contextlib.redirect_stdout(self._words):
            self._answer = _answerer(argv, line_limit, self._words)

    def send(self, line: bytes) -> None:
        self._questions.append(line)

    def read_line(self, deadline: float) -> bytes:
        """The answer to the oldest question. Raises TooLong, Breach if it is no JSON, and Ended on SystemExit."""
        with contextlib.redirect_stdout(self._words):
            try:
                line = self._answer(self._questions.popleft().removesuffix(b"\n"))
            except SystemExit as end:
                self._code = end.code if isinstance(end.code, int) else int(end.code is not None)
                raise Ended from None
        if len(line) > self.line_limit:
            raise TooLong
        return line

    def is_halfway(self) -> bool:
        return False

    def unread(self) -> bytes:
        return b""

    def exit_code(self, wait: float = 0) -> int | None:
        return self._code

    def finish(self, wait: float) -> int | None:
        return self._code

    def members(self) -> tuple[str, ...]:
        """None are known: nobody can tell which processes the object has started."""
        return ()

    def kill(self) -> None:
        self._questions.clear()

    def stderr(self) -> str:
        return self._words.kept


Transport = Process | InProcess


def connect(argv: Sequence[str], limits: Limits) -> Transport:
    """Starts an engine. Raises InputError when that cannot be done."""
    return InProcess(argv, limits.line) if is_in_process(argv) else Process(argv, limits)


class _Words(io.StringIO):
    """A stream that keeps its end."""

    kept = ""

    def write(self, text: str) -> int:
        self.kept = (self.kept + text)[-_WORDS_KEPT:]
        return len(text)


def _answerer(argv: Sequence[str], line_limit: int, words: TextIO) -> Answer:
    word, *more = argv
    module, colon, attribute = word.removeprefix(_PREFIX).partition(":")
    if more or not (module and colon and attribute):
        raise InputError(f"no engine {' '.join(argv)!r}", "engine", f"one word, {_FORM}")
    if not {"", os.getcwd()} & set(sys.path):
        sys.path.insert(0, os.getcwd())
    try:
        imported = importlib.import_module(module)
    except (Exception, SystemExit) as error:
        raise InputError(f"cannot import {module}: {type(error).__name__}: {error}", "engine", _FORM) from None
    try:
        found: Any = operator.attrgetter(attribute)(imported)
    except AttributeError as error:
        raise InputError(str(error), "engine", _FORM) from None
    games = tuple(found) if isinstance(found, list | tuple) else (found,)
    if games and all(isinstance(game, ServedGame) for game in games):
        return Server(Introduction(word.removeprefix(_PREFIX), ""), games, line_limit, words).answer
    if callable(found) and not isinstance(found, type):
        return lambda line: _answered(found, line, words)
    raise InputError(f"{attribute} of {module} is of type {type(found).__name__}", "engine", _FORM)


def _answered(function: Callable[[Any], Any], line: bytes, words: TextIO) -> bytes:
    question = strict_json.decode(line)
    identity = question["id"]
    try:
        answer = function(question)
    except Exception as error:
        traceback.print_exception(error, file=words)
        answer = {"error": {"code": "internal", "text": " ".join(f"{type(error).__name__}: {error}".split())[:1000]}}
    answer = {"id": identity, **answer} if isinstance(answer, dict) else answer
    try:
        # Loosely, so that NaN and floats are refused where answers are read, with their place.
        return json.dumps(answer, separators=(",", ":")).encode("ascii")
    except (TypeError, ValueError, RecursionError) as error:
        raise Breach(f"the answer is no JSON: {error}") from None
