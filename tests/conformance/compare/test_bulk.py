"""The bulk comparison: expectations of the second engine, judgements of the reference, and conflicts of both."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest

from conformance.in_process import in_process
from conformance.made import FROM_START, HOUR, OWN_TEXTS, REFUSES_JOINS, WITHOUT_MEMORY, made_here, run_settings
from sampling import only_in_ci, some
from shatterproof.game import GAMES
from shatterproof_properties.conformance.compare import bulk as bulk
from shatterproof_properties.conformance.compare import mismatch_candidates as candidates
from shatterproof_properties.conformance.compare import mutant_probes
from shatterproof_properties.conformance.compare.bulk import BulkComparison
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.compare.mismatch_candidates import SecondEngineWrong
from shatterproof_properties.conformance.compare.mutant_probes import MutantProbes
from shatterproof_properties.conformance.generate.cases import Case
from shatterproof_properties.conformance.generate.exhaustive import ALONE
from shatterproof_properties.conformance.generate.playable_boards import playable_boards
from shatterproof_properties.conformance.history.known import ExpectedDifferences, KnownDifference
from shatterproof_properties.conformance.mutants import EngineMutant, self_check_mutants
from shatterproof_properties.conformance.reduce import difference_search
from shatterproof_properties.conformance.runs import shard as share
from shatterproof_properties.conformance.runs.check import run_check
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.engines.pipeline import Pipeline
from shatterproof_properties.engines.session import Session
from shatterproof_properties.protocol import served
from shatterproof_properties.protocol.announced import Announced

RESULTS = 2000
OFF_BY_ONE_AT_DEPTH = """
class Made(Engine):
    def turns(self, position):
        for entry in super().turns(position):
            yield entry
            if len(position["pieces"]) == 23 and entry["turn"].endswith("N"):
                return
"""
LISTS_NO_SOUTHERN_END = """
class Made(Engine):
    def results(self, here):
        return (result for result in super().results(here) if not self.turn_text(here, result[0]).endswith("S"))
"""
CHANGES_ITS_MIND = """
class Made(Engine):
    asked = 0
    def turns(self, position):
        found = list(super().turns(position))
        Made.asked += 1
        yield from found[1:] if Made.asked == 5 else found
"""
OMITS_A_RESULT_OF_SEVEN_PIECES = """
class Made(Engine):
    def results(self, here):
        found = list(super().results(here))
        return iter(found[1:] if here.arrangement.live.bit_count() == 7 else found)
    def breadth(self, here):
        return len(list(self.results(here)))
"""
OMITS_SEVEN_TOO = OMITS_A_RESULT_OF_SEVEN_PIECES.replace("Made(Engine)", "Made(Made)")
REFUSES_JOINS_AND_LISTS_TWICE_THERE = """
class Made(Engine):
    refused = False
    def may_join(self, outline, count):
        Made.refused |= super().may_join(outline, count)
        return False
    def turns(self, position):
        Made.refused = False
        found = list(super().turns(position))
        return iter([*found, found[0]] if Made.refused and found else found)
"""
OFF_BY_ONE_IN_COUNTS = """
class Made(Engine):
    def count(self, position, depth):
        said = super().count(position, depth)
        (turn, leaves), *rest = said["by"] or [("", 0)]
        return said if depth < 3 else {"total": said["total"] + 1, "by": [[turn, leaves + 1], *rest]}
"""
SAYS_MALFORMED_TOO_OFTEN = """
class Made(Engine):
    def apply(self, position, text):
        verdict = super().apply(position, text)
        return {"verdict": "malformed"} if verdict.get("clause") == "crumble.swap.complete-side" else verdict
