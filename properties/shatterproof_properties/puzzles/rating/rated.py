"""Rates puzzles: solution, themes, difficulty, idea and quality, all measured.

The quality is what solvers value, from 0 to 100; its parts give reasons. A mate has no key and no tries, and a win in
one no answers, so they get no points for these. Special kinds of claims have parts of their own in place of tries,
answers and duals, or of some of their points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import exp, log

from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.claims.differs_claim import DiffersClaim
from shatterproof_properties.puzzles.claims.kind import Analysis
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.edit.editor import Editor
from shatterproof_properties.puzzles.proof.analysis import analyse
from shatterproof_properties.puzzles.proof.proved_play import as_played, proved_play
from shatterproof_properties.puzzles.proof.verification import search_for
from shatterproof_properties.puzzles.rating.kind_measures import (
    OwnMeasure,
    QualityPart,
    measure_pass,
    measure_reading,
    measure_series,
    measure_threats,
)
from shatterproof_properties.puzzles.rating.measures import Features, measure
from shatterproof_properties.puzzles.rating.solver_model import SolverModel, Solving
from shatterproof_properties.puzzles.rating.themes import comment_of, difficulty, themes_of
from shatterproof_properties.solving.forcing import Forcing

SURPRISE, QUIET, GIVEN_UP = 18, 6, 6
TRIES, ENOUGH_TRIES = 20, 5
ANSWERS, ENOUGH_ANSWERS = 20, 5
DUALS, ECONOMY, THREATS = 10, 20, 30
BESIDE = 10
"""The weight of tries, and of answers, if the kind has a part of its own."""
NAMED = 6
"""Needless pieces that a reason names."""


@dataclass(frozen=True)
class Rated:
    """A puzzle with its measured solution, themes and difficulty, and the reasons for them.

    The comment is the author's, or else the measured idea. `own` is the measure of its kind.
    """

    puzzle: Puzzle
    features: Features
    solving: Solving
    analysis: Analysis
    own: OwnMeasure

    @property
    def quality(self) -> int:
        """How good it is, 0 to 100."""
        return sum(part.points for part in self.parts)

    @cached_property
    def parts(self) -> tuple[QualityPart, ...]:
        """The parts of its quality; this takes longest."""
        key, own, pieces = self._key(), self.own.parts, self._economy()
        if self.puzzle.claim.kind == "series":
            return (key, *own, pieces)
        if self.puzzle.claim.kind == "threats":
            return (self._answers(THREATS), *own, pieces)
        tries, answers = (BESIDE, BESIDE) if own else (TRIES, ANSWERS)
        return (key, self._tries(tries), self._answers(answers), self._duals(), *own, pieces)

    def _key(self) -> QualityPart:
        most, keys = SURPRISE + QUIET + GIVEN_UP, len(self.puzzle.solution)
        gains, surprise = self.solving.gains, self.solving.surprise
        if gains is None:
            return QualityPart("key", 0, most, "there is none")
        why = [f"{surprise:.0%} of the first turns look better"]
        points = SURPRISE * min(1.0, 2 * surprise)
        if gains <= 0:
            points += QUIET
            why.append("it takes nothing")
        if gains < 0 or (self.features.key or {}).get("returns"):
            points += GIVEN_UP
            why.append("it gives material up" if gains < 0 else "its walk comes back")
        if keys > 1:
            points /= keys
            why.append(f"but there are {keys}")
        return QualityPart("key", round(points), most, "; ".join(why))

    def _tries(self, most: int) -> QualityPart:
        near, every = self.solving.near_tries, len(self.solving.tries)
        points = most * min(1.0, near / ENOUGH_TRIES)
        return QualityPart("tries", round(points), most, f"{near} of {every} that look as good fail to one reply only")

    def _answers(self, most: int) -> QualityPart:
        answered = self.features.answered
        if not answered:
            return QualityPart("answers", 0, most, "no reply has to be answered")
        shares = [threat.answers / answered for threat in self.features.threats]
        even = exp(-sum(share * log(share) for share in shares))
        points = most * min(1.0, (even - 1) / (ENOUGH_ANSWERS - 1))
        why = f"{len(shares)} different to {answered} replies, as many as {even:.1f} used evenly"
        return QualityPart("answers", round(points), most, why)

    def _duals(self) -> QualityPart:
        features, duals = self.features, len(self.analysis.duals)
        if features.key is None or features.is_defence or not features.answered:
            return QualityPart("duals", 0, DUALS, "no reply has to be answered after a key")
        share = min(1.0, duals / features.answered)
        why = f"{duals} of {features.answered} replies have several answers"
        return QualityPart("duals", round(DUALS * (1 - share)), DUALS, why)

    def _economy(self) -> QualityPart:
        """The pieces that the puzzle does not need, by name, perhaps with the piece that each could be one with."""
        editor = Editor(self.puzzle)
        effects = map(editor.effect, editor.changes.fewer())
        needless = list(dict.fromkeys(effect.change.piece for effect in effects if effect.is_needless))
        # Half the pieces needless is as bad as can be.
        points = ECONOMY * max(0.0, 2 * (1 - len(needless) / max(1, len(editor.changes.pieces()))) - 1)
        names = ", ".join(needless[:NAMED]) + (", ..." if len(needless) > NAMED else "")
        return QualityPart("economy", round(points), ECONOMY, f"needless: {names}" if needless else "nothing can go")

    def to_json(self) -> Json:
        """The rating as a JSON value."""
        parts = [{"part": part.name, "points": part.points, "most": part.most, "why": part.why} for part in self.parts]
        return {
            "quality": self.quality,
            "parts": parts,
            "difficulty": self.puzzle.difficulty,
            "failing": f"{self.solving.failing():.3f}",
            "themes": list(self.puzzle.themes),
            "solution": list(self.puzzle.solution),
        }

    def to_line(self, alike: Sequence[str] = ()) -> str:
        """The rating in one line; `alike` are the names of puzzles that are alike."""
        parts = ", ".join(f"{part.name} {part.points}" for part in self.parts)
        said = [f"quality {self.quality} ({parts})", self._difficulty(), ", ".join(self.puzzle.themes)]
        return "; ".join([*filter(None, said), *([f"alike: {', '.join(alike)}"] if alike else [])])

    def to_text(self) -> str:
        """The rating with all reasons, in lines."""
        parts = [f"{part.name:>8} {part.points:2} of {part.most}: {part.why}" for part in self.parts]
        themes = ", ".join(self.puzzle.themes) or "none"
        idea = [f"idea: {self.puzzle.comment}"] if self.puzzle.comment else []
        lines = [f"quality {self.quality}", *parts, self._difficulty(), f"themes: {themes}", *idea]
        return "".join(f"{line}\n" for line in lines)

    def _difficulty(self) -> str:
        return f"difficulty {self.puzzle.difficulty} ({self.solving.failing():.0%} of the model's solvers fail)"


def rate(puzzle: Puzzle, certificate: Json, forcing: Forcing | None = None) -> Rated:
    """The rating of a puzzle from a certificate that the checker has accepted.

    Raises InputError for a certificate that does not prove the puzzle's claim, OutOfLimits if the search takes too long
    to find all solutions.
    """
    forcing = forcing or search_for(puzzle)
    analysis, kind, meaning = analyse(puzzle, forcing), puzzle.claim.kind, puzzle.claim.meaning
    puzzle = replace(puzzle, solution=analysis.keys if meaning.no_solution is None else ())
    played, _ = as_played(puzzle, certificate)
    work = SolverModel(replace(played, solution=analysis.keys)).solve()
    play = proved_play(puzzle, certificate)
    features = measure(puzzle, play, work)
    own = OwnMeasure()
    if kind == "series":
        own = measure_series(puzzle.rules, play.series)
    elif kind == "threats":
        own = measure_threats(forcing, puzzle, features.threats)
    elif kind == "passes":
        own = measure_pass(forcing, puzzle)
    elif isinstance(meaning, DiffersClaim):
        fails = meaning.play_fails(puzzle.rules, puzzle.reference_position(), certificate["proof"])
        own = measure_reading(forcing, puzzle, fails, analysis.keys[0])
    comment = puzzle.comment or comment_of(features, work, own.idea)
    puzzle = replace(puzzle, themes=themes_of(features), difficulty=difficulty(work.failing()), comment=comment)
    return Rated(puzzle, features, work, analysis, own)
