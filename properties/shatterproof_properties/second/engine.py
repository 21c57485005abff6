"""The interface of every second engine: answers in JSON values, and for searches in values of its own."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar, overload

from shatterproof import strict_json
from shatterproof.game import Outcome
from shatterproof_properties.second.compiled import Compiled, compiled
from shatterproof_properties.second.input import Json, read_sides

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


Position = TypeVar("Position")
Turn = TypeVar("Turn")
MOST = 2**31
"""A number larger than the results of any position."""


class RefusedTurn(Exception):
    """A turn breaks the rules; `clause` says which."""

    def __init__(self, clause: str) -> None:
        super().__init__(clause)
        self.clause = clause


def refuse_if(broken: object, clause: str) -> None:
    """Raises RefusedTurn with a clause if it is broken."""
    if broken:
        raise RefusedTurn(clause)


class SecondEngine(ABC, Generic[Position, Turn]):
    """Plays one game on one board under one set of readings. Positions and turns are values of its own."""

    NAME: ClassVar[str]
    """The name of the game."""
    SIDE_LIMITS: ClassVar[tuple[int, int]]
    """The smallest and the largest side of a board."""
    DIMENSIONS: ClassVar[int] = 2
    """The number of sides in the name of a board."""
    COMPILED: ClassVar[tuple[str, Mapping[str, str]]]
    """The game and readings of the compiled functions that play exactly like this class.

    They ignore what a subclass changes.
    """
    readings: dict[str, str]

    @classmethod
    def on_board(cls, name: Any, readings: Mapping[str, str] | None = None) -> Self:
        """The engine for a board such as "6x6" or "7".

        Raises InputError for anything else, and for unknown readings.
        """
        make: Callable[..., Self] = cls
        return make(*read_sides(name, cls.NAME, cls.DIMENSIONS, cls.SIDE_LIMITS), readings)

    @cached_property
    def _compiled(self) -> Compiled | None:
        game, readings = vars(type(self)).get("COMPILED", ("", {}))
        return compiled(game) if game and readings == self.readings else None

    # In JSON values

    def start(self) -> Json:
        """The opening position. Raises InputError if the board has none."""
        return self.write(self.opening())

    def apply(self, position: Json, text: str) -> Json:
        """The verdict on a turn's text: legal, illegal, malformed or ambiguous. Raises InputError as `read` does."""
        return self.verdict(self.read(position), text)

    def verdict(self, here: Position, text: str) -> Json:
        """The verdict on a turn's text in one of the engine's own positions."""
        try:
            found = self.meanings(here, text)
        except RefusedTurn as refused:
            return {"verdict": "illegal", "clause": refused.clause}
        if not found:
            return {"verdict": "malformed"}
        if len(found) > 1:
            return {"verdict": "ambiguous", "means": [meaning for meaning, _ in found]}
        after = found[0][1]
        return {"verdict": "legal", "position": self.write(after), "outcome": outcome_value(self.outcome(after))}

    def turns(self, position: Json) -> Iterator[Json]:
        """One turn for each distinct result, generated lazily."""
        here = self.read(position)
        for turn, after in self.results(here):
            outcome = outcome_value(self.outcome(after))
            yield {"turn": self.turn_text(here, turn), "position": self.write(after), "outcome": outcome}

    def turn_entries(self, position: Json) -> Iterator[str]:
        """The entries of `turns` in canonical JSON, generated lazily: one at a time, or several joined by commas."""
        usual = SecondEngine
        if type(self).turns is not usual.turns or type(self).write is not usual.write:
            yield from map(strict_json.encode, self.turns(position))
            return
        # Compiled functions know no position that `read` would refuse.
        if self._compiled and (found := self._compiled.results(strict_json.encode(position), MOST)):
            yield from filter(None, found[:1])
            return
        yield from (result.entry() for _, result in self.result_texts(self.read(position)))

    def count(self, position: Json, depth: int) -> Json:
        """The number of leaves of the tree of results at a depth, in all and below each turn by its text."""
        if self._compiled and depth and (found := self._compiled.leaves(strict_json.encode(position), depth)):
            return {"total": found[1], "by": sorted(json.loads(f"[{found[0]}]"))}
        here = self.read(position)
        if depth == 0:
            return {"total": 1, "by": []}
        by = [[self.turn_text(here, turn), self.leaves(after, depth - 1)] for turn, after in self.results(here)]
        return {"total": sum(leaves for _, leaves in by), "by": sorted(by)}

    @abstractmethod
    def read(self, position: Any) -> Position:
        """A position from its JSON value. Raises InputError in one line if board, rules or readings forbid it."""

    def write(self, position: Position) -> Json:
        """A position as a JSON value, memory included."""
        value: Json = json.loads(self.text(position))
        return value

    @abstractmethod
    def text(self, position: Position) -> str:
        """A position in canonical JSON, memory included."""

    def result_texts(self, here: Position) -> Iterator[tuple[Position, ResultText]]:
        """The results of a position, generated lazily, each as a position of the engine's own and as texts."""
        for turn, after in self.results(here):
            outcome = self.outcome(after)
            ended = "null" if outcome is None else strict_json.encode(outcome_value(outcome))
            yield after, ResultText(self.turn_text(here, turn), self.text(after), ended)

    def listed(self, position: str, most: int) -> ResultTexts:
        """The first results of a position, given as canonical JSON. The compiled functions list them where they can."""
        if self._compiled and (found := self._compiled.results(position, most)):
            return ResultTexts(*found)
        here = self.read(json.loads(position))
        return ResultTexts.of(result for _, result in islice(self.result_texts(here), most))

    # In values of the engine's own

    @abstractmethod
    def opening(self) -> Position:
        """The opening position. Raises InputError if the board has none."""

    @abstractmethod
    def to_move(self, here: Position) -> str:
        """The side to move."""

    @abstractmethod
    def outcome(self, here: Position) -> Outcome | None:
        """The outcome; None while the game goes on."""

    @abstractmethod
    def meanings(self, here: Position, text: str) -> list[tuple[str, Position]]:
        """All meanings of a turn's text, each written in full and with the position after it; none if malformed.

        Raises RefusedTurn if the turn breaks a clause.
        """

    @abstractmethod
    def results(self, here: Position) -> Iterator[tuple[Turn, Position]]:
        """One turn for each distinct result and the position after it, always in the same order."""

    @abstractmethod
    def breadth(self, here: Position) -> int:
        """The number of distinct results of a position."""

    def leaves(self, here: Position, depth: int) -> int:
        """The number of leaves of the tree of results at a depth."""
        if depth == 0:
            return 1
        if depth == 1:
            return self.breadth(here)
        return sum(self.leaves(after, depth - 1) for _, after in self.results(here))

    @abstractmethod
    def turn_text(self, here: Position, turn: Turn) -> str:
        """A turn of a position as text."""


def outcome_value(outcome: Outcome | None) -> Json | None:
    """An outcome as a JSON value."""
    return None if outcome is None else {"winner": outcome.winner, "clause": outcome.clause}
