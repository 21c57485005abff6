"""How good a position looks: what the module of a game offers the program."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from shatterproof_properties.common.per_game import PerGame
from shatterproof_properties.players import plain

Evaluation = Callable[[Any], float]
"""A number for an undecided position: how good it looks for the side that is not to move.

It stays well within 1,000.
"""


class GameEvaluation(Protocol):
    """The functions that a game's module offers; `plain` stands for it where there is none."""

    def evaluation(self, adapter: Any, chance: Random) -> Evaluation:
        """The evaluation of the positions of a SearchAdapter. `chance` is for an evaluation that plays at random."""


EVALUATIONS = PerGame[GameEvaluation](__package__, plain)
