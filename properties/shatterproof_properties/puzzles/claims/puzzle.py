"""A puzzle: a position, a claim about it, and facts for people; in words and as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from shatterproof.game import AnyGame, find_game
from shatterproof.paper import Paper
from shatterproof_properties.protocol.wording import Drawn
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.claims.words import board_to_text

MOST_STARS = 5
BETWEEN_AUTHORS = "; "
GENERATED = "shatterproof puzzle generate "
"""The beginning of the source of a puzzle that a run has found."""


@dataclass(frozen=True)
class Puzzle:
    """A claim about a position. The class checks nothing; `text` makes only puzzles that the rules allow.

    `position` is the canonical position JSON, which names no readings. `readings` holds those that depart from the
    defaults, by full id. `solution` has the key turns as canonical text (for a defence: all turns that save). Several
    authors have BETWEEN_AUTHORS between them. `comment` is a sentence on the motif, for those who know the solution.
    `difficulty` is 1 to 5.
    """

    game: str
    position: Mapping[str, Any]
    claim: Claim
    readings: Mapping[str, str] = field(default_factory=dict)
    solution: tuple[str, ...] = ()
    title: str = ""
    author: str = ""
    date: str = ""
    source: str = ""
    dedication: str = ""
    comment: str = ""
    note: str = ""
    themes: tuple[str, ...] = ()
    difficulty: int | None = None

    @property
    def board(self) -> str:
        return str(self.position["board"])

    @property
    def to_move(self) -> str:
        return str(self.position["to_move"])

    @property
    def rules(self) -> AnyGame:
        """The game in the reference."""
        return find_game(self.game)

    def reference_position(self) -> Any:
        """The position by the reference, under the puzzle's readings. Raises IllegalPosition, InputError."""
        rules = self.rules
        return rules.from_json(dict(self.position), rules.Readings.from_mapping(self.readings))


def svg(puzzle: Puzzle, paper: Paper | None = None) -> str:
    """The position as an SVG document; for a `paper`, with labels of its size."""
    return puzzle.rules.to_svg(puzzle.reference_position(), paper=paper)


def terminal(puzzle: Puzzle) -> str:
    """The question of a puzzle and its diagram, as lines of text. Its comment is left to the solution."""
    about = [credit(puzzle), puzzle.dedication, stars(puzzle), ", ".join(puzzle.themes)]
    readings = f"under {under(puzzle)}" if puzzle.readings else ""
    head = [puzzle.title, f"{claimed(puzzle)}.", readings, "; ".join(filter(None, about))]
    diagram = board_to_text(Drawn.of(puzzle.rules, puzzle.reference_position()), without=())
    return "\n".join([*filter(None, head), "", diagram, *(["", puzzle.note] if puzzle.note else [])]) + "\n"


def claimed(puzzle: Puzzle) -> str:
    """The claim of a puzzle, as a sentence without its full stop."""
    return puzzle.claim.describe(puzzle.to_move, puzzle.game)


def asked(puzzle: Puzzle) -> str:
    """The question of a puzzle, as a sentence without a full stop; it keeps a question mark."""
    return puzzle.claim.question(puzzle.to_move, puzzle.game)


def under(puzzle: Puzzle) -> str:
    """The readings that depart from the defaults, "" if there are none."""
    return ", ".join(f"{name} = {value}" for name, value in puzzle.readings.items())


def stars(puzzle: Puzzle) -> str:
    """The difficulty in words, "" if it is not known."""
    return f"difficulty {puzzle.difficulty} of {MOST_STARS}" if puzzle.difficulty else ""


def credit(puzzle: Puzzle) -> str:
    """The authors, the date and the source of a puzzle."""
    return ", ".join(filter(None, (made_by(puzzle), puzzle.date, puzzle.source)))


def made_by(puzzle: Puzzle) -> str:
    """The names of the authors: `Anna, Ben and Carl`."""
    *others, last = puzzle.author.split(BETWEEN_AUTHORS)
    return f"{', '.join(others)} and {last}" if others else last