"""


@contextmanager
def in_bulk(command: str | None, game: str = "crumble", boards: tuple[str, ...] = ()) -> Iterator[BulkComparison]:
    with EngineSettings(command or in_process(game)).engine(game) as engine:
        session = Session.begin(engine, game)
        yield BulkComparison(DifferentialRun(session), boards or playable_boards(session), lambda: None, ALONE)


def searched(compared: BulkComparison, seed: int = 3, results: int = RESULTS) -> list[Any]:
    return list(compared.search(Random(seed), results))


@pytest.mark.parametrize(("game", "board"), [("crumble", "2x3"), ("scrunch", "3"), ("splinter", "4x4")])
def test_what_agrees_is_counted_and_a_sample_goes_to_the_reference(
    game: str, board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(candidates, "JUDGED_ONE_IN", 4)
    with in_bulk(None, game, (board,)) as compared:
        assert searched(compared, results=400) == []
        coverage, counts = compared.differential.coverage, compared.differential.session.counts
        assert coverage.bulk_results >= 400
        assert 0 < coverage.results < coverage.bulk_results
        assert set(counts) == {"agree"}
        assert counts.total() == compared.differential.session.engine.asked


@pytest.mark.parametrize("game", some(GAMES, one_in=3))
def test_mutants_show_in_what_is_compared_in_bulk_until_there_are_enough_of_them(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(candidates, "PROBED", 1.0)
    unchanged = EngineMutant("none", served.second_engine(game), ())
    probes = MutantProbes(game, {}, (*self_check_mutants(game)[:4], unchanged))
    monkeypatch.setattr(mutant_probes, "SHARE", 0.2)
    with in_bulk(None, game) as compared:
        compared.differential.probes = probes
        assert not any(searched(compared, seed, 200) for seed in range(20) if not probes.are_enough)
    assert probes.are_enough
    assert not probes.caught["none"]


def test_clauses_met_seldom_go_to_the_reference_turn_by_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(candidates, "JUDGED_ONE_IN", 10**9)
    monkeypatch.setattr(candidates, "SELDOM", 3)
    with in_bulk(None, "splinter", ("4x4",)) as compared:
        assert searched(compared, results=1500) == []
        coverage = compared.differential.coverage
        assert coverage.clauses["splinter.win.type-out"] > 3
        assert coverage.clauses["splinter.slide.one-step"] == coverage.results - coverage.refusals > 0
        assert coverage.positions == 0


def test_a_game_that_is_over_is_asked_about_by_every_command(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[str] = set()
    ask = Pipeline.ask

    def noting(pipeline: Any, question: Any, *more: Any) -> Any:
        if question.rules.outcome(question.begun) is not None:
            asked.add(question.do)
        return ask(pipeline, question, *more)

    monkeypatch.setattr(Pipeline, "ask", noting)
    with in_bulk(None, "splinter", ("4x4",)) as compared:
        assert searched(compared, results=300) == []
    assert asked == {"apply", "turns", "count"}


def test_an_engine_with_a_notation_of_its_own_is_not_asked() -> None:
    with in_bulk(made_here(OWN_TEXTS)) as compared:
        assert compared.for_each == 0


def test_what_differs_is_reported_as_the_reference_sees_it() -> None:
    with in_bulk(made_here(OFF_BY_ONE_AT_DEPTH)) as compared:
        found = next(difference for seed in range(20) for difference in compared.search(Random(seed), RESULTS))
        assert found.kind == "omits"
        assert len(found.question.data["pieces"]) == 23


@pytest.mark.ci
def test_near_misses_are_asked_about() -> None:
    with in_bulk(made_here(SAYS_MALFORMED_TOO_OFTEN)) as compared:
        found = next(difference for seed in range(9) for difference in compared.search(Random(seed), RESULTS))
        assert (found.kind, found.clause) == ("verdict", "crumble.swap.complete-side")
        assert compared.differential.coverage.near_misses > 0


@pytest.mark.parametrize(
    ("game", "name"), [("crumble", "lists-without-mover"), only_in_ci(("splinter", "verdicts-without-memory"))]
)
def test_engines_that_keep_what_they_know_under_too_small_a_key_are_found(
    monkeypatch: pytest.MonkeyPatch, game: str, name: str
) -> None:
    monkeypatch.setattr(bulk, "VARIANTS_IN", 1)
    monkeypatch.setattr(bulk, "WALKED", 0)
    with in_bulk(in_process(f"{game}-{name}"), game) as compared:
        assert any(difference for seed in range(20) for difference in compared.search(Random(seed), RESULTS))


@pytest.mark.parametrize("changes", some([WITHOUT_MEMORY, FROM_START, "CAN = ('apply',)"], one_in=2))
def test_engines_that_can_do_less_are_asked_what_they_can(monkeypatch: pytest.MonkeyPatch, changes: str) -> None:
    monkeypatch.setattr(bulk, "VARIANTS_IN", 1)
    with in_bulk(made_here(f"{changes}\nBOARDS = ('2x2..2x3',)")) as compared:
        assert searched(compared, results=60) == []
        assert compared.differential.coverage.bulk_results >= 60
        assert set(compared.differential.session.counts) == {"agree"}


def test_an_engine_that_checks_nothing_is_asked_no_near_miss(monkeypatch: pytest.MonkeyPatch) -> None:
    with in_bulk(None, boards=("2x2",)) as compared:
        monkeypatch.setattr(Announced, "refuses", False)
        assert searched(compared, results=100) == []
        assert compared.differential.coverage.near_misses == 0


def test_small_boards_are_gone_through_beside_games() -> None:
    with in_bulk(None, "scrunch", ("2", "3")) as compared:
        assert searched(compared) == []
        assert any(line.startswith("2 set up: ") for line in compared.small_boards.reached())
        assert any(line.startswith("3: plies 0-") for line in compared.small_boards.reached())


@pytest.mark.ci
def test_what_has_a_known_cause_is_not_judged_as_a_whole() -> None:
    with in_bulk(in_process("mistaken"), "splinter", ("4x4", "5x4")) as compared:
        differential = compared.differential
        differential.known.add(next(compared.search(Random(1), RESULTS)))
        before = differential.coverage.results
        assert searched(compared, results=150) == []
        coverage = differential.coverage
        assert coverage.known > 5
        # A position has some twenty results.
        assert coverage.results - before < 10 * coverage.known
        assert set(differential.session.counts) <= {"agree", "differ"}


@pytest.mark.ci
def test_another_mistake_shows_beside_a_known_cause() -> None:
    with in_bulk(made_here(REFUSES_JOINS + OMITS_SEVEN_TOO), boards=("2x2", "2x3")) as compared:
        known = compared.differential.known
        known.add(next(each for each in compared.search(Random(3), RESULTS) if each.clause.startswith("crumble.join")))
        drawn = (each for seed in range(9) for each in compared.search(Random(seed), RESULTS))
        # Now and then one of a known cause is judged as a whole, and counts differ by either.
        found = next(each for each in drawn if each.clause.startswith("crumble.cut"))
        assert len(found.question.data["pieces"]) == 7


def test_a_result_listed_twice_shows_beside_a_known_cause() -> None:
    with in_bulk(made_here(REFUSES_JOINS_AND_LISTS_TWICE_THERE), boards=("2x2",)) as compared:
        known = compared.differential.known
        known.add(next(each for each in compared.search(Random(3), RESULTS) if each.clause.startswith("crumble.join")))
        assert any(each.kind == "twice" for each in compared.search(Random(3), RESULTS))
        # Every list that lacks a join has a result twice.
        assert compared.differential.coverage.known == 0


@pytest.mark.ci
def test_what_is_known_is_counted_as_expected() -> None:
    with in_bulk(in_process("mistaken"), "splinter", ("4x4", "5x4")) as compared:
        difference = next(compared.search(Random(1), RESULTS))
        expected = ExpectedDifferences([KnownDifference.of(difference)])
        differential = DifferentialRun(compared.differential.session, expected=expected)
        # As every run begins: the counterexample teaches what else has its cause.
        assert list(differential.differences(Case.of(difference.question))) == []
        differ = differential.session.counts["differ"]
        assert list(BulkComparison(differential, ("4x4", "5x4"), lambda: None, ALONE).search(Random(2), 150)) == []
        counts = differential.session.counts
        assert counts["expected"] > 5
        assert counts["flaky"] == 0
        assert counts["differ"] == differ
        assert differential.coverage.known > 0


def test_an_engine_that_answers_otherwise_the_second_time_is_flaky() -> None:
    with in_bulk(made_here(CHANGES_ITS_MIND), boards=("2x2", "2x3")) as compared:
        assert searched(compared, results=400) == []
        assert compared.differential.session.counts["flaky"] == 1
        assert compared.differential.session.counts["differ"] == 0


@pytest.fixture
def wrong_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second engine that lists no turn with an end at the southern edge."""
    engine = served.second_engine("crumble")

    class Wrong(engine):  # type: ignore[misc, valid-type]
        def results(self, here: Any) -> Iterator[Any]:
            return (result for result in super().results(here) if not self.turn_text(here, result[0]).endswith("S"))

    monkeypatch.setattr(candidates, "second_engine", lambda game: Wrong)


