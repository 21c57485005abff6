"""Reproduction in a fresh process: does it show a difference, and after which earlier questions?"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import takewhile

from shatterproof.errors import InputError
from shatterproof_properties.conformance.causes.differences import ASKED_ALONE, Difference
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.generate.cases import Case, replayed_case
from shatterproof_properties.conformance.generate.variants import stand_alike
from shatterproof_properties.engines.client import EngineClient
from shatterproof_properties.engines.errors import EngineError, GaveUp, Stopped
from shatterproof_properties.engines.in_process import in_new_process, is_in_process
from shatterproof_properties.engines.session import Session
from shatterproof_properties.protocol.question import Question

SECONDS = 60.0
"""The most seconds of a reproduction."""
LEAST_SECONDS = 15.0
"""The least time for reproduction. Most engines start and answer a thousand questions in five seconds.

Within the time, ever fewer earlier questions are tried.
"""
UNANSWERED = (Stopped, GaveUp, InputError, EngineError)


def reproduced(
    session: Session, difference: Difference, until: float, asked: Sequence[Question], least: float = LEAST_SECONDS
) -> Difference | None:
    """The difference, with the earlier questions that a fresh process needs to show it, if it needs any.

    It is `in_lists_alone` if the fresh process shows it in the list of all turns, but not when asked about this turn.
    None if no fresh process could be asked in the time, at least `least` seconds, so that nobody knows.
    """
    now = time.monotonic()
    deadline = min(max(until, now + least), now + SECONDS)

    def wanted(found: Difference) -> bool:
        same_turn = difference.kind not in ASKED_ALONE or found.question.turn == difference.question.turn
        return same_turn and difference.is_like(found)

    def shows(earlier: Sequence[Question], lists: bool = True) -> bool:
        """Whether a fresh process shows the difference after these questions; with `lists` also in lists."""
        with fresh_run(session, earlier, deadline) as fresh:
            # Asked just as `check --replay` asks it.
            case = replayed_case(difference.question).asking(lists=lists)
            return fresh is not None and fresh.first_difference(case, wanted) is not None

    alone = difference.kind in ASKED_ALONE and bool(difference.question.turn)
    try:
        if alone and shows((), lists=False):
            return difference
        if shows(()):
            return replace(difference, in_lists_alone=alone)
    except UNANSWERED:
        return None
    here = difference.question.data
    alike = [question for question in asked if stand_alike(question.data, here)]
    fewest = (_fewest(promising, shows, lambda: time.monotonic() > until) for promising in (alike, asked) if promising)
    earlier = tuple(next(filter(None, fewest), ()))
    return replace(difference, earlier=earlier, asked=() if earlier else tuple(asked))


def differences_afresh(
    session: Session, question: Question, earlier: Sequence[Question], deadline: float
) -> list[Difference] | None:
    """All differences that a fresh process shows after some questions; None if it gave no proper answer."""
    with suppress(*UNANSWERED), fresh_run(session, earlier, deadline) as fresh:
        if fresh is not None:
            agreed = fresh.session.counts["agree"]
            found = list(fresh.differences(Case.of(question)))
            return found if found or fresh.session.counts["agree"] > agreed else None
    return None


@contextmanager
def fresh_run(session: Session, earlier: Sequence[Question], deadline: float) -> Iterator[DifferentialRun | None]:
    """A differential run of a fresh process that was asked some questions; None if it ended over them.

    After the deadline every question raises Stopped.
    """

    def on_step() -> None:
        if time.monotonic() > deadline:
            raise Stopped

    with _fresh_session(session, deadline) as fresh:
        fresh.readings = session.readings
        for question in earlier:
            on_step()
            with suppress(EngineError):
                fresh.ask(question)
            if not fresh.engine.running:
                break
        yield DifferentialRun(fresh, on_step) if fresh.engine.running else None


@contextmanager
def _fresh_session(session: Session, until: float) -> Iterator[Session]:
    """A session with a fresh process of the engine.

    An engine in this process gets a new process of ours, if that can import it.
    """
    argv, limits = session.engine.argv, session.engine.limits
    if is_in_process(argv):
        with EngineClient(*in_new_process(argv, limits)) as engine:
            engine.until = until
            fresh = None
            with suppress(InputError, EngineError):
                fresh = Session.begin(engine, session.game.NAME)
            if fresh:
                yield fresh
                return
        session.is_asked_afresh = False
    with EngineClient(argv, limits) as engine:
        engine.until = until
        yield Session.begin(engine, session.game.NAME)


def _fewest(
    asked: Sequence[Question], shows: Callable[[Sequence[Question]], bool], is_late: Callable[[], bool]
) -> list[Question]:
    """The fewest of the questions asked after which the difference shows.

    It takes the latest of them, then leaves out as many as the time allows. Empty if it does not show even after all of
    them, or if nobody could be asked so much.
    """
    kept: list[Question] = []
    with suppress(*UNANSWERED):
        length = 1
        while not shows(asked[-length:]):
            if length >= len(asked):
                return []
            length *= 4
        kept = list(asked[-length:])
        for _ in range(30):
            tried = takewhile(lambda _: not is_late(), _shorter(kept))
            fewer = next((fewer for fewer in tried if shows(fewer)), None)
            if fewer is None:
                break
            kept = fewer
    return kept


def _shorter(questions: list[Question]) -> Iterator[list[Question]]:
    """The questions without some of them, the most promising first: without a half, a quarter, and at last one."""
    size = len(questions) // 2
    while size:
        for place in range(0, len(questions), size):
            yield questions[:place] + questions[place + size :]
        size //= 2
