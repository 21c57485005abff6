"""Frames: texts of turns, read and written from another side of the board, or by another custom."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from shatterproof_properties.conformance.alternatives import Alternative, Open
from shatterproof_properties.protocol.table import Table

Rewritten = Callable[[str, tuple[int, ...]], str]
"""A function that rewrites a text for a board, given by its sides."""


def as_it_is(text: str, board: tuple[int, ...]) -> str:
    """The text unchanged."""
    return text


class TextFrame(NamedTuple):
    """A way to read texts: `read` turns a text of the frame into the usual one, `write` does the opposite.

    A frame that exchanges two things needs no `write`.
    """

    says: str
    clause: str
    read: Rewritten
    write: Rewritten | None = None

    def alternative(self, open_plainly: Open) -> Alternative:
        """The alternative that reads texts in this frame."""
        return Alternative(self.says, self.clause, partial(self._open, open_plainly))

    def _open(self, open_plainly: Open, board: str, readings: Mapping[str, str]) -> Table:
        sides = tuple(map(int, board.split("x")))
        return FramedTable(open_plainly(board, readings), self.read, self.write or self.read, sides)


def substituted(form: str, read: str, written: str = "") -> tuple[Rewritten, Rewritten]:
    """Texts with the parts of a form in another order, by templates: read, and written, if not in the same way."""
    return lambda text, _: re.sub(form, read, text), lambda text, _: re.sub(form, written or read, text)


class FramedTable:
    """A table that reads and writes texts in another frame."""

    def __init__(self, table: Table, read: Rewritten, write: Rewritten, sides: tuple[int, ...]) -> None:
        self._table, self._read, self._write, self._sides = table, read, write, sides

    def start(self) -> Any:
        return self._table.start()

    def apply(self, position: Any, turn: str) -> dict[str, Any]:
        found = self._table.apply(position, self._read(turn, self._sides))
        return found | ({"means": [self._written(text) for text in found["means"]]} if "means" in found else {})

    def turns(self, position: Any) -> Iterator[dict[str, Any]]:
        for entry in self._table.turns(position):
            yield {**entry, "turn": self._written(entry["turn"])}

    def count(self, position: Any, depth: int) -> dict[str, Any]:
        found = self._table.count(position, depth)
        return {**found, "by": sorted([self._written(text), leaves] for text, leaves in found["by"])}

    def _written(self, text: str) -> str:
        return self._write(text, self._sides)
