"""One cause is one difference: a known one takes no room in the report, and hides no other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

from conformance.in_process import CutEngine, in_process, settings_of
from conformance.made import HOUR, little_is_enough, run_settings, shrinking_briefly, without_mutant_probes
from conformance.made_verdicts import counted, refused
from running import run, run_for_json, word_of
from shatterproof.game import find_game
from shatterproof_properties.conformance.causes.known_causes import KnownCauses
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.history.known import KnownDifference
from shatterproof_properties.conformance.reduce.difference_search import Budget, DifferenceSearch
from shatterproof_properties.conformance.runs.check import run_check
from shatterproof_properties.conformance.runs.inquiry import look
from shatterproof_properties.conformance.runs.shard import search_through
from shatterproof_properties.conformance.verdicts.result import Findings
from shatterproof_properties.conformance.verdicts.verdict import Verdict
from shatterproof_properties.engines.errors import GaveUp, Stopped
from shatterproof_properties.engines.session import Session

SETTINGS = ("--seed", 5, "--mutants", 0, "--time", HOUR)


@pytest.fixture(autouse=True)
def _briefly() -> Iterator[None]:
    with little_is_enough(), without_mutant_probes(), shrinking_briefly():
        yield


def found(attribute: str, results: int, differences: int) -> Verdict:
    return run_check(run_settings("splinter", in_process(attribute), HOUR, results, seed=5, differences=differences))


def test_one_cause_is_one_difference_however_it_shows() -> None:
    assert [each.clause for each in found("mistaken", 600, 4).differences] == ["splinter.step-off"]


@pytest.mark.ci
def test_two_causes_are_two_differences() -> None:
    differences = found("mistaken_twice", 1500, 4).differences
    assert {"splinter.step-off"} < {each.clause for each in differences}
    assert len(differences) == 2


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("before") / "known.toml"
    with little_is_enough(), without_mutant_probes(), shrinking_briefly():
        (difference,) = found("mistaken", 1000, 1).differences
    file.write_text(KnownDifference.of(difference).to_toml())
    return file


@pytest.mark.ci
def test_a_known_difference_uses_up_no_room(known: Path) -> None:
    text = run("check", "splinter", "--engine", in_process("mistaken_twice"), "--known", known,
               "--results", 3000, *SETTINGS, code=1)  # fmt: skip
    assert word_of(text) == "DIFFERS"
    assert "known differences: 1 new, 1 expected, 0 fixed" in text


@pytest.mark.ci
def test_a_run_that_expects_a_difference_goes_to_its_end(known: Path) -> None:
    (said,) = run_for_json("check", "splinter", "--engine", in_process("mistaken"), "--known", known,
                           "--results", 400, *SETTINGS)  # fmt: skip
    assert said["results"] >= 400
    assert (said["verdict"], len(said["expected"]), said["differences"]) == ("agrees", 1, [])


def test_nothing_is_noted_of_a_question_that_shows_something_else_as_well() -> None:
    known = KnownCauses("crumble", find_game("crumble").Readings())
    rules = known.add(refused()).rules
    assert not known.cover_all([refused(), counted()])
    assert not known.counterexamples
    assert known.causes[0].rules == rules
    assert known.cover_all([refused()])


# Nothing found is lost


@pytest.mark.parametrize("what", [GaveUp, Stopped])
@pytest.mark.ci
def test_what_was_found_is_reported_wherever_the_engine_ends(what: type[Exception]) -> None:
    for questions in (0, 1, 3, 8, 21, 55):
        findings, was_ended = ended_after(questions, what)
        assert len(findings.differences) == 1, questions
        if not was_ended:
            break
    assert questions > 5


def ended_after(questions: int, what: type[Exception]) -> tuple[Findings, bool]:
    """The report on an engine that dies this many questions after it first differs."""
    numbers, ended = count(), False

    def before() -> bool:
        nonlocal ended
        if search.differential.session.counts["differ"] and next(numbers) >= questions:
            ended = True
            raise what
        return False

    with CutEngine(settings_of("refusing").engine.argv("crumble"), lambda: False) as engine:
        session = Session.begin(engine, "crumble")
        search = DifferenceSearch(DifferentialRun(session), budget=Budget(HOUR))
        findings = Findings()
        engine._before = before
        with suppress(GaveUp, Stopped):
            look(search, findings, search_through(search, 5))
        engine._before = lambda: False
    return findings, ended
