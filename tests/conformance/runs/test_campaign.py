"""Campaigns: parts that are kept, gone on with and merged."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance.made import HOUR, REFUSES_JOINS, made, shrinking_briefly
from conformance.made_verdicts import refused
from conformance.made_verdicts import verdict as verdict_of
from running import refusal, run, run_for_json
from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.common import state_file
from shatterproof_properties.conformance.runs import campaign
from shatterproof_properties.conformance.runs.campaign import CampaignState, about, run_campaign
from shatterproof_properties.conformance.runs.check import Plan
from shatterproof_properties.conformance.verdicts.verdict import Verdict

PLAN = Plan("scrunch", None, 2.0, 60, 7, controls=0)
ABOUT = {"game": "scrunch", "engine": "an engine", "readings": {}}


def verdict(seed: int, **more: Any) -> dict[str, Any]:
    """A verdict in JSON, changed as told."""
    made = Verdict(PLAN, "an engine 1", {}, seed, seconds=90.0, caught={"one": seed == 1, "two": False})
    made.coverage.results, made.coverage.clauses["scrunch.growth.move"] = 10 * seed, seed
    return made.to_json() | more


def test_parts_add_up(tmp_path: Path) -> None:
    with CampaignState(tmp_path / "c", ABOUT) as state:
        state.record(1, verdict(1))
        state.record(2, verdict(2))
        state.record(2, verdict(2))
    with CampaignState(tmp_path / "c", ABOUT) as state:
        totals = state.totals()
    assert (totals.parts, totals.seconds, totals.numbers["results"]) == (2, 180.0, 30)
    assert totals.met["clauses"] == {"scrunch.growth.move": 3}
    assert totals.caught == {"one": True, "two": False}
    assert "2 parts" in totals.to_text()


def test_campaigns_are_merged_and_no_part_counts_twice(tmp_path: Path) -> None:
    with CampaignState(tmp_path / "a", ABOUT) as one, CampaignState(tmp_path / "b", ABOUT) as two:
        one.record(1, verdict(1))
        two.record(1, verdict(1))
        two.record(5, verdict(5))
        one.add(two)
        assert one.totals().numbers["results"] == 60


def spoil(file: Path) -> None:
    file.write_bytes(b"no database" * 100)


def another_application(file: Path) -> None:
    with sqlite3.connect(file) as base:
        base.execute("CREATE TABLE t (x)")


def another_engine(file: Path) -> None:
    with CampaignState(file, {**ABOUT, "engine": "another"}):
        pass


def folder(file: Path) -> None:
    file.mkdir()


def changed(file: Path, statement: str, *values: Any) -> None:
    """A campaign with a part, in which something is changed."""
    with CampaignState(file, ABOUT) as state:
        state.record(1, verdict(1))
    with closing(sqlite3.connect(file, isolation_level=None)) as base:
        base.execute(statement, values)


def about_nothing(file: Path) -> None:
    changed(file, "UPDATE campaign SET about = 'no JSON'")


def about_a_list(file: Path) -> None:
    changed(file, "UPDATE campaign SET about = '[]'")


def empty(file: Path) -> None:
    changed(file, "DELETE FROM campaign")


def more_than_tables(file: Path) -> None:
    changed(file, "CREATE TRIGGER t AFTER INSERT ON parts BEGIN DELETE FROM parts; END")


def part_of_several_games(file: Path) -> None:
    changed(file, "UPDATE parts SET verdict = ?", strict_json.encode({"games": [verdict(1)]}))


def part_of_another_game(file: Path) -> None:
    changed(file, "UPDATE parts SET verdict = ?", strict_json.encode(verdict(1, game="crumble")))


def endless_part(file: Path) -> None:
    changed(file, "UPDATE parts SET verdict = zeroblob(?)", strict_json.SIZE_LIMIT + 1)


def half_met(file: Path) -> None:
    changed(file, "UPDATE met SET count = 'a'")


@pytest.mark.parametrize("spoiled", [spoil, another_application, another_engine, folder, about_nothing, about_a_list,
                                     empty, more_than_tables, part_of_several_games, part_of_another_game,
                                     endless_part, half_met])  # fmt: skip
def test_other_files_are_refused(tmp_path: Path, spoiled: Callable[[Path], None]) -> None:
    spoiled(tmp_path / "c")
    with pytest.raises(InputError) as refused, CampaignState(tmp_path / "c", ABOUT) as state:
        state.totals()
    assert str(tmp_path / "c") in str(refused.value)


def test_a_count_beyond_all_measure_is_refused(tmp_path: Path) -> None:
    with CampaignState(tmp_path / "c", ABOUT) as state:
        with pytest.raises(InputError, match="cannot be used"):
            state.record(1, verdict(1, clauses={"scrunch.growth.move": 10**19}))
        assert not list(state.parts())


def test_a_witness_that_cannot_be_asked_is_refused(tmp_path: Path) -> None:
    spoiled = verdict_of("crumble", [refused()]).to_json()
    spoiled["differences"][0]["witness"]["turn"] = ""
    spoiled["differences"][0]["witness"]["played"] = ["nonsense"]
    with CampaignState(tmp_path / "c", {**ABOUT, "game": "crumble"}) as state:
        state.record(1, spoiled)
        with pytest.raises(InputError, match="c, at /differences/0/witness"):
            state.differences()


def test_one_run_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state_file, "BUSY_SECONDS", 0.1)
    with CampaignState(tmp_path / "c", ABOUT), pytest.raises(InputError, match="another run is at work"):
        CampaignState(tmp_path / "c", ABOUT)


def test_a_campaign_goes_on_and_keeps_what_it_finds(tmp_path: Path) -> None:
    plan = Plan("crumble", made(tmp_path, REFUSES_JOINS), HOUR, 60, 7, controls=0)
    said = about(plan)
    with shrinking_briefly(), CampaignState(tmp_path / "c", said) as state:
        first = run_campaign(plan, state)
    assert (first.headline, first.campaign is not None and first.campaign.parts >= 1) == ("differs", True)
    with shrinking_briefly(), CampaignState(tmp_path / "c", said) as state:
        kept = state.differences()
        again = run_campaign(plan, state)
    assert {each.signature for each in kept} <= {each.signature for each in again.differences}
    assert again.headline == "differs"


def test_every_run_begins_with_a_part_that_begins_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, bool]] = []

    def part_of_thirty(plan: Plan) -> Verdict:
        asked.append((plan.part, plan.begins_run))
        part = Verdict(plan, "an engine 1", {}, plan.seed)
        part.coverage.results = 30
        return part

    monkeypatch.setattr(campaign, "run_check", part_of_thirty)
    with CampaignState(tmp_path / "c", ABOUT) as state:
        for _ in range(2):
            run_campaign(replace(PLAN, seconds=HOUR, seed=None), state)
    assert asked == [(0, True), (1, False), (2, True), (3, False)]


def test_a_run_says_of_small_boards_what_its_first_part_and_the_longest_have_gone_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = iter(((40, 90, ["2: plies 0-3"], ["3: plies 0-5"]), (15, 200, [], ["3 from 2 turns on: plies 0-1"]),
                  (5, 10, [], ["3 from 4 turns on: plies 0-0"])))  # fmt: skip

    def another_part(plan: Plan) -> Verdict:
        part = Verdict(plan, "an engine 1", {}, plan.seed)
        coverage = part.coverage
        coverage.results, coverage.by_second, coverage.small_boards, coverage.small_boards_by_second = next(parts)
        return part

    monkeypatch.setattr(campaign, "run_check", another_part)
    with CampaignState(tmp_path / "c", ABOUT) as state:
        found = run_campaign(replace(PLAN, seconds=HOUR), state).coverage
    assert found.small_boards == ["2: plies 0-3"]
    assert found.small_boards_by_second == ["3: plies 0-5", "3 from 2 turns on: plies 0-1"]


@pytest.mark.ci
def test_the_command_keeps_and_merges(tmp_path: Path) -> None:
    options = ("check", "scrunch", "--results", 200, "--time", HOUR, "--controls", 0)
    (said,) = run_for_json(*options, "--state", tmp_path / "a")
    assert said["campaign"]["parts"] == 1
    text = run(*options, "--state", tmp_path / "b", "--merge", tmp_path / "a")
    assert "the campaign so far: 2 parts" in text
    assert "nothing to merge into" in refusal("check", "scrunch", "--merge", tmp_path / "a")
    assert "no such file" in refusal("check", "scrunch", "--state", tmp_path / "b", "--merge", tmp_path / "d")
    assert "the name of a GAME" in refusal("check", "--state", tmp_path / "b")
    assert "the campaign itself" in refusal(
        *options, "--state", tmp_path / "b", "--merge", tmp_path / ".." / tmp_path.name / "b"
    )


@pytest.mark.parametrize("more", [("--baseline", "b"), ("--vectors-only",), ("--replay", "{}")])
def test_a_campaign_is_not_asked_for_besides_something_else(tmp_path: Path, more: tuple[str, ...]) -> None:
    for campaign_file in ("--state", "--merge"):
        said = refusal("check", "scrunch", campaign_file, tmp_path / "a", *more)
        assert "--state is not alone" in said
        assert more[0] in said


def test_files_of_a_campaign_are_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "verdict.json"
    for options in (("--state", file), ("--state", tmp_path / "a", "--merge", file)):
        for output in (("--junit", file), ("--report", tmp_path)):
            said = refusal("check", "scrunch", *options, *output, "--force")
            assert "is read by this very command" in said
    assert not list(tmp_path.iterdir())
