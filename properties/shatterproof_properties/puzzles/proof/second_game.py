"""A game played by its second engine, for a checker that otherwise asks the reference."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, cast

from shatterproof.errors import InputError
from shatterproof.game import AnyGame, Outcome
from shatterproof_properties.second.fast_game import FastGame


class SecondEngineGame:
    """Results, turns by their texts, and outcomes come from the second engine; all else from the reference.

    Positions are those of the reference, which checks each result when it reads it.
    """

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        if self._engine(game.start()).is_reference:
            raise InputError(f"{game.NAME} has no second engine", expected="a game with one")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def results(self, position: Any) -> Iterator[tuple[str, Any]]:
        """One turn for each distinct result, as text, with the result."""
        engine = self._engine(position)
        for turn, after in engine.results(engine.from_reference(position)):
            yield turn, engine.to_reference(after)

    def actions(self, position: Any) -> Iterator[tuple[Any, Any]]:
        """All turns, listed by the reference, with the second engine's results."""
        for turn, _ in self._game.actions(position):
            yield turn, self.play(position, self._game.format_turn(position, turn))

    def parse_turn(self, position: Any, text: str) -> str:
        """The text, which the second engine reads itself."""
        return text

    def play(self, position: Any, text: str) -> Any:
        """The position after a turn. Raises MalformedTurn, IllegalTurn, AmbiguousTurn."""
        engine = self._engine(position)
        return engine.to_reference(engine.play(engine.from_reference(position), text))

    def outcome(self, position: Any) -> Outcome | None:
        """The outcome of the game; None while it goes on."""
        engine = self._engine(position)
        return engine.outcome(engine.from_reference(position))

    def _engine(self, position: Any) -> FastGame:
        return _engine(self._game.NAME, position.board, position.readings)


def by_second_engine(game: AnyGame) -> AnyGame:
    """A game played by its second engine. Raises InputError if it has none."""
    return cast(AnyGame, SecondEngineGame(game))


@lru_cache(maxsize=16)
def _engine(game: str, board: str, readings: Any) -> FastGame:
    return FastGame(game, board, readings.to_mapping())
