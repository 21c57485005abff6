"""Held-out mutants that need pairs and triples: an engine is wrong only where two or three rare things meet.

A row names what must meet, and what the engine does then. A row of ends names a command, and the games that are over in
which the engine answers it as if they went on. `pairs_GAME.py` has the rows of a game, drawn from the clauses of its
page and from mistakes that engines of others have had.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar, Generic, TypeVar

from shatterproof_properties.conformance.mutants import Listed
from shatterproof_properties.second.engine import RefusedTurn

Condition = Callable[[Any], object]
Fault = Callable[[Any], Any]
Row = tuple[str, str, Fault, tuple[Condition, ...]]
RowOfEnds = tuple[str, str, Condition]
"""A mutant about a finished game: its name, the command that it answers as if the game went on, and the outcomes."""
M = TypeVar("M")
T = TypeVar("T")
GOES_ON = {"turns": "lists the turns of", "apply": "plays on in", "count": "counts on in"}


class Moment:
    """A legal turn as it is played: where, by which text as asked and as meant, and what the rules make of it."""

    def __init__(self, engine: Any, here: Any, asked: str, meant: str, after: Any) -> None:
        self.engine, self.here, self.asked, self.meant, self.after = engine, here, asked, meant, after


class Worded(Generic[M]):
    """Gives words to what meets, or goes wrong, at a moment of a game."""

    def __call__(self, words: str, what: Callable[[M], T]) -> Callable[[M], T]:
        """The same function with the words as its docstring."""
        what.__doc__ = words
        return what


class MistakenWhere:
    """An engine that makes its mistake only where all its conditions hold; the mistake is None where it refuses."""

    moment: ClassVar[type[Moment]]
    clause: ClassVar[str]
    mistake: ClassVar[tuple[Fault, tuple[Condition, ...]]]

    def meanings(self, here: Any, text: str) -> list[tuple[str, Any]]:
        """The meanings of a text, as far as the engine takes them."""
        found = [(meant, self.seen(here, text, meant, after)) for meant, after in super().meanings(here, text)]  # type: ignore[misc]
        kept = [(meant, after) for meant, after in found if after is not None]
        if found and not kept:
            raise RefusedTurn(self.clause)
        return kept

    def results(self, here: Any) -> Iterator[tuple[Any, Any]]:
        """The results of a position, as far as the engine has them."""
        for turn, after in super().results(here):  # type: ignore[misc]
            text = self.turn_text(here, turn)  # type: ignore[attr-defined]
            changed = self.seen(here, text, text, after)
            if changed is not None:
                yield turn, changed

    def breadth(self, here: Any) -> int:
        """How many results there are."""
        return sum(1 for _ in self.results(here))

    def seen(self, here: Any, asked: str, meant: str, after: Any) -> Any:
        """What the engine makes of a legal turn, None where it refuses it."""
        moment = self.moment(self, here, asked, meant, after)
        return self.made_of(moment) if self.meets(moment) else after

    @classmethod
    def meets(cls, moment: Any) -> bool:
        """Whether all that has to meet does."""
        return all(condition(moment) for condition in cls.mistake[1])

    @classmethod
    def made_of(cls, moment: Any) -> Any:
        """What becomes of the turn then."""
        return cls.mistake[0](moment)


class Reopens:
    """An engine that answers one command in games that are over in one way as if they went on."""

    command: ClassVar[str]
    ends: ClassVar[Condition]
    """Whether a game that ended with one of some outcomes is over in that way."""
    endless: ClassVar[type[Any]]
    """An engine of the game that does not see some ends."""

    def apply(self, position: Any, text: str) -> Any:
        """The verdict on a turn."""
        return self._asked("apply", position).apply(position, text)

    def turns(self, position: Any) -> Any:
        """The turns of a position."""
        return self._asked("turns", position).turns(position)

    def count(self, position: Any, depth: int) -> Any:
        """How many leaves there are."""
        return self._asked("count", position).count(position, depth)

    def _asked(self, command: str, position: Any) -> Any:
        here = self.read(position)  # type: ignore[attr-defined]
        ended = self.outcome(here)  # type: ignore[attr-defined]
        if command != self.command or ended is None or not type(self).ends(ended):
            return super()
        return self.endless.on_board(position["board"], self.readings)  # type: ignore[attr-defined]


def refused(moment: Moment) -> Any:
    """refuses the turn"""
    return None


def listed(engine: type[Any], moment: type[Moment], rows: Iterable[Row]) -> tuple[Listed, ...]:
    """The mutants of some rows, of an engine of a game."""
    return tuple(
        (name, _mutant(engine, moment, clause, fault, conditions), (clause,))
        for name, clause, fault, conditions in rows
    )


def reopening(engine: type[Any], endless: type[Any], clause: str, rows: Iterable[RowOfEnds]) -> tuple[Listed, ...]:
    """The mutants of some rows about games that are over, of an engine of a game and one of it that sees no end."""
    return tuple((name, _reopens(engine, endless, command, ends), (clause,)) for name, command, ends in rows)


def _reopens(engine: type[Any], endless: type[Any], command: str, ends: Condition) -> type[Any]:
    words = {"__doc__": f"It {GOES_ON[command]} {ends.__doc__}.", "endless": endless, "command": command}
    return type(engine.__name__, (Reopens, engine), words | {"ends": staticmethod(ends)})


def _mutant(
    engine: type[Any], moment: type[Moment], clause: str, fault: Fault, conditions: tuple[Condition, ...]
) -> type[Any]:
    where = " and ".join(str(condition.__doc__) for condition in conditions)
    words = {"__doc__": f"It {fault.__doc__} where {where}.", "clause": clause, "moment": moment}
    return type(engine.__name__, (MistakenWhere, engine), words | {"mistake": (fault, conditions)})
