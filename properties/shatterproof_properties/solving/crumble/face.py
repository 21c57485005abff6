"""Crumble as a search sees it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from shatterproof_properties.second.crumble.engine import Engine
from shatterproof_properties.second.crumble.images import Images
from shatterproof_properties.second.crumble.position import Position, Turn
from shatterproof_properties.second.crumble.values import Json, outcome_value, read_board
from shatterproof_properties.solving.crumble.threats import Idea, idea_of, tried_again
from shatterproof_properties.solving.crumble.wins import winning_turn
from shatterproof_properties.solving.forcing import DRAWN, LOST, WON

SIDES = {True: "black", False: "white"}


class Face:
    """What the engine shows a search, on one board under one set of readings; sound under all of them.

    Ways round enumeration are taken only where what they rest on holds: in positions without enclosed pieces, for
    engines that play by the rules of `Rules`. Elsewhere, as under crumble.standing-enclosure=next-step, all is tried.
    """

    calm = True
    """A cut takes no step, so it cannot lose; whoever has not lost has something to cut (crumble.turn.no-pass)."""

    def __init__(self, board: str, readings: Mapping[str, str]) -> None:
        """A board such as "6x6", and readings by full id, else defaults; ValueError for unknown ones."""
        self.engine = Engine(*read_board(board), readings)
        self._images = Images(self.engine.columns, self.engine.rows)

    def read(self, position: Json) -> Position:
        """A position from its JSON value; ValueError where board or readings forbid it."""
        return self.engine.read(position)

    def write(self, here: Position) -> Json:
        """A position as a JSON value."""
        return self.engine.write(here)

    def outcome(self, here: Position) -> Json | None:
        """How the game ended, as the protocol has it; None while it goes on."""
        return outcome_value(here.outcome)

    def verdict(self, here: Position) -> int | None:
        """WON, DRAWN or LOST for the side to move; None while the game goes on."""
        if here.outcome is None:
            return None
        return DRAWN if here.outcome == "draw" else WON if here.outcome == SIDES[here.black_moves] else LOST

    def results(self, here: Position) -> Iterable[tuple[Turn, Position]]:
        """One turn for each distinct result, and the position after it."""
        return self.engine.results(here)

    def text(self, here: Position, turn: Turn) -> str:
        """A turn of a position in the published notation."""
        return self.engine.turn_text(here, turn)

    def key(self, here: Position) -> Hashable:
        """The same for the images of a position under turns, mirrors and exchange of colours, and for no others.

        The draw memory is part of it, as a draw may be a defence; under crumble.draw=agreement-only there is none.
        """
        return self._images.key(here)

    def win_now(self, here: Position) -> tuple[Turn, Position] | None:
        """A turn that wins at once, and the position after it, if there is one."""
        return winning_turn(self.engine, here)

    def idea(self, here: Position, turn: Turn) -> Idea:
        """A turn by the rectangles it works on and its walk."""
        return idea_of(here, turn)

    def again(self, here: Position, idea: Any) -> tuple[Turn, Position] | None:
        """The same turn in another position, and the position after it; None if it is not legal there."""
        return tried_again(self.engine, here, idea)
