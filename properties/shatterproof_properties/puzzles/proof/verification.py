"""Verification: whether a puzzle's claim holds, with a certificate that the checker has accepted."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from shatterproof.errors import InputError
from shatterproof.game import describe_outcome
from shatterproof_properties.proofs import STATEMENTS, Disagreement
from shatterproof_properties.protocol.answers import position_to_json, result
from shatterproof_properties.puzzles.checker.certificate import FORMAT, PROVED, REFUTED, VERSION, Json, seal_of
from shatterproof_properties.puzzles.checker.checker import Refused, TooManyResults, check
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.claims.kind import Line
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.claims.writer import ProofTooLong, Writer
from shatterproof_properties.puzzles.proof.proved_play import settling_line
from shatterproof_properties.solving.adapters import search_adapter
from shatterproof_properties.solving.forcing import Forcing, OutOfLimits, SearchLimits

Win = tuple[Any, str]
"""A position of the reference, and a turn's text that wins there at once or leaves only replies that lose."""
MOST_CONFIRMED = 2_000
"""The most wins that z3 proves again for one certificate."""

MOST_OF_OURS = 20_000_000
"""The most results that the checker makes for a certificate of our own. Its time is limited as well."""


class Reproof(NamedTuple):
    """How many wins z3 has proved again, and for how many there was no time."""

    proved: int
    left: int


NOTHING_AGAIN = Reproof(0, 0)
UNKNOWN = "unknown"
DEFAULT_LIMITS = SearchLimits(seconds=300.0)


class Proven(NamedTuple):
    """A verdict and its proof: `parts` and `nodes` as in a certificate."""

    verdict: str
    parts: Json
    nodes: list[Json]

    def certificate(self, game: str, position: Json, claim: Claim, readings: Mapping[str, str]) -> Json:
        """The certificate of this proof, sealed."""
        unsealed: Json = {
            "format": FORMAT,
            "version": VERSION,
            "game": game,
            "readings": dict(readings),
            "position": position,
            "claim": str(claim),
            "unique": claim.unique,
            "verdict": self.verdict,
            "proof": self.parts,
            "nodes": self.nodes,
        }
        return {**unsealed, "seal": seal_of(unsealed)}


def prove(forcing: Forcing, here: Any, claim: Claim) -> Proven:
    """The proof that a claim about an undecided position holds, or that it does not.

    Raises OutOfLimits, ProofTooLong.
    """
    writer = Writer(forcing)
    holds, parts = claim.meaning.prove(writer, here, claim.turns, claim.unique)
    return Proven(PROVED if holds else REFUTED, parts, writer.finish())


@dataclass(frozen=True)
class Verification:
    """The result of verifying a claim: `verdict` is proved, refuted or unknown, and `why` names the limit reached.

    `line` is the play that settles it: the key and its result, or the turn that refutes the claim. `looked_into` counts
    positions of the search. `wins` are the wins in one behind the certificate. An unknown verdict has a certificate if
    only the checker had no time to accept it.
    """

    puzzle: Puzzle
    verdict: str
    line: Line | None = None
    certificate: Json | None = None
    why: str = ""
    looked_into: int = 0
    wins: tuple[Win, ...] = field(default=(), repr=False)
    reproof: Reproof = NOTHING_AGAIN


def search_for(
    puzzle: Puzzle, limits: SearchLimits | None = None, on_progress: Callable[[Forcing], None] | None = None
) -> Forcing:
    """A search over the second engine of the puzzle's game, under its readings. It calls `on_progress`."""
    return Forcing(search_adapter(puzzle.game, puzzle.board, puzzle.readings), limits or DEFAULT_LIMITS, on_progress)


