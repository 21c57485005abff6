"""Progress for people who wait: one bar on stderr, on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

BAR = "bar"
"""The column with the bar itself; any other text is what a column shows of its task."""
OF = "{task.completed:.0f} of {task.total:.0f}"
NOTE = "{task.fields[note]}"
"""The column with the field `note`."""


class Bar:
    """A progress bar up to some total; use it in a `with` statement. `fields` are what its columns show besides."""

    def __init__(
        self, label: str, total: float, *columns: ProgressColumn | str, quiet: bool = False, **fields: Any
    ) -> None:
        self._bar: Progress | None = None
        # Whoever asks for colours, by FORCE_COLOR, does not ask for frames in a file.
        if not quiet and sys.stderr is not None and sys.stderr.isatty():
            # Imported only where there is a terminal.
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TimeElapsedColumn

            drawn = [BarColumn() if column == BAR else column for column in columns]
            self._bar = Progress(*drawn, TimeElapsedColumn(), console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task(label, total=total, **fields)

    def __enter__(self) -> Self:
        if self._bar:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar:
            self._bar.stop()

    def show(self, completed: float, **fields: Any) -> None:
        if self._bar:
            self._bar.update(self._task, completed=completed, **fields)


@contextmanager
def counting(label: str, note: str = "", quiet: bool = False) -> Iterator[Callable[..., None]]:
    """A callback that shows a number so far, now and then. It may also take a text before the number."""
    with Bar(label, 1, NOTE, quiet=quiet, note=note) as bar:

        def show(number: int, what: str = "") -> None:
            if number % 64 == 0:
                bar.show(0, note=f"{what}{number:,}")

        yield show