@pytest.mark.usefixtures("wrong_second")
def test_where_the_second_engine_is_wrong_the_reference_says_so() -> None:
    with in_bulk(None) as compared, pytest.raises(SecondEngineWrong, match="internal error"):
        searched(compared)


@pytest.mark.usefixtures("wrong_second")
def test_a_run_in_which_the_second_engine_is_wrong_gives_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(share, "known_cases", lambda *_: [])
    monkeypatch.setattr(difference_search, "CASES_IN_A_BATCH", 2)
    verdict = run_check(run_settings("crumble", in_process("honest"), HOUR, 500, 5))
    assert (verdict.headline, verdict.exit_code) == ("internal-error", 3)
    assert verdict.word == "NO VERDICT"
    assert '"turn":""' in verdict.result.ending.internal_error or "played" in verdict.result.ending.internal_error


@pytest.mark.ci
@pytest.mark.usefixtures("wrong_second")
def test_a_mistake_of_both_shows_in_the_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(candidates, "JUDGED_ONE_IN", 4)
    monkeypatch.setattr(bulk, "COUNTED", 0)
    with in_bulk(made_here(LISTS_NO_SOUTHERN_END), boards=("2x2",)) as compared:
        assert "omits" in {difference.kind for difference in searched(compared, results=300)}


