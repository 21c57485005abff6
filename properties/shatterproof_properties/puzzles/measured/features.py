"""What is measured of a puzzle: how wide its play is, and what the turns do that solve it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from shatterproof_properties.puzzles.analysis import Analysis
from shatterproof_properties.puzzles.certificate import Json
from shatterproof_properties.puzzles.measured.deeds import Deeds, deeds_of
from shatterproof_properties.puzzles.measured.solution import Solution, Stroke, solution_of
from shatterproof_properties.puzzles.puzzle import Puzzle


@dataclass(frozen=True)
class Threat:
    """A turn that answers replies, wherever it works on the same pieces: how many, and what it does at most."""

    answers: int
    deeds: Deeds


@dataclass(frozen=True)
class Features:
    """What is measured of a puzzle.

    `turns` are the attacker's; `choices` the results that the side to move has in the diagram; `replies` those that
    the defender has to the key, or in the diagram; of them `lost_at_once` need no answer, `saving` have none, and the
    others are answered by `threats`, the most useful first. `key` is what the key does, where there is one. `tries`
    counts first turns that fail to a single defence, as far as an analysis has looked for them.
    """

    game: str
    kind: str
    turns: int
    choices: int
    replies: int
    lost_at_once: int
    saving: int
    key: Deeds | None
    threats: tuple[Threat, ...]
    tries: int = 0

    @property
    def answered(self) -> int:
        """Replies that a threat answers."""
        return sum(threat.answers for threat in self.threats)

    @property
    def best_share(self) -> int:
        """The percentage of the answered replies that the most useful threat answers, rounded; 0 without any."""
        return round(100 * self.threats[0].answers / self.answered) if self.threats else 0

    @property
    def attacks(self) -> tuple[Deeds, ...]:
        """What each turn of the attacker does: the key, then the threats."""
        return (*((self.key,) if self.key is not None else ()), *(threat.deeds for threat in self.threats))

    def most(self, deed: str) -> int:
        """The most that any turn of the attacker does of something."""
        return max((attack.get(deed, 0) for attack in self.attacks), default=0)

    def mean(self, deed: str) -> float:
        """What the turns of the attacker do of something on average; 0 without any."""
        return sum(attack.get(deed, 0) for attack in self.attacks) / max(1, len(self.attacks))


def measure(puzzle: Puzzle, certificate: Json, analysis: Analysis | None = None) -> Features:
    """The features of a puzzle from a certificate that the checker has accepted.

    Raises InputError for a certificate that does not prove the puzzle's claim.
    """
    return features_of(puzzle, solution_of(puzzle, certificate), analysis)


def features_of(puzzle: Puzzle, solution: Solution, analysis: Analysis | None = None) -> Features:
    """The features of a puzzle from its solution."""
    answers = [reply.answer for reply in solution.replies if reply.answer is not None]
    saving = sum(reply.saves for reply in solution.replies)
    return Features(
        game=puzzle.game,
        kind=puzzle.claim.kind,
        turns=puzzle.claim.turns,
        choices=solution.choices,
        replies=len(solution.replies),
        lost_at_once=len(solution.replies) - len(answers) - saving,
        saving=saving,
        key=deeds_of(solution.key) if solution.key else None,
        threats=_threats(answers),
        tries=len(analysis.tries) if analysis else 0,
    )


def _threats(answers: list[Stroke]) -> tuple[Threat, ...]:
    """The answers, those that are the same turn put together."""
    used = Counter(stroke.turn for stroke in answers)
    done: dict[Any, Deeds] = {}
    for stroke in answers:
        deeds, before = deeds_of(stroke), done.get(stroke.turn, {})
        done[stroke.turn] = {name: max(count, before.get(name, 0)) for name, count in deeds.items()}
    return tuple(Threat(count, done[turn]) for turn, count in sorted(used.items(), key=lambda use: (-use[1], use[0])))
