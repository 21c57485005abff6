"""From a candidate to a puzzle: made simpler, verified, its solution written down, rated."""

from __future__ import annotations

from dataclasses import replace
from math import prod

from shatterproof_properties.puzzles.analysis import analyse
from shatterproof_properties.puzzles.certificate import PROVED
from shatterproof_properties.puzzles.compose import simplified
from shatterproof_properties.puzzles.compose.judge import Judge
from shatterproof_properties.puzzles.compose.studio import never
from shatterproof_properties.puzzles.generate.plan import Quest
from shatterproof_properties.puzzles.generate.unit import Json
from shatterproof_properties.puzzles.measured.features import measure
from shatterproof_properties.puzzles.measured.rating import difficulty
from shatterproof_properties.puzzles.measured.themes import themes_of
from shatterproof_properties.puzzles.puzzle import Puzzle
from shatterproof_properties.puzzles.verify import UNKNOWN, verify
from shatterproof_properties.second.crumble.values import read_board
from shatterproof_properties.solving.faces import face_of
from shatterproof_properties.solving.forcing import Forcing, OutOfLimits, SearchLimits

LIMITS = SearchLimits(positions=200_000, kept=500_000)
"""For one question about one candidate. No seconds: the same unit finds the same on a slower machine."""
TRIES = 60
"""At simpler positions, for one candidate."""
MOST_AGAIN = 16
"""Units of a Crumble board on which z3 proves the wins of a find in one turn again: there that costs less than the
find itself, elsewhere many times as much."""


def is_cheap_again(quest: Quest) -> bool:
    """Whether z3 proves the wins in one of a find again for less than the find costs."""
    return quest.game == "crumble" and quest.claim.turns == 1 and prod(read_board(quest.board)) <= MOST_AGAIN


class Workshop:
    """Makes puzzles of the candidates of one quest; what its searches find out is kept from one to the next.

    On small Crumble boards z3 proves wins in one again; for other finds `puzzle verify` does it.
    """

    def __init__(self, quest: Quest) -> None:
        self.unknown = 0
        self._quest = quest
        self._again = is_cheap_again(quest)
        face = face_of(quest.game, quest.board, quest.readings)
        self._forcing = Forcing(face, LIMITS)
        self._judge = Judge(face, quest.claim, never)

    def finished(self, position: Json) -> tuple[Puzzle, Json] | None:
        """The puzzle of a candidate, as simple as may be, and its certificate; None where the claim does not hold."""
        if not self._holds(position):
            return None
        quest = self._quest
        simple = simplified(position, self._holds, TRIES, quest.readings)
        puzzle = Puzzle(quest.game, simple, quest.claim, quest.readings)
        self._forcing.looked_into = 0
        verdict = verify(puzzle, forcing=self._forcing, again=self._again)
        self.unknown += verdict.verdict == UNKNOWN
        if verdict.verdict != PROVED or verdict.certificate is None:
            return None
        try:
            self._forcing.looked_into = 0
            analysis = analyse(puzzle, self._forcing, tries=True)
        except OutOfLimits:
            self.unknown += 1
            return None
        puzzle = replace(puzzle, solution=analysis.keys)
        features = measure(puzzle, verdict.certificate, analysis)
        return replace(puzzle, themes=themes_of(features), difficulty=difficulty(features)), verdict.certificate

    def _holds(self, position: Json) -> bool:
        return self._judge.accepts(self._judge.face.read(position))
