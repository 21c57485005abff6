"""Questions on their way: some are in flight at any time, and their answers come in order."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Generic, NamedTuple, TypeVar

from shatterproof_properties.engines.errors import EngineError, ErrorAnswer, Stopped
from shatterproof_properties.engines.session import Session
from shatterproof_properties.protocol.answers import Answer
from shatterproof_properties.protocol.expected import Expected
from shatterproof_properties.protocol.question import Question

Item = TypeVar("Item")
Found = TypeVar("Found")


class _Posted(NamedTuple, Generic[Found]):
    """A question on its way, kept to be sent again if the engine has to be restarted.

    `compare` compares the answer, counts it, and may ask more. It gets AS_EXPECTED for an answer that equals
    `expected`.
    """

    question: Question
    compare: Callable[[Answer], Iterator[Found]]
    expected: Expected | None = None


class Pipeline(Generic[Found]):
    """The questions that an engine has been asked and has not answered yet. Its session counts the errors.

    Raises GaveUp when the engine fails too often, and Stopped when time is up before an answer.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._in_flight: deque[_Posted[Found]] = deque()

    def ask(
        self, question: Question, compare: Callable[[Answer], Iterator[Found]], expected: Expected | None = None
    ) -> Iterator[Found]:
        """Sends a question. Once the pipeline is full, yields what older answers show."""
        yield from self.arrived(self._session.engine.limits.pipeline - 1)
        yield from self._send(_Posted(question, compare, expected))

    def arrived(self, left: int = 0) -> Iterator[Found]:
        """Takes answers until at most n questions are in flight, and yields what they show."""
        while len(self._in_flight) > left:
            yield from self._take()

    def judged(self, found: Iterable[Found], judge: Callable[[Found], Iterable[Item]]) -> Iterator[Item]:
        """Run a judgement that asks further questions, with no other question on its way."""
        try:
            for each in found:
                for one in (each, *self.arrived()):
                    yield from judge(one)
            for one in list(self.arrived()):
                yield from judge(one)
        finally:
            self.abandon()

    def alone(self, ask: Callable[[], Item], excused: str = "") -> Item | None:
        """The answer to a question asked with nothing else in flight; None, and the error counted, when there is no
        proper one. An error of the code `excused` counts as a gap."""
        try:
            with self._on_time():
                return ask()
        except EngineError as error:
            if isinstance(error, ErrorAnswer) and error.code == excused:
                self._session.count_as("skip")
            else:
                self.record_engine_error(error)
            return None

    def record_engine_error(self, error: EngineError) -> None:
        """Counts an error. Restarts the engine if it had to be ended."""
        with self._on_time():
            self._session.record_engine_error(error)

    def abandon(self) -> None:
        """Compares and counts the answers that are still on their way, as long as the engine gives any.

        After an interrupt they are dropped instead.
        """
        if isinstance(sys.exception(), KeyboardInterrupt):
            self._in_flight.clear()
            return
        try:
            while self._in_flight and self._session.engine.running:
                deque(self._take(), maxlen=0)
        finally:
            self._in_flight.clear()

    def _take(self) -> Iterator[Found]:
        posted = self._in_flight.popleft()
        try:
            with self._on_time():
                answer = self._session.collect(posted.question, posted.expected)
        except EngineError as error:
            yield from self._recover(error)
        else:
            yield from posted.compare(answer)

    def _send(self, posted: _Posted[Found]) -> Iterator[Found]:
        """Send a question; if its board is not open, open it after the answers that are on their way."""
        if not self._session.is_open(posted.question.board):
            yield from self.arrived()
        try:
            with self._on_time():
                self._session.post(posted.question)
        except EngineError as error:
            yield from self._recover(error)
        else:
            self._in_flight.append(posted)

    def _recover(self, error: EngineError) -> Iterator[Found]:
        """Counts an error. Questions that were lost with the process are sent again."""
        lost = () if self._session.engine.running else tuple(self._in_flight)
        if lost:
            self._in_flight.clear()
        self.record_engine_error(error)
        for another in lost:
            yield from self._send(another)

    @contextmanager
    def _on_time(self) -> Iterator[None]:
        """Drop the questions on their way when the end of the time cuts an answer short."""
        try:
            yield
        except Stopped:
            self._in_flight.clear()
            raise
