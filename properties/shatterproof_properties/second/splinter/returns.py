"""The no-return rule: what a turn leaves to it, and which slides it forbids."""

from __future__ import annotations

from collections.abc import Mapping

from shatterproof_properties.second.splinter.position import Position
from shatterproof_properties.second.splinter.squares import NOWHERE, Squares, opposite


class ReturnRules:
    """No piece goes straight back (splinter.slide.return), under the reading `splinter.no-return`."""

    squares: Squares
    readings: Mapping[str, str]

    def follow_return_readings(self) -> None:
        """Takes over the readings that concern the no-return rule."""
        self.no_return = self.readings["splinter.no-return"]
        self.pushed_count = self.no_return == "any-piece"

    def returns(self, here: Position, square: int, run: int, direction: int) -> bool:
        """Whether a slide takes a remembered piece back to the square where it came from."""
        if here.heading == NOWHERE or direction != opposite(here.heading):
            return False
        return bool(here.now & (run if self.pushed_count else square))

    def remembered(self, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool) -> int:
        """Of the squares to which a turn moved pieces, those that the next mover has to heed.

        `pieces` are those after the turn; `removed` says whether it took any from the board.
        """
        standing = now & pieces
        if self.no_return == "any-piece":
            return standing
        blue = pieces >> self.squares.size
        answering = standing & (~blue if blue_moved else blue)
        if self.no_return == "moved-piece":
            return answering
        foremost = now & ~self.squares.moved(now, opposite(heading))
        return 0 if removed else answering & foremost

    def forbidden_back(self, here: Position, occupied: int) -> int:
        """All squares from which a slide against the heading returns a piece."""
        squares, reached, before = self.squares, here.now, 0
        while self.pushed_count and reached != before:
            before = reached
            reached |= squares.moved(reached, here.heading) & occupied
        return reached
