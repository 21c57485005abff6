"""How good a puzzle is, by what solvers value, from 0 to 100; its parts say why.

| part | most | measures |
| --- | --- | --- |
| key | 30 | first turns that look better; whether it takes nothing, gives pieces up, or walks back |
| tries | 20 | first turns that look as good and fail to one reply only |
| answers | 20 | how many different answers the replies need, and how evenly |
| duals | 10 | replies with one answer only |
| economy | 20 | pieces without which it would be another puzzle |

A mate has no key and no tries, a win in one no answers: it gets nothing for them.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log
from typing import NamedTuple

from shatterproof_properties.puzzles.economy import Economy, economy
from shatterproof_properties.puzzles.features import Features
from shatterproof_properties.puzzles.kinds import Analysis
from shatterproof_properties.puzzles.puzzle import Puzzle
from shatterproof_properties.puzzles.solver import Solving

SURPRISE, QUIET, GIVEN_UP = 18, 6, 6
TRIES, ENOUGH_TRIES = 20, 5
ANSWERS, ENOUGH_ANSWERS = 20, 5
DUALS, ECONOMY = 10, 20
NAMED = 6
"""Needless pieces that a reason names."""


class Part(NamedTuple):
    """What a puzzle gets for one thing, of the most that there is to get, and why."""

    name: str
    points: int
    most: int
    why: str


@dataclass(frozen=True)
class Quality:
    """The quality of a puzzle by its parts."""

    parts: tuple[Part, ...]

    @property
    def number(self) -> int:
        """0 to 100."""
        return sum(part.points for part in self.parts)

    def to_text(self) -> str:
        """The parts on a line each."""
        return "".join(f"{part.name:>8} {part.points:2} of {part.most}: {part.why}\n" for part in self.parts)


def quality(puzzle: Puzzle, features: Features, analysis: Analysis, solving: Solving) -> Quality:
    """The quality of a puzzle whose claim holds, with all its solutions given."""
    return Quality(
        (
            _key(features, solving, len(puzzle.solution)),
            _tries(solving),
            _answers(features),
            _duals(features, analysis),
            _economy(economy(puzzle)),
        )
    )


def _key(features: Features, solving: Solving, keys: int) -> Part:
    most = SURPRISE + QUIET + GIVEN_UP
    if solving.gains is None:
        return Part("key", 0, most, "there is none")
    key = features.key or {}
    why = [f"{solving.surprise:.0%} of the first turns look better"]
    points = SURPRISE * min(1.0, 2 * solving.surprise)
    if solving.gains <= 0:
        points += QUIET
        why.append("it takes nothing")
    if solving.gains < 0 or key.get("returns"):
        points += GIVEN_UP
        why.append("it gives material up" if solving.gains < 0 else "its walk comes back")
    if keys > 1:
        points /= keys
        why.append(f"but there are {keys}")
    return Part("key", round(points), most, "; ".join(why))


def _tries(solving: Solving) -> Part:
    near, every = solving.near_tries, len(solving.tries)
    points = TRIES * min(1.0, near / ENOUGH_TRIES)
    return Part("tries", round(points), TRIES, f"{near} of {every} that look as good fail to one reply only")


def _answers(features: Features) -> Part:
    if not features.threats:
        return Part("answers", 0, ANSWERS, "no reply has to be answered")
    shares = [threat.answers / features.answered for threat in features.threats]
    even = exp(-sum(share * log(share) for share in shares))
    points = ANSWERS * min(1.0, (even - 1) / (ENOUGH_ANSWERS - 1))
    why = f"{len(shares)} different to {features.answered} replies, as many as {even:.1f} used evenly"
    return Part("answers", round(points), ANSWERS, why)


def _duals(features: Features, analysis: Analysis) -> Part:
    if features.kind != "wins" or not features.answered:
        return Part("duals", 0, DUALS, "no reply has to be answered after a key")
    share = min(1.0, len(analysis.duals) / features.answered)
    why = f"{len(analysis.duals)} of {features.answered} replies have several answers"
    return Part("duals", round(DUALS * (1 - share)), DUALS, why)


def _economy(found: Economy) -> Part:
    # Half the pieces needless is as bad as can be.
    points = ECONOMY * max(0.0, 2 * found.share - 1)
    names = ", ".join(found.needless[:NAMED])
    more = ", ..." if len(found.needless) > NAMED else ""
    why = f"needless: {names}{more}" if found.needless else "nothing can go"
    return Part("economy", round(points), ECONOMY, why)
