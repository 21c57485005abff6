"""The second engine of Splinter, in whole numbers and bit masks: it shares no rules code with the reference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from shatterproof.game import Outcome
from shatterproof_properties.second.engine import SecondEngine, refuse_if
from shatterproof_properties.second.input import chosen_readings
from shatterproof_properties.second.splinter.notation import GOES, STAYS, carried_out, read_turn, write_turn
from shatterproof_properties.second.splinter.position import (
    LIMITS,
    NOWHERE,
    PASS,
    SIDES,
    Position,
    Turn,
    contiguous,
    grouped,
    opposite,
    slid,
    squares_of,
)
from shatterproof_properties.second.splinter.rules import READINGS as READINGS
from shatterproof_properties.second.splinter.rules import Rules
from shatterproof_properties.second.splinter.slides import SlideResult, slide_results, sort_slides
from shatterproof_properties.second.splinter.values import read_position, write_position


class Engine(Rules, SecondEngine[Position, Turn]):
    """Plays Splinter on one board under one set of readings."""

    NAME, SIDE_LIMITS = "splinter", LIMITS
    COMPILED = (NAME, chosen_readings({}, READINGS))

    def __init__(self, columns: int, rows: int, readings: Mapping[str, str] | None = None) -> None:
        """Takes readings by full id, else defaults. Raises InputError for an unknown one or a board beyond 2 to 26."""
        super().__init__(columns, rows, readings)
        self.sign = STAYS if self.keep_one else GOES

    def read(self, position: Any) -> Position:
        return read_position(self, position)

    def text(self, position: Position) -> str:
        return write_position(self.squares, position)

    def opening(self) -> Position:
        return Position(self.starting_pieces(), True, 0, NOWHERE, None)

    def to_move(self, here: Position) -> str:
        return SIDES[not here.blue_moves]

    def outcome(self, here: Position) -> Outcome | None:
        return here.outcome

    def meanings(self, here: Position, text: str) -> list[tuple[str, Position]]:
        """All meanings of a turn's text, each with the position after it; several if the text leaves a tie open.

        The list is empty if the text is malformed. Raises RefusedTurn if the turn breaks a clause.
        """
        written = read_turn(text)
        if written is None or not (written.square or self.may_pass()):
            return []
        if not written.square:
            return [(text, self._passed(here))]
        results = carried_out(self, here, written)
        square = self.squares.bits[written.square]
        return [(self.turn_text(here, _turn(square, written.direction, result)), result[1]) for result in results]

    def results(self, here: Position) -> Iterator[tuple[Turn, Position]]:
        """The first turn for each distinct result, in order, and the position after it."""
        if here.outcome is not None:
            return
        own = self.own(here)
        quiet, rest = self._sorted(here, own)
        directions = self.directions()
        seen: set[Position] = set()
        for square in squares_of(own):
            for direction in directions:
                if quiet[direction] & square:
                    # Nothing else leaves the same squares occupied, as long as nothing is removed.
                    yield Turn(square, direction, 0), self._after_quiet(here, square, direction)
                elif rest[direction] & square:
                    for result in self._slide_results(here, square, direction):
                        if result[1] not in seen:
                            seen.add(result[1])
                            yield _turn(square, direction, result), result[1]
        if self.may_pass():
            yield PASS, self._passed(here)

    def breadth(self, here: Position) -> int:
        if here.outcome is not None:
            return 0
        quiet, rest = self._sorted(here, self.own(here))
        removing = {
            after
            for direction in self.directions()
            for square in squares_of(rest[direction])
            for _, after in self._slide_results(here, square, direction)
        }
        return sum(squares.bit_count() for squares in quiet) + len(removing) + self.may_pass()

    def turn_text(self, here: Position, turn: Turn) -> str:
        return write_turn(self.squares, turn, self.sign)

    def slide(self, here: Position, square: int, direction: int) -> Iterator[tuple[Turn, Position]]:
        """The results of a slide; none if it is illegal, and several only in a tie."""
        if here.outcome is None and square & self.own(here):
            for result in self._slide_results(here, square, direction):
                yield _turn(square, direction, result), result[1]

    def _passed(self, here: Position) -> Position:
        """The position after a pass. Raises RefusedTurn if the game is over."""
        refuse_if(here.outcome is not None, "splinter.turn.finished")
        return Position(here.pieces, not here.blue_moves, 0, NOWHERE, None)

    def _sorted(self, here: Position, own: int) -> tuple[list[int], list[int]]:
        """The slides known by the shortcuts to remove nothing, and all other slides."""
        occupied = here.pieces & self.squares.all
        if self.shortcuts and (self.keep_one or len(list(grouped(occupied, self.linked))) == 1):
            back = NOWHERE if here.heading == NOWHERE else opposite(here.heading)
            return sort_slides(self.squares, occupied, own, back, self.forbidden_back(here, occupied))
        return [0] * 8, [own] * 8

    def _after_quiet(self, here: Position, square: int, direction: int) -> Position:
        squares, blue_moves = self.squares, here.blue_moves
        run = contiguous(squares, here.pieces & squares.all, square, direction)
        pieces = slid(squares, here.pieces, run, direction)
        now = self.remembered(pieces, squares.moved(run, direction), direction, blue_moves, False)
        return Position(pieces, not blue_moves, now, direction if now else NOWHERE, None)

    def _slide_results(self, here: Position, square: int, direction: int) -> list[SlideResult]:
        """The results of a slide that may be illegal or may remove something."""
        run = self.run(here.pieces & self.squares.all, square, direction)
        if self.refusal(here, square, direction, run):
            return []
        return slide_results(self, here, square, direction, run)


def _turn(square: int, direction: int, result: SlideResult) -> Turn:
    return Turn(square, direction, result[0] & -result[0])
