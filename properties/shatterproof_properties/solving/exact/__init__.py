"""Exact play: who wins a game with perfect play, proved by search.

In: a position as JSON values. Out: its value, and the first turn that keeps it. A game that can be searched far enough
has a module `GAME.py` in the form of `ExactSolver`.
"""

from __future__ import annotations

from typing import Any, Protocol

from shatterproof_properties.common.per_game import PerGame


class ExactSolver(Protocol):
    """The functions that a game's module offers if the game can be solved.

    The `BOARDS` can be solved from the opening. `solve` raises TooLarge if too much of a game is left. A `Bar` shows
    its progress.
    """

    @property
    def BOARDS(self) -> tuple[str, ...]: ...
    @property
    def TooLarge(self) -> type[Exception]: ...
    @property
    def SolveBar(self) -> Any: ...
    def solve(self, position: Any, readings: Any = ..., on_progress: Any = ...) -> Any: ...


SOLVERS = PerGame[ExactSolver](__name__)
