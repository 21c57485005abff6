"""Puzzles as they are played: a win after a pass, or under another reading, as the win in the position where it is."""

from __future__ import annotations

from dataclasses import replace

from shatterproof_properties.puzzles.checker.certificate import Json, seal_of, to_json
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.claims.puzzle import Puzzle


def as_played(puzzle: Puzzle, certificate: Json) -> tuple[Puzzle, Json]:
    """The puzzle that its solver plays, and what the certificate shows of that, where it has been accepted.

    That is the puzzle itself, but for kinds whose play begins elsewhere.
    """
    claim, parts = puzzle.claim, certificate["proof"]
    if not claim.meaning.is_win_elsewhere:
        return puzzle, certificate
    begins = claim.meaning.play_begins(puzzle.rules, puzzle.reference_position(), parts)
    position, readings = to_json(puzzle.rules, begins), begins.readings.departures()
    wins = Claim("wins", claim.turns, claim.unique)
    said = {"position": position, "readings": readings, "claim": str(wins), "proof": claim.meaning.win_in(parts)}
    shown = {**certificate, **said}
    played = replace(puzzle, position=position, readings=readings, claim=wins, solution=())
    return played, {**shown, "seal": seal_of(shown)}
