"""Positions and turns inside the engine."""

from __future__ import annotations

from typing import NamedTuple

from shatterproof.game import Outcome
from shatterproof_properties.second.crumble.arrangement import Arrangement
from shatterproof_properties.second.crumble.board import Rect

SIDES = ("black", "white")
WON = {side: Outcome(side, "crumble.win.four-sides") for side in SIDES}
DRAWN = Outcome(None, "crumble.draw.repetition")
Worked = tuple[Rect, ...]
Targets = tuple[Rect, ...]
NO_TARGETS = 0


class Remembered(NamedTuple):
    """The draw rule's memory of one turn: the pieces that it swapped into, in order, and those that it halved or
    joined.
    """

    targets: Targets
    worked: Worked


class Memory(NamedTuple):
    """The latest turns, newest first, and how many in a row have renewed."""

    recent: tuple[Remembered | None, ...]
    renewals: int


class Position(NamedTuple):
    """A position; `black` are Black's pieces.

    Equal positions may use different slots: compare them by `Engine.write`, not ==.
    """

    arrangement: Arrangement
    black: int
    black_moves: bool
    memory: Memory | None
    outcome: Outcome | None

    @property
    def own(self) -> int:
        """The pieces of the side to move."""
        return self.black if self.black_moves else self.arrangement.live ^ self.black


class Work(NamedTuple):
    """A cut ("V", "H") of the slots in `worked`, in order along the line, or a join ("J") to `outline`."""

    kind: str
    worked: tuple[int, ...]
    outline: Rect | None


class Turn(NamedTuple):
    """A cut or join and its walk: the number of the piece along the cut, the half that starts, and the path."""

    work: Work
    piece: int
    half: str
    path: str


class WalkEnd(NamedTuple):
    """The end of a turn: the mover's pieces, the slots of its targets (a mask), and the winner as in `Rules`."""

    own: int
    targets: int
    winner: int
