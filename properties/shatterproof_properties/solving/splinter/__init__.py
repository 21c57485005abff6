"""Forced wins of Splinter: its search adapter."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping

from shatterproof_properties.second.splinter.engine import Engine
from shatterproof_properties.second.splinter.position import NOWHERE, PASS, Position, Turn, squares_of
from shatterproof_properties.solving.adapters import LOST, WON, EngineAdapter
from shatterproof_properties.solving.splinter.finishes import FinishingSlides
from shatterproof_properties.solving.splinter.symmetry import Symmetry


class SplinterAdapter(EngineAdapter[Position, Turn]):
    """Splinter on one board under one set of readings."""

    def __init__(self, board: str, readings: Mapping[str, str] | None = None) -> None:
        """Takes a board such as "10x9", and readings by full id, else defaults. Raises InputError for anything else."""
        self.engine: Engine = Engine.on_board(board, readings)
        self.readings = dict(readings or {})
        self.has_safe_turns = self.engine.keep_one
        self._symmetry = Symmetry(self.engine.squares)

    def key(self, here: Position) -> Hashable:
        """A key that is equal for a position and its images: turned, mirrored, or with colours exchanged."""
        return self._symmetry.key(here)

    def is_threatened(self, here: Position) -> bool:
        """Whether the other side would win at once if it were to move. Only the order of tries depends on it."""
        passed = here._replace(blue_moves=not here.blue_moves, now=0, heading=NOWHERE)
        return here.outcome is None and self.engine.keep_one and self.win_now(passed) is not None

    def win_now(self, here: Position) -> tuple[Turn, Position] | None:
        found = self._finishing(here) if self.engine.keep_one else self.results(here)
        return next(((turn, after) for turn, after in found if self.verdict(after) == LOST), None)

    def win_in_one(self, here: Position) -> tuple[Turn, Position] | None:
        """A turn that wins at once, or else, if groups may be several, a turn after which all replies lose at once."""
        found = self.win_now(here)
        if found is not None or self.has_safe_turns:
            return found
        return next(((turn, after) for turn, after in self.results(here) if self._is_stuck(after)), None)

    def killer(self, here: Position, turn: Turn) -> Hashable:
        """The turn itself."""
        return turn

    def retry(self, here: Position, killer: Hashable) -> tuple[Turn, Position] | None:
        """The same slide if it is legal, with the same choice if there is a tie; or a pass again."""
        assert isinstance(killer, Turn)
        if killer == PASS:
            return next(((turn, after) for turn, after in self.engine.results(here) if turn == PASS), None)
        for turn, after in self.engine.slide(here, killer.square, killer.direction):
            if turn.choice in (0, killer.choice):
                return turn, after
        return None

    def passed(self, here: Position) -> Position | None:
        """The position with the other side to move and no memory; None if the game is over."""
        if here.outcome is not None:
            return None
        return Position(here.pieces, not here.blue_moves, 0, NOWHERE, None)

    def every_turn(self, here: Position) -> Iterator[tuple[Turn, Position]]:
        """All slides, and a pass if the readings allow one."""
        for square in squares_of(self.engine.own(here)):
            for direction in self.engine.directions():
                yield from self.engine.slide(here, square, direction)
        yield from ((turn, after) for turn, after in self.engine.results(here) if turn == PASS)

    def _finishing(self, here: Position) -> Iterator[tuple[Turn, Position]]:
        for square, direction in FinishingSlides(self.engine, here).slides():
            yield from self.engine.slide(here, square, direction)

    def _is_stuck(self, here: Position) -> bool:
        return here.outcome is None and all(self.verdict(after) == WON for _, after in self.results(here))


SearchAdapter = SplinterAdapter
