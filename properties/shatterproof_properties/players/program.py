"""The program: what it plays at each strength, and what it saw.

It looks some turns ahead: at the best of the better-looking turns, deeper and deeper until the time is over.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Any, NamedTuple, Protocol

from shatterproof_properties.common.per_game import PerGame
from shatterproof_properties.solving.adapters import DRAWN, LOST, WON, SearchAdapter
from shatterproof_properties.solving.forcing import Forcing, OutOfLimits, SearchLimits

WIN_POSITIONS = 1_000
"""The most positions of a search for a win in several turns."""
FEWEST = 2
"""The fewest turns that the program notices, if there are as many."""
KEPT = 50_000
"""The most positions that a search for forced wins remembers."""
MOST_PLIES = 40
"""A random game of this many turns is left undecided."""
FEWEST_LOOKED_AT = 50
"""The fewest turns that get a first look, if there are as many: under a tenth of a second, however late it is."""
WIN = 1_000_000.0
"""The value of a win at once; a later one is worth a little less."""

Evaluation = Callable[[Any], float]
"""A number for an undecided position: how good it looks for the side that is not to move.

It stays well within 1,000.
"""


class GameEvaluation(Protocol):
    """The functions that a game's module offers. Without one the program plays random games."""

    def evaluation(self, adapter: Any) -> Evaluation:
        """The evaluation of the positions of a SearchAdapter."""


EVALUATIONS = PerGame[GameEvaluation](__package__)


def random_games(adapter: SearchAdapter, chance: Random) -> Evaluation:
    """The evaluation for any game, by one random game: 1 if the side not to move wins it, -1 if it loses, else 0."""

    def value(here: Any) -> float:
        for ply in range(MOST_PLIES):
            verdict = adapter.verdict(here)
            if verdict is not None:
                return verdict if ply % 2 else -verdict
            here = chance.choice(list(adapter.results(here)))[1]
        return 0.0

    return value


class Candidate(NamedTuple):
    """A turn, the position after it, and how good that looks for its mover."""

    value: float
    turn: Any
    after: Any


class EffortSpent(Exception):
    """The time, or the number of positions, is over."""


class Lookahead:
    """Looks ahead from one position by alpha and beta.

    At depth 1 a position is worth the best first look at any of its results. At greater depth, the `width` best-looking
    turns are looked at again one turn deeper, and the others count for nothing.
    """

    def __init__(
        self,
        adapter: SearchAdapter,
        evaluation: Evaluation,
        depth: int,
        width: int,
        positions: int | None = None,
        seconds: float | None = None,
    ) -> None:
        """Limits are turns of both sides, turns of each position, positions in all, and seconds."""
        self._adapter, self._evaluation = adapter, evaluation
        self._deepest, self._width, self._most = depth, width, positions
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self.positions = 0
        self.depth = 1

    def ordered(self, found: list[tuple[Any, Any]]) -> list[Candidate]:
        """The given results, the best first, as deep as the effort allows. Those that it leaves out come last."""
        best = self._looked_at(found, 0)
        best += [Candidate(-WIN, *each) for each in found[len(best) :]]
        for depth in range(1, self._deepest):
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
        for each in before[: self._width]:
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
        for each in looked_at[: self._width]:
            value = each.value
            if abs(value) < WIN / 2 and self._adapter.verdict(each.after) is None:
                value = -self._value(each.after, depth - 1, -beta, -max(alpha, best), ply + 1)
            best = max(best, value)
            if best >= beta:
                break
        return best

    def _looked_at(self, found: Iterable[tuple[Any, Any]], ply: int) -> list[Candidate]:
        """The results after a first look, the best first. At the first ply, the effort may leave some out."""
        candidates = list[Candidate]()
        for turn, after in found:
            if self._is_spent():
                if ply:
                    raise EffortSpent
                if len(candidates) >= FEWEST_LOOKED_AT:
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
        if self._most is not None and self.positions > self._most:
            return True
        return self._deadline is not None and time.monotonic() > self._deadline


@dataclass(frozen=True)
class Strength:
    """How strong the program is.

    It notices only a `share` of the turns, at random, and `noticed` at most. It looks `depth` turns ahead, at `width`
    turns of each position, within `positions` at most. `wins` is the longest forced win that it looks for, in turns.
    """

    share: float
    depth: int
    width: int
    positions: int | None
    wins: int
    noticed: int | None = None


