"""Suspects of the fast lane: answers that are not as the second engine says, and what the reference says of them."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import partial

from shatterproof_properties.conformance.cases import Case
from shatterproof_properties.conformance.counts import Counts, EngineFor, SecondEngineWrong, Suspect
from shatterproof_properties.conformance.difference import Difference
from shatterproof_properties.conformance.lists import listed_twice
from shatterproof_properties.conformance.lockstep import Lockstep
from shatterproof_properties.protocol import answers
from shatterproof_properties.protocol.answers import Answer
from shatterproof_properties.protocol.question import Question

WHOLE_ONE_IN = 20
"""One in so many suspects that are of known causes is judged as a whole all the same."""
MOST_TOLD = 12
"""Results of a position that differ, beyond which it is judged as a whole."""


class SuspectJudge:
    """Puts questions to the reference, with nothing on its way to the engine.

    Where differences of known or declared causes are all that a suspect shows, which one turn each can tell, it is not
    judged as a whole: the reference would take a hundred times as long.
    """

    def __init__(self, lockstep: Lockstep, engine_for: EngineFor, counts: Counts | None) -> None:
        self._lockstep, self._engine_for, self._counts = lockstep, engine_for, counts
        self._known = 0

    def judge(self, suspect: Suspect) -> Iterator[Difference]:
        """The differences that the reference sees in a question, but for those that are known.

        Raises SecondEngineWrong where it has none, and the second engine says otherwise than the reference.
        """
        question = suspect.question
        if self._counts and question.do == "count":
            yield from self._judge_count(question, self._counts)
        elif not self._is_of_known_cause(suspect):
            whole = yield from self._judge_whole(question)
            if suspect.got is not None and not whole:
                self._lockstep.session.note_flaky(question)

    def _judge_count(self, question: Question, counts: Counts) -> Iterator[Difference]:
        """The same for numbers of leaves, by the position at fault."""
        whole = yield from self._judge_whole(counts.descend(question))
        if not whole:
            if counts.contradicts_itself(question):
                self._lockstep.session.recount("differ", "breach")
            else:
                self._lockstep.session.note_flaky(question)

    def _judge_whole(self, question: Question) -> Generator[Difference, None, bool]:
        """The differences in all that is asked about a position or a turn; whether there are any, known ones too."""
        lockstep, session = self._lockstep, self._lockstep.session
        declared = session.counts["declared"]
        found = list(lockstep.differences(Case.of(question, lists=question.do == "turns")))
        yield from (difference for difference in found if not lockstep.known.cover(difference))
        if found:
            return True
        if session.counts["declared"] > declared:
            session.recount("differ", "declared")
            return True
        self._check_second(question)
        return False

    def _is_of_known_cause(self, suspect: Suspect) -> bool:
        """Whether a suspect shows differences of known causes only; it is counted as such then."""
        lockstep = self._lockstep
        if suspect.got is None or not (lockstep.known.causes or lockstep.declarations.seen):
            return False
        self._known += 1
        if self._known % WHOLE_ONE_IN == 0:
            return False
        found = list(self._differences(suspect))
        if not found or any(each is None for each in found):
            return False
        outcome = lockstep.declarations.outcome(found)
        if not lockstep.known.cover_all(lockstep.declarations.others(found)):
            return False
        lockstep.census.known += 1
        lockstep.session.recount("differ", outcome)
        return True

    def _differences(self, suspect: Suspect) -> Iterator[Difference | None]:
        """What the reference says of those turns that the two engines tell otherwise; None where it sees nothing.

        The texts of results that are right are not read back here: those judged as a whole show them.
        """
        question, got, expected = suspect.question, suspect.got, suspect.expected
        assert got is not None
        assert expected is not None
        comparison = self._lockstep.comparison(question)
        if question.do == "apply":
            yield comparison.verdicts(question.turn, comparison.rightful(question.turn), got)
            return
        key = partial(answers.result_key, memory=comparison.remembers)
        ours = {key(entry): entry for entry in expected["turns"]}
        told = [(key(entry), entry) for entry in got["turns"]]
        theirs: dict[tuple[str, str], Answer] = {}
        again = [(theirs[place]["turn"], entry) for place, entry in told
                 if theirs.setdefault(place, entry) is not entry and place in ours]  # fmt: skip
        # Without its memory a position may stand for two results.
        twice = again if comparison.remembers else []
        missing = [entry["turn"] for place, entry in ours.items() if place not in theirs]
        extra = [entry for place, entry in told if place not in ours]
        if len(missing) + len(extra) + len(twice) <= MOST_TOLD:
            yield from (listed_twice(comparison, first, entry) for first, entry in twice)
            yield from self._lockstep.differing_results(comparison, missing, extra, got["turns"])

    def _check_second(self, question: Question) -> None:
        engine, lockstep = self._engine_for(question.board), self._lockstep
        if question.do != "apply":
            agree = lockstep.results_by_rules(question).are_told_by(engine)
        else:
            rules = lockstep.comparison(question).rightful(question.turn)
            ours = engine.apply(question.data, question.turn)
            agree = answers.same("apply", rules, ours, memory=lockstep.session.remembers)
        if not agree:
            raise SecondEngineWrong(question)