@pytest.fixture
def only_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "COUNTED", 1)
    monkeypatch.setattr(bulk, "WALKED", 0)
    monkeypatch.setattr(candidates, "LEAVES", (600, 1500))


@pytest.mark.usefixtures("only_counts")
@pytest.mark.parametrize(("game", "board"), [("crumble", "2x2"), ("scrunch", "4"), ("splinter", "3x4")])
def test_whole_subtrees_are_counted(game: str, board: str) -> None:
    with in_bulk(None, game, (board,)) as compared:
        assert searched(compared, results=8) == []
        coverage, session = compared.differential.coverage, compared.differential.session
        assert coverage.leaves > 200
        assert coverage.bulk_results == coverage.results == 0
        assert set(session.counts) == {"agree"}
        assert session.counts.total() == session.engine.asked


@pytest.mark.usefixtures("only_counts")
def test_where_numbers_differ_the_position_at_fault_is_judged() -> None:
    with in_bulk(made_here(OMITS_A_RESULT_OF_SEVEN_PIECES), boards=("2x2",)) as compared:
        found = next(difference for seed in range(4) for difference in searched(compared, seed, 4))
        assert found.kind == "omits"
        assert len(found.question.data["pieces"]) == 7


@pytest.mark.usefixtures("only_counts")
def test_numbers_that_contradict_the_turns_break_the_protocol(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(candidates, "DEEPEST", 3)
    with in_bulk(made_here(OFF_BY_ONE_IN_COUNTS), boards=("2x2",)) as compared:
        assert searched(compared, results=5) == []
        session = compared.differential.session
        assert session.counts["breach"] > 0
        assert session.counts["differ"] == 0
        assert "by its own turns" in session.engine_errors[0].what
        assert session.counts.total() == session.engine.asked
