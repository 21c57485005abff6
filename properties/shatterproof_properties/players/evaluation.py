"""How good a position looks: what the module of a game offers the program."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from shatterproof_properties.common.per_game import PerGame
from shatterproof_properties.players import plain

Evaluation = Callable[[Any], float]
"""How good an undecided position looks for the side that is not to move; far below 1,000 either way."""


class GameEvaluation(Protocol):
    """The functions that a game's module offers; `plain` stands for it where there is none."""

    def evaluation(self, adapter: Any, chance: Random) -> Evaluation:
        """The evaluation of positions of a SearchAdapter of the game; `chance` is for one that needs it."""


EVALUATIONS = PerGame[GameEvaluation](__package__, plain)
