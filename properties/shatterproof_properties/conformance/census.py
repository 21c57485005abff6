"""What a run has compared, in numbers."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Census:
    """What was compared: results in all, by board, and how often each clause was leaned on.

    `small_boards` says how far small boards were gone through, position by position.
    """

    results: int = 0
    positions: int = 0
    refusals: int = 0
    other_clauses: int = 0
    boards: Counter[str] = field(default_factory=Counter)
    clauses: Counter[str] = field(default_factory=Counter)
    small_boards: list[str] = field(default_factory=list)

    def add(self, other: Census) -> None:
        """Adds what another run has compared."""
        self.results += other.results
        self.positions += other.positions
        self.refusals += other.refusals
        self.other_clauses += other.other_clauses
        self.boards += other.boards
        self.clauses += other.clauses
