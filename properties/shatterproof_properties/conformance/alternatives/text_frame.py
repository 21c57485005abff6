"""Frames: texts of turns, read and written from another side of the board, or by another custom.

The second half is for games that name places by a letter and a number.
"""

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
    """The `read` and the `write` of a frame: each replaces what matches `form` by its template.

    Without `written` both use the template `read`.
    """
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


LETTERS = "abcdefghijklmnopqrstuvwxyz"
PLACE = re.compile("([a-z])([0-9]{1,2})")
NOWHERE = "z99"
"""A place that no board has."""
Renamed = Callable[[str, int, tuple[int, ...]], str]
"""A function from the name of a place on a board, as letter and number, to another name."""


def each_place(renamed: Renamed) -> Rewritten:
    """Renames each place in a text and changes nothing else."""
    return lambda text, board: PLACE.sub(lambda found: renamed(found[1], int(found[2]), board), text)


def named(letter: int, number: int) -> str:
    """The name of a place by the index of its letter and its number; NOWHERE if there is no such name."""
    return f"{LETTERS[letter]}{number}" if 0 <= letter < len(LETTERS) and 1 <= number <= 99 else NOWHERE


def exchanged(letter: str, number: int, board: tuple[int, ...]) -> str:
    """The place with letter and number exchanged: each stands for the other."""
    return named(number - 1, LETTERS.index(letter) + 1)


def _counted_on(by: int) -> Rewritten:
    def renamed(letter: str, number: int, board: tuple[int, ...]) -> str:
        return f"{letter}{number + by}" if number + by >= 0 else NOWHERE

    return each_place(renamed)


def customs(clause: str, lettered: str, numbered: str) -> tuple[TextFrame, ...]:
    """Frames with other customs for names. `lettered` and `numbered` say what has letters and what has numbers."""
    without_i = each_place(
        lambda letter, number, _: NOWHERE if letter == "i" else named(LETTERS.index(letter) - (letter > "i"), number)
    )
    with_i = each_place(lambda letter, number, _: f"{LETTERS[LETTERS.index(letter) + (letter >= 'i')]}{number}")
    return (
        TextFrame(f"No {lettered} is called i: after h comes j.", clause, without_i, with_i),
        TextFrame(f"The first {numbered} is number 0.", clause, _counted_on(1), _counted_on(-1)),
        TextFrame(f"The first {numbered} is number 2.", clause, _counted_on(-1), _counted_on(1)),
    )
