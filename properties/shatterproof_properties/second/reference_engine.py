"""The second engine of each game, and a reference in that role for a game that has none."""

from __future__ import annotations

import importlib.util
import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import ModuleType
from typing import Any, ClassVar, Protocol, Self, cast

from shatterproof import strict_json
from shatterproof.game import AmbiguousTurn, AnyGame, IllegalTurn, MalformedTurn, Outcome, find_game
from shatterproof_properties.common.per_game import PerGame
from shatterproof_properties.second.engine import RefusedTurn, SecondEngine
from shatterproof_properties.second.input import Json


class ReferenceEngine(SecondEngine[Any, Any]):
    """Plays a game by its reference on one board under one set of readings; positions are those of the reference."""

    GAME: ClassVar[AnyGame]

    def __init__(self, board: str, readings: Mapping[str, str] | None = None) -> None:
        """Takes readings by full id, else defaults. Raises InputError for an unknown one, or for a bad board."""
        self.GAME.board_size(board)
        self.board = board
        self._chosen = self.GAME.Readings.from_mapping(readings or {})
        self.readings = self._chosen.to_mapping()

    @classmethod
    def on_board(cls, name: str, readings: Mapping[str, str] | None = None) -> Self:
        """The engine for a board by its name. Raises InputError for anything else, and for unknown readings."""
        return cls(name, readings)

    def read(self, position: Any) -> Any:
        return self.GAME.from_json(position, self._chosen)

    def write(self, position: Any) -> Json:
        data = self.GAME.to_json(position)
        data.pop("readings", None)
        return data

    def text(self, position: Any) -> str:
        return strict_json.encode(self.write(position))

    def opening(self) -> Any:
        return self.GAME.start(self.board, self._chosen)

    def to_move(self, here: Any) -> str:
        return cast(str, here.to_move)

    def outcome(self, here: Any) -> Outcome | None:
        return self.GAME.outcome(here)

    def meanings(self, here: Any, text: str) -> list[tuple[str, Any]]:
        try:
            turn = self.GAME.parse_turn(here, text)
            return [(self.GAME.format_turn(here, turn), self.GAME.play(here, turn))]
        except MalformedTurn:
            return []
        except AmbiguousTurn as several:
            turns = [self.GAME.parse_turn(here, meaning) for meaning in several.meanings]
            return [(self.GAME.format_turn(here, turn), self.GAME.play(here, turn)) for turn in turns]
        except IllegalTurn as refused:
            raise RefusedTurn(refused.clause) from None

    def results(self, here: Any) -> Iterator[tuple[Any, Any]]:
        return self.GAME.results(here)

    def breadth(self, here: Any) -> int:
        return sum(1 for _ in self.results(here))

    def turn_text(self, here: Any, turn: Any) -> str:
        return self.GAME.format_turn(here, turn)


@cache
def reference_engine(game: str) -> type[ReferenceEngine]:
    """The class that plays the game of that name by its reference."""
    return type("Engine", (ReferenceEngine,), {"GAME": find_game(game), "NAME": game})


def mutants(
    reference: ModuleType, *changes: tuple[str, Callable[..., Any], str]
) -> tuple[tuple[str, type[ReferenceEngine], tuple[str, ...]], ...]:
    """Make engines that play by a copy of a reference in which one function is replaced.

    Args:
        reference: The module of the reference, all of it in one file.
        changes: For each mutant the name of a function of the reference, the function that replaces it, and the clause
            that this breaks. The replacement has the mutant's name, and its docstring states the mistake.

    Returns:
        Each mutant with its name, its engine, and the clause and the game that a counterexample may name.

    Raises:
        ValueError: The reference has no function of that name.
    """
    found = []
    for name, change, clause in changes:
        spec = importlib.util.find_spec(reference.__name__)
        if spec is None or spec.loader is None or not inspect.isfunction(getattr(reference, name, None)):
            raise ValueError(f"{reference.__name__} has no function {name}")
        copy = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(copy)
        setattr(copy, name, change)
        engine = type("Mutant", (ReferenceEngine,), {"GAME": copy, "__doc__": change.__doc__})
        found.append((change.__name__.replace("_", "-"), engine, (clause, clause.partition(".")[0])))
    return tuple(found)


class SecondGame(Protocol):
    """The names in a game's package: its engine, and the values of each reading that this plays, default first."""

    @property
    def Engine(self) -> type[Any]: ...
    @property
    def READINGS(self) -> Mapping[str, tuple[str, ...]]: ...


SECOND = PerGame[SecondGame]("shatterproof_properties.second")
"""The second engines by game; a game may have none."""


def second_engine(game: str) -> type[Any]:
    """The class of a game's second engine, or of its reference in that role. Its `on_board` makes a table."""
    found = SECOND.find(game)
    return found.Engine if found else reference_engine(game)
