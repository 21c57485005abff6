"""Progress for people who wait: one bar on stderr, on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

BAR = "bar"
"""The column with the bar itself; any other text is what a column shows of its task."""


class Bar:
    """A progress bar up to some total; use it in a `with` statement. `fields` are what its columns show besides."""

    def __init__(
        self, label: str, total: float, *columns: ProgressColumn | str, quiet: bool = False, **fields: Any
    ) -> None:
        # Whoever asks for colours, by FORCE_COLOR, does not ask for frames in a file.
        shown = not quiet and sys.stderr is not None and sys.stderr.isatty()
        self._bar = _drawn(columns) if shown else None
        self._task = self._bar.add_task(label, total=total, **fields) if self._bar else None

    def __enter__(self) -> Self:
        if self._bar:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar:
            self._bar.stop()

    def show(self, completed: float, **fields: Any) -> None:
        if self._bar and self._task is not None:
            self._bar.update(self._task, completed=completed, **fields)


def _drawn(columns: Sequence[ProgressColumn | str]) -> Progress:
    """What draws on a terminal; imported only where there is one."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TimeElapsedColumn

    drawn = [BarColumn() if column == BAR else column for column in columns]
    return Progress(*drawn, TimeElapsedColumn(), console=Console(stderr=True), transient=True)
