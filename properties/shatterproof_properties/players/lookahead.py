"""Looking some turns ahead: the best of the better-looking turns, deeper and deeper until the time is over."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, Protocol

from shatterproof_properties.common.per_game import PerGame
from shatterproof_properties.players import plain
from shatterproof_properties.solving.adapters import DRAWN, LOST, SearchAdapter

WIN = 1_000_000.0
"""The value of a win at once; a later one is worth a little less."""

Evaluation = Callable[[Any], float]
"""A number for an undecided position: how good it looks for the side that is not to move.

It stays well within 1,000.
"""


class GameEvaluation(Protocol):
    """The functions that a game's module offers; `plain` stands for it where there is none."""

    def evaluation(self, adapter: Any, chance: Random) -> Evaluation:
        """The evaluation of the positions of a SearchAdapter. `chance` is for an evaluation that plays at random."""


EVALUATIONS = PerGame[GameEvaluation](__package__, plain)


class Candidate(NamedTuple):
    """A turn, the position after it, and how good that looks for its mover."""

    value: float
    turn: Any
    after: Any


@dataclass(frozen=True)
class Effort:
    """The limits of a look ahead: turns of both sides, turns of each position, positions in all, and seconds."""

    depth: int
    width: int
    positions: int | None = None
    seconds: float | None = None


class EffortSpent(Exception):
    """The time, or the number of positions, is over."""


class Lookahead:
    """Looks ahead from one position by alpha and beta.

    At depth 1 a position is worth the best first look at any of its results. At greater depth, the `width` best-looking
    turns are looked at again one turn deeper, and the others count for nothing.
    """

    def __init__(self, adapter: SearchAdapter, evaluation: Evaluation, effort: Effort) -> None:
        self._adapter = adapter
        self._evaluation = evaluation
        self._effort = effort
        self._deadline = None if effort.seconds is None else time.monotonic() + effort.seconds
        self.positions = 0
        self.depth = 1

    def ordered(self, found: list[tuple[Any, Any]]) -> list[Candidate]:
        """The given results, the best first, as deep as the effort allows. Those that it leaves out come last."""
        best = self._looked_at(found, 0)
        best += [Candidate(-WIN, *each) for each in found[len(best) :]]
        for depth in range(1, self._effort.depth):
            best = self._deeper(best, depth)
            if self._is_spent() or len(best) < 2 or abs(best[0].value) > WIN / 2:
                break
            self.depth = depth + 1
        return best

    def _deeper(self, before: list[Candidate], depth: int) -> list[Candidate]:
        """The candidates in a new order. The best-looking ones come first, valued again with `depth` turns after them.

        If the effort is spent before, the rest keep their order.
        """
        best, least = list[Candidate](), -2 * WIN
        for each in before[: self._effort.width]:
            value = each.value
            if self._adapter.verdict(each.after) is None:
                try:
                    value = -self._value(each.after, depth, -2 * WIN, -least, 1)
                except EffortSpent:
                    break
            best.append(each._replace(value=value))
            least = max(least, value)
        return sorted(best, key=lambda each: -each.value) + before[len(best) :]

    def _value(self, here: Any, depth: int, alpha: float, beta: float, ply: int) -> float:
        """How good a position is for the side to move, within alpha and beta."""
        looked_at = self._looked_at(self._adapter.results(here), ply)
        if depth == 1 or looked_at[0].value > WIN / 2:
            return looked_at[0].value
        best = -2 * WIN
        for each in looked_at[: self._effort.width]:
            value = each.value
            if abs(value) < WIN / 2 and self._adapter.verdict(each.after) is None:
                value = -self._value(each.after, depth - 1, -beta, -max(alpha, best), ply + 1)
            best = max(best, value)
            if best >= beta:
                break
        return best

    def _looked_at(self, found: Iterable[tuple[Any, Any]], ply: int) -> list[Candidate]:
        """The results after a first look, the best first. At the first ply, only as many as the effort allows."""
        candidates = list[Candidate]()
        for turn, after in found:
            if self._is_spent() and (ply or candidates):
                if ply:
                    raise EffortSpent
                break
            self.positions += 1
            verdict = self._adapter.verdict(after)
            if verdict is None:
                value = self._evaluation(after)
            else:
                value = 0.0 if verdict == DRAWN else (WIN - ply if verdict == LOST else ply - WIN)
            candidates.append(Candidate(value, turn, after))
        return sorted(candidates, key=lambda each: -each.value)

    def _is_spent(self) -> bool:
        effort = self._effort
        if effort.positions is not None and self.positions > effort.positions:
            return True
        return self._deadline is not None and time.monotonic() > self._deadline
