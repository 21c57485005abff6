"""Scrunch as a search sees it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping

from shatterproof_properties.second.scrunch.engine import Engine, engine_of
from shatterproof_properties.second.scrunch.notation import turn_text
from shatterproof_properties.second.scrunch.position import Position, Turn
from shatterproof_properties.second.scrunch.values import Json, outcome_value
from shatterproof_properties.solving.forcing import LOST, WON
from shatterproof_properties.solving.scrunch.finishes import stifling
from shatterproof_properties.solving.scrunch.symmetry import Symmetry

Found = tuple[Turn, Position]


class Face:
    """Scrunch on one board under one set of readings. See `shatterproof_properties.solving.forcing.Face`."""

    calm = False

    def __init__(self, board: str, readings: Mapping[str, str] | None = None) -> None:
        """Readings by full id, else defaults; InputError for an unknown one or a board beyond 2 to 10."""
        self.engine: Engine = engine_of(board, readings)
        self._symmetry = Symmetry(self.engine.board)

    def read(self, position: Json) -> Position:
        """A position from its JSON value; InputError where board or readings forbid it."""
        return self.engine.read(position)

    def write(self, here: Position) -> Json:
        """A position as a JSON value."""
        return self.engine.write(here)

    def outcome(self, here: Position) -> Json | None:
        """How the game ended, as the protocol has it; None while it goes on."""
        return outcome_value(self.engine.outcome(here))

    def verdict(self, here: Position) -> int | None:
        """WON or LOST for the side to move; None while the game goes on."""
        if self.engine.end(here) is None:
            return None
        return WON if self.engine.mover_wins(here) else LOST

    def results(self, here: Position) -> Iterator[Found]:
        """One turn for each distinct result, and the position after it."""
        return self.engine.results(here)

    def text(self, here: Position, turn: Turn) -> str:
        """A turn as it is written."""
        return turn_text(self.engine.board, turn)

    def key(self, here: Position) -> Hashable:
        """One number for a position, its turned and mirrored images, and what exchanging colours makes of them."""
        return self._symmetry.key(here.own, here.other) << 2 | here.creating << 1 | here.other_creating

    def win_now(self, here: Position) -> Found | None:
        """A turn that wins at once: an egg that shuts out, where shut-out loses; nothing else wins for its mover."""
        if not (self.engine.shut_out_loses and here.other_creating and not here.other):
            return None
        return next(((turn, after) for turn, after in self.results(here) if self.verdict(after) == LOST), None)

    def win_in_one(self, here: Position) -> Found | None:
        """The same, or else a turn after which every reply loses at once."""
        stifled = (found for found in stifling(self.engine, here) if self._is_stuck(found[1]))
        return self.win_now(here) or next(stifled, None)

    def idea(self, here: Position, turn: Turn) -> Hashable:
        """The turn itself."""
        return turn

    def again(self, here: Position, idea: Hashable) -> Found | None:
        """The same egg, or a growth to the same effect, if it is legal; no removals."""
        assert isinstance(idea, Turn)
        return None if idea.removed else self.engine.repeated(here, idea)

    def _is_stuck(self, here: Position) -> bool:
        """Whether every turn of an undecided position loses at once."""
        return self.verdict(here) is None and all(self.verdict(after) == WON for _, after in self.results(here))
