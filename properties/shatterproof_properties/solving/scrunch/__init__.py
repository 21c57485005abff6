"""Forced wins and exact play of Scrunch: its search adapter, and turns that may leave only a last removal."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from shatterproof_properties.second.scrunch.engine import Engine
from shatterproof_properties.second.scrunch.position import Position, Turn
from shatterproof_properties.solving.adapters import LOST, WON, EngineAdapter
from shatterproof_properties.solving.scrunch.symmetry import Symmetry

MOST_TAKEN = 2
"""The most cells that one turn takes."""


def stifling_turns(engine: Engine, here: Position) -> list[tuple[Turn, Position]]:
    """All turns that leave the other side no egg and no growth, and the positions after them.

    Some of the turns listed may leave a few. An egg or a growth leaves its owner a stone, so it never loses at once.
    """
    own, other, creating = here.own, here.other, here.other_creating
    if creating and engine.isolated(other, own).bit_count() > _most_spoilt(engine):
        return []
    growths = {after & ~other for _, after in engine.growths(other, own, creating)}
    if _apart(growths) > MOST_TAKEN:
        return []
    found = [result for result in engine.results(here) if not (creating and engine.isolated(other, result[1].other))]
    for cells in growths:
        found = [result for result in found if result[1].other & cells]
    return found


def _most_spoilt(engine: Engine) -> int:
    """The most isolated cells of the other side that one turn can spoil: those that it takes, and perhaps all beside
    them.
    """
    return MOST_TAKEN * 7 if engine.isolates_from_all else MOST_TAKEN


def _apart(growths: set[int]) -> int:
    """A lower bound on the cells to take so that no growth remains: the number of growths with no cell in common."""
    apart, taken = 0, 0
    for cells in growths:
        if not cells & taken:
            taken |= cells
            apart += 1
    return apart


class ScrunchAdapter(EngineAdapter[Position, Turn]):
    """Scrunch on one board under one set of readings."""

    has_safe_turns = False

    def __init__(self, board: str, readings: Mapping[str, str] | None = None) -> None:
        """Takes a board such as "7", and readings by full id, else defaults. Raises InputError for anything else."""
        self.engine: Engine = Engine.on_board(board, readings)
        self.readings = dict(readings or {})
        self._symmetry = Symmetry(self.engine.board)

    def key(self, here: Position) -> Hashable:
        """A key that is equal for a position and its images: turned, mirrored, or with colours exchanged."""
        return self._symmetry.key(here)

    def win_now(self, here: Position) -> tuple[Turn, Position] | None:
        """A turn that wins at once.

        Only an egg that shuts the other side out wins for its mover, if the readings say so.
        """
        if not (self.engine.shut_out_loses and here.other_creating and not here.other):
            return None
        return next(((turn, after) for turn, after in self.results(here) if self.verdict(after) == LOST), None)

    def win_in_one(self, here: Position) -> tuple[Turn, Position] | None:
        """A turn that wins at once, or else one after which every reply loses at once."""
        stifled = (found for found in stifling_turns(self.engine, here) if self._is_stuck(found[1]))
        return self.win_now(here) or next(stifled, None)

    def killer(self, here: Position, turn: Turn) -> Hashable:
        """The turn itself."""
        return turn

    def retry(self, here: Position, killer: Hashable) -> tuple[Turn, Position] | None:
        """The same egg, or a growth to the same effect, if it is legal; no removals."""
        assert isinstance(killer, Turn)
        return None if killer.removed else self.engine.repeated(here, killer)

    def motif(self, here: Position, turn: Turn) -> Hashable:
        """The snakes removed, and the cells gained and lost."""
        won = turn.placed | turn.target
        return tuple(sorted(turn.removed)), won & ~turn.moved, turn.moved & ~won

    def _is_stuck(self, here: Position) -> bool:
        """Whether every turn of an undecided position loses at once."""
        return self.verdict(here) is None and all(self.verdict(after) == WON for _, after in self.results(here))


SearchAdapter = ScrunchAdapter
