"""Questions on their way: some are in flight at any time, and their answers come in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from shatterproof_properties.conformance.difference import Difference
from shatterproof_properties.engines.engine import CutShort, EngineError, Trouble
from shatterproof_properties.engines.seat import Seat

Item = TypeVar("Item")


class TimeUp(KeyboardInterrupt):
    """The time for what is being done is over. It stops Hypothesis at once, as only an interrupt does."""


class Question(NamedTuple):
    """A question on its way: how to send it (again, if the engine had to be started anew), and what compares the
    answer, counts it, and may ask further."""

    send: Callable[[], None]
    compare: Callable[[Any], Iterator[Difference]]


class Window:
    """What an engine has been asked and has not answered yet. Troubles are counted at its seat, not raised.

    Raises GaveUp when the engine fails too often, and TimeUp when the end of the time cuts an answer short.
    """

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._in_flight: deque[Question] = deque()

    def ask(self, send: Callable[[], None], compare: Callable[[Any], Iterator[Difference]]) -> Iterator[Difference]:
        """Sends a question on its way; tells what older answers show, once the window is full."""
        yield from self.arrived(self._seat.engine.limits.window - 1)
        self._send(Question(send, compare))

    def arrived(self, left: int = 0) -> Iterator[Difference]:
        """Takes answers until at most so many questions are in flight, and tells what they show."""
        while len(self._in_flight) > left:
            yield from self._take()

    def alone(self, ask: Callable[[], Item], excused: str = "") -> Item | None:
        """The answer to a question asked with nothing else in flight; None, and the trouble counted, when there is no
        proper one. An error of the code `excused` counts as a gap."""
        try:
            with self._on_time():
                return ask()
        except Trouble as trouble:
            if isinstance(trouble, EngineError) and trouble.code == excused:
                self._seat.settle("skip")
            else:
                self.suffer(trouble)
            return None

    def suffer(self, trouble: Trouble) -> None:
        """Counts a trouble, and starts the engine anew where it had to be ended."""
        with self._on_time():
            self._seat.suffer(trouble)

    def abandon(self) -> None:
        """Compares and counts the answers that are still on their way, for as long as the engine gives any."""
        try:
            while self._in_flight and self._seat.engine.running:
                deque(self._take(), maxlen=0)
        finally:
            self._in_flight.clear()

    def _take(self) -> Iterator[Difference]:
        """Takes the next answer. Questions that were lost with the process are sent again."""
        question = self._in_flight.popleft()
        try:
            with self._on_time():
                answer = self._seat.collect()
        except Trouble as trouble:
            lost = () if self._seat.engine.running else tuple(self._in_flight)
            if lost:
                self._in_flight.clear()
            self.suffer(trouble)
            for another in lost:
                self._send(another)
            return
        yield from question.compare(answer)

    def _send(self, question: Question) -> None:
        try:
            with self._on_time():
                question.send()
        except Trouble as trouble:
            self.suffer(trouble)
        else:
            self._in_flight.append(question)

    @contextmanager
    def _on_time(self) -> Iterator[None]:
        """Makes an answer that the end of the time cut short an interrupt: nobody is to blame for it."""
        try:
            yield
        except CutShort:
            self._in_flight.clear()
            raise TimeUp from None
