"""Results of a position in canonical JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple, Self, overload

_BEGIN, _POSITION, _TURN, _END = '{"outcome":', ',"position":', ',"turn":"', '"}'


class ResultText(NamedTuple):
    """A result in canonical JSON: the turn as a text that needs no escapes, the position after it, and the outcome."""

    turn: str
    position: str
    outcome: str

    def entry(self) -> str:
        """The result as an item of an answer to `turns`."""
        return f"{_BEGIN}{self.outcome}{_POSITION}{self.position}{_TURN}{self.turn}{_END}"


class ResultTexts(Sequence[ResultText]):
    """Some results of a position: `entries` are those of an answer to `turns`, joined by commas.

    They are split only when somebody looks at one.
    """

    def __init__(self, entries: str, number: int) -> None:
        """Takes the entries as they stand in an answer, and their number."""
        self.entries, self._number = entries, number

    @classmethod
    def of(cls, results: Iterable[ResultText]) -> Self:
        """Texts of results that are given one by one."""
        entries = [result.entry() for result in results]
        return cls(",".join(entries), len(entries))

    @cached_property
    def _each(self) -> list[str]:
        """The entries without the beginning that all share."""
        # No object within a position begins with an outcome.
        return f",{self.entries}".split("," + _BEGIN)[1:]

    def __len__(self) -> int:
        return self._number

    @overload
    def __getitem__(self, place: int) -> ResultText: ...
    @overload
    def __getitem__(self, place: slice) -> list[ResultText]: ...
    def __getitem__(self, place: int | slice) -> ResultText | list[ResultText]:
        if isinstance(place, slice):
            return list(map(_taken_apart, self._each[place]))
        return _taken_apart(self._each[place])

    def __iter__(self) -> Iterator[ResultText]:
        return map(_taken_apart, self._each)

    def turns(self) -> list[str]:
        """The turns alone."""
        return [entry.rsplit(_TURN, 1)[1].removesuffix(_END) for entry in self._each]

    def ended(self) -> list[ResultText]:
        """The entries whose turn ends the game."""
        if _BEGIN + "{" not in self.entries:
            return []
        return [result for result in self if result.outcome != "null"]


def _taken_apart(entry: str) -> ResultText:
    """The parts of an entry, given without the beginning that all entries share."""
    outcome, rest = entry.split(_POSITION, 1)
    position, turn = rest.rsplit(_TURN, 1)
    return ResultText(turn.removesuffix(_END), position, outcome)