def verify(
    puzzle: Puzzle,
    forcing: Forcing | None = None,
    on_checked: Callable[[int], None] | None = None,
    again: bool = False,
) -> Verification:
    """The verdict on a puzzle's claim; `unknown` if a limit is reached first.

    `forcing` is a search to go on with. The checker gets as many seconds as the search, and calls `on_checked` with the
    number of results that it has made. With `again` z3 proves the wins in one a second time. Raises InputError for a
    position without anything to claim. Raises Disagreement if the checker or z3 rejects the search's finding, since one
    of them is wrong then.
    """
    check_undecided(puzzle)
    forcing = forcing or search_for(puzzle)
    here = forcing.adapter.read(dict(puzzle.position))
    try:
        proof = prove(forcing, here, puzzle.claim)
    except (OutOfLimits, ProofTooLong) as reached:
        return Verification(puzzle, UNKNOWN, why=str(reached), looked_into=forcing.looked_into)
    certificate = proof.certificate(puzzle.game, dict(puzzle.position), puzzle.claim, puzzle.readings)
    try:
        wins = _accepted(certificate, puzzle.claim, forcing, on_checked)
    except OutOfLimits as reached:
        why = f"{proof.verdict} by the search, but the checker has not accepted it: {reached}"
        return Verification(puzzle, UNKNOWN, certificate=certificate, why=why, looked_into=forcing.looked_into)
    line = settling_line(puzzle, certificate)
    verdict = Verification(puzzle, proof.verdict, line, certificate, "", forcing.looked_into, wins)
    return prove_again(verdict, forcing) if again else verdict


def _accepted(
    certificate: Json, claim: Claim, forcing: Forcing, on_checked: Callable[[int], None] | None
) -> tuple[Win, ...]:
    """The wins in one of a certificate that the checker accepts. Raises Disagreement, and OutOfLimits."""
    wins: list[Win] = []
    seconds = forcing.limits.seconds
    end = None if seconds is None else time.monotonic() + seconds

    def watch(results: int) -> None:
        if end is not None and time.monotonic() > end:
            raise OutOfLimits(f"not checked within {seconds:g} seconds")
        if on_checked is not None:
            on_checked(results)

    try:
        check(certificate, lambda position, text: wins.append((position, text)), watch, most=MOST_OF_OURS)
    except TooManyResults as reached:
        raise OutOfLimits(reached.why) from None
    except (Refused, InputError) as error:
        raise Disagreement(f"whether {claim} holds", "the search has a certificate", f"refused: {error}") from None
    return tuple(wins)


def prove_again(
    verdict: Verification, forcing: Forcing, on_confirmed: Callable[[int], None] | None = None
) -> Verification:
    """The verdict with the wins in one that z3 has proved again, each once, in the search's remaining time.

    `on_confirmed` is called with the number proved so far. Wins that the game's statement does not cover are passed
    over: all of them if the game has no statement. Raises Disagreement if z3 proves otherwise.
    """
    rules, proved = verdict.puzzle.rules, 0
    statement = STATEMENTS.find(rules)
    if statement is None:
        return verdict
    distinct = list(dict.fromkeys(verdict.wins))[:MOST_CONFIRMED]
    for number, (position, text) in enumerate(distinct):
        if forcing.is_over():
            return replace(verdict, reproof=Reproof(proved, len(distinct) - number))
        then = result(rules, rules.play(position, rules.parse_turn(position, text)))
        proved += statement.confirm_win(position_to_json(rules, position), text, then["position"], then["outcome"])
        if on_confirmed is not None:
            on_confirmed(proved)
    return replace(verdict, reproof=Reproof(proved, 0))


def check_undecided(puzzle: Puzzle) -> None:
    """Raises InputError for a puzzle whose game is over, or whose position the rules do not allow."""
    outcome = puzzle.rules.outcome(puzzle.reference_position())
    if outcome is not None:
        raise InputError(f"the game is over: {describe_outcome(outcome)}", "the position", "one in which it goes on")
    puzzle.claim.meaning.refuse(puzzle.rules, puzzle.reference_position())


def verdict_to_json(verdict: Verification) -> Mapping[str, Any]:
    """A verdict as JSON values, without the certificate, which is a file of its own."""
    line = verdict.line
    return {
        "claim": str(verdict.puzzle.claim),
        "unique": verdict.puzzle.claim.unique,
        "verdict": verdict.verdict,
        "why": verdict.why,
        "turns": list(line.turns) if line else [],
        "shows": line.shows if line else "",
        "positions": verdict.looked_into,
        "confirmed": verdict.reproof.proved,
    }
