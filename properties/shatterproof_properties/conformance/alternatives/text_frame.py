"""Frames: texts of turns, read and written from another side of the board, or by another custom.

The second half is for games that name places by a letter and a number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from shatterproof_properties.conformance.alternatives import Alternative, Open
from shatterproof_properties.protocol.table import Table

Rewritten = Callable[[str, tuple[int, ...]], str]
"""A function that rewrites a text for a board, given by its sides."""
Template = str | Callable[[re.Match[str]], str]


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

        def framed(board: str, readings: Mapping[str, str]) -> Table:
            sides = tuple(map(int, board.split("x")))
            return FramedTable(open_plainly(board, readings), sides, self.read, self.write or self.read)

        return Alternative(self.says, self.clause, framed)


def substituted(form: str, read: Template, written: Template = "") -> tuple[Rewritten, Rewritten]:
    """The `read` and the `write` of a frame: each replaces what matches `form`, by a template or a function of `re`.

    Without `written` both use `read`.
    """
    return lambda text, _: re.sub(form, read, text), lambda text, _: re.sub(form, written or read, text)


def _the_same(position: Any) -> Any:
    return position


@dataclass(frozen=True)
class FramedTable:
    """A table that reads and writes texts in another frame, or sees positions from another side and answers `back`."""

    table: Table
    sides: tuple[int, ...] = ()
    read: Rewritten = as_it_is
    write: Rewritten = as_it_is
    seen: Callable[[Any], Any] = _the_same
    back: Callable[[Any], Any] = _the_same

    def start(self) -> Any:
        return self.back(self.table.start())

    def apply(self, position: Any, turn: str) -> dict[str, Any]:
        return self._answer(self.table.apply(self.seen(position), self.read(turn, self.sides)))

    def turns(self, position: Any) -> Iterator[dict[str, Any]]:
        return map(self._answer, self.table.turns(self.seen(position)))

    def count(self, position: Any, depth: int) -> dict[str, Any]:
        found = self.table.count(self.seen(position), depth)
        return {**found, "by": sorted([self.write(text, self.sides), leaves] for text, leaves in found["by"])}

    def _answer(self, found: dict[str, Any]) -> dict[str, Any]:
        changed = {
            "turn": lambda text: self.write(text, self.sides),
            "means": lambda texts: [self.write(text, self.sides) for text in texts],
            "position": self.back,
        }
        return found | {name: change(found[name]) for name, change in changed.items() if name in found}


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


def customs(clause: str, lettered: str, numbered: str) -> tuple[TextFrame, ...]:
    """Frames with other customs for names. `lettered` and `numbered` say what has letters and what has numbers."""

    def counted_on(by: int) -> Rewritten:
        return each_place(lambda letter, number, _: f"{letter}{number + by}" if number + by >= 0 else NOWHERE)

    without_i = each_place(
        lambda letter, number, _: NOWHERE if letter == "i" else named(LETTERS.index(letter) - (letter > "i"), number)
    )
    with_i = each_place(lambda letter, number, _: f"{LETTERS[LETTERS.index(letter) + (letter >= 'i')]}{number}")
    return (
        TextFrame(f"No {lettered} is called i: after h comes j.", clause, without_i, with_i),
        TextFrame(f"The first {numbered} is number 0.", clause, counted_on(1), counted_on(-1)),
        TextFrame(f"The first {numbered} is number 2.", clause, counted_on(-1), counted_on(1)),
    )
