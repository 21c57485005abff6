"""Splinter as a search sees it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping

from shatterproof.errors import InputError, shorten
from shatterproof_properties.second.splinter.engine import Engine
from shatterproof_properties.second.splinter.position import SIDES, Position, Turn
from shatterproof_properties.second.splinter.values import Json, is_board, outcome_value
from shatterproof_properties.solving.forcing import DRAWN, LOST, WON
from shatterproof_properties.solving.splinter.finishes import Hunt
from shatterproof_properties.solving.splinter.symmetry import Symmetry

Found = tuple[Turn, Position]


class Face:
    """Splinter on one board under one set of readings. See `shatterproof_properties.solving.forcing.Face`."""

    def __init__(self, board: str, readings: Mapping[str, str] | None = None) -> None:
        """Readings by full id, else defaults; InputError for an unknown one or a board beyond 2 to 26."""
        if not is_board(board):
            raise InputError(f"no board {shorten(repr(board), 40)}", "/board", '"2x2" to "26x26"')
        columns, rows = map(int, board.split("x"))
        self.engine = Engine(columns, rows, readings)
        self.calm = self.engine.keep_one
        self._symmetry = Symmetry(self.engine.squares)

    def read(self, position: Json) -> Position:
        """A position from its JSON value; InputError where board, rules or readings forbid it."""
        return self.engine.read(position)

    def write(self, here: Position) -> Json:
        """A position as a JSON value, memory included."""
        return self.engine.write(here)

    def outcome(self, here: Position) -> Json | None:
        """How the game ended, as the protocol has it; None while it goes on."""
        return outcome_value(here.outcome)

    def verdict(self, here: Position) -> int | None:
        """WON, DRAWN or LOST for the side to move; None while the game goes on."""
        if here.outcome is None:
            return None
        winner = here.outcome.winner
        if winner is None:
            return DRAWN
        return WON if (winner == SIDES[0]) == here.blue_moves else LOST

    def results(self, here: Position) -> Iterator[Found]:
        """One turn for each distinct result, and the position after it."""
        return self.engine.results(here)

    def text(self, here: Position, turn: Turn) -> str:
        """A turn as it is written."""
        return self.engine.turn_text(turn)

    def key(self, here: Position) -> Hashable:
        """One number for a position, its turned and mirrored images, and what exchanging colours makes of them."""
        return self._symmetry.key(here)

    def win_now(self, here: Position) -> Found | None:
        """A turn that wins at once, and the position after it, if there is one."""
        found = self._finishing(here) if self.engine.keep_one else self.results(here)
        return next(((turn, after) for turn, after in found if self.verdict(after) == LOST), None)

    def win_in_one(self, here: Position) -> Found | None:
        """The same, or where groups may be several, else a turn after which all turns lose at once."""
        found = self.win_now(here)
        if found is not None or self.calm:
            return found
        return next(((turn, after) for turn, after in self.results(here) if self._is_stuck(after)), None)

    def idea(self, here: Position, turn: Turn) -> Hashable:
        """The turn itself."""
        return turn

    def again(self, here: Position, idea: Hashable) -> Found | None:
        """The same slide, if it is legal, with the same choice if there is one to make."""
        assert isinstance(idea, Turn)
        for turn, after in self.engine.slide(here, idea.square, idea.direction):
            if turn.choice in (0, idea.choice):
                return turn, after
        return None

    def _finishing(self, here: Position) -> Iterator[Found]:
        for square, direction in Hunt(self.engine, here).finishing():
            yield from self.engine.slide(here, square, direction)

    def _is_stuck(self, here: Position) -> bool:
        return here.outcome is None and all(self.verdict(after) == WON for _, after in self.results(here))
