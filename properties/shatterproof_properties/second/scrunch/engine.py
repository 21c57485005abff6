"""The engine: positions in, results out, and the public face in JSON values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from shatterproof.errors import InputError, shorten
from shatterproof_properties.second.scrunch.board import LARGEST_SIDE, SMALLEST_SIDE
from shatterproof_properties.second.scrunch.death import removals
from shatterproof_properties.second.scrunch.masks import bits
from shatterproof_properties.second.scrunch.notation import turn_text, wish
from shatterproof_properties.second.scrunch.position import PASS, Position, Turn
from shatterproof_properties.second.scrunch.refusals import Refused, carried_out
from shatterproof_properties.second.scrunch.rules import Rules
from shatterproof_properties.second.scrunch.values import Json, outcome_value, position_value, read_position


class Engine(Rules):
    """Plays Scrunch on one board under one set of readings."""

    # The face in JSON values

    def start(self) -> Json:
        """The opening position."""
        return self.write(self.opening())

    def apply(self, position: Json, text: str) -> Json:
        """The verdict on a turn's text: legal, illegal or malformed; InputError as in `read`."""
        here = self.read(position)
        asked = wish(text)
        if asked is None:
            return {"verdict": "malformed"}
        try:
            after = carried_out(self, here, asked)
        except Refused as refused:
            return {"verdict": "illegal", "clause": refused.clause}
        return {"verdict": "legal", **self._result(after)}

    def turns(self, position: Json) -> Iterator[Json]:
        """One turn, the first, for each distinct result, lazily and in order."""
        for turn, after in self.results(self.read(position)):
            yield {"turn": turn_text(self.board, turn), **self._result(after)}

    def count(self, position: Json, depth: int) -> Json:
        """How many leaves the tree of results has at a depth, in all and below each turn by its text."""
        here = self.read(position)
        if depth == 0:
            return {"total": 1, "by": []}
        by = [[turn_text(self.board, turn), self.leaves(after, depth - 1)] for turn, after in self.results(here)]
        return {"total": sum(leaves for _, leaves in by), "by": sorted(by)}

    def read(self, position: Any) -> Position:
        """A position from its JSON value; InputError in one line where board or readings forbid it."""
        return read_position(self, position)

    def write(self, position: Position) -> Json:
        """A position as a JSON value."""
        return position_value(self.board, position)

    def _result(self, after: Position) -> Json:
        return {"position": self.write(after), "outcome": outcome_value(self.outcome(after))}

    # The face for searches

    def opening(self) -> Position:
        """The opening position: an empty board, both sides in creation, Dark to move."""
        return Position(0, 0, True, True, True)

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

    def repeated(self, here: Position, turn: Turn) -> tuple[Turn, Position] | None:
        """What comes of an egg or a growth from another position, if that is legal here, and a turn that does it."""
        own, other, creating = here.own, here.other, here.creating
        if turn.placed & (own | other) or self.end(here):
            return None
        if creating and not turn.moved and turn.placed & self.isolated(own, other):
            return turn, self.after(here, own | turn.placed, self.creating_after_egg(own | turn.placed, other))
        grown = (own | turn.placed) & ~turn.moved | turn.target
        found = self.growth_into(own, other, creating, grown)
        return None if found is None else (found, self.after_growth(here, grown))

    def leaves(self, here: Position, depth: int) -> int:
        """How many leaves the tree of results has at a depth."""
        if depth == 0:
            return 1
        if depth > 1:
            return sum(self.leaves(after, depth - 1) for _, after in self.results(here))
        if self.ends_when_full and here.creating:
            return sum(1 for _ in self.results(here))
        return self._fan(here)

    def _placements(self, here: Position) -> Iterator[tuple[Turn, Position]]:
        """Eggs, then growths. An egg that ends creation may leave what a growth leaves."""
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

    def _fan(self, here: Position) -> int:
        """How many results a position has whose eggs leave their owner in creation."""
        if self.end(here):
            return 0
        own, other, creating = here.own, here.other, here.creating
        eggs = self.isolated(own, other).bit_count() if creating else 0
        others = sum(1 for _ in removals(self, here)) + self.may_pass(here)
        return eggs + self.growth_count(own, other, creating) + others


def engine_of(board: object, readings: Mapping[str, str] | None = None) -> Engine:
    """The engine of a board called by its name; InputError for what is none."""
    sides = {str(side): side for side in range(SMALLEST_SIDE, LARGEST_SIDE + 1)}
    if not isinstance(board, str) or board not in sides:
        raise InputError(f"board {shorten(repr(board), 40)}", "/board", f'"{SMALLEST_SIDE}" to "{LARGEST_SIDE}"')
    return Engine(sides[board], readings)
