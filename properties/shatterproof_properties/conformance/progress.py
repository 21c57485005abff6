"""Progress for people who wait: one bar on stderr, by time, with the number of results compared."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

BETWEEN_UPDATES = 0.1


class Watch:
    """A progress bar over some seconds, on a terminal only; use it in a `with` statement."""

    def __init__(self, label: str, seconds: float, quiet: bool = False) -> None:
        console = Console(stderr=True)
        self._label = label
        self._begun = time.monotonic()
        self._next = self._begun
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.fields[results]:,} results"),
            TimeElapsedColumn(),
            console=console,
            transient=True,
            disable=quiet or not console.is_terminal,
        )
        self._task = self._bar.add_task(label, total=seconds, results=0)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def tell(self, results: int, doing: str = "") -> None:
        """Shows how far the run is; `doing` says what, where that is not what the label says."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + BETWEEN_UPDATES
        self._bar.update(self._task, completed=now - self._begun, results=results, description=doing or self._label)
