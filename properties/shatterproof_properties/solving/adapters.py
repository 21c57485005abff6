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
"""How a decided position ended, for the side to move."""


class EngineAdapter(ABC, Generic[Position, Turn]):
    """What a second engine shows a search; each game says in its `adapter` what it knows better than this.

    One that finds wins in one without trying every turn has a method more, `win_in_one`: a turn that wins at once or
    after which every turn loses at once, and the position after it, if any.
    """

    engine: SecondEngine[Position, Turn]
    has_safe_turns: bool
    """Whether a side that is to move always has a turn that does not lose at once."""
    readings: Mapping[str, str]
    """The readings in force that were named, by their full ids."""

    @abstractmethod
    def key(self, here: Position) -> Hashable:
        """The same for positions that differ by a symmetry of the game only, and for no others."""

    @abstractmethod
    def win_now(self, here: Position) -> tuple[Turn, Position] | None:
        """A turn that wins at once, and the position after it, if there is one."""

    @abstractmethod
    def killer(self, here: Position, turn: Turn) -> Hashable:
        """What of a turn that has won, or saved, can be tried again in another position (the killer heuristic)."""

    @abstractmethod
    def retry(self, here: Position, killer: Hashable) -> tuple[Turn, Position] | None:
        """The turn of this position that does the same, and the position after it, if that is legal."""

    def read(self, position: Json) -> Position:
        """A position from its JSON value; InputError where board, rules or readings forbid it."""
        return self.engine.read(position)

    def write(self, here: Position) -> Json:
        """A position as a JSON value, memory included."""
        return self.engine.write(here)

    def outcome(self, here: Position) -> Json | None:
        """How the game ended, as the protocol has it; None while it goes on."""
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
        """One turn for each distinct result, and the position after it; the more promising ones may come first."""
        return self.engine.results(here)

    def is_far(self, here: Position, turns: int) -> bool:
        """Whether it is plain, without trying turns, that the side to move does not win in so many."""
        return False

    def is_safe(self, here: Position, turns: int) -> bool:
        """Whether it is plain, without trying turns, that the side to move is not mated in so many."""
        return False

    def is_threatened(self, here: Position) -> bool:
        """Whether the other side seems to threaten a win at once: only what is tried first depends on it."""
        return False

    def promising(self, here: Position, turns: int) -> Iterator[tuple[Turn, Position]]:
        """The results of a position that is not won in fewer turns, without some that plainly do not win in so many."""
        return self.results(here)

    def motif(self, here: Position, turn: Turn) -> Hashable:
        """What a turn does: the same in other positions for turns that count as one answer."""
        return turn

    def passed(self, here: Position) -> Position | None:
        """The position with the other side to move; None where the rules accept none, or the game is over in either."""
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
        """One turn for each distinct result: where results are the same, so are the motifs."""
        return self.engine.results(here)

    def text(self, here: Position, turn: Turn) -> str:
        """A turn of a position as text."""
        return self.engine.turn_text(here, turn)


SearchAdapter: TypeAlias = EngineAdapter[Any, Any]
"""An adapter of a game that is known at run time only."""


class PlainAdapter(EngineAdapter[Any, Any]):
    """Any game as a search sees it: each turn is tried, and no two positions are taken for images of one another."""

    has_safe_turns = False

    def __init__(self, game: str, board: str, readings: Mapping[str, str] | None = None) -> None:
        """The name of a game and of a board, and readings by full id, else defaults; InputError for anything else."""
        from shatterproof_properties.second import second_engine

        self.engine = second_engine(game).on_board(board, readings)
        self.readings = dict(readings or {})

    def key(self, here: Any) -> Hashable:
        """The position in writing."""
        return self.engine.text(here)

    def win_now(self, here: Any) -> tuple[Any, Any] | None:
        """A turn that wins at once, and the position after it, if there is one."""
        return next(((turn, after) for turn, after in self.results(here) if self.verdict(after) == LOST), None)

    def killer(self, here: Any, turn: Any) -> Hashable:
        """The turn in writing."""
        return self.text(here, turn)

    def retry(self, here: Any, killer: Hashable) -> tuple[Any, Any] | None:
        """The turn that is written so, if it is legal."""
        return next(((turn, after) for turn, after in self.results(here) if self.text(here, turn) == killer), None)


class GameSearch(Protocol):
    """What the package of a game offers a search, in its module `adapter`."""

    def SearchAdapter(self, board: str, readings: Mapping[str, str] | None = None) -> SearchAdapter: ...


def search_adapter(game: str, board: str, readings: Mapping[str, str] | None = None) -> SearchAdapter:
    """The SearchAdapter of a game on a board under readings given by full id; InputError for anything else."""
    offered = SEARCHES.find(game)
    return offered.SearchAdapter(board, readings) if offered else PlainAdapter(game, board, readings)


SEARCHES = PerGame[GameSearch]("shatterproof_properties.solving")
