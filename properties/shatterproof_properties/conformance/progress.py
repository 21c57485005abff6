"""Progress of a run: by time, with the number of results compared."""

from __future__ import annotations

import time

from rich.progress import BarColumn, TextColumn

from shatterproof_properties.common.progress import Bar

BETWEEN_UPDATES = 0.1


class Watch(Bar):
    """A progress bar over some seconds, on a terminal only; use it in a `with` statement."""

    def __init__(self, label: str, seconds: float, quiet: bool = False) -> None:
        columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[results]:,} results")
        super().__init__(label, seconds, *columns, quiet=quiet, results=0)
        self._label = label
        self._begun = time.monotonic()
        self._next = self._begun

    def tell(self, results: int, doing: str = "") -> None:
        """Shows how far the run is; `doing` says what, where that is not what the label says."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + BETWEEN_UPDATES
        self.show(now - self._begun, results=results, description=doing or self._label)
