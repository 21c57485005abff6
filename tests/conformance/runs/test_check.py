"""`check` of engines that can be compared, with all their habits, in one process and in several."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from conformance.in_process import in_process
from conformance.made import (
    BATCHES,
    DIES_NOW_AND_THEN,
    FORGETFUL,
    FROM_START,
    HOUR,
    MANY,
    OWN_TEXTS,
    REFUSES_JOINS,
    WITHOUT_MEMORY,
    checked,
    keeping_time,
    made,
    made_here,
    run_settings,
    shrinking_briefly,
)
from engines.node import engine_argv
from running import refusal, run, run_for_json
from sampling import only_in_ci, some
from shatterproof import strict_json
from shatterproof.game import GAMES
from shatterproof_properties.conformance import mutants
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.report.engine_table import EngineTable, EngineVerdicts
from shatterproof_properties.conformance.report.output import badge_words
from shatterproof_properties.conformance.runs import shard
from shatterproof_properties.conformance.runs.check import ask_again, read_replay, run_check
from shatterproof_properties.conformance.verdicts import result
from shatterproof_properties.engines import engine_settings
from shatterproof_properties.engines.session import Session
from shatterproof_properties.protocol.announced import area

pytestmark = pytest.mark.usefixtures("random_cases_briefly")


def test_a_run_about_some_clauses_says_no_more_than_that() -> None:
    settings = run_settings("splinter", None, HOUR, 30, seed=5, clauses=("splinter.group.tie", "*.board.rectangle"))
    verdict = run_check(settings)
    assert (verdict.headline, verdict.exit_code) == ("agrees-on-part", 0)
    text = verdict.to_text()
    assert "follows 1 of 2 clauses of splinter.group.tie, *.board.rectangle" in " ".join(text.split())
    assert "no question exercised splinter.board.rectangle" in text
    assert set(verdict.coverage.all_clauses) == {"splinter.group.tie"}
    assert "--clauses splinter.group.tie --clauses '*.board.rectangle'" in verdict.repeated()
    assert "agrees on part, 1 of 37 clauses" in badge_words(verdict)
    cells = {row.section: row.cells[0].text for row in EngineTable([EngineVerdicts("one", [verdict])]).rows("splinter")}
    assert [name for name, text in cells.items() if text == "agrees"] == ["Groups"]
    assert {text for name, text in cells.items() if name not in ("", "Groups")} == {"not looked at"}


@pytest.mark.ci
def test_a_mutant_is_found_by_what_exercises_its_clause_alone() -> None:
    name = "four-neighbours"
    mutant = mutants.find_mutant("splinter", name)
    command = shlex.join(mutants.argv("splinter", name))
    verdict = run_check(run_settings("splinter", command, HOUR, MANY, seed=5, clauses=(mutant.clause,)))
    assert verdict.headline == "differs", verdict.to_text()


@pytest.mark.parametrize("game", GAMES)
def test_the_second_engine_agrees(game: str) -> None:
    verdict = checked(None, game=game)
    assert verdict.agrees, verdict.to_text()
    assert verdict.exit_code == 0
    assert verdict.coverage.results >= 60
    assert "  AGREES  shatterproof second engine" in verdict.first_line()


@pytest.mark.parametrize("engine", [None, shlex.join(engine_argv())], ids=["second", "javascript"])
def test_an_engine_is_checked_under_the_readings_that_are_asked_for(engine: str | None) -> None:
    chosen = {"scrunch.isolated": "from-all", "scrunch.loops": "forbidden"}
    verdict = run_check(run_settings("scrunch", engine, HOUR, 60, seed=5, readings=chosen))
    assert verdict.agrees, verdict.to_text()
    assert chosen.items() <= verdict.result.engine.readings.items()
    assert "--readings scrunch.isolated=from-all --readings scrunch.loops=forbidden" in verdict.repeated()


def test_a_reading_that_the_engine_does_not_play_is_refused() -> None:
    line = refusal("check", "crumble", "--engine", shlex.join(engine_argv()), "--readings", "draw=agreement-only")
    assert line.startswith("--readings: the engine does not play crumble.draw=agreement-only; expected crumble.draw=")


@pytest.mark.ci
def test_without_a_game_every_game_of_the_engine_is_checked() -> None:
    (verdict,) = run_for_json("check", "--results", 10, "--seed", 4, "--mutants", 0, "--time", HOUR)
    assert [each["game"] for each in verdict["games"]] == list(GAMES)
    assert {each["verdict"] for each in verdict["games"]} == {"agrees"}
    served = shlex.join([sys.executable, "-m", "shatterproof_properties.protocol.served", "crumble", "splinter"])
    text = run("check", "--engine", served, "--results", 10, "--seed", 4, "--mutants", 0, "--time", HOUR)
    assert text.count("  AGREES  shatterproof reference") == 2
    assert "Scrunch" not in text


def test_readings_without_a_game_go_to_theirs() -> None:
    options = ("check", "--results", 10, "--seed", 4, "--mutants", 0, "--time", HOUR)
    (verdict,) = run_for_json(*options, "--readings", "splinter.tie=remove-one,crumble.draw=agreement-only")
    assert [each["readings"].get("splinter.tie") for each in verdict["games"]] == [None, None, "remove-one"]
    assert verdict["games"][0]["readings"]["crumble.draw"] == "agreement-only"
    assert refusal(*options, "--readings", "tie=remove-one").startswith("--readings: 'tie=remove-one' names no game")
    only = shlex.join([sys.executable, "-m", "shatterproof_properties.protocol.served", "crumble"])
    line = refusal(*options, "--engine", only, "--readings", "splinter.tie=remove-one")
    assert line == "--readings: the engine does not play splinter; expected readings of crumble"


@pytest.mark.parametrize(
    "changes", some(["", FORGETFUL, REFUSES_JOINS, FROM_START, DIES_NOW_AND_THEN, BATCHES], one_in=4)
)
def test_every_question_ends_in_exactly_one_way(tmp_path: Path, changes: str) -> None:
    with shrinking_briefly(0):
        verdict = checked(made(tmp_path, changes))
    assert verdict.counts.total() == verdict.result.questions.sent > 20


@pytest.mark.ci
def test_the_same_seed_gives_the_same_run_and_the_same_difference() -> None:
    engine = made_here()
    one, two, other = (checked(engine, seed=seed) for seed in (5, 5, 6))
    assert (one.coverage, one.counts) == (two.coverage, two.counts)
    assert one.coverage != other.coverage
    one, two = (checked(in_process("step-off-refused"), results=MANY, game="splinter") for _ in range(2))
    assert one.difference
    assert one.difference == two.difference


def test_the_time_of_a_run_begins_with_the_first_question_however_long_the_engine_takes_to_begin(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, deadlines = [0.0], list[float]()

    def slow(*asked: Any) -> Session:
        clock[0] += 1000
        return Session.begin(*asked)

    def nothing(search: Any, *_: Any) -> Iterator[Difference]:
        deadlines.append(search.until)
        return iter(())

    monkeypatch.setattr(result, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    monkeypatch.setattr(engine_settings, "Session", SimpleNamespace(begin=slow))
    monkeypatch.setattr(shard, "search_through", nothing)
    with keeping_time(lambda: clock[0]):
        found = shard.run_shard(run_settings("splinter", in_process("splinter"), seconds=20), 5)
    assert (deadlines, found.ending.seconds) == ([1020], 0)


def test_a_gap_that_an_engine_declares_is_counted_and_the_rest_is_compared() -> None:
    verdict = checked(made_here("class Made(Engine):\n    def count(self, *_):\n        raise Gap('not yet')"), 150)
    assert verdict.agrees, verdict.to_text()
    assert verdict.counts["skip"] > 2
    assert verdict.coverage.positions > 2


WITHOUT_READINGS = (
    "READINGS = {}\nMade.__init__ = lambda self, columns, rows, _: Engine.__init__(self, columns, rows, {})"
)
"""An engine that fails where it is given a reading, since it has announced none."""


@pytest.mark.parametrize(
    "changes",
    [FROM_START, OWN_TEXTS, WITHOUT_MEMORY, WITHOUT_READINGS],
    ids=["from the start only", "a notation of its own", "no memory", "no readings"],
)
def test_an_engine_of_other_habits_agrees(changes: str) -> None:
    verdict = checked(made_here(changes))
    assert verdict.agrees, verdict.to_text()
    assert verdict.difference is None
    assert (verdict.coverage.positions == 0) is (changes == FROM_START)
    assert verdict.counts.total() == verdict.result.questions.sent


@pytest.mark.ci
def test_the_mistake_of_an_engine_that_plays_from_the_start_only_is_found() -> None:
    verdict = checked(made_here(REFUSES_JOINS + FROM_START), results=MANY)
    assert verdict.difference
    assert verdict.difference.clause.startswith("crumble.join.")
    question = verdict.difference.question
    assert question.size.area < area(question.rules, "6x6")
    assert question.begun == question.rules.start(question.board)
    counterexample, _ = read_replay(strict_json.encode(question.to_json()))
    again = ask_again(run_settings("crumble", verdict.settings.engine.command), counterexample)
    assert again.difference == verdict.difference


@pytest.mark.parametrize("changes", [OWN_TEXTS, only_in_ci(WITHOUT_MEMORY)])
def test_the_mistake_of_an_engine_of_other_habits_is_found(changes: str) -> None:
    mistaken = f"{changes}    def may_join(self, outline, count):\n        return False"
    found = checked(made_here(mistaken), results=MANY).difference
    assert found
    assert "J" in found.question.turn


@pytest.mark.ci
def test_what_it_allows_too_much_is_found() -> None:
    imported = "from shatterproof_properties.conformance.mutants import find_mutant"
    mutant = f"{imported}\nclass Made(find_mutant('crumble', 'one-complete-side').engine)"
    found = checked(made_here(OWN_TEXTS.replace("class Made(Engine)", mutant))).difference
    assert found
    assert (found.kind, found.question.turn) == ("allows", "")
    assert "the engine calls it" in found.to_text()


def test_two_jobs_agree_and_their_results_are_summed() -> None:
    verdict = run_check(run_settings("splinter", None, HOUR, 100, 5, jobs=2, examples=False))
    assert verdict.agrees, verdict.to_text()
    assert verdict.coverage.results >= 100
    assert sum(verdict.coverage.boards.values()) == verdict.coverage.positions


@pytest.mark.ci
def test_two_jobs_find_a_difference() -> None:
    verdict = run_check(run_settings("splinter", in_process("step-off-refused"), HOUR, MANY, 5, jobs=2))
    assert verdict.difference
    assert len(verdict.difference.question.texts) == 1
    assert verdict.counts["differ"] > 0
