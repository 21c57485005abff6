"""A search through all positions of small boards, level by level, for a question that two sets of readings answer
differently.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from shatterproof.game import AnyGame, find_game
from shatterproof_properties.protocol.boards import area
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.witnesses.distinctions import SMALL_POSITIONS, Clock, Search, TimeLimitReached

Level = tuple[int, str, int]
"""The area of a board, its name, and a number of pieces."""


@dataclass(frozen=True)
class Sweep:
    """The progress of a search through all small positions.

    `done` is the last level whose positions have all been looked at, None before the first. `tried` counts positions.
    `smallest` says that the question found is the smallest: the search looked at all smaller positions, and at those of
    its level. `complete` says that the search looked at all positions up to the last level asked for, or to the find.
    """

    found: Question | None
    smallest: bool
    done: Level | None
    tried: int
    complete: bool = False


class LevelSearch:
    """The search for questions that concern a reading and that two sets of readings answer differently.

    `given` are the readings that the questions are written under.
    """

    def __init__(self, reading: str, readings: tuple[Any, Any], given: Mapping[str, str], clock: Clock) -> None:
        self.reading = reading
        self.readings = readings
        self.game: AnyGame = find_game(reading.partition(".")[0])
        self._given = given
        self._clock = clock
        self._positions = SMALL_POSITIONS.of(self.game)

    def turns(self, last: Level | None = None) -> Sweep:
        """Searches for turns, up to a level, as far as the time allows."""
        return self._sweep(self._positions.smallest, last)

    def refused(self, last: Level | None = None) -> Sweep | None:
        """Searches for positions that only one of the sets accepts; None in games that have none."""
        smallest = self._positions.smallest_refused
        return self._sweep(smallest, last) if smallest else None

    def _sweep(self, smallest: Search, last: Level | None) -> Sweep:
        before, tried, done, complete = self._clock.tried, 0, None, False
        with suppress(TimeLimitReached):
            for level in self._levels():
                if last is not None and level > last:
                    complete = True
                    break
                _, board, pieces = level
                found = smallest(self.reading, board, pieces, self.readings, self._clock)
                found = found and found.under(self._given)
                whole = self._positions.is_whole(self.reading, pieces)
                if whole:
                    done, tried = level, self._clock.tried - before
                if found is not None:
                    return Sweep(found, whole, done, tried, whole)
            complete = complete or (last is not None and done == last)
        return Sweep(None, False, done, tried, complete)

    def _levels(self) -> Iterator[Level]:
        for board in self._positions.boards(self.reading):
            for pieces in range(self._positions.most_pieces(board, self.reading) + 1):
                yield area(self.game, board), board, pieces

    def searched(self, sweep: Sweep) -> str:
        """The positions that a sweep has looked at, in words."""
        if sweep.done is None or not sweep.tried:
            return "no positions"
        _, board, pieces = sweep.done
        boards = list(self._positions.boards(self.reading))
        smaller = f"on the boards before {board} in area, and " if board != boards[0] else ""
        limits = self._positions.limits(pieces)
        on = f"{smaller}on {board} with no more than {pieces} {self._positions.UNIT}"
        return f"all {sweep.tried:,} positions {on}" + (f", {limits}" if limits else "")
