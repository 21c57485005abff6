"""What a certificate says about the play of its puzzle: the key, the replies and what answers them, replayed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from shatterproof.errors import InputError
from shatterproof.game import AnyGame
from shatterproof_properties.puzzles.certificate import PROVED, Json, line_of
from shatterproof_properties.puzzles.puzzle import Puzzle


@dataclass(frozen=True)
class PlayedTurn:
    """A legal turn of a game: the position it is made in and its text. It is read and played once that is needed."""

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
    """What the defender may do: the turn, whether it saves, and the turn that answers it.

    A reply that does not save and is not answered loses at once.
    """

    turn: PlayedTurn
    saves: bool
    answer: PlayedTurn | None


@dataclass(frozen=True)
class ProvedPlay:
    """The first turns of the play that a certificate proves.

    `key` is the attacker's first turn where the attacker begins; `replies` are all results that the defender then has,
    or has in the diagram; `choices` counts the results of the side to move in the diagram.
    """

    game: AnyGame
    choices: int
    key: PlayedTurn | None
    replies: tuple[DefenderReply, ...]


def proved_play(puzzle: Puzzle, certificate: Json) -> ProvedPlay:
    """The first play of a puzzle whose certificate the checker has accepted.

    Raises InputError for a certificate that proves nothing of this puzzle.
    """
    proves = [certificate[name] for name in ("game", "position", "claim", "readings", "verdict")]
    wanted = [puzzle.game, puzzle.position, str(puzzle.claim), puzzle.readings, PROVED]
    if proves != wanted or (puzzle.claim.unique and not certificate["unique"]):
        raise InputError("the certificate does not prove the claim of this puzzle", expected="that of the puzzle")
    game, position = puzzle.rules, puzzle.reference_position()
    nodes = certificate["nodes"]
    text, shown = puzzle.claim.meaning.first_play(nodes, certificate["proof"])
    if text is None:
        replies = _replies(game, position, shown, nodes)
        return ProvedPlay(game, len(replies), None, replies)
    key = PlayedTurn(game, position, text)
    choices = sum(1 for _ in game.results(position))
    return ProvedPlay(game, choices, key, _replies(game, key.after, shown, nodes) if shown else ())


def _replies(game: AnyGame, position: Any, shown: Sequence[Any], nodes: Sequence[Json]) -> tuple[DefenderReply, ...]:
    """The defender's results in the order of certificates, each with what is shown about it."""
    results = sorted(game.results(position), key=lambda result: line_of(game, result[1], game.outcome(result[1])))
    return tuple(
        _reply(game, PlayedTurn(game, position, game.format_turn(position, turn)), after, about, nodes)
        for (turn, after), about in zip(results, shown, strict=True)
    )


def _reply(game: AnyGame, turn: PlayedTurn, after: Any, about: Any, nodes: Sequence[Json]) -> DefenderReply:
    """A reply, and the position after it, with what a table or the list of a defence says about it."""
    if isinstance(about, dict):
        if "saves" in about:
            return DefenderReply(turn, True, None)
        about = about["loses"]
    return DefenderReply(turn, False, None if about is None else PlayedTurn(game, after, nodes[about]["turn"]))
