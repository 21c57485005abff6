"""Mismatch candidates: answers in which an engine and our second engine differ, for the reference to judge."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import partial

from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.compare.counts import Counts, MismatchCandidate, SecondEngineWrong
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.compare.lists import listed_twice
from shatterproof_properties.conformance.generate.cases import Case
from shatterproof_properties.conformance.generate.exhaustive import EngineFor
from shatterproof_properties.protocol import answers
from shatterproof_properties.protocol.answers import Answer
from shatterproof_properties.protocol.question import Question

WHOLE_ONE_IN = 20
"""One in this many candidates with a known cause is still judged as a whole."""


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

        Raises SecondEngineWrong if it sees none although the second engine's answer differs.
        """
        question = candidate.question
        if self._counts and question.do == "count":
            yield from self._judge_count(question, self._counts)
        elif not self._is_of_known_cause(candidate):
            whole = yield from self._judge_whole(question)
            if candidate.got is not None and not whole:
                self._differential.session.note_flaky(question)

    def _judge_count(self, question: Question, counts: Counts) -> Iterator[Difference]:
        """The same for numbers of leaves, by the position at fault."""
        whole = yield from self._judge_whole(counts.descend(question))
        if not whole:
            if counts.contradicts_itself(question):
                self._differential.session.recount("differ", "breach")
            else:
                self._differential.session.note_flaky(question)

    def _judge_whole(self, question: Question) -> Generator[Difference, None, bool]:
        """The differences in all that is asked about a position or a turn.

        The second value says whether there are any, known ones included.
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
