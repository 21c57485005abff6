"""Exact play: who wins a game with perfect play, proved by search.

Enters: a position as JSON values. Leaves: its value and the first turn that keeps it. A game of which enough can be
searched has a module `GAME.py`, as `ExactSolver` says.
"""

from __future__ import annotations

from typing import Any, Protocol

from shatterproof_properties.common.per_game import PerGame


class ExactSolver(Protocol):
    """The functions that a game's module offers, if it can be solved.

    `BOARDS` can be solved from the opening. `solve` raises TooLarge for a position of which too much is left; a `Bar`
    shows its progress.
    """

    @property
    def BOARDS(self) -> tuple[str, ...]: ...
    @property
    def TooLarge(self) -> type[Exception]: ...
    @property
    def SolveBar(self) -> Any: ...
    def solve(self, position: Any, readings: Any = ..., on_progress: Any = ...) -> Any: ...


SOLVERS = PerGame[ExactSolver](__name__)
