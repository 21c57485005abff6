"""The reference as an engine: a table for any game with the common functions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from shatterproof.game import AmbiguousTurn, AnyGame, IllegalTurn, MalformedTurn, Outcome, perft


def outcome_to_json(outcome: Outcome | None) -> dict[str, Any] | None:
    return None if outcome is None else {"winner": outcome.winner, "clause": outcome.clause}


def position_to_json(game: AnyGame, position: Any) -> dict[str, Any]:
    """A position in the form of the protocol. It does not name its readings, which are those of the context."""
    data = game.to_json(position)
    data.pop("readings", None)
    return data


def result(game: AnyGame, after: Any) -> dict[str, Any]:
    """A position and its outcome, in the form of the protocol."""
    return {"position": position_to_json(game, after), "outcome": outcome_to_json(game.outcome(after))}


def answer(game: AnyGame, position: Any, text: str) -> dict[str, Any]:
    """The verdict of the rules on a turn of a position, in the form of the protocol."""
    return answer_and_result(game, position, text)[0]


def answer_and_result(game: AnyGame, position: Any, text: str) -> tuple[dict[str, Any], Any | None]:
    """The verdict of the rules on a turn, and the position that it leads to, None if it is not legal."""
    try:
        after = game.play(position, game.parse_turn(position, text))
    except MalformedTurn:
        return {"verdict": "malformed"}, None
    except AmbiguousTurn as error:
        return {"verdict": "ambiguous", "means": list(error.meanings)}, None
    except IllegalTurn as error:
        return {"verdict": "illegal", "clause": error.clause}, None
    return {"verdict": "legal", **result(game, after)}, after


def listed(game: AnyGame, position: Any) -> Iterator[dict[str, Any]]:
    """Every result of a position with its first turn, in the form of the protocol."""
    for turn, after in game.results(position):
        yield {"turn": game.format_turn(position, turn), **result(game, after)}


def counted(game: AnyGame, position: Any, depth: int) -> dict[str, Any]:
    """The leaves of the tree of turns of a position, in all and by first turn."""
    if depth == 0:
        return {"total": 1, "by": []}
    by = sorted(
        [game.format_turn(position, turn), perft(game, after, depth - 1)] for turn, after in game.results(position)
    )
    return {"total": sum(leaves for _, leaves in by), "by": by}


@dataclass(frozen=True)
class ReferenceTable:
    """A game of the reference on one board under one set of readings. Positions are JSON values."""

    game: AnyGame
    board: str
    readings: Any

    def start(self) -> Any:
        return position_to_json(self.game, self.game.start(self.board, self.readings))

    def apply(self, position: Any, turn: str) -> dict[str, Any]:
        """The verdict on a turn. Raises InputError for a position that is not valid."""
        return answer(self.game, self.game.from_json(position, self.readings), turn)

    def turns(self, position: Any) -> Iterator[dict[str, Any]]:
        """Every result, with the first turn that leads to it."""
        return listed(self.game, self.game.from_json(position, self.readings))

    def count(self, position: Any, depth: int) -> dict[str, Any]:
        """The leaves of the tree of turns, in all and by first turn."""
        return counted(self.game, self.game.from_json(position, self.readings), depth)
