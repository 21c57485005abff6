"""Explains turns of a game by its reference alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from shatterproof.game import game_of
from shatterproof_properties.protocol.explaining.step import Step
from shatterproof_properties.protocol.features import clauses_of_turn


class PlainExplainer:
    """An `Explainer` for any game: a turn is one step, and the names of pieces are those of `str`."""

    def attempted(self, position: Any, text: str) -> Any:
        return game_of(position).parse_turn(position, text)

    def steps(self, position: Any, turn: Any, names: Callable[[Any], str] = str) -> Iterator[Step]:
        game = game_of(position)
        clauses = tuple(clauses_of_turn(game, position, turn))
        yield Step(f"{position.to_move.capitalize()} plays {game.format_turn(position, turn)}.", clauses)

    def names_in(self, position: Any, turn: Any, picture: str) -> Callable[[Any], str]:
        return str

    def worded(self, position: Any, reason: str, picture: str) -> str:
        return reason

    def between(self, position: Any, turn: Any) -> Any | None:
        return None
