"""Rates puzzles: solution, themes, difficulty and quality, all measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from shatterproof_properties.puzzles.analysis import analyse
from shatterproof_properties.puzzles.certificate import Json, to_json
from shatterproof_properties.puzzles.claim import Claim
from shatterproof_properties.puzzles.features import Features, measure
from shatterproof_properties.puzzles.kinds import Analysis
from shatterproof_properties.puzzles.puzzle import Puzzle
from shatterproof_properties.puzzles.quality import Quality, quality
from shatterproof_properties.puzzles.rating import difficulty, themes_of
from shatterproof_properties.puzzles.solver import Solving, solving
from shatterproof_properties.puzzles.verify import search_for
from shatterproof_properties.solving.forcing import Forcing


@dataclass(frozen=True)
class Rated:
    """A puzzle with the solution, the themes and the difficulty that were found, and what they follow from."""

    puzzle: Puzzle
    features: Features
    solving: Solving
    quality: Quality

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
            "work": self.solving.work,
            "themes": list(self.puzzle.themes),
            "solution": list(self.puzzle.solution),
        }

    def to_line(self, alike: Sequence[str] = ()) -> str:
        """The rating in one line; `alike` are the names of puzzles that are one with this."""
        parts = ", ".join(f"{part.name} {part.points}" for part in self.quality.parts)
        said = [f"quality {self.quality.number} ({parts})", self._difficulty(), ", ".join(self.puzzle.themes)]
        return "; ".join([*filter(None, said), *([f"alike: {', '.join(alike)}"] if alike else [])])

    def to_text(self) -> str:
        """The rating with all reasons, in lines."""
        themes = ", ".join(self.puzzle.themes) or "none"
        return f"quality {self.quality.number}\n{self.quality.to_text()}{self._difficulty()}\nthemes: {themes}\n"

    def _difficulty(self) -> str:
        return f"difficulty {self.puzzle.difficulty} ({self.solving.work} turns to look at)"


def rate(puzzle: Puzzle, certificate: Json, forcing: Forcing | None = None) -> Rated:
    """The rating of a puzzle from a certificate that the checker has accepted.

    Raises InputError for a certificate that does not prove the puzzle's claim, OutOfLimits where the search takes too
    long to find all solutions.
    """
    analysis = analyse(puzzle, forcing or search_for(puzzle))
    puzzle = replace(puzzle, solution=analysis.to_name(puzzle.claim.meaning))
    work = solving(_as_solved(puzzle, certificate, analysis))
    features = measure(puzzle, certificate, work)
    rated = replace(puzzle, themes=themes_of(features), difficulty=difficulty(features))
    return Rated(rated, features, work, quality(puzzle, features, analysis, work))


def _as_solved(puzzle: Puzzle, certificate: Json, analysis: Analysis) -> Puzzle:
    """What the solver of a puzzle has to find: where the play begins elsewhere, the win there."""
    claim = puzzle.claim
    if not claim.meaning.is_win_elsewhere:
        return puzzle
    begins = claim.meaning.play_begins(puzzle.rules, puzzle.reference_position(), certificate["proof"])
    position, readings = to_json(puzzle.rules, begins), begins.readings.departures()
    wins = Claim("wins", claim.turns, claim.unique)
    return replace(puzzle, position=position, readings=readings, claim=wins, solution=analysis.keys)
