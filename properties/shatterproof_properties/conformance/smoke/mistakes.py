"""Mistakes in questions that an engine has to answer with an error, and to survive."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from shatterproof_properties.conformance.smoke.game import POSITION, GameWalk
from shatterproof_properties.conformance.smoke.talk import Talk, line_of

NO_GAME = "chess"
NO_BOARD = "99x99"
"""A name of the right form; no game goes as far."""


@dataclass(frozen=True)
class Mistake:
    """A mistake: its name, the code of the error that it deserves, and how its question is made."""

    name: str
    code: str
    make: Callable[[Talk], dict[str, Any] | str]

    def commit(self, talk: Talk) -> None:
        """Makes the mistake. Raises Fault unless it is answered with the right error."""
        made = self.make(talk)
        if isinstance(made, str):
            talk.blunder(made, None, self.code)
        else:
            talk.blunder(line_of(made), made["id"], self.code)


def mistakes(games: Sequence[GameWalk]) -> Iterator[Mistake]:
    """The mistakes to make with an engine, in the order in which an adapter learns to refuse them."""
    yield Mistake("no JSON", "bad-json", lambda talk: "this is no JSON")
    yield Mistake("an unknown command", "unknown-command", lambda talk: talk.question("castle"))
    yield Mistake("a game it has not announced", "unsupported", lambda talk: _open(talk, NO_GAME, "8x8"))
    game = next((game for game in games if game.has_opened and (game.listed or not game.own_texts)), None)
    if game is None:
        return
    name, board = game.name, game.questions.board
    unknown = {f"{name}.no-such-reading": "yes"}
    yield Mistake("a board it has not announced", "unsupported", lambda talk: _open(talk, name, NO_BOARD))
    yield Mistake("an unknown reading", "unsupported", lambda talk: _open(talk, name, board, readings=unknown))
    yield Mistake("an unknown context", "bad-question", lambda talk: _nowhere(game))
    if POSITION in game.starts:
        yield Mistake("a broken position", "bad-position", lambda talk: _broken(game))


def _open(talk: Talk, game: str, board: str, **readings: Any) -> dict[str, Any]:
    return talk.question("open", game=game, board=board, **readings)


def _nowhere(game: GameWalk) -> dict[str, Any]:
    return {**game.question(game.starts[0], game.samples()[1]), "context": "nowhere"}


def _broken(game: GameWalk) -> dict[str, Any]:
    question = game.question(POSITION, game.samples()[1])
    return {**question, "position": {**question["position"], "to_move": "nobody"}}
