"""Lockstep: the reference and an engine are asked the same questions along a game, and their answers compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

from shatterproof_properties.conformance.cases import Case as Case
from shatterproof_properties.conformance.cases import smallest
from shatterproof_properties.conformance.census import Census
from shatterproof_properties.conformance.comparison import (
    Asked,
    Result,
    Results,
    compare_counts,
    compare_opening,
    compare_results,
    compare_verdicts,
)
from shatterproof_properties.conformance.difference import Difference
from shatterproof_properties.conformance.engine import Trouble
from shatterproof_properties.conformance.seat import Seat

PLIES_BETWEEN_LISTS = 3
"""Along a game every turn is asked about, and all turns of the position once in so many plies."""
DIFFERENCES_OF_A_POSITION = 12
SMALL_COUNT = 12
"""Results up to which a position is also counted one ply deeper."""
SAMPLED = 8
"""Legal turns asked one by one where an engine cannot list them all, or there are too many."""
MOST_RESULTS = 2000
"""Results of a position beyond which nobody is asked to list them."""
ENTRY = 100
"""Bytes of an entry of a list besides its position, about."""

Item = TypeVar("Item")


class Lockstep:
    """Asks an engine and the reference about cases; `census` tells what has been compared.

    `pulse` is called before every question and while the reference thinks; what it raises ends the case.
    """

    def __init__(self, seat: Seat, pulse: Callable[[], None] = lambda: None) -> None:
        self.seat = seat
        self.game = seat.game
        self.census = Census()
        self.pulse = pulse

    def first_difference(self, case: Case, wanted: tuple[Any, ...] | None = None) -> Difference | None:
        """The first difference that a case shows, of the signature `wanted` if one is given, or None.

        Troubles of the engine are counted, not raised. Raises GaveUp.
        """
        return next((found for found in self.differences(case) if wanted in (None, found.signature)), None)

    def differences(self, case: Case) -> Iterator[Difference]:
        """All differences that a case shows, in the order of the game."""
        yield from self._opening(case)
        position = case.start
        played: list[str] = []
        for ply, turn in enumerate(case.turns):
            asked = self._asked(case.start, tuple(played), position)
            self.census.clauses.update(self.game.clauses_met(position, turn))
            yield from self._verdict(asked, asked.text(turn))
            if case.lists and ply % PLIES_BETWEEN_LISTS == 0:
                yield from self._all_turns(asked)
            position = self.game.play(position, turn)
            played.append(asked.text(turn))
        asked = self._asked(case.start, tuple(played), position)
        for text, clause in case.probes:
            self.census.clauses[clause or "malformed"] += 1
            yield from self._verdict(asked, text)
        if case.lists:
            yield from self._all_turns(asked)

    def _opening(self, case: Case) -> Iterator[Difference]:
        """Compares the opening position of the board."""
        fresh = not self.seat.is_open(case.start.board)
        opened = self._answer(lambda: self.seat.open(case.start.board))
        if opened is None:
            return
        begin = self.game.start(case.start.board, self.seat.readings)
        difference = compare_opening(self._asked(begin, (), begin), opened.start)
        if difference:
            if fresh:
                self.seat.revise("agree", "differ")
            yield difference

    def _verdict(self, asked: Asked, text: str) -> Iterator[Difference]:
        """Compares the verdicts on one turn."""
        expected = asked.rightful(text)
        got = self._answer(lambda: self.seat.apply(asked.start, asked.played, asked.position, text))
        if got is None:
            return
        self.census.results += 1
        self.census.refusals += expected["verdict"] != "legal"
        difference = compare_verdicts(asked, text, expected, got)
        self.seat.settle("differ" if difference else "agree")
        if difference:
            yield difference
        elif expected.get("clause"):
            self.census.other_clauses += got.get("clause", expected["clause"]) != expected["clause"]

    def _all_turns(self, asked: Asked) -> Iterator[Difference]:
        """Compares all the turns of a position, or some where the engine cannot list them."""
        found = self._found(asked)
        rightful = asked.keyed(found)
        too_many = len(found) > MOST_RESULTS or self._too_long(rightful)
        if not self.seat.from_position or "turns" not in self.seat.can or too_many:
            known = [turn for turn, _ in found]
            for turn in known[:: max(1, len(known) // SAMPLED)]:
                yield from self._verdict(asked, asked.text(turn))
            return
        yield from self._results(asked, rightful)
        if "count" in self.seat.can and self.seat.remembers:
            yield from self._counts(asked, rightful)

    def _too_long(self, rightful: dict[str, Result]) -> bool:
        """Whether a list of these results would be too long for a line."""
        return sum(len(key) + ENTRY for key in rightful) > self.seat.engine.limits.line

    def _results(self, asked: Asked, rightful: dict[str, Result]) -> Iterator[Difference]:
        """Compares the results of a position."""
        listed = self._answer(lambda: self.seat.turns(asked.position))
        if listed is None:
            return
        self.census.results += len(rightful)
        self.census.positions += 1
        self.census.boards[asked.position.board] += 1
        results = compare_results(asked, rightful, listed)
        self.seat.settle("differ" if results.differ else "agree")
        yield from islice(self._explained(results), DIFFERENCES_OF_A_POSITION)

    def _explained(self, results: Results) -> Iterator[Difference]:
        yield from results.wrong
        yield from results.explained_extras()
        for result in results.missing:
            yield from self._missing(results, result)

    def _missing(self, results: Results, result: Result) -> Iterator[Difference]:
        """Why the engine does not list a result: it makes another of the turn, refuses it, or has only left it out."""
        asked, turn = results.asked, result[0]
        text = asked.text(turn)
        expected = {"verdict": "legal", **asked.result(result[1])}
        got = results.listing(text)
        if got is None:
            got = self._answer(lambda: self.seat.apply(asked.start, asked.played, asked.position, text))
            if got is None:
                return
            self.seat.settle("differ" if compare_verdicts(asked, text, expected, got) else "agree")
        omitted = {"note": "no turn that it lists leads there"}
        clause = self.game.clause_at_issue(asked.position, turn)
        yield compare_verdicts(asked, text, expected, got) or asked.differ("omits", clause, text, expected, omitted)

    def _counts(self, asked: Asked, rightful: dict[str, Result]) -> Iterator[Difference]:
        """Compares numbers of leaves, two plies deep in small positions; looks below where only those differ."""
        small = len(rightful) <= SMALL_COUNT and asked.start.board in smallest(self.game.NAME, self.seat.boards)
        leaves = dict.fromkeys(rightful, 1)
        for key, (_, after) in rightful.items() if small else ():
            leaves[key] = sum(1 for _ in self._paced(self.game.turns(after)))
        depth = 2 if small else 1
        told = self._answer(lambda: self.seat.count(asked.position, depth))
        if told is None:
            return
        difference = compare_counts(asked, depth, leaves, told)
        self.seat.settle("differ" if difference else "agree")
        if difference:
            yield from self._below(asked, rightful) if small else ()
            yield difference

    def _below(self, asked: Asked, rightful: dict[str, Result]) -> Iterator[Difference]:
        """Compares the results one ply further on."""
        for turn, after in rightful.values():
            below = self._asked(asked.start, (*asked.played, asked.text(turn)), after)
            yield from self._results(below, below.keyed(self._found(below)))

    def _asked(self, start: Any, played: tuple[str, ...], position: Any) -> Asked:
        return Asked(self.game, start, played, position, self.seat.remembers)

    def _found(self, asked: Asked) -> list[Result]:
        """The results that the rules give; one more than MOST_RESULTS of them where there are too many."""
        return list(islice(self._paced(self.game.results(asked.position)), MOST_RESULTS + 1))

    def _answer(self, ask: Callable[[], Item]) -> Item | None:
        """The answer to a question; None, and the trouble counted, when there is no proper one."""
        self.pulse()
        try:
            return ask()
        except Trouble as trouble:
            self.seat.suffer(trouble)
            return None

    def _paced(self, items: Iterable[Item]) -> Iterator[Item]:
        for item in items:
            self.pulse()
            yield item
