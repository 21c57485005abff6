"""The second engine of Scrunch, in whole numbers and bit masks: it shares no rules code with the reference."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from shatterproof_properties.second.engine import SecondEngine
from shatterproof_properties.second.input import chosen_readings
from shatterproof_properties.second.scrunch.notation import carried_out, read_turn, write_turn
from shatterproof_properties.second.scrunch.position import LIMITS, PASS, SIDES, Position, Turn, bits
from shatterproof_properties.second.scrunch.removals import removals
from shatterproof_properties.second.scrunch.rules import READINGS as READINGS
from shatterproof_properties.second.scrunch.rules import Rules
from shatterproof_properties.second.scrunch.values import read_position, write_position


class Engine(Rules, SecondEngine[Position, Turn]):
    """Plays Scrunch on one board under one set of readings."""

    NAME, SIDE_LIMITS = "scrunch", LIMITS
    DIMENSIONS = 1
    COMPILED = (NAME, chosen_readings({}, READINGS))

    def read(self, position: Any) -> Position:
        return read_position(self, position)

    def text(self, position: Position) -> str:
        return write_position(self.board, position)

    def opening(self) -> Position:
        return Position(0, 0, True, True, True)

    def to_move(self, here: Position) -> str:
        return SIDES[not here.dark_moves]

    def meanings(self, here: Position, text: str) -> list[tuple[str, Position]]:
        """The meaning of a turn's text, and the position after it; none if malformed.

        Raises RefusedTurn if it breaks a clause.
        """
        written = read_turn(text)
        return [] if written is None else [(text, carried_out(self, here, written))]

    def results(self, here: Position) -> Iterator[tuple[Turn, Position]]:
        """One turn, the first, for each distinct result and the position after it, in order."""
        if self.end(here):
            return
        placements = list(self._placements(here))
        if self.grows_bare(here.creating):
            placements.sort()
        yield from placements
        for turn, own, creating in removals(self, here):
            yield turn, self.after(here, own, creating)
        if self.may_pass(here):
            yield PASS, self.after(here, here.own, here.creating)

    def breadth(self, here: Position) -> int:
        if self.end(here):
            return 0
        if self.ends_when_full and here.creating:
            return sum(1 for _ in self.results(here))
        own, other, creating = here.own, here.other, here.creating
        eggs = self.isolated(own, other).bit_count() if creating else 0
        others = sum(1 for _ in removals(self, here)) + self.may_pass(here)
        return eggs + self.growth_count(own, other, creating) + others

    def turn_text(self, here: Position, turn: Turn) -> str:
        return write_turn(self.board, turn)

    def repeated(self, here: Position, turn: Turn) -> tuple[Turn, Position] | None:
        """The result of an egg or growth from another position, if it is legal here, and a turn that leads to it."""
        own, other, creating = here.own, here.other, here.creating
        if turn.placed & (own | other) or self.end(here):
            return None
        if creating and not turn.moved and turn.placed & self.isolated(own, other):
            return turn, self.after(here, own | turn.placed, self.creating_after_egg(own | turn.placed, other))
        grown = (own | turn.placed) & ~turn.moved | turn.target
        found = self.growth_into(own, other, creating, grown)
        return None if found is None else (found, self.after_growth(here, grown))

    def _placements(self, here: Position) -> Iterator[tuple[Turn, Position]]:
        """Eggs, then growths. An egg that ends creation may have the same result as a growth."""
        own, other, creating = here.own, here.other, here.creating
        full = set()
        if creating:
            for cell in bits(self.isolated(own, other)):
                after = self.after(here, own | cell, self.creating_after_egg(own | cell, other))
                if not after.other_creating:
                    full.add(own | cell)
                yield Turn((), cell, 0, 0), after
        for turn, grown in self.growths(own, other, creating):
            if grown not in full:
                yield turn, self.after_growth(here, grown)
