"""Saved runs: keeping parts, going on, and merging."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance.made import HOUR, REFUSES_JOINS, little_is_enough, made, made_here, run_settings, shrinking_briefly
from conformance.made_verdicts import refused
from running import refusal, run, run_for_json
from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.common import state_file
from shatterproof_properties.conformance.compare.coverage import Coverage
from shatterproof_properties.conformance.generate.exhaustive import Shard
from shatterproof_properties.conformance.history.known import KnownDifference
from shatterproof_properties.conformance.history.saved_run import SavedRun
from shatterproof_properties.conformance.run_settings import Budget, RunSettings
from shatterproof_properties.conformance.runs import saved as saved_runs
from shatterproof_properties.conformance.runs.saved import about, changed_since, run_saved
from shatterproof_properties.conformance.verdicts.result import EngineAccount, RunResult
from shatterproof_properties.conformance.verdicts.verdict import Verdict

SETTINGS = run_settings("scrunch", None, 2.0, 60, 7)
ACCOUNT = EngineAccount("scrunch", "an engine 1", {})
ABOUT = {"game": "scrunch", "engine": "an engine", "readings": {}}


def record(saved: SavedRun, seed: int, move: int | None = None) -> None:
    """Keeps a part with ten results and a clause for each number up to its seed."""
    met = {"scrunch.growth.move": seed if move is None else move}
    mutants = {"one": int(seed == 1), "two": 0}
    saved.record(seed, 90.0, {"numbers": {"results": 10 * seed}, "clauses": met, "mutants": mutants})


def test_parts_add_up(tmp_path: Path) -> None:
    with SavedRun(tmp_path / "c", ABOUT) as saved:
        for seed in (1, 2, 2):
            record(saved, seed)
    with SavedRun(tmp_path / "c", ABOUT) as saved:
        totals = saved.totals()
    assert (totals.parts, totals.seconds, totals.numbers["results"]) == (2, 180.0, 30)
    assert totals.met == {"clauses": {"scrunch.growth.move": 3}}
    assert totals.caught == {"one": True, "two": False}
    assert "2 parts" in totals.to_text()


def test_saved_runs_are_merged_and_no_part_counts_twice(tmp_path: Path) -> None:
    entry = KnownDifference.of(refused("scrunch"))
    with SavedRun(tmp_path / "a", ABOUT) as one, SavedRun(tmp_path / "b", ABOUT) as two:
        record(one, 1)
        record(two, 1)
        record(two, 5)
        two.remember([entry])
        one.add(two)
        assert one.totals().numbers["results"] == 60
        assert one.known() == [entry]
        one.forget([entry])
        assert one.known() == []


def changed(statement: str) -> Callable[[Path], None]:
    """Makes a saved run with a part, and changes something in it."""

    def change(file: Path) -> None:
        with SavedRun(file, ABOUT) as saved:
            record(saved, 1)
        with closing(sqlite3.connect(file, isolation_level=None)) as base:
            base.execute(statement)

    return change


UNFIT: dict[str, Callable[[Path], object]] = {
    "no database": lambda file: file.write_bytes(b"no database" * 100),
    "a folder": Path.mkdir,
    "of another application": lambda file: sqlite3.connect(file).execute("CREATE TABLE t (x)").connection.close(),
    "of another engine": lambda file: SavedRun(file, {**ABOUT, "engine": "another"}).__exit__(None, None, None),
    "of an earlier version": changed("PRAGMA user_version = 1"),
    "about nothing": changed("UPDATE run SET about = 'no JSON'"),
    "about a list": changed("UPDATE run SET about = '[]'"),
    "without a subject": changed("DELETE FROM run"),
    "with a trigger": changed("CREATE TRIGGER t AFTER INSERT ON parts BEGIN DELETE FROM parts; END"),
    "an endless entry": changed(f"INSERT INTO known VALUES (zeroblob({strict_json.SIZE_LIMIT + 1}))"),
    "no entry": changed("INSERT INTO known VALUES ('difference = [1, 2]')"),
    "an entry of nothing": changed("INSERT INTO known VALUES ('[[difference]]')"),
    "no count": changed("UPDATE met SET count = 'a'"),
}


@pytest.mark.parametrize("what", UNFIT)
def test_other_files_are_refused(tmp_path: Path, what: str) -> None:
    UNFIT[what](tmp_path / "c")
    with pytest.raises(InputError) as refused, SavedRun(tmp_path / "c", ABOUT) as saved:
        pytest.fail(f"{saved.totals()} {saved.known()}")
    assert str(tmp_path / "c") in str(refused.value)


def test_a_count_beyond_all_measure_and_a_second_run_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(state_file, "BUSY_SECONDS", 0.1)
    with SavedRun(tmp_path / "c", ABOUT) as saved:
        with pytest.raises(InputError, match="cannot be used"):
            record(saved, 1, move=10**19)
        assert saved.totals().parts == 0
        with pytest.raises(InputError, match="another run is at work"):
            SavedRun(tmp_path / "c", ABOUT)


def test_a_saved_run_goes_on_and_reports_what_still_shows(tmp_path: Path) -> None:
    settings = run_settings("crumble", made_here(REFUSES_JOINS), HOUR, 60, 7)
    subject = about(settings)
    with shrinking_briefly(), SavedRun(tmp_path / "c", subject) as saved:
        first = run_saved(settings, saved)
    assert (first.headline, first.saved is not None and first.saved.parts >= 1) == ("differs", True)
    with shrinking_briefly(), SavedRun(tmp_path / "c", subject) as saved:
        (entry,) = saved.known()
        again = run_saved(settings, saved)
    assert [entry.covers(each) for each in again.differences] == [True]
    assert again.differences[0].reported == entry.clause
    assert (again.headline, again.result.findings.expected) == ("differs", [])


def test_what_a_mended_engine_no_longer_shows_is_fixed_and_forgotten(tmp_path: Path) -> None:
    settings = run_settings("crumble", None, HOUR, 60, 7)
    entry = KnownDifference.of(refused())
    with little_is_enough(), SavedRun(tmp_path / "c", about(settings)) as saved:
        saved.remember([entry])
        verdict = run_saved(settings, saved)
        assert saved.known() == []
        assert (verdict.headline, len(verdict.result.findings.fixed)) == ("agrees", 1)


def test_every_run_begins_with_a_part_that_begins_it_and_says_what_that_and_the_longest_have_gone_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, bool]] = []
    parts = (Coverage(40, 90, small_boards=["2: plies 0-3"], small_boards_in_bulk=["3: plies 0-5"]),
             Coverage(15, 200, small_boards_in_bulk=["3 from 2 turns on: plies 0-1"]),
             Coverage(5, 10, small_boards_in_bulk=["3 from 4 turns on: plies 0-0"]))  # fmt: skip

    def another_part(settings: RunSettings, shard: Shard) -> Verdict:
        asked.append((shard.part, shard.begins_run))
        return Verdict(settings, RunResult(ACCOUNT, coverage=parts[(len(asked) - 1) % 3]), settings.seed)

    monkeypatch.setattr(saved_runs, "run_check", another_part)
    with SavedRun(tmp_path / "c", ABOUT) as saved:
        for _ in range(2):
            found = run_saved(replace(SETTINGS, budget=Budget(HOUR, 60), seed=None), saved).coverage
            assert found.small_boards == ["2: plies 0-3"]
            assert found.small_boards_in_bulk == ["3: plies 0-5", "3 from 2 turns on: plies 0-1"]
    assert asked == [(part, part in (0, 3)) for part in range(6)]


@pytest.mark.ci
def test_the_command_keeps_and_merges(tmp_path: Path) -> None:
    options = ("check", "scrunch", "--results", 200, "--time", HOUR)
    with little_is_enough():
        (said,) = run_for_json(*options, "--state", tmp_path / "a")
        text = run(*options, "--state", tmp_path / "b", "--merge", tmp_path / "a")
    assert said["saved_run"]["parts"] == 1
    assert "the saved run so far: 2 parts" in text
    assert "nothing to merge into" in refusal("check", "scrunch", "--merge", tmp_path / "a")
    assert "no such file" in refusal("check", "scrunch", "--state", tmp_path / "b", "--merge", tmp_path / "d")
    assert "the name of one GAME" in refusal("check", "--state", tmp_path / "b")
    assert "the saved run itself" in refusal(
        *options, "--state", tmp_path / "b", "--merge", tmp_path / ".." / tmp_path.name / "b"
    )


@pytest.mark.parametrize("more", [("--vectors-only",), ("--replay", "{}")])
def test_a_saved_run_is_not_asked_for_besides_something_else(tmp_path: Path, more: tuple[str, ...]) -> None:
    for option in ("--state", "--merge"):
        said = refusal("check", "scrunch", option, tmp_path / "a", *more)
        assert "cannot be used together" in said
        assert more[0] in said


def test_files_of_a_saved_run_are_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "verdict.json"
    for options in (("--state", file), ("--state", tmp_path / "a", "--merge", file)):
        for output in (("--junit", file), ("--report", tmp_path)):
            said = refusal("check", "scrunch", *options, *output, "--force")
            assert "this command reads the file" in said
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ([], ""),
        ([("e 1", "./e", {"./e": "a"})], ""),
        ([("e 1", "./e", {"./e": "b"}), ("e 1", "./e", {"./e": "a"})], ""),
        ([("e 1", "./e", {"./e": "b"})], "another program under the same command"),
        ([("e 0", "./e", {"./e": "b"})], "e 0 before, e 1 now; another program under the same command"),
        ([("e 1", "./e --fast", {"./e": "a"})], "another command"),
    ],
)
def test_a_changed_engine_under_a_saved_run_is_noticed(before: list[Any], said: str) -> None:
    names = ("title", "command", "files")
    *builds, build = (
        strict_json.encode(dict(zip(names, each, strict=True))) for each in (*before, ("e 1", "./e", {"./e": "a"}))
    )
    assert changed_since(builds, build) == said


@pytest.mark.ci
def test_a_rebuilt_engine_is_told_from_the_one_of_earlier_parts(tmp_path: Path) -> None:
    command = made(tmp_path)
    settings = run_settings("crumble", command, HOUR, 20, seed=5)
    for changes, said in (("", ""), ("", ""), ("# mended", "another program under the same command")):
        made(tmp_path, changes)
        with little_is_enough(), SavedRun(tmp_path / "state", about(settings)) as saved:
            verdict = run_saved(settings, saved)
        assert verdict.saved
        assert verdict.saved.changed == said
    assert "the engine has changed since the parts before: another program" in verdict.to_text()


@pytest.mark.ci
def test_two_ways_of_one_bug_in_a_saved_run_are_one_difference(tmp_path: Path) -> None:
    settings = run_settings("crumble", made_here(REFUSES_JOINS), HOUR, 60, seed=5)
    with shrinking_briefly(), SavedRun(tmp_path / "state", about(settings)) as saved:
        (found,) = run_saved(settings, saved).differences
        (entry,) = saved.known()
        saved.remember([replace(entry, kind="omits", since=entry.since)])
        (again,) = run_saved(settings, saved).differences
    assert again.reported == found.reported
