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
    """HTTP as uvicorn speaks it, looked at now and then: it ends once the client has left it waiting too long.

    `waiting_since` is when the client last had nothing to do, as far as it was seen.
    """

    waiting_since = 0.0
    _next_look: asyncio.TimerHandle

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.waiting_since = time.monotonic()
        self._look()
        silent = [each for each in self.connections if isinstance(each, TimedConnection) and each.is_silent]
        if len(silent) > MOST_SILENT:
            min(silent, key=lambda each: each.waiting_since).transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._next_look.cancel()
        super().connection_lost(exc)

    @property
    def is_silent(self) -> bool:
        """Whether the connection is open and the client has to do something."""
        has_question = self.cycle is not None and not self.cycle.more_body and not self.cycle.response_complete
        return not self.transport.is_closing() and (not has_question or self.flow.write_paused)

    def _look(self) -> None:
        is_closing, untaken = self.transport.is_closing(), self.transport.get_write_buffer_size()
        # Between an answer and the first byte of the next request, the limit is uvicorn's.
        is_resting = self.cycle is not None and self.cycle.response_complete and not self.conn.trailing_data[0]
        if not is_closing and (not self.is_silent or (is_resting and not untaken)):
            self.waiting_since = time.monotonic()
        elif time.monotonic() - self.waiting_since > REQUEST_SECONDS:
            self.transport.abort()
        self._next_look = self.loop.call_later(REQUEST_SECONDS / 4, self._look)
