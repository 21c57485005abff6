"""Lockstep: the reference and an engine are asked the same questions along a game, and their answers compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

from shatterproof_properties.conformance.cases import Case as Case
from shatterproof_properties.conformance.cases import smallest
from shatterproof_properties.conformance.census import Census
from shatterproof_properties.conformance.comparison import (
    Answer,
    Asked,
    Result,
    Results,
    compare_counts,
    compare_opening,
    compare_results,
    compare_verdicts,
)
from shatterproof_properties.conformance.declared import Declared, covering
from shatterproof_properties.conformance.difference import Difference
from shatterproof_properties.conformance.riders import Riders
from shatterproof_properties.engines.engine import Trouble
from shatterproof_properties.engines.seat import Seat
from shatterproof_properties.engines.window import Window
from shatterproof_properties.protocol import features

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

    While the engine answers, the reference goes on to the next questions: some are in flight at any time. `pulse` is
    called before every question and while the reference thinks; what it raises ends the case. Differences that
    `declared` covers are counted as such and not told; `met` has the entries that did. `riders` hear every question.
    `known` has the signatures of differences that nobody looks for any more.
    """

    def __init__(
        self,
        seat: Seat,
        pulse: Callable[[], None] = lambda: None,
        declared: Iterable[Declared] = (),
        riders: Riders | None = None,
    ) -> None:
        self.seat = seat
        self.game = seat.game
        self.census = Census()
        self.pulse = pulse
        self.declared = tuple(declared)
        self.met: list[Declared] = []
        self.known: set[tuple[Any, ...]] = set()
        self.riders = riders
        self.window = Window(seat)

    def first_difference(self, case: Case, wanted: tuple[Any, ...] | None = None) -> Difference | None:
        """The first difference that a case shows, of the signature `wanted` or else of none that is `known`, or None.

        Troubles of the engine are counted, not raised. Raises GaveUp.
        """
        for found in self.differences(case):
            if found.signature == wanted or (wanted is None and found.signature not in self.known):
                return found
        return None

    def differences(self, case: Case) -> Iterator[Difference]:
        """All differences that a case shows, in the order of the game."""
        try:
            yield from self._case(case)
            yield from self.window.arrived()
        finally:
            # Whoever has heard enough leaves answers on their way: every question sent is counted.
            pulse, self.pulse = self.pulse, lambda: None
            try:
                self.window.abandon()
            finally:
                self.pulse = pulse

    def _case(self, case: Case) -> Iterator[Difference]:
        yield from self._opening(case)
        position = case.start
        played: list[str] = []
        for ply, turn in enumerate(case.turns):
            asked = self._asked(case.start, tuple(played), position)
            yield from self._played(asked, turn)
            if case.lists and ply % PLIES_BETWEEN_LISTS == 0:
                yield from self._all_turns(asked)
            position = self.game.play(position, turn)
            played.append(asked.text(turn))
        asked = self._asked(case.start, tuple(played), position)
        yield from self._probed(asked, case.probes)
        if case.lists:
            yield from self._all_turns(asked)

    def _opening(self, case: Case) -> Iterator[Difference]:
        """Compares the opening position of the board."""
        self.pulse()
        fresh = not self.seat.is_open(case.start.board)
        opened = self.window.alone(lambda: self.seat.open(case.start.board))
        if opened is None:
            return
        begin = self.game.start(case.start.board, self.seat.readings)
        difference = compare_opening(self._asked(begin, (), begin), opened.start)
        if difference and fresh:
            self.seat.revise("agree", "declared" if covering(self.declared, difference) else "differ")
        yield from self._told([difference])

    def _played(self, asked: Asked, turn: Any) -> Iterator[Difference]:
        """Compares the verdicts on a legal turn."""
        met = features.clauses_met(self.game, asked.position, turn)
        if self.seat.own_texts:
            yield from self._in_own_text(asked, turn, met)
        else:
            yield from self._verdict(asked, asked.text(turn), met)

    def _probed(self, asked: Asked, probes: tuple[tuple[str, str | None], ...]) -> Iterator[Difference]:
        """Compares the verdicts on nearly legal turns; in one line where the engine takes several questions so."""
        if self.seat.own_texts:
            return
        if len(probes) > 1 and "batch" in self.seat.can:
            yield from self._batch(asked, probes)
            return
        for text, clause in probes:
            yield from self._verdict(asked, text, (clause or "malformed",))

    def _verdict(self, asked: Asked, text: str, met: Iterable[str]) -> Iterator[Difference]:
        """Compares the verdicts on one turn, which leans on the clauses `met`."""
        expected = asked.rightful(text)
        yield from self._ask(
            lambda: self.seat.post_apply(asked.start, asked.played, asked.position, text),
            lambda got: self._compared(asked, text, met, expected, got),
        )

    def _compared(
        self, asked: Asked, text: str, met: Iterable[str], expected: Answer, got: Answer
    ) -> Iterator[Difference]:
        if self.riders:
            self.riders.hear_verdict(asked, text, expected)
        self.census.clauses.update(met)
        self.census.results += 1
        self.census.refusals += expected["verdict"] != "legal"
        difference = compare_verdicts(asked, text, expected, got)
        if not difference and expected.get("clause"):
            self.census.other_clauses += got.get("clause", expected["clause"]) != expected["clause"]
        yield from self._counted([difference])

    def _batch(self, asked: Asked, probes: tuple[tuple[str, str | None], ...]) -> Iterator[Difference]:
        """Compares the verdicts on several turns of one position, asked in one line."""
        self.pulse()
        yield from self.window.arrived()
        texts = [text for text, _ in probes]
        expected = [asked.rightful(text) for text in texts]
        answers = self.window.alone(lambda: self.seat.apply_all(asked.start, asked.played, asked.position, texts))
        found: list[Difference] = []
        for (text, clause), rightful, got in zip(probes, expected, answers or (), strict=False):
            if isinstance(got, Trouble):
                self.window.suffer(got)
            else:
                found += self._compared(asked, text, (clause or "malformed",), rightful, got)
        yield from found

    def _in_own_text(self, asked: Asked, turn: Any, met: Iterable[str]) -> Iterator[Difference]:
        """Compares the verdict on a legal turn in the text under which the engine lists its result."""
        self.pulse()
        yield from self.window.arrived()
        listed = self.window.alone(lambda: self.seat.turns(asked.position), excused="too-many")
        if listed is None:
            return
        text = asked.text(turn)
        expected = asked.rightful(text)
        entry = asked.entry_of(turn, listed)
        if entry is None:
            self.census.results += 1
            yield from self._counted([asked.omitted(turn, expected)])
            return
        self.seat.settle("agree")
        yield from self._ask(
            lambda: self.seat.post_apply(asked.start, asked.played, asked.position, entry["turn"]),
            lambda got: self._compared(asked, text, met, expected, got),
        )

    def _all_turns(self, asked: Asked) -> Iterator[Difference]:
        """Compares all the turns of a position, or some where the engine cannot list them."""
        found = self._found(asked)
        rightful = asked.keyed(found)
        too_many = len(found) > MOST_RESULTS or self._too_long(rightful)
        if not self.seat.from_position or "turns" not in self.seat.can or too_many:
            known = [turn for turn, _ in found]
            for turn in known[:: max(1, len(known) // SAMPLED)]:
                yield from self._played(asked, turn)
            return
        yield from self._results(asked, rightful)
        if "count" in self.seat.can and self.seat.remembers:
            yield from self._counts(asked, rightful)

    def _too_long(self, rightful: dict[str, Result]) -> bool:
        """Whether a list of these results would be too long for a line."""
        return sum(len(key) + ENTRY for key in rightful) > self.seat.engine.limits.line

    def _results(self, asked: Asked, rightful: dict[str, Result]) -> Iterator[Difference]:
        """Compares the results of a position."""

        def compare(listed: list[Answer]) -> Iterator[Difference]:
            if self.riders:
                self.riders.hear_results(asked, rightful)
            self.census.results += len(rightful)
            self.census.positions += 1
            self.census.boards[asked.position.board] += 1
            results = compare_results(asked, rightful, listed, self.seat.own_texts)
            # What is at issue is asked at once, with nothing else on its way.
            arrived = list(self.window.arrived()) if results.differ else []
            found = list(islice(self._explained(results), DIFFERENCES_OF_A_POSITION))
            self.seat.settle(self._outcome(found))
            yield from self._told(found)
            yield from arrived

        yield from self._ask(lambda: self.seat.post_turns(asked.position), compare)

    def _explained(self, results: Results) -> Iterator[Difference | None]:
        yield from results.wrong
        yield from results.explained_extras()
        for result in results.missing:
            yield self._missing(results, result)

    def _missing(self, results: Results, result: Result) -> Difference | None:
        """Why the engine does not list a result: it makes another of the turn, refuses it, or has only left it out."""
        asked, turn = results.asked, result[0]
        text = asked.text(turn)
        expected = {"verdict": "legal", **asked.result(result[1])}
        got = results.listing(text)
        if self.seat.own_texts:
            return asked.omitted(turn, expected)
        if got is None:
            got = self.window.alone(lambda: self.seat.apply(asked.start, asked.played, asked.position, text))
            if got is None:
                return None
            self.seat.settle(self._outcome([compare_verdicts(asked, text, expected, got)]))
        return compare_verdicts(asked, text, expected, got) or asked.omitted(turn, expected)

    def _counts(self, asked: Asked, rightful: dict[str, Result]) -> Iterator[Difference]:
        """Compares numbers of leaves, two plies deep in small positions; looks below where only those differ."""
        small = len(rightful) <= SMALL_COUNT and asked.start.board in smallest(self.game.NAME, self.seat.boards)
        leaves = dict.fromkeys(rightful, 1)
        for key, (_, after) in rightful.items() if small else ():
            leaves[key] = sum(1 for _ in self._paced(self.game.turns(after)))
        depth = 2 if small else 1

        def compare(told: Answer) -> Iterator[Difference]:
            difference = compare_counts(asked, depth, leaves, told)
            self.seat.settle(self._outcome([difference]))
            if difference:
                # Which turn it is says more than a number.
                yield from self._below(asked, rightful) if small else ()
                yield from self.window.arrived()
                yield from self._told([difference])

        yield from self._ask(lambda: self.seat.post_count(asked.position, depth), compare)

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

    def _paced(self, items: Iterable[Item]) -> Iterator[Item]:
        for item in items:
            self.pulse()
            yield item

    def _counted(self, found: list[Difference | None]) -> Iterator[Difference]:
        """Counts a question by the differences in its answer, and tells those that nobody has declared."""
        self.seat.settle(self._outcome(found))
        yield from self._told(found)

    def _outcome(self, found: list[Difference | None]) -> str:
        differences = [difference for difference in found if difference]
        if not differences:
            return "agree"
        return "declared" if all(covering(self.declared, difference) for difference in differences) else "differ"

    def _told(self, found: Iterable[Difference | None]) -> Iterator[Difference]:
        for difference in found:
            entry = covering(self.declared, difference) if difference else None
            if entry:
                self.met += [entry] if entry not in self.met else []
            elif difference:
                yield difference

    def _ask(self, send: Callable[[], None], compare: Callable[[Any], Iterator[Difference]]) -> Iterator[Difference]:
        self.pulse()
        yield from self.window.ask(send, compare)
