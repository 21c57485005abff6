"""Fits the model of solvers to people's attempts at puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import log
from typing import NamedTuple

from shatterproof_properties.puzzles.rating.solver_model import Solvers, Solving

MEDIANS = tuple(2 ** (step / 4) for step in range(29))
SPREADS = (0.6, 0.9, 1.2, 1.6, 2.0)
SLIPS = (0.0, 0.01, 0.02, 0.05, 0.1)
LEAST = 1e-3
"""The least uncertainty of an attempt."""


class Attempt(NamedTuple):
    """An attempt at a puzzle: whether somebody solved it at once, without a failed try or a hint."""

    solving: Solving
    solved: bool


def calibrated(attempts: Sequence[Attempt]) -> Solvers:
    """The solvers on a grid for which these attempts are most likely; of equal ones the first."""
    return max((Solvers(*values) for values in product(MEDIANS, SPREADS, SLIPS)), key=lambda each: _fit(each, attempts))


def _fit(solvers: Solvers, attempts: Sequence[Attempt]) -> float:
    """The logarithm of the likelihood of the attempts."""
    total = 0.0
    for attempt in attempts:
        failing = min(1 - LEAST, max(LEAST, attempt.solving.failing(solvers)))
        total += log(1 - failing if attempt.solved else failing)
    return total
