"""Single questions, asked again in a fresh process."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.common.files import read_text
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.generate.cases import MOST_RESULTS, read_counterexample, replayed_case
from shatterproof_properties.conformance.run_settings import RunSettings
from shatterproof_properties.conformance.runs.check import judged
from shatterproof_properties.conformance.verdicts.result import EngineAccount, RunResult
from shatterproof_properties.conformance.verdicts.verdict import Verdict
from shatterproof_properties.protocol.question import Question

MOST_REPORTED = 3
"""The most unlike differences that one question reports when it is asked again."""


def read_replay(given: str, game: str = "") -> tuple[Question, tuple[Question, ...]]:
    """The question of a counterexample, given as JSON or as a file, and the questions to ask before it.

    It is of the named game, else of the one that it names. Raises InputError if it has another form, or if the rules do
    not allow a position or turn of an earlier question.
    """
    text = given if given.lstrip().startswith("{") else read_text(Path(given))
    question, earlier = read_counterexample(strict_json.decode(text, source="--replay"), "--replay", game)
    return question, earlier or ()


def ask_again(settings: RunSettings, question: Question, earlier: Sequence[Question] = ()) -> Verdict:
    """Asks one question again, in a fresh process, after the `earlier` ones. Raises InputError."""
    case = replayed_case(question)
    with settings.engine.session(settings.game) as session:
        session.readings = question.chosen
        if not session.announced.from_position and not case.question.from_opening:
            raise InputError("the engine plays from the opening only", "--replay", "a counterexample that starts there")
        differential = DifferentialRun(session)
        result = RunResult(EngineAccount.of(session), coverage=differential.coverage)
        with result.growing_with(session):
            for each in earlier:
                if differential.pipeline.alone(partial(session.ask, each)) is not None:
                    session.count_as("agree")
            differential.texts_read_back = MOST_RESULTS
            found = [replace(each, earlier=tuple(earlier) or None) for each in differential.differences(case)]
            unlike: dict[Hashable, Difference] = {}
            for each_found in found:
                unlike.setdefault(each_found.signature, each_found)
            some = list(unlike.values())[:MOST_REPORTED]
            about_it = [each for each in found if each.question.turn == question.turn][:1]
            if not about_it and question.turn:
                # Where it answers rightly about the turn itself, something else of the position is at fault.
                result.findings.beside = some
                session.counts["expected"] += session.counts.pop("differ", 0)
            else:
                result.findings.differences = about_it or some
    return judged(Verdict(settings, result))
