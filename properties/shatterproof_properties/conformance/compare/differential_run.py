"""The differential run: the reference and an engine are asked the same questions along a game."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from itertools import islice
from typing import Any, TypeVar
from zlib import crc32

from shatterproof_properties import play
from shatterproof_properties.conformance.causes import is_read_by_convention
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.causes.known_causes import KnownCauses
from shatterproof_properties.conformance.compare.comparison import Comparison
from shatterproof_properties.conformance.compare.coverage import MALFORMED, Coverage
from shatterproof_properties.conformance.compare.lists import (
    TEXTS_READ_BACK,
    ComparedResults,
    Result,
    RuleResults,
    compare_counts,
)
from shatterproof_properties.conformance.compare.mutant_probes import MutantProbes
from shatterproof_properties.conformance.generate.cases import MOST_RESULTS, Probes
from shatterproof_properties.conformance.generate.cases import Case as Case
from shatterproof_properties.conformance.generate.playable_boards import smallest
from shatterproof_properties.conformance.history.known import ExpectedDifferences
from shatterproof_properties.engines.errors import EngineError, GaveUp, Stopped
from shatterproof_properties.engines.pipeline import Pipeline
from shatterproof_properties.engines.session import Session
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.answers import Answer, same
from shatterproof_properties.protocol.question import Question

FEW = 12
"""In positions with at most this many results, agreement is kept as evidence against explanations."""
LOOKED_THROUGH = 25
"""The approximate number of turns of a position that are searched for those that exercise some clauses."""

Item = TypeVar("Item")


class DifferentialRun:
    """Asks an engine and the reference about cases; `coverage` tells what has been compared.

    While the engine answers, the reference goes on to the next questions: some are in flight at any time. `on_step` is
    called before every question and while the reference works; an exception from it ends the case. Differences that are
    `expected` are counted as such and not yielded. `probes` are asked every question as well. `known` are causes of
    differences that need not be found again. The reference reads back `texts_read_back` of the listed texts that it
    would write otherwise. With clauses `only`, no others are covered.
    """

    def __init__(
        self,
        session: Session,
        on_step: Callable[[], None] = lambda: None,
        expected: ExpectedDifferences | None = None,
        probes: MutantProbes | None = None,
        only: frozenset[str] = frozenset(),
    ) -> None:
        self.session = session
        self.game = session.game
        self.coverage = Coverage(only=only)
        self.on_step = on_step
        self.expected = expected or ExpectedDifferences()
        self.known = KnownCauses(session.game.NAME, session.readings)
        self.probes = probes
        self.pipeline = Pipeline[Difference](session)
        self.texts_read_back = TEXTS_READ_BACK
        self._last_results: RuleResults | None = None

    def first_difference(
        self, case: Case, wanted: Callable[[Difference], bool] = lambda found: True
    ) -> Difference | None:
        """The first difference of a case that is `wanted` and has no `known` cause, or None.

        Errors of the engine are counted, not raised. Raises GaveUp and Stopped, but not when it has found something.
        """
        first = None
        try:
            with closing(self.differences(case)) as found:
                unknown = (each for each in found if not self.known.cover(each))
                first = next(filter(wanted, unknown), None)
        except (GaveUp, Stopped):
            if first is None:
                raise
        return first

    def differences(self, case: Case) -> Generator[Difference, None, None]:
        """All differences that a case shows, in the order of the game."""
        try:
            yield from self._case(case)
            yield from self.pipeline.arrived()
        finally:
            # Whoever needs no more leaves answers on their way: every question sent is counted.
            on_step, self.on_step = self.on_step, lambda: None
            try:
                self.pipeline.abandon()
            finally:
                self.on_step = on_step

    def judged(self, case: Case) -> Generator[Difference, None, bool]:
        """The differences of a case that was asked because of one, without known ones.

        Returns whether it shows any, known and expected ones included.
        """
        expected = self.session.counts["expected"]
        found = list(self.differences(case))
        yield from (difference for difference in found if not self.known.cover(difference))
        is_expected = not found and self.session.counts["expected"] > expected
        if is_expected:
            self.session.recount("differ", "expected")
        return bool(found) or is_expected

    def _case(self, case: Case) -> Iterator[Difference]:
        yield from self._opening(case.question.board)
        following = [*(question for question, _ in case.steps[1:]), case.question]
        announced = self.session.announced
        # An engine that lists no turns must be asked about each step of a walk as a shorter turn.
        only_applies = not (announced.from_position and "turns" in announced.can)
        for ply, (question, turn) in enumerate(case.steps):
            comparison = self.comparison(question)
            met = self._met(comparison, turn)
            if case.asks_about(met):
                # Where nothing of the position is forgotten, the case has played the turn already.
                after = following[ply].position if comparison.question is question else None
                yield from self._played(comparison, turn, met, after)
                for shorter in play.prefixes(self.game, question.position, turn) if only_applies else ():
                    yield from self._played(comparison, shorter)
            if case.spells:
                yield from self._spelled(comparison, turn, case, met)
            if case.lists and ply % 3 == 0:
                yield from self._all_turns(comparison, case)
        comparison = self.comparison(case.question)
        yield from self._probed(comparison, case)
        if case.lists:
            yield from self._all_turns(comparison, case)

    def comparison(self, question: Question, do: str = "apply") -> Comparison:
        """The comparison of answers about the position of a question."""
        return Comparison(self.session.fair(question, do), self.session.remembers, self.session.announced.tells_kinds)

    def _opening(self, board: str) -> Iterator[Difference]:
        self.on_step()
        fresh = not self.session.is_open(board)
        opened = self.pipeline.alone(lambda: self.session.open(board))
        if opened is None:
            return
        opening = Question.at(self.game, self.game.start(board, self.session.readings), do="turns")
        difference = self.comparison(opening).opening(opened.start)
        if difference and fresh:
            self.session.recount("agree", self.expected.outcome([difference]))
        yield from self.expected.others([difference])

    def _met(self, comparison: Comparison, turn: Any) -> list[str]:
        return features.met_by_turn(self.game, comparison.position, turn)

    def _played(
        self, comparison: Comparison, turn: Any, met: list[str] | None = None, after: Any | None = None
    ) -> Iterator[Difference]:
        """Compares the verdicts on a legal turn, and counts all that it exercises; `after` is its result if known."""
        clauses = self._met(comparison, turn) if met is None else met
        if self.session.announced.own_texts:
            yield from self._in_own_text(comparison, turn, clauses)
        else:
            expected = None if after is None else {"verdict": "legal", **comparison.result(after)}
            yield from self._verdict(comparison, comparison.text(turn), clauses, expected)

    def _probed(self, comparison: Comparison, case: Case) -> Iterator[Difference]:
        """Compares the verdicts on the near misses of a case that break or exercise the clauses that it asks about.

        They are asked in one line if the engine takes several questions at once.
        """
        probes = case.probes
        if case.only:
            verdicts = ((probe, comparison.expected(probe[0])) for probe in probes)
            asks_about, exercised = case.asks_about, self._exercised
            probes = tuple(probe for probe, said in verdicts if asks_about(exercised(comparison, probe[0], said)))
        if self.session.announced.own_texts or not self.session.announced.refuses:
            for text, clause in probes:
                if clause is None and comparison.expected(text)["verdict"] == "legal":
                    yield from self._played(comparison, self.game.parse_turn(comparison.position, text))
            return
        if len(probes) > 1 and "batch" in self.session.announced.can:
            yield from self._batch(comparison, probes)
            return
        for text, _ in probes:
            yield from self._verdict(comparison, text)

    def _spelled(
        self, comparison: Comparison, turn: Any, case: Case, met: list[str] | None = None
    ) -> Iterator[Difference]:
        """Compares the verdicts on a legal turn in another spelling. The turn's text decides which spelling."""
        if self.session.announced.own_texts:
            return
        others = list(play.spellings(self.game, comparison.position, turn))
        if others:
            text, clause = others[crc32(comparison.text(turn).encode()) % len(others)]
            expected = comparison.expected(text)
            if expected["verdict"] == "legal":
                notable = self._met(comparison, turn) if met is None else met
                shown = features.met_by_spelling(self.game, clause, notable)
                yield from self._verdict(comparison, text, shown, expected) if case.asks_about(shown) else ()

    def _verdict(
        self,
        comparison: Comparison,
        text: str,
        clauses: Iterable[str] | None = None,
        expected: Answer | None = None,
    ) -> Iterator[Difference]:
        """Compares the verdicts on one turn. `clauses` are those that it exercises; without any they are worked out."""
        expected = comparison.expected(text) if expected is None else expected
        if not self._may_be_asked(comparison, text, expected):
            return
        clauses = self._exercised(comparison, text, expected) if clauses is None else clauses
        yield from self._ask(
            comparison.about(text), lambda got: self._compared(comparison, text, clauses, expected, got)
        )

    def _may_be_asked(self, comparison: Comparison, text: str, expected: Answer) -> bool:
        """Whether the engine promises to read this text as we do."""
        if not self.session.announced.lenient:
            return True
        return not is_read_by_convention(self.game, comparison.position, text, expected["verdict"])

    def _exercised(self, comparison: Comparison, text: str, expected: Answer) -> Iterable[str]:
        """The clauses that a turn exercises, legal or not, by its verdict."""
        if expected["verdict"] != "legal":
            return (expected.get("clause") or MALFORMED, *self._met_when_over(comparison, "apply"))
        position = comparison.position
        return features.met_by_turn(self.game, position, self.game.parse_turn(position, text))

    def _met_when_over(self, comparison: Comparison, command: str) -> tuple[str, ...]:
        """The features of a question about a game that is over; none while it goes on."""
        ended = self.game.outcome(comparison.position)
        return (features.over(ended), features.asked(command)) if ended else ()

    def _compared(
        self, comparison: Comparison, text: str, clauses: Iterable[str], expected: Answer, got: Answer
    ) -> Iterator[Difference]:
        if self.probes:
            self.probes.ask(comparison.about(text), expected, comparison.remembers)
        self.coverage.met(clauses)
        self.coverage.results += 1
        self.coverage.refusals += expected["verdict"] != "legal"
        difference = comparison.verdicts(text, expected, got)
        if not difference:
            self.known.agreements.append((comparison.about(text), expected))
        ours, theirs = (answer.get("clause") for answer in (expected, got))
        if not difference and ours and theirs and ours != theirs:
            self.coverage.other_clauses += 1
            self.coverage.named_other(ours, theirs)
        yield from self._counted([difference])

    def _batch(self, comparison: Comparison, probes: Probes) -> Iterator[Difference]:
        """Compares the verdicts on several turns of one position, asked in one line."""
        self.on_step()
        yield from self.pipeline.arrived()
        verdicts = ((text, comparison.expected(text)) for text, _ in probes)
        asked = [(text, expected) for text, expected in verdicts if self._may_be_asked(comparison, text, expected)]
        questions = [comparison.about(text) for text, _ in asked]
        answers = self.pipeline.alone(lambda: self.session.ask_all(questions))
        found: list[Difference] = []
        for (text, expected), got in zip(asked, answers or (), strict=False):
            if isinstance(got, EngineError):
                self.pipeline.record_engine_error(got)
            else:
                found += self._compared(comparison, text, self._exercised(comparison, text, expected), expected, got)
        yield from found

    def _in_own_text(self, comparison: Comparison, turn: Any, clauses: Iterable[str]) -> Iterator[Difference]:
        """Compares the verdict on a legal turn in the text under which the engine lists its result."""
        self.on_step()
        yield from self.pipeline.arrived()
        answer = self.pipeline.alone(lambda: self.session.ask(comparison.question.asking("turns")), excused="too-many")
        if answer is None:
            return
        text = comparison.text(turn)
        expected = comparison.expected(text)
        entry = comparison.entry_of(turn, answer["turns"])
        if entry is None:
            self.coverage.results += 1
            yield from self._counted([comparison.omitted(turn, expected)])
            return
        self.session.count_as("agree")
        yield from self._ask(
            comparison.about(entry["turn"]), lambda got: self._compared(comparison, text, clauses, expected, got)
        )

    def _all_turns(self, comparison: Comparison, case: Case) -> Iterator[Difference]:
        """Compares all the turns of a position, or some if the engine cannot list them.

        With `spells`, some are asked in other spellings too. In a case about some clauses only, the position must have
        turns that exercise them.
        """
        announced = self.session.announced
        lists = self.session.can_list(comparison.question)
        comparison = self.comparison(comparison.question, "turns") if lists else comparison
        found = self._found(comparison)
        for turn, _ in found[:: max(1, len(found) // 3)] if case.spells else ():
            yield from self._spelled(comparison, turn, case)
        if case.only:
            some = (turn for turn, _ in self._paced(found[:: max(1, len(found) // LOOKED_THROUGH)]))
            turns = [turn for turn in some if case.asks_about(self._met(comparison, turn))]
        else:
            turns = [turn for turn, _ in found]
        if lists and (turns or not case.only) and len(found) <= MOST_RESULTS:
            rules = RuleResults(comparison, found)
            # An entry has about 100 bytes besides its position.
            if rules.places.characters + 100 * len(rules) <= self.session.engine.limits.line:
                yield from self._results(rules)
                if "count" in announced.can and announced.from_position and self.session.remembers:
                    yield from self._counts(rules)
                # Results name no clauses.
                turns = turns if case.only else []
        for turn in turns[:: max(1, len(turns) // 8)]:
            yield from self._played(comparison, turn)

    def results_by_rules(self, question: Question) -> RuleResults:
        """All results of a position. Those of the latest position are kept."""
        last = self._last_results
        if last is None or last.comparison.question.asking("turns") != question.asking("turns"):
            comparison = self.comparison(question)
            last = RuleResults(comparison, self._found(comparison))
        return last

    def _results(self, rules: RuleResults) -> Iterator[Difference]:
        self._last_results = rules
        question = rules.comparison.question.asking("turns")

        def compare(answer: Answer) -> Iterator[Difference]:
            if self.probes:
                self.probes.ask_results(rules)
            self.coverage.results += len(rules)
            self.coverage.positions += 1
            self.coverage.boards[question.board] += 1
            self.coverage.met(self._met_when_over(rules.comparison, "turns"))
            own_texts = self.session.announced.own_texts
            results = ComparedResults(rules, answer["turns"], own_texts, self.texts_read_back)
            # Counted before anything else is asked: the end of the time may come in between.
            self.session.count_as("differ" if results.differ else "agree")
            if results.differ:
                yield from self._at_issue(results)
            elif len(rules) <= FEW:
                self.known.agreements.append((question, {"turns": rules.entries}))

        yield from self._ask(question, compare)

    def _at_issue(self, results: ComparedResults) -> Iterator[Difference]:
        """Explains results that differ by questions asked at once, with no other question on its way.

        It keeps some turns that the engine lists correctly beside those that are wrong.
        """
        arrived = list(self.pipeline.arrived())
        rules = results.rules
        comparison = rules.comparison
        for place in list(rules.places)[:FEW]:
            text, expected = comparison.text(rules.results[place][0]), rules.verdict(place)
            listed = results.listing(text)
            if listed and same("apply", expected, listed, memory=comparison.remembers):
                self.known.agreements.append((comparison.about(text), expected))
        found = list(islice(self.explained(results), 12))
        self.session.recount("differ", self.expected.outcome(found))
        yield from self.expected.others(found)
        yield from arrived

    def explained(self, results: ComparedResults) -> Iterator[Difference | None]:
        """The differences in some results, asking about the turns that the engine does not list."""

        def verdict_on(question: Question) -> Answer | None:
            got = self.pipeline.alone(lambda: self.session.ask(question))
            if got is not None:
                comparison = results.rules.comparison
                difference = comparison.verdicts(question.turn, comparison.expected(question.turn), got)
                self.session.count_as(self.expected.outcome([difference]))
            return got

        yield from results.differences(verdict_on)

    def _counts(self, rules: RuleResults) -> Iterator[Difference]:
        """Compares numbers of leaves, two plies deep in small positions. If only those differ, it descends."""
        question = rules.comparison.question
        small = len(rules) <= 12 and question.board in smallest(self.game.NAME, self.session.about.boards)
        leaves = [sum(1 for _ in self._paced(self.game.turns(after))) if small else 1 for _, after in rules.results]
        depth = 2 if small else 1

        def compare(counted: Answer) -> Iterator[Difference]:
            difference = compare_counts(rules, depth, leaves, counted)
            self.coverage.met(self._met_when_over(rules.comparison, "count"))
            self.session.count_as(self.expected.outcome([difference]))
            if difference:
                # Which turn it is says more than a number.
                for turn, after in rules.results if small else ():
                    below = self.comparison(question.after(rules.comparison.text(turn), after), "turns")
                    yield from self._results(RuleResults(below, self._found(below)))
                yield from self.pipeline.arrived()
                yield from self.expected.others([difference])

        yield from self._ask(question.asking("count", depth=depth), compare)

    def _found(self, comparison: Comparison) -> list[Result]:
        """The results by the rules; if there are more than MOST_RESULTS, one more than that."""
        return list(islice(self._paced(self.game.results(comparison.position)), MOST_RESULTS + 1))

    def _paced(self, items: Iterable[Item]) -> Iterator[Item]:
        for item in items:
            self.on_step()
            yield item

    def _counted(self, found: list[Difference | None]) -> Iterator[Difference]:
        """Counts a question by the differences in its answer, and yields the unexpected ones."""
        self.session.count_as(self.expected.outcome(found))
        yield from self.expected.others(found)

    def _ask(self, question: Question, compare: Callable[[Answer], Iterator[Difference]]) -> Iterator[Difference]:
        self.on_step()
        yield from self.pipeline.ask(question, compare)
