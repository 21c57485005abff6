"""The play that a certificate proves, replayed: the key, the replies, and the answers to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from shatterproof.errors import InputError
from shatterproof.game import AnyGame
from shatterproof_properties.puzzles.checker.certificate import PROVED, Json, seal_of, to_json
from shatterproof_properties.puzzles.checker.results import CheckedResult
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.claims.kind import Line
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.claims.wins_claim import after_pass
from shatterproof_properties.puzzles.proof.tables import ROOT, Tables


@dataclass(frozen=True)
class PlayedTurn:
    """A legal turn: its position and its text. It is read and played only when needed."""

    game: AnyGame
    before: Any
    text: str

    @cached_property
    def turn(self) -> Any:
        """The turn as the reference has it."""
        return self.game.parse_turn(self.before, self.text)

    @cached_property
    def after(self) -> Any:
        """The position after the turn."""
        return self.game.play(self.before, self.turn)


class DefenderReply(NamedTuple):
    """A turn of the defender, whether it saves, and the turn that answers it.

    A reply that does not save and has no answer loses at once.
    """

    turn: PlayedTurn
    saves: bool
    answer: PlayedTurn | None


@dataclass(frozen=True)
class ProvedPlay:
    """The first turns of the play that a certificate proves.

    `key` is the attacker's first turn if the attacker begins. `replies` are all results of the defender after it, or in
    the diagram. `choices` is the number of results of the side to move in the diagram. `series` has all turns of a
    series, the key first; the other side passes after each but the last.
    """

    game: AnyGame
    choices: int
    key: PlayedTurn | None
    replies: tuple[DefenderReply, ...]
    series: tuple[PlayedTurn, ...] = ()


def proved_play(puzzle: Puzzle, certificate: Json) -> ProvedPlay:
    """The first play of a puzzle whose certificate the checker has accepted.

    Raises InputError for a certificate that does not prove this puzzle's claim.
    """
    check_proves(puzzle, certificate)
    game, meaning, nodes, parts = puzzle.rules, puzzle.claim.meaning, certificate["nodes"], certificate["proof"]
    position = meaning.play_begins(game, puzzle.reference_position(), parts)
    first = meaning.first_play(nodes, parts)
    if first.key is None:
        replies = _replies(Tables(game, nodes, position, first.met), position, first.saving)
        return ProvedPlay(game, len(replies), None, replies)
    key = PlayedTurn(game, position, first.key)
    choices = sum(1 for _ in game.results(position))
    has_replies = not first.series and game.outcome(key.after) is None
    replies = _replies(Tables(game, nodes, key.after, first.met), key.after, ()) if has_replies else ()
    return ProvedPlay(game, choices, key, replies, tuple(_in_a_row(game, position, first.series)))


def _in_a_row(game: AnyGame, position: Any, series: Sequence[str]) -> Iterator[PlayedTurn]:
    """The turns of a series, each in the position after the other side's pass."""
    for number, text in enumerate(series):
        played = PlayedTurn(game, position if not number else after_pass(game, position), text)
        position = played.after
        yield played


def check_proves(puzzle: Puzzle, certificate: Json) -> None:
    """Raises InputError for a certificate that does not prove the claim of a puzzle."""
    proves = [certificate[name] for name in ("game", "position", "claim", "readings", "verdict")]
    wanted = [puzzle.game, puzzle.position, str(puzzle.claim), puzzle.readings, PROVED]
    if proves != wanted or (puzzle.claim.unique and not certificate["unique"]):
        raise InputError("the certificate does not prove the claim of this puzzle", expected="that of the puzzle")


def _replies(tables: Tables, position: Any, saving: Sequence[int]) -> tuple[DefenderReply, ...]:
    """The defender's results in the order of certificates, each with what is shown about it."""
    game, side = tables.game, position.to_move
    return tuple(
        DefenderReply(
            PlayedTurn(game, position, result.turn),
            index in saving or (result.outcome is not None and not result.loses(side)),
            PlayedTurn(game, result.after, answer.by) if answer else None,
        )
        for index, (result, answer) in enumerate(tables.met(position, ROOT))
    )


def settling_line(puzzle: Puzzle, certificate: Json) -> Line | None:
    """The play that settles the claim of a puzzle, by its certificate; None if that has only a table.

    For a refuted win: a first turn, that of the solution if one is given, and the reply that refutes it.
    """
    nodes, proof, verdict = certificate["nodes"], certificate["proof"], certificate["verdict"]
    line = puzzle.claim.meaning.settling(nodes, proof)
    if line is not None or verdict == PROVED or puzzle.claim.kind != "wins":
        return line
    game, position = puzzle.rules, puzzle.reference_position()
    results = enumerate(Tables(game, nodes, position, ()).results(position))
    tries = [(index, result) for index, result in results if result.outcome is None]
    given = {game.play(position, game.parse_turn(position, text)): text for text in puzzle.solution}
    for index, result in sorted(tries, key=lambda each: each[1].after not in given)[:1]:
        table = proof.get("table")
        met = [] if table is None else nodes[table]["met"]
        replies = [group["by"] for group in met if index in group["results"]]
        reply = replies[0] if replies else _safe_turn(game, result.after)
        return Line((given.get(result.after) or result.turn, reply), "is the reply")
    return None


def _safe_turn(game: AnyGame, position: Any) -> str:
    """A turn that does not lose at once. There must be one."""
    found = ((turn, CheckedResult(after, game.outcome(after))) for turn, after in game.results(position))
    return game.format_turn(position, next(turn for turn, result in found if not result.loses(position.to_move)))


def as_played(puzzle: Puzzle, certificate: Json) -> tuple[Puzzle, Json]:
    """The puzzle that its solver plays, and the part of the accepted certificate about it.

    It is the puzzle itself, except for kinds whose play begins elsewhere.
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
