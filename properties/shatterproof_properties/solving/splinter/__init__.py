"""Forced wins of Splinter: its search adapter."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from itertools import product

from shatterproof_properties.second.splinter import Engine
from shatterproof_properties.second.splinter.position import NOWHERE, PASS, STEPS, Position, Squares, Turn, squares_of
from shatterproof_properties.solving.adapters import LOST, WON, EngineAdapter
from shatterproof_properties.solving.images import Images
from shatterproof_properties.solving.splinter.finishes import FinishingSlides

Way = tuple[bool, bool, bool]
"""Three switches: columns and rows exchanged, then columns mirrored, then rows mirrored."""


class Symmetry:
    """One key for all positions that are images of one another: turned, mirrored, or with colours exchanged.

    A square board has eight symmetries, any other four.
    """

    def __init__(self, squares: Squares) -> None:
        self._squares = squares
        columns, rows = squares.columns, squares.rows
        ways = list(product((False, True) if columns == rows else (False,), (False, True), (False, True)))
        self._headings = [[_heading(step, way) for step in STEPS] for way in ways]
        places = list(product(range(columns), range(rows)))
        self._images = Images(
            [
                {squares.bit(*place): squares.bit(*_place(*place, way, columns, rows)) for place in places}
                for way in ways
            ]
        )

    def key(self, here: Position) -> Hashable:
        """A key that is equal exactly for a position and its images."""
        size, every, pieces = self._squares.size, self._squares.all, here.pieces
        occupied, blue = pieces & every, pieces >> size & every
        _, least, ways = self._images.of(occupied)
        shown = (blue if here.blue_moves else occupied ^ blue, pieces >> 2 * size & every, pieces >> 3 * size & every)
        images = [self._images.of(mask)[0] for mask in (*shown, here.now)]
        return least, min(
            (
                *(image[way] for image in images),
                NOWHERE if here.heading == NOWHERE else self._headings[way][here.heading],
            )
            for way in ways
        )


def _place(column: int, row: int, way: Way, columns: int, rows: int) -> tuple[int, int]:
    diagonal, east, north = way
    if diagonal:
        column, row = row, column
    return columns - 1 - column if east else column, rows - 1 - row if north else row


def _heading(step: tuple[int, int], way: Way) -> int:
    diagonal, east, north = way
    column, row = reversed(step) if diagonal else step
    return STEPS.index((-column if east else column, -row if north else row))


class SplinterAdapter(EngineAdapter[Position, Turn]):
    """Splinter on one board under one set of readings."""

    def __init__(self, board: str, readings: Mapping[str, str] | None = None) -> None:
        """Takes a board such as "10x9", and readings by full id, else defaults. Raises InputError for anything else."""
        self.engine: Engine = Engine.on_board(board, readings)
        self.readings = dict(readings or {})
        self.has_safe_turns = self.engine.keep_one
        self._symmetry = Symmetry(self.engine.squares)

    def key(self, here: Position) -> Hashable:
        return self._symmetry.key(here)

    def is_threatened(self, here: Position) -> bool:
        """Whether the other side would win at once if it were to move. Only the order of tries depends on it."""
        passed = here._replace(blue_moves=not here.blue_moves, now=0, heading=NOWHERE)
        return here.outcome is None and self.engine.keep_one and self.win_now(passed) is not None

    def win_now(self, here: Position) -> tuple[Turn, Position] | None:
        if not self.engine.keep_one:
            return super().win_now(here)
        slides = FinishingSlides(self.engine, here).slides()
        found = (result for slide in slides for result in self.engine.slide(here, *slide))
        return next(((turn, after) for turn, after in found if self.verdict(after) == LOST), None)

    def win_in_one(self, here: Position) -> tuple[Turn, Position] | None:
        """A turn that wins at once, or else, if groups may be several, a turn after which all replies lose at once."""
        found = self.win_now(here)
        if found is not None or self.has_safe_turns:
            return found
        for turn, after in self.results(here):
            if after.outcome is None and all(self.verdict(then) == WON for _, then in self.results(after)):
                return turn, after
        return None

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


SearchAdapter = SplinterAdapter
