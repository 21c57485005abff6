"""Mismatch candidates: answers in which an engine and our second engine part, judged by the reference.

Numbers of leaves, whole subtrees in one question, lead down to the position at fault before they are judged.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import partial
from typing import Any, NamedTuple

from shatterproof import strict_json
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.compare.coverage import Coverage
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.compare.lists import listed_twice
from shatterproof_properties.conformance.generate.cases import Case
from shatterproof_properties.conformance.generate.exhaustive import EngineFor
from shatterproof_properties.engines.pipeline import Pipeline
from shatterproof_properties.engines.session import EngineErrorRecord, Session
from shatterproof_properties.protocol import answers
from shatterproof_properties.protocol.answers import Answer
from shatterproof_properties.protocol.expected import AS_EXPECTED, Expected
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.second.engine import MOST, SecondEngine

WHOLE_ONE_IN = 20
"""One in this many candidates with a known cause is still judged as a whole."""
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


class Counts:
    """Compares numbers of leaves with those of the second engine, as large as the engine counts without delay."""

    def __init__(
        self,
        session: Session,
        coverage: Coverage,
        pipeline: Pipeline[MismatchCandidate],
        engine_for: EngineFor,
    ) -> None:
        self._session, self._coverage, self._pipeline = session, coverage, pipeline
        self._engine_for = engine_for
        self._most: float = LEAVES[0]
        self._waited = 0.0

    def ask(self, here: Question, breadth: int) -> Iterator[MismatchCandidate]:
        """Asks for the leaves below a position with `breadth` results, if they are few enough."""
        depth = DEEPEST
        if breadth**depth <= self._most:
            # Fast engines are asked for more leaves, and slow ones for fewer.
            waited = self._session.engine.waited
            slow, self._waited = waited - self._waited > PATIENCE, waited
            self._most = max(50, self._most / GROWTH) if slow else min(LEAVES[1], self._most * GROWTH)
            question = here.asking("count", depth=depth)
            counted = self._engine_for(question.board).count(question.data, depth)
            expected = Expected(strict_json.encode(counted))
            yield from self._pipeline.ask(question, partial(self._compare, question, counted), expected)

    def _compare(self, question: Question, expected: Answer, got: Answer) -> Iterator[MismatchCandidate]:
        if self._is_right(expected, got):
            self._session.count_as("agree")
            self._coverage.leaves += expected["total"]
            return
        self._session.count_as("differ")
        yield MismatchCandidate(question, got, expected)

    def descend(self, question: Question) -> Question:
        """The question about all turns of the position at fault: below it all numbers are right again.

        No other question is on its way.
        """
        for depth in range(question.depth - 1, 0, -1):
            below = self._first_unlike(question, depth)
            if below is None:
                break
            # One of these questions will be known to differ, or not to.
            self._session.recount("differ", "agree")
            question = below
        return question.asking("turns")

    def contradicts_itself(self, question: Question) -> bool:
        """Whether the engine repeats wrong numbers of leaves although all its turns are right: a breach.

        Raises SecondEngineWrong if our own numbers are no sums of results.
        """
        engine = self._engine_for(question.board)
        ours = engine.count(question.data, question.depth)
        if ours["total"] != _leaves(engine, engine.read(question.data), question.depth):
            raise SecondEngineWrong(question)
        got = self._pipeline.alone(partial(self._session.ask, question))
        if got is None:
            return False
        if self._is_right(ours, got):
            self._session.count_as("agree")
            return False
        self._session.count_as("breach")
        what = f"{got['total']} leaves at depth {question.depth}, but {ours['total']} by its own turns"
        self._session.keep(EngineErrorRecord("breach", what, question.message()))
        return True

    def _first_unlike(self, question: Question, depth: int) -> Question | None:
        engine = self._engine_for(question.board)
        for result in engine.listed(strict_json.encode(question.data), MOST):
            below = Question(question.game, question.board, question.readings, result.position, do="count", depth=depth)
            got = self._pipeline.alone(partial(self._session.ask, below))
            if got is None:
                continue
            if not self._is_right(engine.count(below.data, depth), got):
                self._session.count_as("differ")
                return below
            self._session.count_as("agree")
        return None

    def _is_right(self, expected: Answer, got: Answer) -> bool:
        return got is AS_EXPECTED or answers.same("count", expected, got)


def _leaves(engine: SecondEngine[Any, Any], here: Any, depth: int) -> int:
    return sum(_leaves(engine, after, depth - 1) for _, after in engine.results(here)) if depth else 1


class CandidateJudge:
    """Puts questions to the reference, while none is on its way to the engine.

    A candidate that shows only differences of known or expected causes, each about one turn, is not judged as a whole:
    that would take the reference a hundred times as long.
    """

    def __init__(self, differential: DifferentialRun, engine_for: EngineFor, counts: Counts | None) -> None:
        self._differential, self._engine_for, self._counts = differential, engine_for, counts
        self._known = 0

    def judge(self, candidate: MismatchCandidate) -> Iterator[Difference]:
        """The differences that the reference sees in a question, without known ones.

        Numbers of leaves are judged by the position at fault. Raises SecondEngineWrong if the reference sees no
        difference although the second engine's answer differs.
        """
        question = candidate.question
        if self._counts and question.do == "count":
            whole = yield from self._judge_whole(self._counts.descend(question))
            if not whole and self._counts.contradicts_itself(question):
                self._differential.session.recount("differ", "breach")
            elif not whole:
                self._differential.session.note_flaky(question)
        elif not self._is_of_known_cause(candidate):
            whole = yield from self._judge_whole(question)
            if candidate.got is not None and not whole:
                self._differential.session.note_flaky(question)

    def _judge_whole(self, question: Question) -> Generator[Difference, None, bool]:
        """The differences in all that is asked about a position or a turn.

        Returns whether there are any, known ones included.
        """
        differential, session = self._differential, self._differential.session
        expected = session.counts["expected"]
        found = list(differential.differences(Case.of(question, lists=question.do == "turns")))
        yield from (difference for difference in found if not differential.known.cover(difference))
        if found:
            return True
        if session.counts["expected"] > expected:
            session.recount("differ", "expected")
            return True
        self._check_second(question)
        return False

    def _is_of_known_cause(self, candidate: MismatchCandidate) -> bool:
        """Whether a mismatch candidate shows only differences of known causes. If so, it is counted as such."""
        differential = self._differential
        if candidate.got is None or not (differential.known.causes or differential.expected.seen):
            return False
        self._known += 1
        if self._known % WHOLE_ONE_IN == 0:
            return False
        found = list(self._differences(candidate))
        if not found or any(each is None for each in found):
            return False
        outcome = differential.expected.outcome(found)
        if not differential.known.cover_all(differential.expected.others(found)):
            return False
        differential.coverage.known += 1
        differential.session.recount("differ", outcome)
        return True

    def _differences(self, candidate: MismatchCandidate) -> Iterator[Difference | None]:
        """The differences that the reference sees in turns on which the two engines disagree; None if it sees none.

        It does not read back the texts of right results; candidates judged as a whole show those.
        """
        question, got, expected = candidate.question, candidate.got, candidate.expected
        assert got is not None
        assert expected is not None
        comparison = self._differential.comparison(question)
        if question.do == "apply":
            yield comparison.verdicts(question.turn, comparison.expected(question.turn), got)
            return
        key = partial(answers.result_key, memory=comparison.remembers)
        ours = {key(entry): entry for entry in expected["turns"]}
        listed = [(key(entry), entry) for entry in got["turns"]]
        theirs: dict[tuple[str, str], Answer] = {}
        again = [(theirs[place]["turn"], entry) for place, entry in listed
                 if theirs.setdefault(place, entry) is not entry and place in ours]  # fmt: skip
        # Without its memory a position may stand for two results.
        twice = again if comparison.remembers else []
        missing = [entry["turn"] for place, entry in ours.items() if place not in theirs]
        extra = [entry for place, entry in listed if place not in ours]
        if len(missing) + len(extra) + len(twice) <= 12:
            yield from (listed_twice(comparison, first, entry) for first, entry in twice)
            yield from self._differential.differing_results(comparison, missing, extra, got["turns"])

    def _check_second(self, question: Question) -> None:
        engine, differential = self._engine_for(question.board), self._differential
        if question.do != "apply":
            agree = differential.results_by_rules(question).are_listed_by(engine)
        else:
            rules = differential.comparison(question).expected(question.turn)
            ours = engine.apply(question.data, question.turn)
            agree = answers.same("apply", rules, ours, memory=differential.session.remembers)
        if not agree:
            raise SecondEngineWrong(question)
