"""A comparer of two sets of readings.

It finds a game for each reading in which they differ, and one for the whole sets.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, IllegalTurn
from shatterproof.spec import find_clause
from shatterproof_properties.common.clauses import clauses_under
from shatterproof_properties.common.editions import ReadingSet
from shatterproof_properties.protocol.example_games import example_questions
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.served import boards_of
from shatterproof_properties.protocol.table import answer_by_rules
from shatterproof_properties.witnesses.distinctions import (
    SMALL_POSITIONS,
    Clock,
    LevelSearch,
    Progress,
    TimeLimitReached,
    differ,
    watched,
)
from shatterproof_properties.witnesses.from_openings import search
from shatterproof_properties.witnesses.pair import Pair, Values, shipped_pair, values_named
from shatterproof_properties.witnesses.pair_search import question_in, search_pair, witness_of
from shatterproof_properties.witnesses.set_comparison import ReadingDifference, SetComparison, WholeSets

PAIRS, WHOLE, PLAY = 0.5, 0.8, 1.0
"""The shares of the time at which each search ends: for witnesses, for a game of the whole sets, for games from
openings.
"""
SHIPPED, FOUND = "as shipped with the spec", "searched for"


def compare(one: ReadingSet, two: ReadingSet, seconds: float | None = None, quiet: bool = False) -> SetComparison:
    """Compares two sets of readings of one game.

    It spends at most `seconds` on a search for witnesses that are not shipped, a smaller game in which the whole sets
    differ, and games from openings. A bar shows the progress unless `quiet`.
    """
    with watched("compare", seconds or 1, quiet or seconds is None) as on_progress:
        comparer = Comparer(one, two, seconds, on_progress)
        pairs = list(map(comparer.pair, comparer.differing))
        whole = comparer.whole([pair for pair, _ in pairs])
        return SetComparison(one, two, tuple(comparer.difference(*each) for each in pairs), whole)


class Comparer:
    """Compares two sets of readings within `seconds`; without them it searches for nothing."""

    def __init__(
        self, one: ReadingSet, two: ReadingSet, seconds: float | None = None, on_progress: Progress | None = None
    ) -> None:
        self.game = one.game
        self.readings = (one.readings, two.readings)
        self._values = tuple(each.to_mapping() for each in self.readings)
        self._seconds = seconds
        self._begun = time.monotonic()
        self._on_progress = on_progress
        departures = one.readings.departures()
        self.common = {name: value for name, value in departures.items() if self._values[1][name] == value}

    def _clock(self, share: float) -> Clock | None:
        """The clock of a search that may run until a share of the time; None if nothing is to be searched."""
        if self._seconds is None:
            return None
        return Clock(self._begun + share * self._seconds - time.monotonic(), self._on_progress)

    @property
    def differing(self) -> list[Values]:
        """The readings whose values differ between the sets, with these values."""
        one, two = self._values
        return [values_named(reading, one[reading], two[reading]) for reading in one if one[reading] != two[reading]]

    def difference(self, pair: Pair, source: str) -> ReadingDifference:
        """The report on one reading whose smallest witness is known."""
        one, two = (each[pair.reading] for each in self._values)
        clauses = tuple(clauses_under(find_clause(pair.reading)))
        readings = pair.compared.readings(pair.given)
        needed = SMALL_POSITIONS.of(self.game).SET_UP_ONLY.get(pair.reading)
        if needed is not None and needed.items() <= readings[0].to_mapping().items():
            return ReadingDifference(pair.reading, (one, two), clauses, pair, source, "set-up", None)
        game = self._from_opening(pair, readings)
        return ReadingDifference(pair.reading, (one, two), clauses, pair, source, "yes" if game else "unknown", game)

    def pair(self, values: Values) -> tuple[Pair, str]:
        """The smallest witness of two values while all other readings are as in both sets, and where it comes from."""
        known = shipped_pair(values)
        if known is not None and (not self.common or known.given == self.common):
            return known, SHIPPED
        question = known and known.witness and known.witness.question.under(self.common)
        if known is not None and question and differ(question, *values.readings(self.common)):
            bound = f"With all other readings at their defaults: {known.bound}"
            witness = witness_of(values, self.common, question)
            return Pair(values.reading, (values.one, values.two), witness, False, bound, self.common), SHIPPED
        clock = self._clock(PAIRS)
        if clock is None:
            nothing = "No game in which they differ is shipped with the spec for these readings."
            return Pair(values.reading, (values.one, values.two), None, False, nothing, self.common), SHIPPED
        return search_pair(values, self.common, clock), FOUND

    def _from_opening(self, pair: Pair, readings: tuple[Any, Any]) -> Question | None:
        """A game from an opening in which two values differ, under the other readings of the pair, if one is known."""
        if pair.witness is not None and pair.witness.question.under({}).from_opening:
            return pair.witness.question
        game, clock = _example_from_opening(pair, readings), self._clock(PLAY)
        if game is None and clock is not None:
            both, boards, tick = [each.to_mapping() for each in readings], boards_of(self.game.NAME), clock.tick
            with suppress(TimeLimitReached):
                # With one seed the search finds the same games every time.
                found = search(self.game, boards, both, lambda asked: differ(asked, *readings), 1, on_progress=tick)
                game = next(found, None)
        return game

    def whole(self, pairs: list[Pair]) -> WholeSets | None:
        """The smallest known game in which the whole sets differ: a witness of one reading, or a smaller game."""
        games = [pair.witness.question for pair in pairs if pair.witness is not None]
        best = min((game for game in games if differ(game, *self.readings)), key=lambda game: game.size, default=None)
        proved, bound = False, "It is the smallest of those above; no smaller one was looked for."
        if len(pairs) == 1 and best is not None:
            proved, bound = pairs[0].proved, pairs[0].bound
        elif pairs and (clock := self._clock(WHOLE)) is not None:
            best, proved, bound = self._smallest(best, clock)
        if best is None:
            return None
        one, two = (answer_by_rules(best.under(each.to_mapping())) for each in self.readings)
        return WholeSets(best, (one, two), proved, bound)

    def _smallest(self, best: Question | None, clock: Clock) -> tuple[Question | None, bool, str]:
        """The smallest game that a search finds for the readings that differ, no larger than one known.

        The second value says whether the search proves that it is the smallest, the third what was searched.
        """
        complete, searched = True, dict[str, list[str]]()
        for values in self.differing:
            levels = LevelSearch(values.reading, self.readings, self.common, clock)
            for search_levels in (levels.turns, levels.refused):
                sweep = search_levels(best.size[:3] if best else None)
                if sweep is None:
                    continue
                complete = complete and sweep.complete
                if sweep.found is not None and (best is None or sweep.found.size < best.size):
                    best = sweep.found
                if sweep.tried and search_levels == levels.turns:
                    searched.setdefault(levels.searched(sweep), []).append(values.reading)
        proved = complete and best is not None
        said = "There is no smaller one" if proved else "There may be smaller ones"
        looked = [f"for {' and '.join(readings)} {positions}" for positions, readings in searched.items()]
        return best, proved, f"{said}. Gone through: {'; '.join(looked) or 'no positions'}."


def _example_from_opening(pair: Pair, readings: tuple[Any, Any]) -> Question | None:
    """The smallest game from an opening in which two values differ.

    It is made from the examples of their reading, or else from those of another.
    """
    game = pair.compared.game
    for clause in (pair.reading, *(name for name in game.Readings.choices() if name != pair.reading)):
        examples = (
            question.under({}) for _, question in example_questions(game.NAME, as_written=True, shown_by=(clause,))
        )
        openings = dict.fromkeys(question for question in examples if question.turn and question.from_opening)
        asked = [*openings]
        for each in openings:
            # Another turn of its position may be answered differently.
            with suppress(InputError, IllegalTurn, AmbiguousTurn):
                there = question_in(game, each.reach(readings[0]), readings)
                asked += [each.asking("apply", there.turn)] if there else []
        found = [each for each in asked if differ(each, *readings)]
        if found:
            return min(found, key=lambda each: each.size)
    return None
