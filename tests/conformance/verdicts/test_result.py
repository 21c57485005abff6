"""Results: agreement needs nine in ten of the visible mutants, shown by the run's own questions; refused positions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conformance.in_process import in_process
from conformance.made import HOUR, made_here, run_settings
from shatterproof.game import find_game
from shatterproof_properties.conformance.compare.coverage import Coverage
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.compare.mutant_probes import MutantProbes
from shatterproof_properties.conformance.generate.cases import Case
from shatterproof_properties.conformance.history.known import ExpectedDifferences, KnownDifference
from shatterproof_properties.conformance.mutants import self_check_mutants
from shatterproof_properties.conformance.reduce.difference_search import DifferenceSearch
from shatterproof_properties.conformance.runs import check
from shatterproof_properties.conformance.runs.check import hidden_mutants, run_check
from shatterproof_properties.conformance.vectors import first
from shatterproof_properties.conformance.verdicts.result import EngineAccount, RunEnding, RunResult
from shatterproof_properties.conformance.verdicts.terminal import rounded
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.engines.session import EngineErrorRecord, Session
from shatterproof_properties.protocol.question import Question


def seen(caught: int, of: int, hidden: int = 0) -> RunResult:
    """The result of a run that has shown the first of some mutants; the last of them are hidden."""
    names = [f"mutant {number:02}" for number in range(of)]
    result = RunResult(EngineAccount("crumble", "an engine", {}), coverage=Coverage(results=40), ending=RunEnding(10.0))
    result.caught = {name: place < caught for place, name in enumerate(names)}
    result.hidden = tuple(names[of - hidden :])
    result.caught_after = [0.1 * 2**place for place in range(caught)]
    return result


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (seen(21, 24), "21 of 24 self-check mutants would have been found, 22 are needed"),
        (seen(22, 24), ""),
        (seen(15, 24, hidden=8), ""),
        (seen(14, 24, hidden=8), "14 of 16 self-check mutants would have been found, 15 are needed"),
        (seen(0, 24, hidden=24), "40 results of at least 50"),
        (seen(0, 0), "40 results of at least 50"),
    ],
)
def test_nine_in_ten_of_the_mutants_that_can_show_are_enough(result: RunResult, said: str) -> None:
    assert result.lacking == ([said] if said else [])


def test_the_time_that_is_lacking_is_said_by_how_long_the_latest_mutants_took() -> None:
    one, two = (seen(caught, 10) for caught in (8, 7))
    assert 20 < (one.seconds_needed or 0) < 30
    assert (two.seconds_needed or 0) > 20
    assert seen(2, 10).seconds_needed is None
    assert seen(0, 0).seconds_needed == 12.5
    late = replace(seen(8, 10), caught_after=[1e-9] * 7 + [9.0])
    assert (late.seconds_needed or 0) <= 30 * 86_400


def test_the_first_refused_position_of_each_kind_is_found() -> None:
    splinter = find_game("splinter")
    start = splinter.to_json(splinter.start("2x4"))
    refused = {"bad-position": [{**start, "pieces": []}, start], "internal": [start]}
    result = RunResult(EngineAccount("splinter", "an engine", {}))
    found = []
    for what, positions in refused.items():
        questions = ({"do": "turns", "position": position} for position in positions)
        result.questions.errors = [EngineErrorRecord("error", f"{what}: no", question) for question in questions]
        found += [result.refused_position(is_legal) for is_legal in (True, False)]
    assert [question and question.data for question in found] == [start, {**start, "pieces": []}, None, None]


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.2, "1s"), (40, "40s"), (43, "50s"), (130, "3m"), (1900, "40m"), (8000, "3h")]
)
def test_a_time_is_rounded_up_to_one_that_reads_well(seconds: float, said: str) -> None:
    assert rounded(seconds) == said


@pytest.mark.ci
def test_what_every_run_begins_with_shows_no_mutant(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing_at_random(search: DifferenceSearch, _: int) -> None:
        search.over = True

    monkeypatch.setattr(DifferenceSearch, "search", nothing_at_random)
    monkeypatch.setattr(first, "read", lambda *_: ())
    monkeypatch.setattr(check, "hidden_mutants", lambda *_: ())
    verdict = run_check(run_settings("splinter", None, HOUR, results=200, seed=5))
    assert verdict.coverage.results > 100
    assert sum(verdict.result.caught.values()) == 0
    assert verdict.headline == "too-little-seen"


ONE_BOARD = 'BOARDS = ("2x2",)'
ONLY_LEGAL_FROM_START = "CAN, STARTS = ('apply',), ('start',)"


def hidden(command: str, game: str = "crumble") -> set[str]:
    """The mutants that cannot show on what an engine announces."""
    names = [mutant.name for mutant in self_check_mutants(game)]
    with EngineSettings(command).engine(game) as engine:
        return {*hidden_mutants(Session.begin(engine, game), names)}


@pytest.mark.ci
def test_all_mutants_can_show_on_an_engine_that_announces_all() -> None:
    assert hidden(made_here()) == set()


@pytest.mark.ci
def test_fewer_can_show_where_less_is_announced() -> None:
    small = hidden(made_here(ONE_BOARD))
    assert small
    assert small < hidden(made_here(f"{ONE_BOARD}\n{ONLY_LEGAL_FROM_START}"))


def test_a_question_that_meets_a_known_difference_counts_as_looked_at() -> None:
    opening = Question.at(find_game("splinter"), find_game("splinter").start("6x5"), do="turns")
    with EngineSettings(in_process("step-off-refused")).engine("splinter") as engine:
        session = Session.begin(engine, "splinter")
        (shown, *_) = DifferentialRun(session).differences(Case.of(opening))
        probes = MutantProbes("splinter", {})
        expected = ExpectedDifferences([KnownDifference.of(shown)])
        knowing = DifferentialRun(session, expected=expected, probes=probes)
        # A wrong count comes from it as well.
        assert {found.way for found in knowing.differences(Case.of(opening))} <= {"count"}
    assert expected.seen
    assert sum(probes.caught.values()) > 2
