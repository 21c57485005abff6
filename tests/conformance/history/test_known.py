"""Known differences: which differences are the same, and how a run reports them."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from conformance.in_process import in_process
from conformance.made import FROM_START, HOUR, made, made_here, run_settings, shrinking_briefly, without_mutant_probes
from conformance.made_verdicts import REFUSES_ALL, counted, led_elsewhere, refused
from shatterproof.game import find_game
from shatterproof_properties.conformance.causes import known_causes
from shatterproof_properties.conformance.causes.differences import Cause, Difference, one_of_each_cause
from shatterproof_properties.conformance.history.known import ExpectedDifferences, KnownDifference
from shatterproof_properties.conformance.history.known_file import KnownFile
from shatterproof_properties.conformance.runs import inquiry
from shatterproof_properties.conformance.runs.check import run_check
from shatterproof_properties.conformance.vectors.vector_run import run_vectors
from shatterproof_properties.conformance.verdicts.result import EngineAccount, Findings, RunResult, merge
from shatterproof_properties.conformance.verdicts.verdict import Verdict
from shatterproof_properties.protocol.question import Question

ENGINE = in_process("step-off-refused")


@pytest.fixture(autouse=True)
def _no_mutant_probes() -> Iterator[None]:
    with without_mutant_probes():
        yield


@pytest.fixture(scope="module")
def shown() -> list[Difference]:
    """The differences of an engine that lets no piece step off the board, one of each kind."""
    with pytest.MonkeyPatch.context() as patch:
        by_size = partial(sorted, key=lambda each: each.question.size)
        patch.setattr(inquiry, "one_of_each_cause", by_size)
        return without_rule_mutants()


def without_rule_mutants() -> list[Difference]:
    """The report of a run on that engine that knows no mutant to explain it."""
    with shrinking_briefly(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(known_causes, "rule_mutants", lambda *_: ())
        return run_check(run_settings("splinter", ENGINE, HOUR, 1000, seed=5, differences=9)).differences


def checked_knowing(*entries: KnownDifference, command: str | None = ENGINE, game: str = "splinter") -> Verdict:
    """The verdict of a run with some known differences."""
    with shrinking_briefly():
        return run_check(run_settings(game, command, HOUR, 300, 5, known=KnownFile("known.toml", entries)))


@pytest.mark.parametrize(
    ("other", "covered"),
    [
        (refused(), True),
        (replace(refused(), got={"verdict": "malformed"}), True),
        (replace(refused(), clause="crumble.cut.own"), True),
        (replace(refused(plies=0), clause="crumble.cut.own"), False),
        (replace(refused(), kind="verdict"), False),
        (replace(refused(), kind="allows"), False),
        (replace(counted(), kind="refuses"), False),
        (replace(refused("splinter"), clause=refused().clause), False),
    ],
    ids=["itself", "another verdict", "its counterexample", "another clause", "another kind", "the other direction",
         "no clause", "another game"],
)  # fmt: skip
def test_an_entry_covers_its_kind_about_its_clause_and_its_counterexample(other: Difference, covered: bool) -> None:
    assert KnownDifference.of(refused()).covers(other) is covered


def test_one_cause_is_expected_however_it_shows(shown: list[Difference]) -> None:
    assert len({each.signature for each in shown}) == len(shown) > 1
    entry = KnownDifference.of(next(each for each in shown if each.clause == "splinter.step-off"))
    expected = ExpectedDifferences([entry])
    assert expected.outcome([]) == "agree"
    assert expected.outcome([replace(shown[0], kind="allows")]) == "differ"
    assert list(expected.others([entry_shown for entry_shown in shown if entry.covers(entry_shown)])) == []
    assert list(expected.others(shown)) == []
    assert expected.seen == [entry]


@pytest.mark.ci
def test_one_bug_of_several_ways_is_one_entry(shown: list[Difference]) -> None:
    (one,) = without_rule_mutants()
    assert set(one.ways) == {each.way for each in shown}
    assert one.question == min(shown, key=lambda each: (not each.reported, each.question.size)).question
    entry = KnownDifference.of(one)
    assert all(map(entry.covers, shown))
    assert not entry.covers(replace(shown[0], clause="splinter.win.even"))


def test_ways_are_kept_apart_that_two_known_rules_explain_or_that_stand_under_two_clauses() -> None:
    (one, other) = (replace(refused(), cause=Cause("crumble.cut.own", rule)) for rule in ("That.", "This."))
    assert one_of_each_cause([one, other]) == [one, other]
    assert len(one_of_each_cause([one, replace(one, cause=Cause("crumble.cut.own"))])) == 1
    assert len(one_of_each_cause([one, replace(one, cause=Cause("crumble.turn.finished"))])) == 2
    assert len(one_of_each_cause([one, counted()])) == 1


def test_all_that_depends_on_earlier_questions_is_one_difference() -> None:
    (unknown, found) = (replace(refused(plies=plies), earlier=earlier)
                        for plies, earlier in ((0, ()), (1, (led_elsewhere().question,))))  # fmt: skip
    (one, other) = one_of_each_cause([unknown, found, led_elsewhere()])
    assert {one.earlier, other.earlier} == {None, found.earlier}


def test_several_processes_that_find_one_bug_report_it_once(shown: list[Difference]) -> None:
    result = RunResult(EngineAccount("splinter", "an engine", {}))
    others = [replace(result, findings=Findings([each])) for each in shown]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(known_causes, "rule_mutants", lambda *_: ())
        (one,) = merge(others).findings.differences
    assert set(one.ways) == {each.way for each in shown}


def test_a_new_way_of_a_known_cause_is_expected(shown: list[Difference], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_causes, "rule_mutants", lambda *_: ())
    one, *others = (replace(each, cause=Cause("splinter.step-off")) for each in shown)
    expected = ExpectedDifferences([KnownDifference.of(one)])
    assert not expected.settles(others[0])
    assert list(expected.others([one])) == []
    another = replace(others[0], kind="allows", clause="splinter.turn.finished")
    assert expected.outcome([another]) == "differ"
    assert expected.settles(another)
    assert expected.outcome([another]) == "expected"
    assert not expected.settles(replace(another, cause=Cause("splinter.win.even")))


def test_what_has_the_cause_of_an_entry_is_expected_and_fails_no_run(shown: list[Difference]) -> None:
    assert len({each.clause for each in shown}) > 1
    known = next(each for each in shown if each.clause == "splinter.step-off")
    verdict = checked_knowing(replace(KnownDifference.of(known), why="not yet"))
    assert verdict.agrees
    assert (verdict.exit_code, verdict.result.findings.fixed) == (0, [])
    assert verdict.counts["expected"] > 0
    assert verdict.counts["differ"] == 0
    assert verdict.counts.total() == verdict.result.questions.sent
    text = verdict.to_text()
    assert "known difference" in verdict.first_line()
    assert f"expected: splinter.step-off, refuses, since {datetime.date.today()}: not yet" in text
    assert "--known known.toml" in verdict.repeated()


def test_what_no_entry_covers_is_new() -> None:
    entry = KnownDifference.of(refused("splinter"))
    verdict = checked_knowing(entry)
    assert verdict.headline == "differs"
    assert verdict.result.findings.fixed == [entry]
    assert "known differences: 1 new, 0 expected, 1 fixed" in verdict.to_text()


def test_what_is_fixed_is_said_and_fails_no_run(shown: list[Difference]) -> None:
    entry = KnownDifference.of(shown[0])
    verdict = checked_knowing(entry, command=None)
    assert (verdict.headline, verdict.exit_code, verdict.result.findings.fixed) == ("agrees", 0, [entry])
    assert f"fixed, no longer to be expected: {entry}" in verdict.to_text()
    assert "--update-known" in verdict.next_steps["take out what is fixed"]


@pytest.mark.ci
def test_what_is_expected_no_longer_is_new_where_it_is_still_there(shown: list[Difference]) -> None:
    entry = replace(KnownDifference.of(shown[0]), until=datetime.date(2020, 1, 1))
    assert entry.is_over()
    assert not replace(entry, until=datetime.date.today()).is_over()
    verdict = checked_knowing(entry)
    assert (verdict.exit_code, verdict.result.findings.expected, verdict.result.findings.fixed) == (1, [], [])
    assert "expected no longer: " in verdict.to_text()
    mended = checked_knowing(entry, command=None)
    assert (mended.exit_code, mended.result.findings.fixed) == (0, [entry])


DIES = REFUSES_ALL.replace('return {"verdict": "illegal"}', "os._exit(1)")


@pytest.mark.parametrize("changes", [pytest.param(FROM_START, marks=pytest.mark.ci), DIES])
def test_what_an_engine_cannot_be_asked_or_does_not_answer_stays_open(tmp_path: Path, changes: str) -> None:
    elsewhere = Question.at(find_game("crumble"), refused().question.position, turn="0H")
    entry = KnownDifference.of(replace(refused(), question=elsewhere))
    found = checked_knowing(entry, command=made(tmp_path, changes), game="crumble").result.findings
    assert (found.expected, found.fixed) == ([], [])


def test_a_counterexample_that_shows_something_else_now_is_fixed_and_that_is_new() -> None:
    entry = KnownDifference.of(led_elsewhere())
    verdict = checked_knowing(entry, command=made_here(REFUSES_ALL), game="crumble")
    assert verdict.result.findings.fixed == [entry]
    assert [each.kind for each in verdict.differences] == ["refuses"]


def test_what_shows_elsewhere_is_not_fixed_though_its_counterexample_is_answered_rightly() -> None:
    gone, still = (KnownDifference.of(refused(plies=plies)) for plies in (0, 1))
    findings = Findings(expected=[still], fixed=[gone, still])
    findings.keep_expected()
    assert findings.fixed == [gone]


def test_vectors_expect_what_is_known(shown: list[Difference]) -> None:
    first = run_vectors(run_settings("splinter", ENGINE))
    assert first.exit_code == 1
    known = KnownFile("known.toml", tuple(map(KnownDifference.of, first.differences)))
    again = run_vectors(run_settings("splinter", ENGINE, known=known))
    assert (again.exit_code, again.counts["differ"]) == (0, 0)
    assert again.counts["expected"] > 0
    assert "--known known.toml" in again.repeated()