STRENGTHS: Mapping[str, Strength] = {
    "beginner": Strength(0.15, 1, 1, None, 1, noticed=40),
    "club": Strength(1, 3, 12, 600, 2),
    "strong": Strength(1, 12, 16, None, 3),
}
"""The strengths by name, the weakest first."""


@dataclass(frozen=True)
class Reply:
    """A turn of the program, the position after it, and what it saw.

    `wins` is the number of turns in which this is sure to win, 0 if nothing is known of that. `threat` is a turn by
    which the other side would have won if it had been to move, as a text, "" if there was none. `avoided` counts turns
    put aside because the other side could have won after them; `loses` says that it wins after every turn that there
    was. `depth` is the number of turns looked ahead, `positions` that of positions looked at.
    """

    turn: Any
    after: Any
    wins: int = 0
    threat: str = ""
    avoided: int = 0
    loses: bool = False
    depth: int = 1
    positions: int = 0


class Program:
    """Plays one side. What it learns at one turn helps it with the next.

    It never allows a win in one that another turn avoids. At every strength it looks for such a win after the turn that
    it likes best, then after the next best, before it plays.
    """

    def __init__(self, adapter: SearchAdapter, strength: str, chance: Random | None = None) -> None:
        """Takes one of STRENGTHS. `chance` decides what is noticed, and which of equally good turns is played."""
        self.adapter = adapter
        self._strength = STRENGTHS[strength]
        self._chance = chance or Random()
        known = EVALUATIONS.find(adapter.engine.NAME)
        self._evaluation = known.evaluation(adapter) if known else random_games(adapter, self._chance)
        self._guard = Forcing(adapter, SearchLimits(kept=KEPT))

    def reply(self, here: Any, seconds: float | None = None, positions: int | None = None) -> Reply:
        """The turn to play in an undecided position, and what the program saw.

        `seconds` is about how long it may take, `positions` how many it may look at, where its strength allows more.
        """
        begun, threat = time.monotonic(), self._threat(here)
        won = self._win(here, seconds)
        if won is not None:
            turn, after, turns = won
            return Reply(turn, after, wins=turns, threat=threat)
        every = list(self.adapter.results(here))
        self._chance.shuffle(every)
        strength, left = self._strength, None if seconds is None else begun + seconds - time.monotonic()
        most = min((each for each in (strength.positions, positions) if each is not None), default=None)
        looking = Lookahead(self.adapter, self._evaluation, strength.depth, strength.width, most, left)
        liked = looking.ordered(every[: max(FEWEST, round(strength.share * len(every)))][: strength.noticed])
        chosen, avoided = self._first_safe(liked, every)
        turn, after = (chosen or liked[0])[1:]
        return Reply(turn, after, 0, threat, avoided, chosen is None, looking.depth, looking.positions)

    def _win(self, here: Any, seconds: float | None) -> tuple[Any, Any, int] | None:
        """A turn that is sure to win in the fewest turns, the position after it, and the number of turns."""
        found = self._guard.win(here, 1)
        if found is not None:
            return (*found, 1)
        for turns in range(2, self._strength.wins + 1):
            limits = SearchLimits(WIN_POSITIONS, None if seconds is None else seconds / 4, KEPT)
            try:
                found = Forcing(self.adapter, limits).win(here, turns)
            except OutOfLimits:
                return None
            if found is not None:
                return (*found, turns)
        return None

    def _first_safe(self, liked: list[Candidate], every: list[tuple[Any, Any]]) -> tuple[Candidate | None, int]:
        """The first turn after which the other side has no win in one, and the number of turns passed over.

        The liked turns come first, in their order, then all the others.
        """
        known = {id(each.after) for each in liked}
        rest = (Candidate(0.0, *each) for each in every if id(each[1]) not in known)
        avoided = 0
        for each in chain(liked, rest):
            verdict = self.adapter.verdict(each.after)
            loses = verdict == WON or (verdict is None and self._guard.is_won(each.after, 1))
            if not loses:
                return each, avoided
            avoided += 1
        return None, avoided

    def _threat(self, here: Any) -> str:
        """A turn by which the other side would win at once if it could move now."""
        passed = self.adapter.passed(here)
        found = None if passed is None else self.adapter.win_now(passed)
        if passed is None or found is None or self.adapter.verdict(found[1]) != LOST:
            return ""
        return self.adapter.text(passed, found[0])
