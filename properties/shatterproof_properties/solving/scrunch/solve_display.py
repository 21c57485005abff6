"""Progress of a search for a solution."""

from __future__ import annotations

from rich.progress import BarColumn, TaskProgressColumn, TextColumn

from shatterproof_properties.common.progress import Bar
from shatterproof_properties.solving.scrunch.solve import Progress

_COUNTS = "{task.fields[searched]:,} positions searched, {task.fields[kept]:,} kept"


class SolveWatch(Bar):
    """A bar with the share of the search that is behind; use it in a `with` statement, and give `tell` to `solve`."""

    def __init__(self, quiet: bool = False) -> None:
        columns = TextColumn("solving"), BarColumn(), TaskProgressColumn(), TextColumn(_COUNTS)
        super().__init__("solving", 1.0, *columns, quiet=quiet, searched=0, kept=0)

    def tell(self, progress: Progress) -> None:
        """Shows how far the search is."""
        self.show(progress.share, searched=progress.searched, kept=progress.kept)
