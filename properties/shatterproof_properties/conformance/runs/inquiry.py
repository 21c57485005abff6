"""What happens to a difference that a process has seen: it is asked again, made small, and its cause worked out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice

from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.causes.known_causes import MOST_REMEMBERED
from shatterproof_properties.conformance.causes.rule_mutants import RuleMutant, follows, parting
from shatterproof_properties.conformance.generate.cases import Case
from shatterproof_properties.conformance.reduce.difference_search import DifferenceSearch
from shatterproof_properties.conformance.reduce.reproduction import with_earlier_questions
from shatterproof_properties.conformance.reduce.shrinking import Shrinking
from shatterproof_properties.conformance.run_settings import Budget
from shatterproof_properties.conformance.verdicts.result import Findings
from shatterproof_properties.engines.exchange import GaveUp, Stopped
from shatterproof_properties.protocol.answers import Answer
from shatterproof_properties.protocol.boards import has_opening
from shatterproof_properties.protocol.question import Question

SHRINKING = 1.0
"""Asking again and shrinking may take as long once more as a run: its time multiplied by this, for all differences."""
MOST_FLAKY = 3
"""Differences that did not show again, after which there is no point in going on."""


def look(search: DifferenceSearch, findings: Findings, seen: Iterable[Difference], budget: Budget) -> None:
    """Look into the differences that are seen until there are as many findings as the budget wants."""
    begun = search.clock()
    flaky, left = 0, SHRINKING * budget.seconds
    for found in seen:
        at, asked = search.clock(), list(search.differential.session.asked)
        before, findings.found_after = findings.found_after, findings.found_after or at - begun
        until = at + left / (budget.differences - len(findings.differences))
        # What was asked in a fresh process has been reproduced just now.
        again = True if found.earlier else confirm(search, findings, found, until)
        if found.earlier:
            findings.differences.append(found)
        elif again:
            shrink(search, findings, found, until, asked)
        elif again is not None:
            findings.found_after = before
            session = search.differential.session
            # With what differed only while asking again.
            session.note_flaky(found.question, f"{found.kind} {found.clause}", session.counts["differ"])
            flaky += 1
        left -= search.clock() - at
        # Who has no time to be asked again is not asked for more.
        if again is None or flaky == MOST_FLAKY or len(findings.differences) == budget.differences:
            break


def confirm(search: DifferenceSearch, findings: Findings, found: Difference, until: float) -> bool | None:
    """Whether a difference shows again; None if nobody could ask until then: the findings have it as it was found.

    Raises GaveUp where the engine fails too often, with the difference among the findings as well.
    """
    again = None
    try:
        again = search.shows_again(found, until)
    finally:
        if again is None:
            findings.differences.append(found)
            findings.stopped_short += 1
    return again


def shrink(
    search: DifferenceSearch, findings: Findings, found: Difference, until: float, asked: Sequence[Question]
) -> None:
    """Add a difference to the findings, as small as it can be made until then. `asked` is what it was found after."""
    now = search.clock()
    # Shrinking asks so much that nobody could say afterwards what it depends on.
    reproduced = with_earlier_questions(search.differential.session, found, now + (until - now) / 2, asked)
    shrinking = Shrinking(search, found, until)
    try:
        shrinking.run()
        plainer = search.differential.known.plainer(shrinking.best)
        if plainer:
            another = Shrinking(search, plainer, until)
            another.run()
            shrinking = another if another.best.question.size.memory <= MOST_REMEMBERED else shrinking
    finally:
        findings.differences.append(shrinking.best)
        findings.stopped_short += shrinking.stopped_short
        findings.sort()
    place = findings.differences.index(shrinking.best)
    findings.differences[place] = with_cause(search, reproduced, shrinking.best, until)
    findings.sort()


def with_cause(search: DifferenceSearch, found: Difference, smallest: Difference, until: float) -> Difference:
    """The smallest difference with its cause, to which all speaks that the case shows in which it was found.

    It is reported as it was found where only then it is known what it depends on.
    """
    session, known = search.differential.session, search.differential.known
    reproduced = with_earlier_questions(session, smallest, until, list(session.asked))
    if found.earlier and not reproduced.earlier:
        reproduced = found
    with suppress(Stopped, GaveUp):
        search.begin("asking again", until)
        for example in search.differential.differences(Case.of(found.question)):
            known.cover(example)
    return known.find_cause(reproduced, partial(_follows, search, reproduced, until))


def _follows(search: DifferenceSearch, found: Difference, until: float, rule: RuleMutant) -> bool:
    """Whether the engine plays by a rule mutant elsewhere too, as far as it can be asked until then."""
    differential, session = search.differential, search.differential.session
    if session.announced.own_texts:
        return True

    def ask(question: Question, expected: Answer) -> Answer | None:
        search.on_step()
        got = differential.pipeline.alone(partial(session.ask, session.fair(question, "apply")))
        if got is not None:
            comparison = differential.comparison(question)
            session.count_as("differ" if comparison.verdicts(question.turn, expected, got) else "agree")
        return got

    met = [found.question, *(question for question, _ in differential.known.agreements.latest)]
    starts = (session.game.start(board, session.readings) for board in dict.fromkeys(search.boards)
              if has_opening(session.game, board))  # fmt: skip
    # Random games on the smallest boards tell enough.
    openings = [Question.at(session.game, start) for start in islice(starts, 8)]
    with suppress(Stopped, GaveUp):
        search.begin("asking again", min(until, search.clock() + 10))
        return follows(rule, parting(rule, met, openings), ask)
    return True
