"""Limits on connections to the explorer, so that silent or slow clients cannot keep others out."""

from __future__ import annotations

import asyncio
import time

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS = 64
"""The most connections and questions at work. A request beyond them gets a 503."""
MOST_SILENT = 32
"""The most connections that may be waiting for a request. Beyond it the longest silent one is closed."""
REQUEST_SECONDS = 10.0
"""The seconds within which a request must arrive whole, and an answer must be taken."""
IDLE_SECONDS = 30
"""The seconds that a connection stays open between an answer and the next request."""


class TimedConnection(H11Protocol):
    """HTTP as uvicorn speaks it, with a time limit wherever the client has to do something.

    `waiting_since` is when the limit began, None while a question is at work.
    """

    waiting_since: float | None = None
    _limit: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()
        silent = [each for each in self.connections if isinstance(each, TimedConnection) and each.is_silent]
        if len(silent) > MOST_SILENT:
            min(silent, key=lambda each: each.waiting_since or 0.0).transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._go_on()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        had_question = self._has_question
        if self._limit is None and not had_question:
            self._wait()
        super().data_received(data)
        if self._has_question and not had_question:
            self._go_on()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        # A request that came with the one before may have begun.
        if self._has_question:
            self._go_on()
        elif self.cycle.response_complete and not self.flow.write_paused:
            self._rest()
        else:
            self._wait()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._wait()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._go_on() if self._has_question else self._rest()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        if self.transport.get_write_buffer_size():
            # It would stay until the rest of the answer is taken.
            self.transport.abort()

    @property
    def is_silent(self) -> bool:
        """Whether the connection is open and the client has to do something."""
        return self.waiting_since is not None and not self.transport.is_closing()

    @property
    def _has_question(self) -> bool:
        """Whether a whole request has arrived and is not answered yet."""
        return self.cycle is not None and not self.cycle.more_body and not self.cycle.response_complete

    def _wait(self) -> None:
        self._go_on()
        self.waiting_since = time.monotonic()
        self._limit = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _rest(self) -> None:
        """Waits for the first byte of the next request, under uvicorn's limit for that."""
        self._go_on()
        self.waiting_since = time.monotonic()

    def _go_on(self) -> None:
        self.waiting_since = None
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None
