"""Comparing two sets of readings: a game for each reading in which they differ, and one for the whole sets."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from rich.progress import BarColumn, TextColumn

from shatterproof.spec import find_clause
from shatterproof_properties.common.editions import ReadingSet
from shatterproof_properties.common.progress import Bar
from shatterproof_properties.common.rules import clauses_under
from shatterproof_properties.protocol.examples import example_questions
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.served import BOARDS
from shatterproof_properties.protocol.table import answer_by_rules
from shatterproof_properties.witnesses.comparison import Comparison, Difference, Play, Whole
from shatterproof_properties.witnesses.differing import Clock, Progress, TimeLimitReached, differ
from shatterproof_properties.witnesses.from_openings import search
from shatterproof_properties.witnesses.levels import LevelSearch
from shatterproof_properties.witnesses.pair import Pair, Values, shipped_pair, values_named
from shatterproof_properties.witnesses.search import PairSearch, witness_of

SEED = 1
"""Of the search for games from openings: it finds the same every time."""
MOST_LISTED = 5_000
"""Results listed on each board in that search."""
SET_UP_ONLY: Mapping[str, Mapping[str, str]] = {
    "crumble.standing-enclosure": {"crumble.capture-nested": "outer-takes-all"}
}
"""Readings about positions that play cannot lead to, each with the other readings under which that is proved."""
SHIPPED, FOUND = "as shipped with the spec", "searched for"


def compare(one: ReadingSet, two: ReadingSet, seconds: float | None = None, quiet: bool = False) -> Comparison:
    """Compares two sets of readings of one game.

    With `seconds` it looks that long at most for what is not shipped: witnesses, games from openings, and a smaller
    game in which the whole sets differ. A bar shows the progress unless `quiet`.
    """
    with _watched(seconds, quiet) as on_progress:
        comparer = Comparer(one, two, None if seconds is None else Clock(seconds, on_progress))
        differences = tuple(map(comparer.difference, comparer.differing))
        return Comparison(one, two, differences, comparer.whole(differences))


@contextmanager
def _watched(seconds: float | None, quiet: bool) -> Iterator[Progress]:
    begun = time.monotonic()
    columns = (TextColumn("{task.description}, {task.fields[tried]:,} positions"), BarColumn())
    with Bar("compare", seconds or 1, *columns, quiet=quiet or seconds is None, tried=0) as bar:
        yield lambda tried: bar.show(time.monotonic() - begun, tried=tried)


class Comparer:
    """Compares two sets of readings; without a `clock` it searches for nothing."""

    def __init__(self, one: ReadingSet, two: ReadingSet, clock: Clock | None) -> None:
        self.game = one.game
        self.readings = (one.readings, two.readings)
        self._values = tuple(each.to_mapping() for each in self.readings)
        self._clock = clock
        departures = one.readings.departures()
        self.common = {name: value for name, value in departures.items() if self._values[1][name] == value}

    @property
    def differing(self) -> list[str]:
        """The readings whose values are not the same."""
        one, two = self._values
        return [reading for reading in one if one[reading] != two[reading]]

    def difference(self, reading: str) -> Difference:
        """What there is to say of one of them."""
        one, two = (each[reading] for each in self._values)
        values = values_named(reading, one, two)
        pair, source = self._pair(values)
        clauses = tuple(clauses_under(find_clause(reading)))
        return Difference(reading, (one, two), clauses, pair, source, self._play(values, pair))

    def _pair(self, values: Values) -> tuple[Pair, str]:
        """The smallest witness of two values where all else is as both sets have it, and where it comes from."""
        known = shipped_pair(values)
        if known is not None and (not self.common or known.given == self.common):
            return known, SHIPPED
        question = known and known.witness and known.witness.question.under(self.common)
        if known is not None and question and differ(question, *values.readings(self.common)):
            bound = f"With all other readings at their defaults: {known.bound}"
            witness = witness_of(values, self.common, question)
            return Pair(values.reading, (values.one, values.two), witness, False, bound, self.common), SHIPPED
        if self._clock is None:
            nothing = "No game in which they differ is shipped with the spec for these readings."
            return Pair(values.reading, (values.one, values.two), None, False, nothing, self.common), SHIPPED
        return PairSearch(values, self.common, self._clock).pair(), FOUND

    def _play(self, values: Values, pair: Pair) -> Play:
        """Whether two values differ in play from an opening, the other readings being those of the pair."""
        readings = values.readings(pair.given)
        if pair.witness is not None and pair.witness.question.under({}).from_opening:
            return Play("yes", pair.witness.question)
        needed = SET_UP_ONLY.get(values.reading)
        if needed is not None and needed.items() <= readings[0].to_mapping().items():
            return Play("set-up")
        game = _example_from_opening(values, readings) or self._found_from_opening(readings)
        return Play("yes", game) if game else Play("unknown")

    def _found_from_opening(self, readings: tuple[Any, Any]) -> Question | None:
        if self._clock is None:
            return None
        both = [each.to_mapping() for each in readings]
        with suppress(TimeLimitReached):
            boards, tick = BOARDS[self.game.NAME], self._clock.tick
            found = search(self.game, boards, both, lambda asked: differ(asked, *readings), SEED, MOST_LISTED, tick)
            return next(found, None)
        return None

    def whole(self, differences: tuple[Difference, ...]) -> Whole | None:
        """The smallest game known in which the whole sets differ: a witness of one reading, or a smaller one found."""
        games = [game for each in differences for game in _games(each)]
        best = min((game for game in games if differ(game, *self.readings)), key=lambda game: game.size, default=None)
        bound = "It is the smallest of the games above in which they do; no other was looked for."
        if len(differences) == 1 and best is not None and differences[0].pair.witness is not None:
            bound = differences[0].pair.bound
        elif self._clock is not None and differences:
            best, bound = self._smallest(best, self._clock)
        if best is None:
            return None
        one, two = (answer_by_rules(best.under(each.to_mapping())) for each in self.readings)
        return Whole(best, (one, two), bound)

    def _smallest(self, best: Question | None, clock: Clock) -> tuple[Question | None, str]:
        """The smallest game that a search finds for each of the readings that differ, not larger than one known."""
        complete, looked = True, []
        for reading in self.differing:
            levels = LevelSearch(reading, self.readings, self.common, clock)
            last = best.size[:3] if best else None
            for sweep in (levels.turns(last), levels.refused(last)):
                if sweep is None:
                    continue
                complete = complete and sweep.complete
                if sweep.found is not None and (best is None or sweep.found.size < best.size):
                    best = sweep.found
                if sweep.tried:
                    looked.append(f"for {reading} among {levels.searched(sweep)}")
        said = "There is no smaller one" if complete else "There may be smaller ones"
        return best, f"{said}: it was looked for {'; '.join(looked)}." if looked else f"{said}."


def _games(found: Difference) -> Iterator[Question]:
    if found.pair.witness is not None:
        yield found.pair.witness.question
    if found.play.game is not None:
        yield found.play.game


def _example_from_opening(values: Values, readings: tuple[Any, Any]) -> Question | None:
    """The smallest example in the clause of a reading that begins with an opening and in which two values differ."""
    asked = (
        question.under({})
        for clause, question in example_questions(values.game.NAME, as_written=True)
        if clause == values.reading and question.turn and question.from_opening
    )
    return min((each for each in asked if differ(each, *readings)), key=lambda each: each.size, default=None)
