"""Verification: whether a puzzle's claim holds, with a certificate that the checker has accepted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from shatterproof.errors import InputError
from shatterproof.game import describe_outcome
from shatterproof_properties.proofs import Disagreement
from shatterproof_properties.puzzles.certificate import Json
from shatterproof_properties.puzzles.checker import Refused, check
from shatterproof_properties.puzzles.confirm import Win, confirm
from shatterproof_properties.puzzles.proof import Proven, TooLong, prove
from shatterproof_properties.puzzles.puzzle import Puzzle
from shatterproof_properties.solving.faces import face_of
from shatterproof_properties.solving.forcing import Forcing, OutOfLimits, SearchLimits

UNKNOWN = "unknown"
DEFAULT_LIMITS = SearchLimits(seconds=300.0)


class Line(NamedTuple):
    """Turns from the puzzle's position on, as text, and what they show."""

    turns: tuple[str, ...]
    shows: str


@dataclass(frozen=True)
class Verdict:
    """What was found out about a claim: `verdict` is proved, refuted or unknown, `why` says at which limit.

    `line` is the play that settles it: the key and what it leads to, or the turn that refutes the claim. `looked_into`
    counts positions of the search, `confirmed` the wins in one that z3 has proved again.
    """

    puzzle: Puzzle
    verdict: str
    line: Line | None = None
    certificate: Json | None = None
    why: str = ""
    looked_into: int = 0
    confirmed: int = 0


def searching(
    puzzle: Puzzle, limits: SearchLimits | None = None, told: Callable[[Forcing], None] | None = None
) -> Forcing:
    """A search over the second engine of the puzzle's game, under its readings."""
    return Forcing(face_of(puzzle.game, puzzle.board, puzzle.readings), limits or DEFAULT_LIMITS, told)


def verify(
    puzzle: Puzzle,
    limits: SearchLimits | None = None,
    told: Callable[[Forcing], None] | None = None,
    forcing: Forcing | None = None,
    again: bool = False,
    proved: Callable[[int], None] | None = None,
) -> Verdict:
    """The verdict on a puzzle's claim; `unknown` when a limit is reached first. `forcing` is a search to go on with.

    With `again` z3 proves the wins in one a second time; `proved` hears how many.

    Raises InputError for a position in which there is nothing to claim; Disagreement when the checker or z3 does not
    accept what the search has found, since one of them is wrong then.
    """
    check_undecided(puzzle)
    forcing = forcing or searching(puzzle, limits, told)
    here = forcing.face.read(dict(puzzle.position))
    try:
        proof = prove(forcing, here, puzzle.claim)
    except (OutOfLimits, TooLong) as reached:
        return Verdict(puzzle, UNKNOWN, why=str(reached), looked_into=forcing.looked_into)
    certificate = proof.certificate(puzzle.game, dict(puzzle.position), puzzle.claim, puzzle.readings)
    wins: list[Win] = []
    try:
        check(certificate, lambda position, text: wins.append((position, text)))
    except (Refused, InputError) as error:
        raise Disagreement(
            f"whether {puzzle.claim} holds", "the search has a certificate", f"refused: {error}"
        ) from None
    confirmed = confirm(puzzle.game, wins, proved) if again else 0
    line = settling_line(forcing, here, puzzle, proof)
    return Verdict(puzzle, proof.verdict, line, certificate, looked_into=forcing.looked_into, confirmed=confirmed)


def check_undecided(puzzle: Puzzle) -> None:
    """Raises InputError for a puzzle in whose position the game is over, or which the rules do not allow."""
    outcome = puzzle.rules.outcome(puzzle.standing())
    if outcome is not None:
        what = f"the game is over: {describe_outcome(outcome)}"
        raise InputError(what, "the position", "one in which it goes on")


def settling_line(forcing: Forcing, here: Any, puzzle: Puzzle, proof: Proven) -> Line | None:
    """The play that settles a claim: the key, or the turn that refutes it, after the solution where one is given."""
    nodes, parts = proof.nodes, proof.parts
    if "defence" in parts:
        return Line((nodes[parts["defence"]]["turn"],), "refutes the claim")
    if "short" in parts:
        return Line((nodes[parts["short"]]["turn"],), "wins sooner")
    if "cook" in parts:
        return Line((nodes[parts["cook"]]["turn"],), f"wins as well as {nodes[parts['key']]['turn']}")
    if "key" in parts:
        return Line((nodes[parts["key"]]["turn"],), "is the key")
    if puzzle.claim.kind == "wins":
        return _answered_try(forcing, here, puzzle)
    return None


def _answered_try(forcing: Forcing, here: Any, puzzle: Puzzle) -> Line | None:
    """A first turn that does not win, the solution's if one is given, and the reply that shows it."""
    face, turns = forcing.face, puzzle.claim.turns
    tries = [(face.text(here, turn), after) for turn, after in face.results(here) if face.verdict(after) is None]
    given = [each for each in tries if each[0] in puzzle.solution]
    for text, after in given or tries[:1]:
        reply = forcing.escape(after, turns - 1)
        if reply is not None:
            return Line((text, face.text(after, reply[0])), "is the reply")
    return None


def verdict_to_json(verdict: Verdict) -> Mapping[str, Any]:
    """A verdict as JSON values; the certificate is a file of its own."""
    line = verdict.line
    return {
        "claim": str(verdict.puzzle.claim),
        "unique": verdict.puzzle.claim.unique,
        "verdict": verdict.verdict,
        "why": verdict.why,
        "turns": list(line.turns) if line else [],
        "shows": line.shows if line else "",
        "positions": verdict.looked_into,
        "confirmed": verdict.confirmed,
    }
