"""Single questions, asked again in a fresh process."""

from __future__ import annotations

import time
from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.common.files import read_text
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.generate.cases import MOST_RESULTS, replayed_case
from shatterproof_properties.conformance.run_settings import RunSettings
from shatterproof_properties.conformance.runs.check import judged
from shatterproof_properties.conformance.runs.shard import carry_out
from shatterproof_properties.conformance.verdicts.result import RunResult
from shatterproof_properties.conformance.verdicts.verdict import Verdict
from shatterproof_properties.engines.session import Session
from shatterproof_properties.protocol.question import EARLIER, Question

MOST_REPORTED = 3
"""The most unlike differences that one question reports when it is asked again."""


def read_replay(given: str, game: str = "") -> tuple[Question, list[Question]]:
    """The question of a counterexample, given as JSON or as a file, and the questions to ask before it.

    It is of the named game, else of the one that it names. Raises InputError if it has another form, or if the rules do
    not allow a position or turn of an earlier question.
    """
    text = given if given.lstrip().startswith("{") else read_text(Path(given))
    data = strict_json.decode(text, source="--replay")
    earlier = data.pop(EARLIER, []) if isinstance(data, dict) else []
    question, where = Question.from_json(data, "--replay", game), f"--replay, {EARLIER}"
    if not isinstance(earlier, list):
        raise InputError("earlier is no list", where, "a list of counterexamples")
    return question, [_asked_before(each, where, question.game) for each in earlier]


def _asked_before(data: Any, where: str, game: str) -> Question:
    question = Question.from_json(data, where, game)
    replayed_case(question, where)
    return question


def ask_again(settings: RunSettings, question: Question, earlier: Sequence[Question] = ()) -> Verdict:
    """Asks one question again, in a fresh process, after the `earlier` ones. Raises InputError."""
    case = replayed_case(question)
    begun = time.monotonic()
    with settings.engine.engine(settings.game) as engine:
        session = Session.begin(engine, settings.game)
        session.readings = question.chosen
        if not session.announced.from_position and not case.question.from_opening:
            raise InputError("the engine plays from the opening only", "--replay", "a counterexample that starts there")
        differential = DifferentialRun(session)
        result = RunResult.growing_with(session, differential.coverage)
        findings = result.findings

        def work() -> None:
            for each in earlier:
                if differential.pipeline.alone(partial(session.ask, each)) is not None:
                    session.count_as("agree")
            differential.texts_read_back = MOST_RESULTS
            found = list(differential.differences(case))
            asked = [difference for difference in found if difference.question.turn == question.turn]
            others: dict[Hashable, Difference] = {}
            for difference in found:
                others.setdefault(difference.signature, replace(difference, earlier=tuple(earlier) or None))
            some = list(others.values())[:MOST_REPORTED]
            # Where it answers rightly about the turn itself, something else of the position is at fault.
            findings.differences = [replace(each, earlier=tuple(earlier) or None) for each in asked[:1]]
            if not asked and question.turn:
                findings.beside = some
                session.counts["expected"] += session.counts.pop("differ", 0)
            elif not asked:
                findings.differences = some

        carry_out(work, result, session)
        result.ending.seconds = time.monotonic() - begun
    return judged(Verdict(settings, result))
