"""The program: what it plays at each strength, and what it saw."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Any

from shatterproof_properties.players.lookahead import EVALUATIONS, Candidate, Effort, Lookahead
from shatterproof_properties.solving.adapters import LOST, WON, SearchAdapter
from shatterproof_properties.solving.forcing import Forcing, OutOfLimits, SearchLimits

WIN_POSITIONS = 1_000
"""The most positions of a search for a win in several turns."""
FEWEST = 2
"""The fewest turns that the program notices, if there are as many."""
KEPT = 50_000
"""The most positions that a search for forced wins remembers."""


@dataclass(frozen=True)
class Strength:
    """How strong the program is.

    It notices only a `share` of the turns, at random. It looks `depth` turns ahead, at `width` turns of each position,
    within `positions` at most. `wins` is the longest forced win that it looks for, in turns.
    """

    share: float
    depth: int
    width: int
    positions: int | None
    wins: int


STRENGTHS: Mapping[str, Strength] = {
    "beginner": Strength(0.15, 1, 1, None, 1),
    "club": Strength(1, 3, 12, 600, 2),
    "strong": Strength(1, 12, 16, None, 3),
}
"""The strengths by name, the weakest first."""


@dataclass(frozen=True)
class Reply:
    """A turn of the program, the position after it, and what it saw.

    Attributes:
        turn: The turn, as the adapter has it.
        after: The position after it.
        wins: In how many turns this is sure to win, 0 if nothing is known of that.
        threat: A turn by which the other side would have won if it had been to move, as a text, "" if there was none.
        avoided: How many turns it put aside because the other side could have won after them.
        loses: Whether the other side wins after every turn that there was.
        depth: How many turns it looked ahead.
        positions: How many positions it looked at.
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
        game = adapter.engine.NAME
        self._evaluation = EVALUATIONS.of(game).evaluation(adapter, self._chance)
        self._guard = Forcing(adapter, SearchLimits(kept=KEPT))

    def reply(self, here: Any, seconds: float | None = None, positions: int | None = None) -> Reply:
        """The turn to play in an undecided position.

        Args:
            here: The position, as the adapter has it.
            seconds: About how long it may take.
            positions: How many positions it may look at, where that is less than its strength allows.

        Returns:
            The turn, and what it saw.
        """
        begun, threat = time.monotonic(), self._threat(here)
        won = self._win(here, seconds)
        if won is not None:
            turn, after, turns = won
            return Reply(turn, after, wins=turns, threat=threat)
        every = list(self.adapter.results(here))
        self._chance.shuffle(every)
        looking = self._looking(None if seconds is None else begun + seconds - time.monotonic(), positions)
        liked = looking.ordered(self._noticed(every))
        chosen, avoided = self._first_safe(liked, every)
        found = chosen or liked[0]
        return Reply(
            found.turn,
            found.after,
            threat=threat,
            avoided=avoided,
            loses=chosen is None,
            depth=looking.depth,
            positions=looking.positions,
        )

    def _noticed(self, every: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
        share = self._strength.share
        return every[: max(FEWEST, round(share * len(every)))]

    def _looking(self, seconds: float | None, positions: int | None) -> Lookahead:
        strength = self._strength
        most = min((each for each in (strength.positions, positions) if each is not None), default=None)
        return Lookahead(self.adapter, self._evaluation, Effort(strength.depth, strength.width, most, seconds))

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
            if self._is_safe(each.after):
                return each, avoided
            avoided += 1
        return None, avoided

    def _is_safe(self, after: Any) -> bool:
        verdict = self.adapter.verdict(after)
        return verdict != WON if verdict is not None else not self._guard.is_won(after, 1)

    def _threat(self, here: Any) -> str:
        """A turn by which the other side would win at once if it could move now."""
        passed = self.adapter.passed(here)
        found = None if passed is None else self.adapter.win_now(passed)
        if passed is None or found is None or self.adapter.verdict(found[1]) != LOST:
            return ""
        return self.adapter.text(passed, found[0])
