"""Progress for people who wait for a solution: one bar on stderr, on a terminal only."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

from shatterproof_properties.search.scrunch.solve import Progress


class SolveWatch:
    """A bar with the share of the search that is behind; use it in a `with` statement, and give `tell` to `solve`."""

    def __init__(self, quiet: bool = False) -> None:
        console = Console(stderr=True)
        self._bar = Bar(
            TextColumn("solving"),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.fields[searched]:,} positions searched, {task.fields[kept]:,} kept"),
            TimeElapsedColumn(),
            console=console,
            transient=True,
            disable=quiet or not console.is_terminal,
        )
        self._task = self._bar.add_task("solving", total=1.0, searched=0, kept=0)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def tell(self, progress: Progress) -> None:
        """Shows how far the search is."""
        self._bar.update(self._task, completed=progress.share, searched=progress.searched, kept=progress.kept)
