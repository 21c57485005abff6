"""Lockstep: the reference and an engine are asked the same questions along a game, and their answers compared."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, NamedTuple, TypeVar

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
from shatterproof_properties.conformance.engine import CutShort, Trouble
from shatterproof_properties.conformance.riders import Riders
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


class Question(NamedTuple):
    """A question on its way: how to send it (again, if the engine had to be started anew), and what compares the
    answer, counts it, and may ask further."""

    send: Callable[[], None]
    compare: Callable[[Any], Iterator[Difference]]


class TimeUp(KeyboardInterrupt):
    """The time for what is being done is over. It stops Hypothesis at once, as only an interrupt does."""


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
        self._in_flight: deque[Question] = deque()

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
            yield from self._arrived(0)
        finally:
            # Whoever has heard enough leaves answers on their way: every question sent is counted.
            self._abandon()

    def _case(self, case: Case) -> Iterator[Difference]:
        yield from self._opening(case)
        position = case.start
        played: list[str] = []
        for ply, turn in enumerate(case.turns):
            asked = self._asked(case.start, tuple(played), position)
            self.census.clauses.update(self.game.clauses_met(position, turn))
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
        opened = self._answer(lambda: self.seat.open(case.start.board))
        if opened is None:
            return
        begin = self.game.start(case.start.board, self.seat.readings)
        difference = compare_opening(self._asked(begin, (), begin), opened.start)
        if difference and fresh:
            self.seat.revise("agree", "declared" if covering(self.declared, difference) else "differ")
        yield from self._told([difference])

    def _played(self, asked: Asked, turn: Any) -> Iterator[Difference]:
        """Compares the verdicts on a legal turn."""
        if self.seat.own_texts:
            yield from self._in_own_text(asked, turn)
        else:
            yield from self._verdict(asked, asked.text(turn))

    def _probed(self, asked: Asked, probes: tuple[tuple[str, str | None], ...]) -> Iterator[Difference]:
        """Compares the verdicts on nearly legal turns; in one line where the engine takes several questions so."""
        if self.seat.own_texts:
            return
        self.census.clauses.update(clause or "malformed" for _, clause in probes)
        texts = [text for text, _ in probes]
        if len(texts) > 1 and "batch" in self.seat.can:
            yield from self._batch(asked, texts)
            return
        for text in texts:
            yield from self._verdict(asked, text)

    def _verdict(self, asked: Asked, text: str) -> Iterator[Difference]:
        """Compares the verdicts on one turn."""
        expected = self._expected(asked, text)
        yield from self._ask(
            lambda: self.seat.post_apply(asked.start, asked.played, asked.position, text),
            lambda got: self._compared(asked, text, expected, got),
        )

    def _expected(self, asked: Asked, text: str) -> Answer:
        expected = asked.rightful(text)
        if self.riders:
            self.riders.hear_verdict(asked, text, expected)
        return expected

    def _compared(self, asked: Asked, text: str, expected: Answer, got: Answer) -> Iterator[Difference]:
        self.census.results += 1
        self.census.refusals += expected["verdict"] != "legal"
        difference = compare_verdicts(asked, text, expected, got)
        if not difference and expected.get("clause"):
            self.census.other_clauses += got.get("clause", expected["clause"]) != expected["clause"]
        yield from self._counted([difference])

    def _batch(self, asked: Asked, texts: list[str]) -> Iterator[Difference]:
        """Compares the verdicts on several turns of one position, asked in one line."""
        self.pulse()
        yield from self._arrived(0)
        expected = [self._expected(asked, text) for text in texts]
        answers = self._answer(lambda: self.seat.apply_all(asked.start, asked.played, asked.position, texts))
        found: list[Difference] = []
        for text, rightful, got in zip(texts, expected, answers or (), strict=False):
            if isinstance(got, Trouble):
                self._suffer(got)
            else:
                found += self._compared(asked, text, rightful, got)
        yield from found

    def _in_own_text(self, asked: Asked, turn: Any) -> Iterator[Difference]:
        """Compares the verdict on a legal turn in the text under which the engine lists its result."""
        self.pulse()
        yield from self._arrived(0)
        listed = self._answer(lambda: self.seat.turns(asked.position))
        if listed is None:
            return
        text = asked.text(turn)
        expected = self._expected(asked, text)
        entry = asked.entry_of(turn, listed)
        if entry is None:
            self.census.results += 1
            yield from self._counted([asked.omitted(turn, expected)])
            return
        self.seat.settle("agree")
        yield from self._ask(
            lambda: self.seat.post_apply(asked.start, asked.played, asked.position, entry["turn"]),
            lambda got: self._compared(asked, text, expected, got),
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
        if self.riders:
            self.riders.hear_results(asked, rightful)
        yield from self._results(asked, rightful)
        if "count" in self.seat.can and self.seat.remembers:
            yield from self._counts(asked, rightful)

    def _too_long(self, rightful: dict[str, Result]) -> bool:
        """Whether a list of these results would be too long for a line."""
        return sum(len(key) + ENTRY for key in rightful) > self.seat.engine.limits.line

    def _results(self, asked: Asked, rightful: dict[str, Result]) -> Iterator[Difference]:
        """Compares the results of a position."""

        def compare(listed: list[Answer]) -> Iterator[Difference]:
            self.census.results += len(rightful)
            self.census.positions += 1
            self.census.boards[asked.position.board] += 1
            results = compare_results(asked, rightful, listed, self.seat.own_texts)
            # What is at issue is asked at once, with nothing else on its way.
            arrived = list(self._arrived(0)) if results.differ else []
            found = list(islice(self._explained(results), DIFFERENCES_OF_A_POSITION))
            self.seat.settle(self._outcome(found))
            yield from arrived
            yield from self._told(found)

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
            got = self._answer(lambda: self.seat.apply(asked.start, asked.played, asked.position, text))
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
                yield from self._arrived(0)
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

    def _answer(self, ask: Callable[[], Item]) -> Item | None:
        """The answer to a question asked alone; None, and the trouble counted, when there is no proper one."""
        try:
            with self._on_time():
                return ask()
        except Trouble as trouble:
            self._suffer(trouble)
            return None

    def _ask(self, send: Callable[[], None], compare: Callable[[Any], Iterator[Difference]]) -> Iterator[Difference]:
        """Sends a question on its way; meanwhile tells what has arrived, once the window is full."""
        self.pulse()
        yield from self._arrived(self.seat.engine.limits.window - 1)
        self._send(Question(send, compare))

    def _arrived(self, left: int) -> Iterator[Difference]:
        """Takes answers until at most so many questions are in flight."""
        while len(self._in_flight) > left:
            yield from self._take()

    def _take(self) -> Iterator[Difference]:
        """Takes the next answer. Questions that were lost with the process are sent again."""
        question = self._in_flight.popleft()
        try:
            with self._on_time():
                answer = self.seat.collect()
        except Trouble as trouble:
            running = self.seat.engine.running
            lost = () if running else tuple(self._in_flight)
            if not running:
                self._in_flight.clear()
            self._suffer(trouble)
            for another in lost:
                self._send(another)
            return
        yield from question.compare(answer)

    def _send(self, question: Question) -> None:
        try:
            with self._on_time():
                question.send()
        except Trouble as trouble:
            self._suffer(trouble)
        else:
            self._in_flight.append(question)

    def _suffer(self, trouble: Trouble) -> None:
        with self._on_time():
            self.seat.suffer(trouble)

    @contextmanager
    def _on_time(self) -> Iterator[None]:
        """Makes an answer that the end of the time cut short an interrupt: nobody is to blame for it."""
        try:
            yield
        except CutShort:
            self._in_flight.clear()
            raise TimeUp from None

    def _abandon(self) -> None:
        """Compares and counts the answers that are still on their way, for as long as the engine gives any."""
        pulse, self.pulse = self.pulse, lambda: None
        try:
            while self._in_flight and self.seat.engine.running:
                deque(self._take(), maxlen=0)
        finally:
            self._in_flight.clear()
            self.pulse = pulse
