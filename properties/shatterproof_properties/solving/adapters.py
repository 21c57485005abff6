"""The second engine of each game as a search sees it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

from shatterproof.game import find_game
from shatterproof_properties.common.per_game import PerGame

if TYPE_CHECKING:
    from shatterproof_properties.second.engine import SecondEngine

Json = dict[str, Any]
Position = TypeVar("Position")
Turn = TypeVar("Turn")
WON, DRAWN, LOST = 1, 0, -1
"""The result of a decided position for the side to move."""


class EngineAdapter(ABC, Generic[Position, Turn]):
    """The view that a search has of a second engine. A game's `adapter` overrides what it knows better.

    An adapter that finds wins in one without trying every turn also has the method `win_in_one`. It returns a turn that
    wins at once, or after which every reply loses at once, and the position after it; None if there is no such turn.
    """

    engine: SecondEngine[Position, Turn]
    has_safe_turns: bool
    """Whether a side that is to move always has a turn that does not lose at once."""
    readings: Mapping[str, str]
    """The readings in force that were named, by their full ids."""

    @abstractmethod
    def key(self, here: Position) -> Hashable:
        """A key that is equal exactly for positions that differ only by a symmetry of the game."""

    @abstractmethod
    def retry(self, here: Position, killer: Hashable) -> tuple[Turn, Position] | None:
        """The turn of this position that a killer stands for, and the position after it; None if it is illegal."""

    def killer(self, here: Position, turn: Turn) -> Hashable:
        """The part of a winning or saving turn that can be tried again in another position (the killer heuristic)."""
        return turn

    def win_now(self, here: Position) -> tuple[Turn, Position] | None:
        """A turn that wins at once, and the position after it; None if there is none."""
        return next(((turn, after) for turn, after in self.results(here) if self.verdict(after) == LOST), None)

    def read(self, position: Json) -> Position:
        """A position from its JSON value. Raises InputError if the board, rules or readings forbid it."""
        return self.engine.read(position)

    def write(self, here: Position) -> Json:
        """A position as a JSON value, memory included."""
        return self.engine.write(here)

    def outcome(self, here: Position) -> Json | None:
        """The outcome in the form of the protocol; None while the game goes on."""
        outcome = self.engine.outcome(here)
        return None if outcome is None else {"winner": outcome.winner, "clause": outcome.clause}

    def verdict(self, here: Position) -> int | None:
        """WON, DRAWN or LOST for the side to move; None while the game goes on."""
        outcome = self.engine.outcome(here)
        if outcome is None:
            return None
        if outcome.winner is None:
            return DRAWN
        return WON if outcome.winner == self.engine.to_move(here) else LOST

    def results(self, here: Position) -> Iterator[tuple[Turn, Position]]:
        """One turn for each distinct result, and the position after it. Promising turns may come first."""
        return self.engine.results(here)

    def is_far(self, here: Position, turns: int) -> bool:
        """Whether it is clear, without trying turns, that the side to move does not win in n turns."""
        return False

    def is_safe(self, here: Position, turns: int) -> bool:
        """Whether it is clear, without trying turns, that the side to move is not mated in n turns."""
        return False

    def is_threatened(self, here: Position) -> bool:
        """Whether the other side seems to threaten a win at once. Only the order of tries depends on it."""
        return False

    def promising(self, here: Position, turns: int) -> Iterator[tuple[Turn, Position]]:
        """The results of a position that is not won in fewer turns, without some that clearly do not win in n turns."""
        return self.results(here)

    def motif(self, here: Position, turn: Turn) -> Hashable:
        """The motif of a turn. In different positions, turns with the same motif count as one answer."""
        return turn

    def passed(self, here: Position) -> Position | None:
        """The position with the other side to move. None if the rules accept none, or the game is over in either."""
        if self.verdict(here) is not None:
            return None
        position = self.write(here)
        other = next(side for side in find_game(position["game"]).SIDES if side != position["to_move"])
        try:
            after = self.read({**position, "to_move": other})
        except ValueError:
            return None
        return after if self.verdict(after) is None else None

    def every_turn(self, here: Position) -> Iterator[tuple[Turn, Position]]:
        """One turn for each distinct result. Turns with the same result have the same motif."""
        return self.engine.results(here)

    def text(self, here: Position, turn: Turn) -> str:
        """A turn of a position as text."""
        return self.engine.turn_text(here, turn)


SearchAdapter: TypeAlias = EngineAdapter[Any, Any]
"""The adapter of a game that is known only at run time."""


class PlainAdapter(EngineAdapter[Any, Any]):
    """The adapter of any game. It tries each turn, and treats no two positions as images of one another."""

    has_safe_turns = False

    def __init__(self, game: str, board: str, readings: Mapping[str, str] | None = None) -> None:
        """Takes the name of a game and of a board, and readings by full id, else defaults.

        Raises InputError for anything else.
        """
        from shatterproof_properties.second import second_engine

        self.engine = second_engine(game).on_board(board, readings)
        self.readings = dict(readings or {})

    def key(self, here: Any) -> Hashable:
        return self.engine.text(here)

    def retry(self, here: Any, killer: Hashable) -> tuple[Any, Any] | None:
        """The same turn, if it is legal."""
        return next(((turn, after) for turn, after in self.results(here) if turn == killer), None)


class GameSearch(Protocol):
    """The adapter that a game's package offers."""

    def SearchAdapter(self, board: str, readings: Mapping[str, str] | None = None) -> SearchAdapter: ...


def search_adapter(game: str, board: str, readings: Mapping[str, str] | None = None) -> SearchAdapter:
    """The search adapter of a game on a board under readings given by full id. Raises InputError for anything else."""
    offered = SEARCHES.find(game)
    return offered.SearchAdapter(board, readings) if offered else PlainAdapter(game, board, readings)


SEARCHES = PerGame[GameSearch]("shatterproof_properties.solving")
