"""Forced wins and exact play of Scrunch: its search adapter, and turns that may leave only a last removal."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from shatterproof_properties.second.scrunch import Engine
from shatterproof_properties.second.scrunch.position import LETTERS, Board, Position, Turn
from shatterproof_properties.solving.adapters import WON, EngineAdapter
from shatterproof_properties.solving.images import Images

MOST_TAKEN = 2
"""The most cells that one turn takes."""


def stifling_turns(engine: Engine, here: Position) -> list[tuple[Turn, Position]]:
    """All turns that leave the other side no egg and no growth, and the positions after them.

    Some of the turns listed may leave a few. An egg or a growth leaves its owner a stone, so it never loses at once.
    """
    own, other, creating = here.own, here.other, here.other_creating
    # A turn spoils for eggs the cells that it takes, and perhaps all beside them.
    most_spoilt = MOST_TAKEN * 7 if engine.isolates_from_all else MOST_TAKEN
    if creating and engine.isolated(other, own).bit_count() > most_spoilt:
        return []
    growths = {after & ~other for _, after in engine.growths(other, own, creating)}
    # So many growths have no cell in common that one turn cannot prevent them all.
    apart = taken = 0
    for cells in growths:
        if not cells & taken:
            taken |= cells
            apart += 1
    if apart > MOST_TAKEN:
        return []
    found = [result for result in engine.results(here) if not (creating and engine.isolated(other, result[1].other))]
    for cells in growths:
        found = [result for result in found if result[1].other & cells]
    return found


class Symmetry:
    """One key for all positions that are images of one another: turned, mirrored, or with colours exchanged."""

    def __init__(self, board: Board) -> None:
        self._images = Images(_symmetries(board))

    def key(self, here: Position) -> int:
        """A number that is equal exactly for a position and its images, exchange of colours included."""
        return self.stones_key(here.own, here.other) << 2 | here.creating << 1 | here.other_creating

    def stones_key(self, own: int, other: int) -> int:
        """A number that is equal exactly for two sets of stones without phases and their images."""
        _, least, ways = self._images.of(own)
        all_other, _, _ = self._images.of(other)
        return least << self._images.width | min([all_other[way] for way in ways])


def _symmetries(board: Board) -> list[dict[int, int]]:
    """The twelve symmetries of the board, each as a map from cell to cell."""
    middle = board.side - 1
    places = {}
    for cell, text in board.texts.items():
        row = LETTERS.index(text[0])
        # Steps from the middle to the north-east, and to the east.
        places[cell] = (row - middle, int(text[1:]) - 1 - min(row, middle))
    cells = {place: cell for cell, place in places.items()}
    found = []
    for mirrored in (False, True):
        now = {cell: (east, north) if mirrored else (north, east) for cell, (north, east) in places.items()}
        for _ in range(6):
            found.append({cell: cells[place] for cell, place in now.items()})
            now = {cell: (north + east, -north) for cell, (north, east) in now.items()}
    return found


class ScrunchAdapter(EngineAdapter[Position, Turn]):
    """Scrunch on one board under one set of readings."""

    has_safe_turns = False

    def __init__(self, board: str, readings: Mapping[str, str] | None = None) -> None:
        """Takes a board such as "7", and readings by full id, else defaults. Raises InputError for anything else."""
        self.engine: Engine = Engine.on_board(board, readings)
        self.readings = dict(readings or {})
        self._symmetry = Symmetry(self.engine.board)

    def key(self, here: Position) -> Hashable:
        return self._symmetry.key(here)

    def win_now(self, here: Position) -> tuple[Turn, Position] | None:
        """A turn that wins at once: if the readings say so, an egg that shuts the other side out."""
        if not (self.engine.shut_out_loses and here.other_creating and not here.other):
            return None
        return super().win_now(here)

    def win_in_one(self, here: Position) -> tuple[Turn, Position] | None:
        """A turn that wins at once, or else one after which every reply loses at once."""
        found = self.win_now(here)
        if found is not None:
            return found
        for turn, after in stifling_turns(self.engine, here):
            if self.verdict(after) is None and all(self.verdict(then) == WON for _, then in self.results(after)):
                return turn, after
        return None

    def retry(self, here: Position, killer: Hashable) -> tuple[Turn, Position] | None:
        """The same egg, or a growth to the same effect, if it is legal; no removals."""
        assert isinstance(killer, Turn)
        return None if killer.removed else self.engine.repeated(here, killer)

    def motif(self, here: Position, turn: Turn) -> Hashable:
        """The snakes removed, and the cells gained and lost."""
        won = turn.placed | turn.target
        return tuple(sorted(turn.removed)), won & ~turn.moved, turn.moved & ~won


SearchAdapter = ScrunchAdapter
