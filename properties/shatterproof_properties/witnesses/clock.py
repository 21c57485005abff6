"""How long a search may take, and how far it has come."""

from __future__ import annotations

import time
from collections.abc import Callable

Told = Callable[[int], object]
"""Told now and then how many positions have been looked at."""
TOLD_EVERY = 0.1
"""Seconds."""


class TimeUp(Exception):
    """The time that a search may take is over."""


class Clock:
    """Counts positions and watches the time of one search."""

    def __init__(self, seconds: float, told: Told | None = None) -> None:
        self._deadline = time.monotonic() + seconds
        self._told = told
        self._next_told = 0.0
        self.tried = 0

    def tick(self, positions: int = 1) -> None:
        """So many positions more have been looked at. Raises TimeUp."""
        self.tried += positions
        now = time.monotonic()
        if self._told is not None and now >= self._next_told:
            self._told(self.tried)
            self._next_told = now + TOLD_EVERY
        if now > self._deadline:
            raise TimeUp
