"""Causes: the mistake of an engine whose answers differ from those of the rules.

In: differences (`differences.py`), and what the engine has answered correctly. Out: the clause at fault, or the rule
that the engine plays by instead (`diagnosis.py`, `rule_mutants.py`), which may be another reading. `known_causes.py`
has the causes that a run need not find again. The module of a game's name knows the turns of that game. Without one,
clauses are named from the questions alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from shatterproof_properties.common.per_game import PerGame


class FaultyTurns(Protocol):
    """The functions that a game's module offers: the parts of its turns, and the clauses of its notation.

    These defaults hold for a game without a module.
    """

    def parts(self, position: Any, text: str) -> Iterator[str]:
        """The shorter turns that a turn begins with, shortest first."""
        yield from ()

    def spelling(self, text: str, written: str) -> str:
        """The clause that allows the spelling `text` of a turn that we write differently; "" if none is known."""
        return ""

    def malformed(self, text: str) -> str:
        """The clause of the notation that makes a text malformed; "" if none is known."""
        return ""


class _NoneKnown(FaultyTurns):
    """A game that has no module here."""


FAULTY_TURNS = PerGame[FaultyTurns](__name__, _NoneKnown())
