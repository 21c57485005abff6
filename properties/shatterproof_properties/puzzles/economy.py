"""Economy: which pieces of a puzzle could be taken away, or made one with another, and nothing else would change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from shatterproof_properties.puzzles.compose.game_face import Json, game_face_of
from shatterproof_properties.puzzles.kinds import distinct
from shatterproof_properties.puzzles.puzzle import Puzzle
from shatterproof_properties.solving.faces import face_of
from shatterproof_properties.solving.forcing import Forcing, OutOfLimits, SearchLimits

LIMITS = SearchLimits(positions=20_000, kept=300_000)
"""For one change. No seconds: what is found is the same on a slower machine."""


class Economy(NamedTuple):
    """How many pieces there are, and the names of those that the puzzle does not need.

    A piece counts as needed where the rules do not let it go, and where it takes too long to tell.
    """

    pieces: int
    needless: tuple[str, ...]

    @property
    def share(self) -> float:
        """The share of the pieces that is needed, 0 to 1."""
        return 1 - len(self.needless) / self.pieces


def economy(puzzle: Puzzle) -> Economy:
    """The economy of a puzzle whose claim holds, with all its solutions given."""
    fewer = game_face_of(puzzle.game).fewer(dict(puzzle.position))
    needless = dict.fromkeys(name for name, position in fewer if _is_solved_alike(puzzle, position))
    return Economy(_pieces(puzzle), tuple(needless))


def _pieces(puzzle: Puzzle) -> int:
    """How many pieces, in Scrunch stones, there are."""
    lists = ("pieces",) if "pieces" in puzzle.position else puzzle.rules.SIDES
    return sum(len(puzzle.position[name]) for name in lists)


def _is_solved_alike(puzzle: Puzzle, position: Json) -> bool:
    """Whether the claim holds of a position as well, with the same solution."""
    face = face_of(puzzle.game, puzzle.board, puzzle.readings)
    forcing = Forcing(face, LIMITS)
    try:
        here = face.read(position)
        return face.verdict(here) is None and _has_solution(puzzle, forcing, here)
    except (ValueError, OutOfLimits):
        return False


def _has_solution(puzzle: Puzzle, forcing: Forcing, here: Any) -> bool:
    claim = puzzle.claim
    if claim.meaning.no_solution is not None:
        return claim.meaning.is_worth_asking(forcing, here, claim.turns, claim.unique)
    if claim.meaning.attacker_begins and claim.meaning.has_replies and forcing.is_won(here, claim.turns - 1):
        return False
    wanted = set(puzzle.solution)
    return wanted == set(_solution(puzzle, forcing, here, len(wanted)))


def _solution(puzzle: Puzzle, forcing: Forcing, here: Any, most: int) -> Iterator[str]:
    """The turns of a position that achieve the claim, the puzzle's first; no more after one too many."""
    face, claim = forcing.face, puzzle.claim
    every = sorted(face.results(here), key=lambda each: face.text(here, each[0]) not in puzzle.solution)
    found = 0
    for turn, after in distinct(face, every):
        text = face.text(here, turn)
        if claim.meaning.is_solution(forcing, after, claim.turns):
            found += 1
            yield text
        elif text in puzzle.solution:
            return
        if found > most:
            return
