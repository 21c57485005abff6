"""Causes: what is really wrong with an engine, where its answers differ from those of the rules.

In: differences (`differences.py`), with what the engine has answered rightly. Out: the clause at fault, or the rule by
which the engine plays instead (`diagnosis.py`, `rule_mutants.py`); the causes that a run knows by now
and need not find again (`known_causes.py`); the readings under which the engine would be right (`reading_causes.py`).

What is known of the turns of one game stands in a module of its name. Without one, clauses are named from the questions
alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from shatterproof_properties.common.per_game import PerGame


class FaultyTurns(Protocol):
    """What the module of a game offers: the parts of its turns, and the clauses that somebody breaks who makes them
    otherwise, likeliest first. What stands here holds for a game without one.

    `CONSEQUENCES` are clauses that turns break also because something else has gone wrong before. `OF_ONE_SIDE` is the
    clause that it matters not whose turn ends the game, "" where there is none.
    """

    CONSEQUENCES: frozenset[str] = frozenset()
    OF_ONE_SIDE: str = ""

    def parts(self, position: Any, text: str) -> Iterator[str]:
        """The turns that a turn begins with, shortest first."""
        yield from ()

    def spelling(self, text: str, written: str) -> str:
        """The clause that allows a turn to be spelled as `text`, which we write otherwise; "" if none is known."""
        return ""

    def malformed(self, text: str) -> str:
        """The clause of the notation by which a text is no turn; "" if none is known."""
        return ""

    def traits(self, position: Any, turn: Any) -> set[str]:
        """The clauses that a legal turn exercises as not every turn does."""
        return set()

    def of_result(self, position: Any, turn: Any, theirs: Any) -> list[str]:
        """The clauses that lead to another position."""
        return []

    def of_outcome(self, position: Any, turn: Any, theirs: dict[str, Any] | None) -> list[str]:
        """The clauses that give the game another outcome."""
        return []

    def of_allowed(self, position: Any, text: str, clause: str, theirs: Any | None) -> list[str]:
        """The clauses that allow a turn which breaks `clause`."""
        return [clause]

    def of_unfinished(self, position: Any) -> list[str]:
        """The clauses by which a game that goes on may be taken for a finished one."""
        return []

    def of_refused(self, position: Any, turn: Any) -> list[str]:
        """The clauses by which a legal turn may be refused; none where the turn alone tells."""
        return []


class _NoneKnown(FaultyTurns):
    """A game that has no module here."""


FAULTY_TURNS = PerGame[FaultyTurns](__name__, _NoneKnown())
