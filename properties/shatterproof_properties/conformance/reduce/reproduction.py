"""Reproduction in a fresh process: whether it shows a difference, and after which earlier questions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from itertools import takewhile

from shatterproof.errors import InputError
from shatterproof_properties.conformance.causes.differences import ASKED_ALONE, Difference
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.generate.cases import Case, replayed_case
from shatterproof_properties.conformance.generate.variants import stand_alike
from shatterproof_properties.engines.client import EngineClient
from shatterproof_properties.engines.errors import EngineError
from shatterproof_properties.engines.exchange import GaveUp, Stopped
from shatterproof_properties.engines.in_process import in_new_process, is_in_process
from shatterproof_properties.engines.session import Session
from shatterproof_properties.protocol.question import Question

SECONDS = 60.0
"""How long that may take, at most."""
LEAST_SECONDS = 15.0
"""How long it may take to show it however short the time is: most engines start and answer a thousand questions in
five. Fewer questions are looked for until the time is up."""
IN_NEW_PROCESS = True
"""Whether an engine in this process is asked again in a new one."""
UNANSWERED = (Stopped, GaveUp, InputError, EngineError)

Clock = Callable[[], float]


def reproduced(
    session: Session,
    difference: Difference,
    until: float,
    asked: Sequence[Question],
    clock: Clock = time.monotonic,
    least: float = LEAST_SECONDS,
) -> Difference | None:
    """The difference, with those of the questions asked that a fresh process has to be asked before where it does not
    show at once.

    It is `in_lists_alone` where the fresh process shows it among all turns, but not when asked about this turn. None
    where no fresh process could be asked in the time, at least `least` seconds, so that nobody knows.
    """
    now = clock()
    shows = partial(_shows_after, session, difference, min(max(until, now + least), now + SECONDS), clock)
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
    fewest = (_fewest(promising, shows, lambda: clock() > until) for promising in (alike, asked) if promising)
    earlier = tuple(next(filter(None, fewest), ()))
    return replace(difference, earlier=earlier, asked=() if earlier else tuple(asked))


def differences_afresh(
    session: Session, question: Question, earlier: Sequence[Question], deadline: float
) -> list[Difference] | None:
    """All that a fresh process shows once it has been asked some questions; None where it gave no proper answer."""
    with suppress(*UNANSWERED), fresh_run(session, earlier, deadline) as fresh:
        if fresh is not None:
            agreed = fresh.session.counts["agree"]
            found = list(fresh.differences(Case.of(question)))
            return found if found or fresh.session.counts["agree"] > agreed else None
    return None


def _shows_after(
    session: Session,
    difference: Difference,
    deadline: float,
    clock: Clock,
    earlier: Sequence[Question],
    lists: bool = True,
) -> bool:
    """Whether a fresh process shows the difference once it has been asked these questions; `lists`: also in lists."""

    def wanted(found: Difference) -> bool:
        same_turn = difference.kind not in ASKED_ALONE or found.question.turn == difference.question.turn
        return same_turn and difference.is_like(found)

    with fresh_run(session, earlier, deadline, clock) as fresh:
        # Asked just as `check --replay` asks it.
        case = replayed_case(difference.question).asking(lists=lists)
        return fresh is not None and fresh.first_difference(case, wanted) is not None


@contextmanager
def fresh_run(
    session: Session, earlier: Sequence[Question], deadline: float, clock: Clock = time.monotonic
) -> Iterator[DifferentialRun | None]:
    """A differential run of a fresh process that has been asked some questions; None where it ended over them.

    After the deadline, a time of the clock, whatever is asked raises Stopped.
    """

    def on_step() -> None:
        if clock() > deadline:
            raise Stopped

    with _fresh_session(session, time.monotonic() + deadline - clock()) as fresh:
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
    """A session with a fresh process of the engine: of one in this process a new one of ours, if that finds it."""
    argv, limits = session.engine.argv, session.engine.limits
    if IN_NEW_PROCESS and is_in_process(argv):
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
    """The fewest questions, out of those asked, after which it shows: the latest of them, then without what can go.

    It finds as few as the time allows. None of them where it does not show after all of them either, or nobody could be
    asked so much.
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
    """The questions without some of them, the most promising first: without halves, quarters, and at last one."""
    size = len(questions) // 2
    while size:
        for place in range(0, len(questions), size):
            yield questions[:place] + questions[place + size :]
        size //= 2
