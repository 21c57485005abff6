"""Alternatives: rules by which somebody might play instead. A run looks for one that explains an engine's answers.

In: the name of a game. Out: its alternatives. Each opens a table, which is an engine on one board, that does one thing
otherwise. It reads texts in another frame (`text_frame.py`), goes no further than some number, settles a choice by
another order, or refuses or skips one of two things that a turn does. Each game lists its alternatives in a module of
its name, as tables around its second engine, or as sentences: each changes methods of the engine, or refuses turns by a
measure. A sentence with {n} stands for one alternative for each number, which the engine has as its `most`. For a game
without a module, only its readings and self-check mutants can explain an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol

from shatterproof_properties.common.per_game import PerGame
from shatterproof_properties.conformance.mutants import changed_engine
from shatterproof_properties.protocol.table import Table
from shatterproof_properties.second.engine import RefusedTurn

Open = Callable[[str, Mapping[str, str]], Table]
"""Opens a table of a board under readings."""


class Alternative(NamedTuple):
    """A rule that somebody might play by instead.

    It has a sentence that states it, the clause that it breaks, and its tables. `acts` is the number of things that
    must come together for it to show.
    """

    says: str
    clause: str
    open: Open
    acts: int = 1


class GameAlternatives(Protocol):
    """What a game's module offers: its alternatives, most common first."""

    @property
    def ALTERNATIVES(self) -> tuple[Alternative, ...]: ...


ALTERNATIVES = PerGame[GameAlternatives](__name__)


def alternatives(game: str) -> tuple[Alternative, ...]:
    """The alternatives of a game; none if it has no module with them."""
    offered = ALTERNATIVES.find(game)
    return offered.ALTERNATIVES if offered else ()


NUMBERS = (*range(1, 17), 20, 24, 30, 31, 32, 63, 64)
"""The numbers tried as limits."""


def changed(
    engine: type[Any],
    says: str,
    clause: str,
    numbers: Iterable[int] = NUMBERS,
    acts: int = 1,
    **methods: Callable[..., Any],
) -> Iterator[Alternative]:
    """The alternatives of an engine with other methods, given as in `changed_engine`."""
    for number in numbers if "{n}" in says else (0,):
        yield of_class(changed_engine(engine, says.format(n=number), methods, most=number), clause, acts)


def of_class(engine: type[Any], clause: str, acts: int = 1) -> Alternative:
    """The alternative that an engine plays, whose name is the sentence."""
    return Alternative(engine.__name__, clause, engine.on_board, acts)


def refusing(
    engine: type[Any], says: str, clause: str, of: Callable[[Any, Any, str, Any], int], acts: int = 1
) -> Iterator[Alternative]:
    """The engines that refuse legal turns above each limit of a measure; without {n} every turn that has any.

    The measure gets the engine, the position, the text of the turn and the position after it.
    """
    for number in NUMBERS if "{n}" in says else (0,):
        made = {"engine": engine, "measure": staticmethod(of), "most": number, "refused_by": clause}
        yield of_class(type(says.format(n=number), (Refusing, engine), made), clause, acts)


_read: dict[type[Any], tuple[Any, dict[str, str], Any]] = {}
"""For each engine the position that was read last, with the readings, and as the engine has it."""


class Refusing:
    """Refuses legal turns with more than `most` of a measure. Mix it in before a second engine."""

    engine: type[Any]
    readings: dict[str, str]
    measure: Callable[[Any, Any, str, Any], int]
    most: int
    refused_by: str

    def _is_refused(self, here: Any, text: str, after: Any) -> bool:
        return self.measure(self, here, text, after) > self.most

    def read(self, position: Any) -> Any:
        """The position, read once for the hundreds of rules of an engine that refuse turns: they read it alike."""
        known = _read.get(self.engine)
        if known is None or known[0] is not position or known[1] != self.readings:
            _read[self.engine] = known = (position, self.readings, super().read(position))  # type: ignore[misc]
        return known[2]

    def meanings(self, here: Any, text: str) -> list[tuple[str, Any]]:
        found: list[tuple[str, Any]] = super().meanings(here, text)  # type: ignore[misc]
        taken = [(meaning, after) for meaning, after in found if not self._is_refused(here, meaning, after)]
        if found and not taken:
            raise RefusedTurn(self.refused_by)
        return taken

    def results(self, here: Any) -> Iterator[tuple[Any, Any]]:
        for turn, after in super().results(here):  # type: ignore[misc]
            if not self._is_refused(here, self.turn_text(here, turn), after):  # type: ignore[attr-defined]
                yield turn, after

    def breadth(self, here: Any) -> int:
        return sum(1 for _ in self.results(here))
