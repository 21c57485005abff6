"""The collection of puzzles, each with its certificate."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from shatterproof.errors import InputError, shorten
from shatterproof.game import GAMES
from shatterproof.spec import spec_folder
from shatterproof_properties.explorer.knowledge import Json
from shatterproof_properties.explorer.views import shown
from shatterproof_properties.puzzles.checker.certificate import read_certificate
from shatterproof_properties.puzzles.claims.puzzle import MOST_STARS, Puzzle, asked, made_by, under
from shatterproof_properties.puzzles.claims.wins_claim import after_pass
from shatterproof_properties.puzzles.files.text import parse_puzzle
from shatterproof_properties.puzzles.proof.proved_play import as_played
from shatterproof_properties.puzzles.sheet.sheet import render_sheet
from shatterproof_properties.puzzles.solve.judge import Judge
from shatterproof_properties.puzzles.solve.questions import PuzzleQuestion, WhichValue, question_of
from shatterproof_properties.puzzles.solve.solved_record import puzzle_digest

ENDING = ".puzzle"
STIPULATIONS = {
    "wins": "win in so many turns",
    "mated": "answer every turn of a side that is lost",
    "defends": "find what does not lose",
    "threats": "find the turns that answer everything",
    "passes": "win after a pass",
    "series": "win by turns in a row",
    "differs": "find the reading that decides",
}
"""The stipulation for each kind of claim."""

ASKING_FOR_A_TURN = ("wins", "defends")
"""Stipulations that people understand at once: find one turn."""
EASY = 3
"""The most stars of a win at once that suits beginners."""


@dataclass(frozen=True)
class Kept:
    """A puzzle of the collection, by its name in questions: its game and title, without the number of its file."""

    id: str
    file: Path
    puzzle: Puzzle

    @cached_property
    def certificate(self) -> Json:
        """It was checked when the collection was made."""
        beside = self.file.with_name(self.file.name.removesuffix(ENDING) + ".certificate.json")
        return read_certificate(beside.read_text(encoding="utf-8"), self.id)

    @cached_property
    def judge(self) -> Judge:
        """The judge of the turns that a solver tries."""
        return Judge(*as_played(self.puzzle, self.certificate))

    @cached_property
    def asking(self) -> PuzzleQuestion | None:
        """The other question of a puzzle, besides winning turns; None for most puzzles."""
        return question_of(self.puzzle, self.judge.puzzle, self.certificate)


@cache
def collection() -> dict[str, Kept]:
    """All puzzles by name, game by game, in the order of their files."""
    found = {}
    for game in GAMES:
        for file in sorted((spec_folder() / "puzzles" / game).glob(f"*{ENDING}")):
            name = f"{game}/{re.sub('^[0-9]+-', '', file.name.removesuffix(ENDING))}"
            found[name] = Kept(name, file, parse_puzzle(file.read_text(encoding="utf-8"), name))
    return found


def kept(name: str) -> Kept:
    """The puzzle of this name. Raises InputError."""
    if name not in collection():
        raise InputError(f"there is no puzzle {shorten(name, 60)!r}", expected="one of the collection")
    return collection()[name]


def puzzles(question: Json) -> Json:
    """The answer to `puzzles`: easy wins at once, then turns to find, then other tasks, each ordered by difficulty."""

    def hardness(found: Kept) -> tuple[bool, bool, int, int]:
        claim, stars = found.puzzle.claim, found.puzzle.difficulty or MOST_STARS + 1
        is_easy = (claim.kind, claim.turns) == ("wins", 1) and stars <= EASY
        return not is_easy, claim.kind not in ASKING_FOR_A_TURN, stars, claim.turns

    return {"puzzles": [described(found) for found in sorted(collection().values(), key=hardness)]}


def sheet(question: Json) -> Json:
    """The answer to `sheet`. Raises InputError for an unknown puzzle."""
    return {"sheet": render_sheet([(found.puzzle, found.certificate) for found in map(kept, question["ids"])])}


def puzzle(question: Json) -> Json:
    """The answer to `puzzle`. Raises InputError."""
    found = kept(question["id"])
    asking, judge = found.asking, found.judge
    begins: Any = judge.diagram if asking is None else found.puzzle.reference_position()
    return {
        "puzzle": described(found),
        "board": begins.board,
        "readings": begins.readings.to_mapping(),
        "rounds": judge.rounds if asking is None else 1,
        "solver": judge.solver,
        "start": shown(judge.game, begins),
        "asks": None if asking is None else _asks(found.puzzle, asking),
    }


def _asks(its: Puzzle, asking: PuzzleQuestion) -> Json:
    """The question that a puzzle asks before any turn is played, or instead of turns."""
    if isinstance(asking, WhichValue):
        reading = its.claim.about.partition("=")[0]
        return {"reading": reading, "values": list(asking.values), "number": 1, "passed": None}
    try:
        passed = shown(its.rules, after_pass(its.rules, its.reference_position()))
    except InputError:
        # The rules forbid the other side to move here.
        passed = None
    return {"reading": "", "values": [], "number": its.claim.turns, "passed": passed}


def described(found: Kept) -> Json:
    """A puzzle in the form of lists."""
    its = found.puzzle
    said = asked(its)
    return {
        "id": found.id,
        "digest": puzzle_digest(its),
        "title": its.title,
        "game": its.game,
        "board": its.board,
        "claim": str(its.claim),
        "stipulation": STIPULATIONS[its.claim.kind],
        "statement": said if said.endswith("?") else f"{said}.",
        "under": under(its),
        "author": made_by(its),
        "dedication": its.dedication,
        "note": its.note,
        "themes": list(its.themes),
        "difficulty": its.difficulty,
    }
