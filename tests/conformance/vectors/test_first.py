"""Vectors at the start of a check: what they show, and what is not asked."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from conformance.in_process import in_process
from conformance.made import (
    FROM_START,
    HOUR,
    OWN_TEXTS,
    REFUSES_JOINS,
    made_here,
    run_settings,
    shrinking_briefly,
    without_mutant_probes,
)
from sampling import only_in_ci, some
from shatterproof.game import GAMES
from shatterproof.spec import clauses
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.generate.cases import Case
from shatterproof_properties.conformance.report.engine_table import EngineVerdicts
from shatterproof_properties.conformance.report.junit import NEVER_MET, junit_of
from shatterproof_properties.conformance.runs.check import run_check
from shatterproof_properties.conformance.vectors.first import VectorsFirst
from shatterproof_properties.conformance.vectors.vector import read
from shatterproof_properties.conformance.verdicts.result import LEAST_RESULTS, EngineAccount, RunResult
from shatterproof_properties.conformance.verdicts.verdict import Verdict
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.engines.session import Session
from shatterproof_properties.protocol.answers import canonical

ANOTHER_TIME = """
class Made(Engine):
    asked = 0
    def turns(self, position):
        Made.asked += 1
        found = list(super().turns(position))
        return found[1:] if Made.asked == 9 else found
"""


TOGETHER = {
    "a full board and eggs apart": {"isolated": "from-all", "creation-end": "own-growth-or-full"},
    "bare growths after a removal": {
        "first-wriggle": "bare-placement", "removal-ends-turn": "then-wriggle", "forced-removal": "stays",
    },
    "any dead snake, one stuck": {
        "removal-ends-turn": "then-wriggle", "removal-count": "before-removal", "removal-scope": "any-dead",
        "tied-death": "each-stuck",
    },
}  # fmt: skip
"""Values of Scrunch's readings that change something only together."""


@contextmanager
def asking(
    command: str | None, game: str = "crumble", readings: Mapping[str, str] | None = None
) -> Iterator[tuple[VectorsFirst, DifferentialRun]]:
    with EngineSettings(command or in_process(game)).engine(game) as engine:
        differential = DifferentialRun(Session.begin(engine, game, dict(readings or {})))
        yield VectorsFirst(differential, lambda: None), differential


@pytest.mark.parametrize("game", [*map(only_in_ci, GAMES)])
def test_our_engine_agrees_with_most_of_the_full_set(game: str) -> None:
    with asking(None, game) as (first, differential):
        assert list(first.differences()) == []
        assert differential.coverage.vectors > len(read(game, "full")) / 3
        assert set(differential.session.counts) == {"agree"}
        assert differential.session.counts.total() == differential.session.engine.asked


@pytest.mark.parametrize("name", some(TOGETHER, one_in=4))
def test_what_two_readings_change_only_together_is_no_other_answer_the_second_time(name: str) -> None:
    readings = {f"scrunch.{reading}": value for reading, value in TOGETHER[name].items()}
    with asking(None, "scrunch", readings) as (first, differential):
        assert list(first.differences()) == []
        assert set(+differential.session.counts) == {"agree"}


def test_the_clauses_that_vectors_name_are_reported_and_do_not_make_enough() -> None:
    with asking(None, "splinter") as (first, differential):
        assert next(first.differences(), None) is None
        coverage = differential.coverage
        result = RunResult(EngineAccount("splinter", "an engine 1", {}), coverage=coverage)
        assert result.lacking == [f"0 results of at least {LEAST_RESULTS}"]
        assert len(coverage.all_clauses) > 5
        made = Verdict(run_settings("splinter"), result, 1)
    assert made.to_json()["clauses"] == coverage.all_clauses
    assert junit_of([EngineVerdicts("", [made])]).count(NEVER_MET) == len(clauses("splinter"))
    coverage.results = coverage.refusals = 1
    assert f"clauses: {min(coverage.all_clauses)} " in made.to_text(verbose=True)


