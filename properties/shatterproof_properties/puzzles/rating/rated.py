"""Rates puzzles: solution, themes, difficulty, idea and quality, all measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.claims.differs_claim import DiffersClaim
from shatterproof_properties.puzzles.claims.kind import Analysis
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.proof.analysis import analyse
from shatterproof_properties.puzzles.proof.proved_play import ProvedPlay, as_played, proved_play
from shatterproof_properties.puzzles.proof.verification import search_for
from shatterproof_properties.puzzles.rating.kind_measures import (
    OwnMeasure,
    measure_pass,
    measure_reading,
    measure_series,
    measure_threats,
)
from shatterproof_properties.puzzles.rating.measures import Features, features_of
from shatterproof_properties.puzzles.rating.quality import Quality, quality
from shatterproof_properties.puzzles.rating.solver_model import Solving, solving
from shatterproof_properties.puzzles.rating.themes import comment_of, difficulty, themes_of
from shatterproof_properties.solving.forcing import Forcing


@dataclass(frozen=True)
class Rated:
    """A puzzle with its measured solution, themes and difficulty, and the reasons for them.

    The comment is the author's, or else the measured idea. `own` is the measure of its kind.
    """

    puzzle: Puzzle
    features: Features
    solving: Solving
    analysis: Analysis
    own: OwnMeasure | None

    @cached_property
    def quality(self) -> Quality:
        """How good it is; this takes longest."""
        return quality(self.puzzle, self.features, self.analysis, self.solving, self.own)

    def to_json(self) -> Json:
        """The rating as a JSON value."""
        parts = [
            {"part": part.name, "points": part.points, "most": part.most, "why": part.why}
            for part in self.quality.parts
        ]
        return {
            "quality": self.quality.number,
            "parts": parts,
            "difficulty": self.puzzle.difficulty,
            "failing": f"{self.solving.failing():.3f}",
            "themes": list(self.puzzle.themes),
            "solution": list(self.puzzle.solution),
        }

    def to_line(self, alike: Sequence[str] = ()) -> str:
        """The rating in one line; `alike` are the names of puzzles that are alike."""
        parts = ", ".join(f"{part.name} {part.points}" for part in self.quality.parts)
        said = [f"quality {self.quality.number} ({parts})", self._difficulty(), ", ".join(self.puzzle.themes)]
        return "; ".join([*filter(None, said), *([f"alike: {', '.join(alike)}"] if alike else [])])

    def to_text(self) -> str:
        """The rating with all reasons, in lines."""
        themes = ", ".join(self.puzzle.themes) or "none"
        idea = f"idea: {self.puzzle.comment}\n" if self.puzzle.comment else ""
        return f"quality {self.quality.number}\n{self.quality.to_text()}{self._difficulty()}\nthemes: {themes}\n{idea}"

    def _difficulty(self) -> str:
        return f"difficulty {self.puzzle.difficulty} ({self.solving.failing():.0%} of the model's solvers fail)"


def rate(puzzle: Puzzle, certificate: Json, forcing: Forcing | None = None) -> Rated:
    """The rating of a puzzle from a certificate that the checker has accepted.

    Raises InputError for a certificate that does not prove the puzzle's claim, OutOfLimits if the search takes too long
    to find all solutions.
    """
    forcing = forcing or search_for(puzzle)
    analysis = analyse(puzzle, forcing)
    puzzle = replace(puzzle, solution=analysis.to_name(puzzle.claim.meaning))
    played, _ = as_played(puzzle, certificate)
    work = solving(replace(played, solution=analysis.keys))
    play = proved_play(puzzle, certificate)
    features = features_of(puzzle, play, work)
    own = _own(puzzle, certificate, forcing, play, features, analysis)
    comment = puzzle.comment or comment_of(features, work, own.idea if own else "")
    puzzle = replace(puzzle, themes=themes_of(features), difficulty=difficulty(features), comment=comment)
    return Rated(puzzle, features, work, analysis, own)


def _own(
    puzzle: Puzzle, certificate: Json, forcing: Forcing, play: ProvedPlay, features: Features, analysis: Analysis
) -> OwnMeasure | None:
    """The measure of the puzzle's kind, if it has one."""
    kind, meaning = puzzle.claim.kind, puzzle.claim.meaning
    if kind == "series":
        return measure_series(puzzle.rules, play.series)
    if kind == "threats":
        return measure_threats(forcing, puzzle, features.threats)
    if kind == "passes":
        return measure_pass(forcing, puzzle)
    if isinstance(meaning, DiffersClaim):
        fails = meaning.play_fails(puzzle.rules, puzzle.reference_position(), certificate["proof"])
        return measure_reading(forcing, puzzle, fails, analysis.keys[0])
    return None
