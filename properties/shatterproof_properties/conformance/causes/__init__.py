"""Causes: what is really wrong with an engine, where its answers differ from those of the rules.

In: differences (`differences.py`), with what the engine has answered rightly. Out: the clause at fault, or the rule by
which the engine plays instead (`diagnosis.py`, `rule_mutants.py`), readings among these rules; the causes that a run
knows by now and need not find again (`known_causes.py`).

What is known of the turns of one game stands in a module of its name. Without one, clauses are named from the questions
alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from shatterproof_properties.common.per_game import PerGame


class FaultyTurns(Protocol):
    """What the module of a game offers: the parts of its turns, and the clauses of its notation. What stands here holds
    for a game without one.
    """

    def parts(self, position: Any, text: str) -> Iterator[str]:
        """The turns that a turn begins with, shortest first."""
        yield from ()

    def spelling(self, text: str, written: str) -> str:
        """The clause that allows a turn to be spelled as `text`, which we write otherwise; "" if none is known."""
        return ""

    def malformed(self, text: str) -> str:
        """The clause of the notation by which a text is no turn; "" if none is known."""
        return ""


class _NoneKnown(FaultyTurns):
    """A game that has no module here."""


FAULTY_TURNS = PerGame[FaultyTurns](__name__, _NoneKnown())
