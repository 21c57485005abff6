"""What happens to a difference that a process has seen: it is asked again, made small, and its cause worked out."""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial

from shatterproof_properties.conformance.causes.differences import Difference, one_of_each_cause
from shatterproof_properties.conformance.causes.experiment import Experiment
from shatterproof_properties.conformance.causes.known_causes import MOST_REMEMBERED
from shatterproof_properties.conformance.generate.cases import Case
from shatterproof_properties.conformance.reduce.difference_search import DifferenceSearch
from shatterproof_properties.conformance.reduce.reproduction import UNANSWERED, fresh_run, reproduced
from shatterproof_properties.conformance.reduce.shrinking import Shrinking
from shatterproof_properties.conformance.verdicts.result import Findings
from shatterproof_properties.engines.errors import EngineError, GaveUp, Stopped
from shatterproof_properties.engines.session import Session
from shatterproof_properties.protocol.announced import has_opening
from shatterproof_properties.protocol.answers import Answer
from shatterproof_properties.protocol.question import Question

INQUIRY = 1.0
"""The time for looking into all differences, as a multiple of the time of the run."""
DIAGNOSING, LEAST_TO_DIAGNOSE = 1 / 3, 3.0
"""The part of it that is kept for finding causes, and the least seconds for that in a short run."""
MOST_OPENINGS = 8
"""The most boards, smallest first, on which random games are played to find a cause."""
MOST_FLAKY = 3
"""The most differences that do not show again before the run gives up."""


def look(search: DifferenceSearch, findings: Findings, seen: Iterable[Difference]) -> None:
    """Looks into the differences that are seen, until there are as many findings as the budget wants."""
    begun, session = time.monotonic(), search.differential.session
    flaky, left = 0, INQUIRY * search.budget.seconds
    findings.most = search.budget.differences
    for found in seen:
        at = time.monotonic()
        before, findings.found_after = findings.found_after, findings.found_after or at - begun
        try:
            again = _look_into(search, findings, found, at + left / (findings.most - len(findings.differences)))
        finally:
            # One difference of each cause is left, and none of those that are expected.
            rest = [each for each in findings.differences if not search.differential.expected.settles(each)]
            if len(rest) < len(findings.differences):
                # What was asked about them differs as expected; whatever else does turns up again.
                session.counts["expected"] += session.counts.pop("differ", 0)
            findings.differences = one_of_each_cause(rest)
        if again is False:
            findings.found_after = before
            # With what differed only while asking again.
            session.note_flaky(found.question, f"{found.kind} {found.clause}", session.counts["differ"])
            flaky += 1
        left -= time.monotonic() - at
        # Who could not be asked again is not asked for more.
        if again is None or flaky == MOST_FLAKY or len(findings.differences) == findings.most:
            break


def _look_into(search: DifferenceSearch, findings: Findings, found: Difference, until: float) -> bool | None:
    """Whether a difference shows again; None if that stays open.

    If it does, it is added to the findings, as small as it can be made. If there was no time to ask, it is added as it
    was found, provided that a fresh process shows it. The same happens before GaveUp is raised, if the engine fails too
    often.
    """
    session = search.differential.session
    asked = list(session.asked)
    if found.earlier:
        # What was asked in a fresh process has been reproduced just now.
        findings.differences.append(found)
        return True
    again = None
    try:
        again = search.shows_again(found, until)
    finally:
        if again is None and (shown := reproduced(session, found, until, asked)):
            findings.differences.append(shown)
            findings.stopped_short += 1
    if not again:
        return again
    now = time.monotonic()
    # Shrinking asks so much that nobody could say afterwards what it depends on.
    shown = reproduced(session, found, now + (until - now) / 2, asked)
    if shown is None:
        # It stays among the answers that differ.
        return None
    smallest = _shrink(search, findings, found, shown, until - DIAGNOSING * (until - now))
    explained = _with_cause(search, smallest, found, max(until, time.monotonic() + LEAST_TO_DIAGNOSE))
    findings.differences[findings.differences.index(smallest)] = explained
    return True


def _shrink(
    search: DifferenceSearch, findings: Findings, found: Difference, shown: Difference, until: float
) -> Difference:
    """Add a difference, as small as it can be made until then; as it was `shown` unless a fresh process shows less."""
    session, shrinking = search.differential.session, Shrinking(search, found, until)
    smallest = shown
    try:
        shrinking.run()
        if plainer := search.differential.known.plainer(shrinking.best):
            another = Shrinking(search, plainer, until)
            another.run()
            shrinking = another if another.best.question.size.memory <= MOST_REMEMBERED else shrinking
    finally:
        # Also where somebody interrupts it: what is added has been seen in a fresh process.
        if shrinking.best != shown:
            # Once time is up, what a fresh process has shown before will do.
            again = reproduced(session, shrinking.best, until, list(session.asked), least=0.0)
            smallest = shown if again is None or again.earlier == () else again
        findings.differences.append(smallest)
        findings.stopped_short += shrinking.stopped_short
    return smallest


def _with_cause(search: DifferenceSearch, smallest: Difference, found: Difference, until: float) -> Difference:
    """The smallest difference with its cause. All that the case of `found` shows is evidence.

    A difference that depends on earlier questions has no cause in the rules.
    """
    known, session, now = search.differential.known, search.differential.session, time.monotonic()
    with suppress(Stopped, GaveUp):
        # Most of the time is for the rules that would explain it.
        search.begin("asking again", now + (until - now) / 3)
        for example in search.differential.differences(Case.of(found.question)):
            known.cover(example)
    explained = None
    if not session.announced.own_texts:
        experiment = _experiment(search, smallest, found)
        with suppress(*UNANSWERED):
            search.begin("asking again", until)
            with fresh_run(session, (), until) as fresh:
                if fresh is not None:
                    experiment.ask = partial(_answer_of, search, fresh.session)
                    explained = known.find_cause(smallest, experiment)
    explained = explained or known.find_cause(smallest)
    return explained if explained.earlier is None else replace(explained, cause=None)


def _experiment(search: DifferenceSearch, smallest: Difference, found: Difference) -> Experiment:
    """An experiment that starts from positions in which the engine was right or wrong. It has asked nothing yet."""
    known, session = search.differential.known, search.differential.session
    wrong = [smallest.question, found.question, *(each.question for each in known.counterexamples)]
    right = [question for question, _ in known.agreements]
    boards = [board for board in dict.fromkeys(search.boards) if has_opening(session.game, board)]
    some = boards[:: max(1, len(boards) // MOST_OPENINGS)][:MOST_OPENINGS]
    openings = [Question.at(session.game, session.game.start(board, session.readings)) for board in some]
    announced = session.announced
    return Experiment(
        met=[*wrong, *right], openings=openings, set_up=announced.from_position, legal_only=not announced.refuses
    )


def _answer_of(search: DifferenceSearch, fresh: Session, question: Question) -> Answer | None:
    """The answer of a fresh process about a turn; None if there is no proper answer."""
    search.on_step()
    if not fresh.can_be_asked(question):
        return None
    try:
        return fresh.ask(fresh.fair(question, "apply"))
    except EngineError:
        fresh.revive()
        return None
