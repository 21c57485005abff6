"""The quality of a puzzle, by what solvers value, from 0 to 100; its parts give reasons.

A mate has no key and no tries, and a win in one no answers, so they get no points for these. Special kinds of claims
have parts of their own in place of tries, answers and duals, or of some of their points.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log

from shatterproof_properties.puzzles.claims.kind import Analysis
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.edit.editor import Editor
from shatterproof_properties.puzzles.rating.kind_measures import (
    OwnMeasure,
    QualityPart,
    SeriesMeasure,
    ThreatsMeasure,
)
from shatterproof_properties.puzzles.rating.measures import Features
from shatterproof_properties.puzzles.rating.solver_model import Solving

SURPRISE, QUIET, GIVEN_UP = 18, 6, 6
TRIES, ENOUGH_TRIES = 20, 5
ANSWERS, ENOUGH_ANSWERS = 20, 5
DUALS, ECONOMY, THREATS = 10, 20, 30
BESIDE = 10
"""The weight of tries, and of answers, if the kind has a part of its own."""
NAMED = 6
"""Needless pieces that a reason names."""


@dataclass(frozen=True)
class Quality:
    """The quality of a puzzle by its parts."""

    parts: tuple[QualityPart, ...]

    @property
    def number(self) -> int:
        """0 to 100."""
        return sum(part.points for part in self.parts)

    def to_text(self) -> str:
        """The parts on a line each."""
        return "".join(f"{part.name:>8} {part.points:2} of {part.most}: {part.why}\n" for part in self.parts)


def quality(
    puzzle: Puzzle, features: Features, analysis: Analysis, solving: Solving, own: OwnMeasure | None = None
) -> Quality:
    """The quality of a puzzle whose claim holds, with its whole solution. `own` is the measure of its kind."""
    key, pieces = _key(features, solving, len(puzzle.solution)), _economy(puzzle)
    if isinstance(own, SeriesMeasure):
        return Quality((key, *own.parts, pieces))
    if isinstance(own, ThreatsMeasure):
        return Quality((_answers(features, THREATS), *own.parts, pieces))
    weights, parts = ((TRIES, ANSWERS), ()) if own is None else ((BESIDE, BESIDE), own.parts)
    tries, answers = _tries(solving, weights[0]), _answers(features, weights[1])
    return Quality((key, tries, answers, _duals(features, analysis), *parts, pieces))


def _key(features: Features, solving: Solving, keys: int) -> QualityPart:
    most = SURPRISE + QUIET + GIVEN_UP
    if solving.gains is None:
        return QualityPart("key", 0, most, "there is none")
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
    return QualityPart("key", round(points), most, "; ".join(why))


def _tries(solving: Solving, most: int) -> QualityPart:
    near, every = solving.near_tries, len(solving.tries)
    points = most * min(1.0, near / ENOUGH_TRIES)
    return QualityPart("tries", round(points), most, f"{near} of {every} that look as good fail to one reply only")


def _answers(features: Features, most: int) -> QualityPart:
    if not features.threats:
        return QualityPart("answers", 0, most, "no reply has to be answered")
    shares = [threat.answers / features.answered for threat in features.threats]
    even = exp(-sum(share * log(share) for share in shares))
    points = most * min(1.0, (even - 1) / (ENOUGH_ANSWERS - 1))
    why = f"{len(shares)} different to {features.answered} replies, as many as {even:.1f} used evenly"
    return QualityPart("answers", round(points), most, why)


def _duals(features: Features, analysis: Analysis) -> QualityPart:
    if features.key is None or features.is_defence or not features.answered:
        return QualityPart("duals", 0, DUALS, "no reply has to be answered after a key")
    share = min(1.0, len(analysis.duals) / features.answered)
    why = f"{len(analysis.duals)} of {features.answered} replies have several answers"
    return QualityPart("duals", round(DUALS * (1 - share)), DUALS, why)


def _economy(puzzle: Puzzle) -> QualityPart:
    """The pieces that the puzzle does not need, by name, perhaps with the piece that each could be one with."""
    editor = Editor(puzzle)
    effects = editor.effects(editor.changes.fewer())
    needless = list(dict.fromkeys(effect.change.piece for effect in effects if effect.is_needless))
    # Half the pieces needless is as bad as can be.
    points = ECONOMY * max(0.0, 2 * (1 - len(needless) / max(1, len(editor.changes.pieces()))) - 1)
    names = ", ".join(needless[:NAMED]) + (", ..." if len(needless) > NAMED else "")
    return QualityPart("economy", round(points), ECONOMY, f"needless: {names}" if needless else "nothing can go")
