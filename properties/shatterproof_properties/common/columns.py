"""Tables in text: rich measures the cells, in whatever script they are."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence

from shatterproof_properties.common.prose import printable

WIDE = 250
"""Columns of a table; terminals break longer lines."""


def in_columns(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Sets rows in columns under their heads, without rules. The first column is indented below its head."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 4, 0, 0))
    for name in head:
        table.add_column(Text(printable(name)), no_wrap=True)
    for first, *others in rows:
        table.add_row(Text(f"  {printable(first)}"), *(Text(printable(cell)) for cell in others))
    out = io.StringIO()
    Console(file=out, width=WIDE, color_system=None).print(table)
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())
