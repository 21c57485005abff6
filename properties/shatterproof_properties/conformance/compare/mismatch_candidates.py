"""Mismatch candidates: answers in which an engine and our second engine part, judged by the reference.

Numbers of leaves, whole subtrees in one question, lead down to the position at fault before they are judged.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from functools import partial
from math import inf
from typing import Any, NamedTuple

from shatterproof import strict_json
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.compare.comparison import agrees
from shatterproof_properties.conformance.compare.coverage import MALFORMED
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.compare.lists import ComparedResults, RuleResults
from shatterproof_properties.conformance.generate.cases import Case
from shatterproof_properties.engines.pipeline import Pipeline
from shatterproof_properties.engines.session import EngineErrorRecord
from shatterproof_properties.protocol import answers
from shatterproof_properties.protocol.answers import Answer
from shatterproof_properties.protocol.expected import AS_EXPECTED, Expected, ExpectedResults
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.served import second_engine
from shatterproof_properties.second.engine import MOST, SecondEngine

JUDGED_ONE_IN = 100
"""The reference also judges one in this many questions on which the engine and the second engine agree."""
SELDOM = 20
"""The reference sees all that exercises a clause until the clause was met this often."""
PROBED = 0.25
"""The share of the time for asking mutants the same, until enough are caught. They are slow: not compiled."""
LEAVES = (2_000, 20_000)
"""The most leaves of a question, at first and ever."""
DEEPEST = 2
"""The most plies of a question, since there may be very many positions below few results."""
GROWTH = 1.5
PATIENCE = 0.05
"""If an answer takes longer than this many seconds, the next question is about fewer leaves."""


class MismatchCandidate(NamedTuple):
    """A question for the reference, and both answers, that of the engine and that of the second engine.

    The answers are None if the question is only a sample.
    """

    question: Question
    got: Answer | None = None
    expected: Answer | None = None


class SecondEngineWrong(Exception):
    """The second engine and the reference give unlike answers: an internal error, with the question that shows it."""

    def __init__(self, question: Question) -> None:
        counterexample = strict_json.encode(question.to_json())
        super().__init__(f"internal error: our second engine and the reference differ: {counterexample}")
        self.question = question


class CandidateJudge:
    """Asks what the second engine has answered, and puts mismatch candidates and a sample to the reference.

    While the reference judges, no question is on its way. A candidate that shows only differences of known or expected
    causes, each about one turn, is not judged as a whole: that would take the reference a hundred times as long.
    """

    def __init__(self, differential: DifferentialRun) -> None:
        self._differential, self._session = differential, differential.session
        self._pipeline = Pipeline[MismatchCandidate](self._session)
        self._engines: dict[str, SecondEngine[Any, Any]] = {}
        self._probes_from = -inf
        self._agreed = 0
        self._most_leaves: float = LEAVES[0]
        self._waited = 0.0

    def engine(self, board: str) -> SecondEngine[Any, Any]:
        """The second engine for a board."""
        if board not in self._engines:
            readings = self._session.readings.to_mapping()
            self._engines[board] = second_engine(self._session.game.NAME).on_board(board, readings)
        return self._engines[board]

    def opened(self, board: str) -> Generator[MismatchCandidate, None, bool]:
        """Opens a board unless it is open. Returns whether the engine has it."""
        if self._session.is_open(board):
            return True
        yield from self._pipeline.arrived()
        return self._pipeline.alone(lambda: self._session.open(board)) is not None

    def judged(self, candidates: Iterable[MismatchCandidate]) -> Iterator[Difference]:
        """The differences that the reference sees in candidates, without known ones.

        Numbers of leaves are judged by the position at fault. Raises SecondEngineWrong if the reference sees no
        difference although the second engine's answer differs.
        """
        yield from self._pipeline.judged(candidates, self._judge)

    def ask(self, question: Question, expected: Expected) -> Iterator[MismatchCandidate]:
        """Asks about a position or a turn."""
        yield from self._pipeline.ask(question, partial(self._compare, question, expected), expected)

    def _compare(self, question: Question, expected: Expected, got: Answer) -> Iterator[MismatchCandidate]:
        coverage = self._differential.coverage
        # To decode the expected answer takes longer than all the rest.
        if not self._counted(got is AS_EXPECTED or agrees(self._session, question.do, expected.answer, got)):
            yield MismatchCandidate(question, got, expected.answer)
            return
        self._probe(question, expected)
        self._agreed += 1
        is_near_miss = question.do == "apply" and not isinstance(expected, ExpectedResults)
        coverage.bulk_results += expected.results
        coverage.near_misses += is_near_miss
        # The turns that end the game or are refused, each with the clause that it exercises.
        met = expected.ends()
        if is_near_miss and not met:
            met = [(question.turn, expected.answer.get("clause") or MALFORMED)]
        # A list with many turns of one clause is a first meeting all the same.
        seldom = next((turn for turn, clause in met if coverage.clauses[clause] < SELDOM), None)
        coverage.met(clause for _, clause in met)
        if self._agreed % JUDGED_ONE_IN == 0:
            yield MismatchCandidate(question)
        elif seldom is not None:
            yield MismatchCandidate(question.asking("apply", seldom))

    def _counted(self, is_right: bool) -> bool:
        """Counts an answer. What differs does so until the reference has asked again, and says what it was."""
        self._session.count_as("agree" if is_right else "differ")
        return is_right

    def _probe(self, question: Question, expected: Expected) -> None:
        """Asks the mutants the same, as long as they have time."""
        probes, begun = self._differential.probes, time.monotonic()
        if probes and question.is_written and begun >= self._probes_from and not probes.are_enough:
            probes.ask(question, expected.answer, self._session.remembers)
            now = time.monotonic()
            self._probes_from = now + (now - begun) * (1 / PROBED - 1)

    def count(self, here: Question, breadth: int) -> Iterator[MismatchCandidate]:
        """Asks for the leaves below a position with `breadth` results, as many as the engine counts without delay."""
        if breadth**DEEPEST <= self._most_leaves:
            # Fast engines are asked for more leaves, and slow ones for fewer.
            waited = self._session.engine.waited
            slow, self._waited = waited - self._waited > PATIENCE, waited
            most = self._most_leaves / GROWTH if slow else self._most_leaves * GROWTH
            self._most_leaves = min(max(50, most), LEAVES[1])
            question = here.asking("count", depth=DEEPEST)
            counted = self.engine(question.board).count(question.data, DEEPEST)
            expected = Expected(strict_json.encode(counted))
            yield from self._pipeline.ask(question, partial(self._compare_counts, question, counted), expected)

    def _compare_counts(self, question: Question, expected: Answer, got: Answer) -> Iterator[MismatchCandidate]:
        if self._counted(got is AS_EXPECTED or answers.same("count", expected, got)):
            self._differential.coverage.leaves += expected["total"]
        else:
            yield MismatchCandidate(question, got, expected)

    def _judge(self, candidate: MismatchCandidate) -> Iterator[Difference]:
        question = candidate.question
        if question.do == "count":
            whole = yield from self._judge_whole(self._descend(question))
            if not whole and self._contradicts_itself(question):
                self._session.recount("differ", "breach")
            elif not whole:
                self._session.note_flaky(question)
        elif not self._is_of_known_cause(candidate):
            whole = yield from self._judge_whole(question)
            if candidate.got is not None and not whole:
                self._session.note_flaky(question)

    def _judge_whole(self, question: Question) -> Generator[Difference, None, bool]:
        """The differences in all that is asked about a position or a turn. Returns whether there are any."""
        case = Case.of(question, lists=question.do == "turns")
        differs = yield from self._differential.judged(case)
        if differs:
            return True
        engine = self.engine(question.board)
        if question.do == "apply":
            ours, rules = engine.apply(question.data, question.turn), self._differential.comparison(question)
            agree = answers.same("apply", rules.expected(question.turn), ours, memory=self._session.remembers)
        else:
            agree = self._differential.results_by_rules(question).are_listed_by(engine)
        if not agree:
            raise SecondEngineWrong(question)
        return False

    def _descend(self, question: Question) -> Question:
        """The question about all turns of the position at fault: below it all numbers are right again."""
        for depth in range(question.depth - 1, 0, -1):
            below = self._first_unlike(question, depth)
            if below is None:
                break
            # One of these questions will be known to differ, or not to.
            self._session.recount("differ", "agree")
            question = below
        return question.asking("turns")

    def _first_unlike(self, question: Question, depth: int) -> Question | None:
        engine = self.engine(question.board)
        for result in engine.listed(strict_json.encode(question.data), MOST):
            below = Question(question.game, question.board, question.readings, result.position, do="count", depth=depth)
            got = self._pipeline.alone(partial(self._session.ask, below))
            if got and not self._counted(answers.same("count", engine.count(below.data, depth), got)):
                return below
        return None

    def _contradicts_itself(self, question: Question) -> bool:
        """Whether the engine repeats wrong numbers of leaves although all its turns are right: a breach.

        Raises SecondEngineWrong if our own numbers are no sums of results.
        """
        engine = self.engine(question.board)
        ours = engine.count(question.data, question.depth)
        if ours["total"] != _leaves(engine, engine.read(question.data), question.depth):
            raise SecondEngineWrong(question)
        got = self._pipeline.alone(partial(self._session.ask, question))
        if got is None or self._counted(answers.same("count", ours, got)):
            return False
        self._session.recount("differ", "breach")
        what = f"{got['total']} leaves at depth {question.depth}, but {ours['total']} by its own turns"
        self._session.keep(EngineErrorRecord("breach", what, question.message()))
        return True

    def _is_of_known_cause(self, candidate: MismatchCandidate) -> bool:
        """Whether a mismatch candidate shows only differences of known causes. If so, it is counted as such."""
        differential = self._differential
        if candidate.got is None or not (differential.known.causes or differential.expected.seen):
            return False
        found = list(self._differences(candidate.question, candidate.got, candidate.expected or {}))
        if not found or any(each is None for each in found):
            return False
        outcome = differential.expected.outcome(found)
        if not differential.known.cover_all(differential.expected.others(found)):
            return False
        differential.coverage.known += 1
        self._session.recount("differ", outcome)
        return True

    def _differences(self, question: Question, got: Answer, expected: Answer) -> Iterator[Difference | None]:
        """The differences that the reference sees in turns on which the two engines disagree; None if it sees none.

        It does not read back the texts of right results; the differential run does that in cases of its own.
        """
        comparison = self._differential.comparison(question)
        if question.do == "apply":
            yield comparison.verdicts(question.turn, comparison.expected(question.turn), got)
            return
        key = partial(answers.result_key, memory=comparison.remembers)
        ours = {key(entry): entry["turn"] for entry in expected["turns"]}
        listed = [(key(entry), entry) for entry in got["turns"]]
        times = Counter(result for result, _ in listed)
        turns = [turn for result, turn in ours.items() if times[result] != 1]
        entries = [entry for result, entry in listed if result not in ours or times[result] > 1]
        if len(turns) + len(entries) <= 12:
            game, position = comparison.game, comparison.position
            read = [game.parse_turn(position, turn) for turn in turns]
            rules = RuleResults(comparison, [(turn, game.play(position, turn)) for turn in read])
            results = ComparedResults(rules, entries)
            results.listed = got["turns"]
            yield from self._differential.explained(results)


def _leaves(engine: SecondEngine[Any, Any], here: Any, depth: int) -> int:
    return sum(_leaves(engine, after, depth - 1) for _, after in engine.results(here)) if depth else 1
