"""Mutant probes: mutants that get every question of a run, so that the run learns which of them it would find."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

from shatterproof_properties.conformance.compare.lists import RuleResults
from shatterproof_properties.conformance.mutants import EngineMutant, self_check_mutants
from shatterproof_properties.protocol import answers
from shatterproof_properties.protocol.answers import Answer
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.table import Table
from shatterproof_properties.second.engine import SecondEngine

SHARE = 0.9
"""The share of the visible mutants that a run's own questions must show."""


class MutantProbes:
    """The mutants of a game, in this process. `caught` tells of each whether one of its answers was wrong.

    A caught mutant is not asked any more; `caught_after` are the seconds until each was caught. `readings` are the
    values in force, by their ids. `mutants` replaces the self-check mutants, and `only` limits those to some clauses.
    """

    def __init__(
        self,
        game: str,
        readings: dict[str, str],
        mutants: Iterable[EngineMutant] | None = None,
        only: frozenset[str] = frozenset(),
    ) -> None:
        mutants = self_check_mutants(game, only) if mutants is None else mutants
        self._waiting = {mutant.name: mutant for mutant in mutants}
        self.caught = dict.fromkeys(self._waiting, False)
        self.caught_after: list[float] = []
        self._begun: float | None = None
        self._readings = readings
        self._tables: dict[str, dict[str, SecondEngine[Any, Any]]] = {mutant: {} for mutant in self._waiting}

    @property
    def are_enough(self) -> bool:
        """Whether enough mutants were caught, so that the rest need not be."""
        return sum(self.caught.values()) >= SHARE * len(self.caught)

    def ask_results(self, rules: RuleResults) -> None:
        """Asks each mutant for all results of a position, beside the expected ones."""
        self._each(rules.comparison.question, rules.are_listed_by)

    def ask(self, question: Question, expected: Answer, memory: bool = True) -> None:
        """Asks each mutant for all results of a position, or for the verdict on a turn, beside the expected answer."""

        def is_right(table: SecondEngine[Any, Any]) -> bool:
            got = answered(table, question)
            # Our own engines mostly answer to the letter, and need no key.
            return expected == got or answers.same(question.do, expected, got, memory=memory)

        self._each(question, is_right)

    def _each(self, question: Question, is_right: Callable[[SecondEngine[Any, Any]], bool]) -> None:
        self._begun = time.monotonic() if self._begun is None else self._begun
        for mutant in tuple(self._waiting.values()):
            tables, board = self._tables[mutant.name], question.board
            try:
                if board not in tables:
                    tables[board] = mutant.engine.on_board(board, self._readings)
                right = is_right(tables[board])
            except Exception:
                # In a process of its own it would have ended, or answered with an error.
                right = False
            if not right:
                self.caught[mutant.name] = True
                self.caught_after.append(time.monotonic() - self._begun)
                del self._waiting[mutant.name], self._tables[mutant.name]


def answered(table: Table, question: Question) -> Answer:
    """A table's answer about a position or a turn."""
    if question.do == "turns":
        return {"turns": list(table.turns(question.data))}
    return table.apply(question.data, question.turn)
