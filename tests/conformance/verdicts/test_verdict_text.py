from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from conformance.in_process import in_process
from conformance.made import HOUR, checked, made, made_here, run_settings, shrinking_briefly, without_mutant_probes
from conformance.made_verdicts import check_schema, refused
from shatterproof.game import find_game
from shatterproof_properties.conformance.compare.coverage import MOST_NAMED, Coverage
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.report.engine_table import EngineVerdicts
from shatterproof_properties.conformance.report.junit import junit_of
from shatterproof_properties.conformance.runs import check
from shatterproof_properties.conformance.runs.check import ask_again, read_replay, run_check
from shatterproof_properties.conformance.verdicts.result import EngineAccount, RunResult
from shatterproof_properties.conformance.verdicts.verdict import Verdict
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.engines.limits import Limits
from shatterproof_properties.protocol.question import Question

SKIPS_JOINS = """
class Made(Engine):
    def apply(self, position, text):
        if "J" in text:
            raise Gap("joins are not written yet")
        return super().apply(position, text)
"""
SLOW = """
class Made(Engine):
    def apply(self, *_):
        time.sleep(60)
"""


def test_questions_that_were_not_answered_are_counted_with_their_reasons() -> None:
    with without_mutant_probes():
        verdict = checked(made_here(SKIPS_JOINS), results=150)
    assert verdict.agrees
    said = verdict.to_text()
    assert f"  {verdict.counts['skip']} questions were not answered" in said
    assert f"  not answered: {verdict.result.questions.gaps['joins are not written yet']}, for joins are not" in said


def test_what_was_not_answered_counts_for_no_clause() -> None:
    everything = "class Made(Engine):\n    def apply(self, *_):\n        raise Gap('later')\n    turns = count = apply"
    verdict = run_check(run_settings("crumble", made_here(everything), 0.01, seed=5))
    assert not verdict.agrees
    assert verdict.coverage.clauses.total() == verdict.coverage.results == 0
    assert not any(verdict.result.caught.values())
    assert "was not compared" in verdict.to_text(verbose=True)


def test_a_run_whose_time_ended_before_the_results_asked_for_says_so() -> None:
    verdict = Verdict(run_settings("crumble", results=500), RunResult(EngineAccount("crumble", "an engine 1", {})), 5)
    said = "its time was over before the 500 results that were asked for (--time)"
    verdict.coverage.results = 499
    assert said in verdict.to_text(verbose=True)
    verdict.coverage.results = 500
    assert said not in verdict.to_text(verbose=True)


def test_values_that_are_announced_and_not_played_are_reported() -> None:
    with without_mutant_probes():
        said = checked(made_here(), results=110).to_text(verbose=True)
    assert "whether it also plays the other values that it announces of crumble." in said
    assert "shatterproof profile crumble --engine" in said


def test_an_engine_that_is_too_slow_may_be_given_more_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EngineSettings, "limits", Limits(apply=1, restarts=1))
    settings = run_settings("crumble", made(tmp_path, SLOW), HOUR, 20, seed=5, slower=0.1)
    assert "--slower 0.3" in run_check(settings).to_text()


def test_a_turn_asked_again_is_answered_and_what_else_is_wrong_there_is_a_note() -> None:
    opening = find_game("crumble").start("2x2")
    asked = Question.at(find_game("crumble"), opening, do="turns")
    settings = run_settings("crumble", in_process("writing_another_text"))
    (whole,) = ask_again(settings, asked).differences
    (again,) = ask_again(settings, asked.asking("apply", whole.question.turn)).differences
    assert again.kind == whole.kind == "text"
    assert again.question.turn == whole.question.turn
    right = ask_again(settings, asked.asking("apply", "1V"))
    assert (right.headline, right.exit_code, right.differences) == ("agrees", 0, [])
    assert [each.signature for each in right.result.findings.beside] == [whole.signature]
    assert "another answer about this position is not right: " in right.to_text()
    check_schema(right.to_json())


def test_the_first_unlike_differences_of_a_question_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    first = refused(plies=0)
    found = [replace(first, clause=f"crumble.{name}") for name in ("one", "two", "one", "three", "four", "one")]
    monkeypatch.setattr(DifferentialRun, "differences", lambda *_: iter(found))
    monkeypatch.setattr(check, "explaining_readings", lambda *_: [])
    reported = ask_again(run_settings("crumble", in_process("honest")), first.question.asking("turns")).differences
    assert [each.clause for each in reported] == ["crumble.one", "crumble.two", "crumble.three"]


REFUSES_POSITIONS = """
class Made(Engine):
    def read(self, position):
        if len(position["pieces"]) > 5:
            raise ValueError("too many pieces")
        return super().read(position)
"""


def test_a_position_that_an_engine_refuses_is_reported_as_one_of_the_rules() -> None:
    with without_mutant_probes():
        verdict = checked(made_here(REFUSES_POSITIONS))
    assert verdict.headline == "engine-errors"
    said = verdict.to_text()
    assert "the rules accept this position, that of the vector crumble." in said
    assert "  again       shatterproof check crumble" in said
    assert "smoke" not in said
    replay = shlex.split(verdict.next_steps["ask again about the position that the engine refuses"])[-1]
    question, _ = read_replay(replay)
    assert len(question.data["pieces"]) > 5
    assert ask_again(verdict.settings, question).headline == "engine-errors"


FORGES = r"""
NAME = 'evil\nAGREES: x\u2028AGREES: y\r'
class Made(Engine):
    def apply(self, position, text):
        if "J" in text:
            raise Gap("later\nAGREES: z")
        return {"verdict": "illegal"}
"""


def test_what_an_engine_says_forges_no_line() -> None:
    with shrinking_briefly(0), without_mutant_probes():
        verdict = checked(made_here(FORGES), results=60)
    assert verdict.differences
    for text in (verdict.to_text(), junit_of([EngineVerdicts("", [verdict])]), verdict.first_line()):
        assert not [line for line in text.splitlines() if "AGREES" in line.split("  ")[1:2]]
    assert verdict.result.engine.title.isprintable()
    assert all(reason.isprintable() for reason in verdict.result.questions.gaps)


NAMES_WHAT_IT_LIKES = """
class Made(Engine):
    def apply(self, *asked):
        answer = super().apply(*asked)
        return {**answer, "clause": "crumble.turn.whim"} if "clause" in answer else answer
"""


def test_clauses_that_an_engine_names_in_place_of_others_are_reported() -> None:
    with without_mutant_probes():
        verdict = checked(made_here(NAMES_WHAT_IT_LIKES), results=150)
    assert verdict.agrees
    said = verdict.to_json()
    check_schema(said)
    reported = said["other_clauses_named"]
    assert {each["named"] for each in reported} == {"crumble.turn.whim"}
    assert sum(each["times"] for each in reported) == verdict.coverage.other_clauses > 0
    first = f"refusals name another clause than the reference: crumble.turn.whim for {reported[0]['clause']} "
    assert first + str(reported[0]["times"]) in verdict.to_text(verbose=True)


def test_no_more_pairs_of_clauses_are_kept_than_a_reader_can_read() -> None:
    coverage, other = Coverage(), Coverage()
    for number in range(70):
        coverage.named_other("crumble.swap", f"crumble.a-{number}")
        other.named_other("crumble.swap", f"crumble.b-{number}", 2)
    other.named_other("crumble.swap", "crumble.a-0", 5)
    coverage.add(other)
    assert len(coverage.named) == MOST_NAMED
    assert coverage.named["crumble.swap", "crumble.a-0"] == 6
