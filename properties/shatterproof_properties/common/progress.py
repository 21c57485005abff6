"""Progress for people who wait: one bar on stderr, on a terminal only."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Any, Self

from rich.console import Console
from rich.progress import Progress, ProgressColumn, TimeElapsedColumn


class Bar:
    """A progress bar up to some total; use it in a `with` statement. `fields` are what its columns show besides."""

    def __init__(self, label: str, total: float, *columns: ProgressColumn, quiet: bool = False, **fields: Any) -> None:
        console = Console(stderr=True)
        # Whoever asks for colours, by FORCE_COLOR, does not ask for frames in a file.
        shown = not quiet and sys.stderr is not None and sys.stderr.isatty()
        self._bar = Progress(*columns, TimeElapsedColumn(), console=console, transient=True, disable=not shown)
        self._task = self._bar.add_task(label, total=total, **fields)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def show(self, completed: float, **fields: Any) -> None:
        """Draws the bar anew."""
        self._bar.update(self._task, completed=completed, **fields)
