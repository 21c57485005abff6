"""Forced wins of Crumble: its search adapter."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping

from shatterproof_properties.second.crumble.engine import Engine
from shatterproof_properties.second.crumble.position import Position, Turn
from shatterproof_properties.solving.adapters import EngineAdapter
from shatterproof_properties.solving.crumble.finishes import threatening_turns, winning_turn
from shatterproof_properties.solving.crumble.reach import cannot_win
from shatterproof_properties.solving.crumble.symmetry import Symmetry
from shatterproof_properties.solving.crumble.turn_shapes import TurnShape, shape_of, tried_again


class CrumbleAdapter(EngineAdapter[Position, Turn]):
    """Crumble on one board under one set of readings; sound under all of them.

    Shortcuts past the enumeration are taken only where their proofs hold: in positions without enclosed pieces, for
    engines that play by the rules of `Rules`. Elsewhere, as under crumble.standing-enclosure=next-step, every turn is
    tried.
    """

    has_safe_turns = True
    """A cut takes no step, so it cannot lose; whoever has not lost has something to cut (crumble.turn.no-pass)."""

    def __init__(self, board: str, readings: Mapping[str, str] | None = None) -> None:
        """Takes a board such as "6x6", and readings by full id, else defaults. Raises InputError for anything else."""
        self.engine: Engine = Engine.on_board(board, readings)
        self._tells_reach = self.engine.shortcuts and self.engine.refuses_unsettled()
        self.readings = dict(readings or {})
        self._symmetry = Symmetry(self.engine.columns, self.engine.rows)

    def key(self, here: Position) -> Hashable:
        """A key that is equal exactly for the images of a position under turns, mirrors and exchange of colours.

        It includes the draw memory, as a draw may be a defence. Under crumble.draw=agreement-only there is no memory.
        """
        return self._symmetry.key(here)

    def is_far(self, here: Position, turns: int) -> bool:
        return self._tells_reach and cannot_win(self.engine, here.arrangement, here.own, turns, turns - 1)

    def is_safe(self, here: Position, turns: int) -> bool:
        arrangement = here.arrangement
        return self._tells_reach and cannot_win(self.engine, arrangement, arrangement.live ^ here.own, turns, turns)

    def is_threatened(self, here: Position) -> bool:
        return not self.is_safe(here, 1)

    def promising(self, here: Position, turns: int) -> Iterator[tuple[Turn, Position]]:
        if turns == 2 and self._tells_reach:
            return threatening_turns(self.engine, here)
        return self.results(here)

    def win_now(self, here: Position) -> tuple[Turn, Position] | None:
        return winning_turn(self.engine, here)

    def killer(self, here: Position, turn: Turn) -> Hashable:
        """A turn as the rectangles that it works on, and its walk."""
        return shape_of(here, turn)

    def retry(self, here: Position, killer: Hashable) -> tuple[Turn, Position] | None:
        """The same turn in another position, and the position after it; None if it is not legal there."""
        assert isinstance(killer, TurnShape)
        return tried_again(self.engine, here, killer)

    def passed(self, here: Position) -> Position | None:
        """The position with the other side to move and no memory; None if the game is over."""
        if here.outcome is not None:
            return None
        return here._replace(black_moves=not here.black_moves, memory=None)

    def motif(self, here: Position, turn: Turn) -> Hashable:
        """The cut or the join, whatever walk follows."""
        return shape_of(here, turn).shape


SearchAdapter = CrumbleAdapter
