"""The engine: positions in, results out, and the public face in JSON values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from shatterproof_properties.second.splinter.endings import Ending, endings
from shatterproof_properties.second.splinter.groups import grouped
from shatterproof_properties.second.splinter.notation import GOES, STAYS, print_turn, read_wish
from shatterproof_properties.second.splinter.position import Position, Turn
from shatterproof_properties.second.splinter.refusals import Refused, carried_out
from shatterproof_properties.second.splinter.rules import Rules
from shatterproof_properties.second.splinter.slides import Sorted, contiguous, slid, sort_slides
from shatterproof_properties.second.splinter.squares import NOWHERE, squares_of
from shatterproof_properties.second.splinter.start import opening
from shatterproof_properties.second.splinter.values import Json, Sheet, outcome_value, position_value, read_position


class Engine(Rules):
    """Plays Splinter on one board under one set of readings."""

    def __init__(self, columns: int, rows: int, readings: Mapping[str, str] | None = None) -> None:
        """Readings by full id, else defaults; InputError for an unknown one or a board beyond 2 to 26."""
        super().__init__(columns, rows, readings)
        self.sign = STAYS if self.keep_one else GOES
        self._blank = Sheet(self.squares, 0)

    # The face in JSON values

    def start(self) -> Json:
        """The opening position; InputError where the board is too small for one."""
        return self.write(self.opening())

    def apply(self, position: Json, text: str) -> Json:
        """The verdict on a turn's text: legal, illegal, malformed or ambiguous; InputError as in `read`."""
        here = self.read(position)
        wish = read_wish(text)
        if wish is None:
            return {"verdict": "malformed"}
        try:
            found = carried_out(self, here, wish)
        except Refused as refused:
            return {"verdict": "illegal", "clause": refused.clause}
        if len(found) > 1:
            square = self.squares.bits[wish.square]
            means = [self.turn_text(_turn(square, wish.direction, ending)) for ending in found]
            return {"verdict": "ambiguous", "means": means}
        after = found[0][1]
        return {"verdict": "legal", "position": self.write(after), "outcome": outcome_value(after.outcome)}

    def turns(self, position: Json) -> Iterator[Json]:
        """The first turn for each distinct result, lazily. Results share what they have in common: read only."""
        here = self.read(position)
        sheet = Sheet(self.squares, here.pieces)
        for turn, after in self.results(here):
            value, outcome = position_value(sheet, after), outcome_value(after.outcome)
            yield {"turn": self.turn_text(turn), "position": value, "outcome": outcome}

    def count(self, position: Json, depth: int) -> Json:
        """How many leaves the tree of results has at a depth, in all and below each turn by its text."""
        here = self.read(position)
        if depth == 0:
            return {"total": 1, "by": []}
        by = [[self.turn_text(turn), self.leaves(after, depth - 1)] for turn, after in self.results(here)]
        return {"total": sum(leaves for _, leaves in by), "by": sorted(by)}

    def read(self, position: Any) -> Position:
        """A position from its JSON value; InputError with the place where board, rules or readings forbid it."""
        return read_position(self, position)

    def write(self, position: Position) -> Json:
        """A position as a JSON value."""
        return position_value(self._blank, position)

    # The face for searches

    def opening(self) -> Position:
        """The opening position: Blue moves. InputError where the board is too small for one."""
        return opening(self)

    def results(self, here: Position) -> Iterator[tuple[Turn, Position]]:
        """The first turn for each distinct result, in order, and the position after it."""
        if here.outcome is not None:
            return
        own = self.own(here)
        quiet, rest, whole = self._sorted(here, own)
        directions = self.directions()
        seen: set[Position] = set()
        for square in squares_of(own):
            for direction in directions:
                if quiet[direction] & square:
                    # Nothing else leaves the same squares occupied, as long as nothing is removed.
                    yield Turn(square, direction, 0), self._after_quiet(here, square, direction)
                elif rest[direction] & square:
                    for ending in self._endings(here, square, direction, bool(whole[direction] & square)):
                        if ending[1] not in seen:
                            seen.add(ending[1])
                            yield _turn(square, direction, ending), ending[1]

    def slide(self, here: Position, square: int, direction: int) -> Iterator[tuple[Turn, Position]]:
        """What can come of a slide, nothing if it is illegal; several results only in a tie."""
        if here.outcome is None and square & self.own(here):
            for ending in self._endings(here, square, direction, whole=False):
                yield _turn(square, direction, ending), ending[1]

    def leaves(self, here: Position, depth: int) -> int:
        """How many leaves the tree of results has at a depth."""
        if depth == 0:
            return 1
        if depth == 1:
            return self._children(here)
        return sum(self.leaves(after, depth - 1) for _, after in self.results(here))

    def turn_text(self, turn: Turn) -> str:
        """A turn as text, with the group chosen in a tie."""
        return print_turn(self.squares, turn, self.sign)

    # Enumeration

    def _children(self, here: Position) -> int:
        """How many distinct results a position has."""
        if here.outcome is not None:
            return 0
        quiet, rest, whole = self._sorted(here, self.own(here))
        removing = {
            after
            for direction in self.directions()
            for square in squares_of(rest[direction])
            for _, after in self._endings(here, square, direction, bool(whole[direction] & square))
        }
        return sum(squares.bit_count() for squares in quiet) + len(removing)

    def _sorted(self, here: Position, own: int) -> Sorted:
        """The slides that surely remove nothing, as far as the shortcuts know, and the others."""
        if self.shortcuts and (self.keep_one or self._holds_together(here)):
            return sort_slides(self, here, own)
        return Sorted([0] * 8, [own] * 8, [0] * 8)

    def _holds_together(self, here: Position) -> bool:
        return len(list(grouped(here.pieces & self.squares.all, self.linked))) == 1

    def _after_quiet(self, here: Position, square: int, direction: int) -> Position:
        squares, blue_moves = self.squares, here.blue_moves
        run = contiguous(squares, here.pieces & squares.all, square, direction)
        pieces = slid(squares, here.pieces, run, direction)
        now = self.remembered(pieces, squares.moved(run, direction), direction, blue_moves, False)
        return Position(pieces, not blue_moves, now, direction if now else NOWHERE, None)

    def _endings(self, here: Position, square: int, direction: int, whole: bool) -> list[Ending]:
        """What can come of a slide that may be illegal or remove something."""
        run = self.run(here.pieces & self.squares.all, square, direction)
        if self.refusal(here, square, direction, run):
            return []
        return endings(self, here, square, direction, run, whole)


def _turn(square: int, direction: int, ending: Ending) -> Turn:
    return Turn(square, direction, ending[0] & -ending[0])