@pytest.mark.ci
def test_what_an_engine_without_memory_says_of_a_game_is_no_other_answer_the_second_time() -> None:
    follower = [sys.executable, str(Path(__file__).parents[1] / "follower.py")]
    command = shlex.join([*follower, '{"game": "splinter", "forgetful": true}'])
    with asking(command, "splinter") as (first, differential):
        # It forgets on the way as well, which it must not.
        assert {found.clause for found in first.differences()} == {"splinter.slide.return"}
        assert set(differential.session.counts) == {"agree", "differ"}


def test_no_more_are_asked_once_they_have_had_their_time() -> None:
    with asking(None, "splinter") as (_, differential):
        asked = differential.coverage
        assert list(VectorsFirst(differential, lambda: None, may_go_on=lambda: asked.vectors < 20).differences()) == []
        assert 20 <= asked.vectors < 60


def test_what_is_wrong_is_reported_as_the_reference_sees_it() -> None:
    with asking(made_here(REFUSES_JOINS)) as (first, differential):
        found = next(first.differences())
        assert "J" in found.question.turn
        assert differential.session.counts["differ"] > 0


def test_an_answer_that_is_right_the_second_time_is_flaky() -> None:
    with asking(made_here(ANOTHER_TIME)) as (first, differential):
        assert list(first.differences()) == []
        assert (differential.session.counts["flaky"], differential.session.counts["differ"]) == (1, 0)


@pytest.mark.parametrize("changes", [FROM_START, OWN_TEXTS])
def test_only_an_engine_with_a_notation_of_its_own_is_asked_nothing(changes: str) -> None:
    with asking(made_here(changes)) as (first, differential):
        assert list(first.differences()) == []
        assert (differential.coverage.vectors == 0) is (changes == OWN_TEXTS)


def test_a_check_asks_them_first_unless_nothing_known_is_wanted() -> None:
    with shrinking_briefly(0), without_mutant_probes():
        verdict = run_check(run_settings("crumble", made_here(REFUSES_JOINS), HOUR, 50, 5))
        assert verdict.differences
        assert verdict.coverage.vectors > 0
        verdict = run_check(run_settings("crumble", in_process("crumble"), HOUR, 5, 5, examples=False))
    assert verdict.coverage.vectors == 0


MISSES_THE_END = """
from functools import partial
Introduction = partial(Introduction, refusals="none")
class Made(Engine):
    def apply(self, position, text):
        said = super().apply(position, text)
        return {**said, "outcome": None} if said["verdict"] == "legal" else said
    def turns(self, position):
        for entry in super().turns(position):
            yield {**entry, "outcome": None}
"""


@pytest.mark.parametrize("game", some(GAMES, one_in=3))
def test_the_position_of_a_vector_is_that_of_the_reference_whoever_plays_its_turns(game: str) -> None:
    with asking(made_here("", game), game) as (first, _):
        questions = [each for each in first.questions() if each.played][::9]
        assert len(questions) > 3
        for question in questions:
            assert canonical(first._placed(question).data) == canonical(replace(question, turn=question.turn).data)


@pytest.mark.parametrize(
    "announced",
    [
        pytest.param("CAN, STARTS = ('apply',), ('position',)", marks=pytest.mark.ci),
        pytest.param("CAN = ('apply', 'turns')", marks=pytest.mark.ci),
        FROM_START,
    ],
)
@pytest.mark.ci
def test_an_engine_that_answers_no_question_two_ways_is_never_called_flaky(announced: str) -> None:
    """It says that it checks no turns, so that only legal ones can be asked again."""
    with asking(made_here(announced + MISSES_THE_END)) as (vectors, differential):
        found = next(vectors.differences())
        assert (found.kind, differential.session.counts["flaky"]) == ("outcome", 0)
        assert differential.first_difference(Case.of(found.question, lists=False)) == found
    with shrinking_briefly():
        verdict = run_check(run_settings("crumble", made_here(announced + MISSES_THE_END), HOUR, seed=1))
    assert (verdict.headline, verdict.counts["flaky"]) == ("differs", 0)
