"""The common parts of every search for a witness: comparing answers, the smallest question so far, the clock, and the
search through all positions of small boards, level by level.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Protocol

from shatterproof.game import AnyGame, find_game
from shatterproof_properties.common.per_game import PerGame
from shatterproof_properties.common.progress import BAR, Bar
from shatterproof_properties.protocol.announced import area
from shatterproof_properties.protocol.answers import Answer, same
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.table import answer_by_rules

Progress = Callable[[int], object]
"""A callback that gets the number of positions looked at so far."""


def differ(question: Question, one: Any, two: Any) -> bool:
    """Whether the reference gives players different answers under two choices of readings.

    Answers count as the same if only the clause or the memory differs. They also do if a turn has the same result but
    must name a choice under one of them.
    """
    asked = [question.under(readings.departures()) for readings in (one, two)]
    first, second = map(answer_by_rules, asked)
    if any(said.get("at", 0) < len(question.played) for said in (first, second) if "at" in said):
        return False
    if same("apply", first, second, memory=False):
        return False
    if "refused" in (first["verdict"], second["verdict"]):
        return not question.turn
    return not (_is_written_otherwise(first, asked[1]) or _is_written_otherwise(second, asked[0]))


def _is_written_otherwise(said: Answer, question: Question) -> bool:
    """Whether a legal turn has the same result as the turn of a question, but names another choice or none."""
    plain = re.sub(SMALL_POSITIONS.of(question.game).CHOICE, "", question.turn)
    if said["verdict"] != "legal" or plain == question.turn:
        return False
    meanings = answer_by_rules(replace(question, turn=plain)).get("means", ())
    others = (answer_by_rules(replace(question, turn=text)) for text in meanings)
    return any(same("apply", said, other, memory=False) for other in others)


class Smallest:
    """Keeps the smallest question about positions with one number of pieces on one board.

    A question may name a turn.
    """

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._key: tuple[int, str] | None = None
        self.question: Question | None = None

    def would_take(self, turn: str) -> bool:
        """Whether a question about this turn can still be the smallest."""
        return self._key is None or (len(turn), turn) <= self._key

    def offer(self, start: Any, turn: str = "") -> None:
        """Keeps a question if it is the smallest so far; `start` is a position of the reference."""
        if not self.would_take(turn):
            return
        question = Question.at(self._game, start, do="apply" if turn else "position", turn=turn)
        if self.question is None or (len(turn), turn) != self._key or str(question.start) < str(self.question.start):
            self._key, self.question = (len(turn), turn), question


class TimeLimitReached(Exception):
    """The search has used up its time."""


@contextmanager
def watched(label: str, seconds: float, quiet: bool) -> Iterator[Progress]:
    """Shows the progress of a search that may take so long, unless `quiet`."""
    begun = time.monotonic()
    with Bar(label, seconds, "{task.description}, {task.fields[tried]:,} positions", BAR, quiet=quiet, tried=0) as bar:
        yield lambda tried: bar.show(time.monotonic() - begun, tried=tried)


class Clock:
    """Counts positions and watches the time of one search."""

    def __init__(self, seconds: float, on_progress: Progress | None = None) -> None:
        self._deadline = time.monotonic() + seconds
        self._on_progress = on_progress
        self._next_report = 0.0
        self.tried = 0

    def tick(self, positions: int = 1) -> None:
        """Counts more positions as looked at. Raises TimeLimitReached."""
        self.tried += positions
        now = time.monotonic()
        if self._on_progress is not None and now >= self._next_report:
            self._on_progress(self.tried)
            self._next_report = now + 0.1
        if now > self._deadline:
            raise TimeLimitReached


Search = Callable[[str, str, int, tuple[Any, Any], Clock], Question | None]
"""Searches with a reading, a board, a number of pieces, two choices of readings and a clock.

Raises TimeLimitReached.
"""


class SmallPositions(Protocol):
    """A game's search through all positions of small boards. A game without one searches nothing.

    `SET_UP_ONLY` are the readings about positions that play cannot reach. Each comes with the other readings under
    which this is proved. `CHOICE` is the regular expression of the end of a turn that names a choice, empty if none
    does.
    """

    SET_UP_ONLY: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    CHOICE: str = ""

    def levels(self, reading: str) -> Iterable[tuple[str, int, bool]]:
        """What is searched for a reading: boards by area, with the numbers of pieces.

        The last value says whether the search looks at all positions with so many pieces, not only at some.
        """
        return ()

    def counted(self, pieces: int) -> str:
        """A number of pieces in the game's words, with other restrictions on the positions looked at."""
        return ""

    @property
    def smallest(self) -> Search:
        """The smallest question that two choices of readings answer differently."""
        return lambda *_: None

    @property
    def smallest_refused(self) -> Search | None:
        """The smallest position that only one choice of readings accepts; None where no reading concerns this."""
        return None


class _NothingSearched(SmallPositions): ...


SMALL_POSITIONS = PerGame[SmallPositions]("shatterproof_properties.witnesses", _NothingSearched())


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
            for board, pieces, whole in self._positions.levels(self.reading):
                level = area(self.game, board), board, pieces
                if last is not None and level > last:
                    complete = True
                    break
                found = smallest(self.reading, board, pieces, self.readings, self._clock)
                found = found and found.under(self._given)
                if whole:
                    done, tried = level, self._clock.tried - before
                if found is not None:
                    return Sweep(found, whole, done, tried, whole)
            complete = complete or (last is not None and done == last)
        return Sweep(None, False, done, tried, complete)

    def searched(self, sweep: Sweep) -> str:
        """The positions that a sweep has looked at, in words."""
        if sweep.done is None or not sweep.tried:
            return "no positions"
        _, board, pieces = sweep.done
        first = next(iter(self._positions.levels(self.reading)))[0]
        smaller = f"on the boards before {board} in area, and " if board != first else ""
        return f"all {sweep.tried:,} positions {smaller}on {board} with no more than {self._positions.counted(pieces)}"
