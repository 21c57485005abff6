from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from conformance.made import HOUR, checked, shrinking_briefly, without_mutant_probes
from conformance.mutants_in_process import in_process
from running import refusal, run, run_for_json
from shatterproof.errors import InputError
from shatterproof_properties.conformance.causes import known as known_causes
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.history.declared import entry_of, read_declared
from shatterproof_properties.conformance.runs.check import Plan, run_check

ENGINE = in_process("step-off-refused")
TODAY = datetime.date(2026, 11, 21)


@pytest.fixture(autouse=True)
def _nothing_in_the_shadow() -> Iterator[None]:
    with without_mutant_probes():
        yield


@pytest.fixture(scope="module")
def known() -> list[Difference]:
    """The ways in which an engine differs that lets no piece step off the board."""
    with shrinking_briefly(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(known_causes, "changed_rules", lambda *_: ())
        return run_check(Plan("splinter", ENGINE, HOUR, 1000, seed=5, controls=0, differences=9)).differences


def declared(folder: Path, differences: list[Difference], more: str = "") -> Path:
    file = folder / "declared.toml"
    file.write_text("\n".join(entry_of(each, TODAY) + more for each in differences))
    return file


def test_unlike_differences_are_collected_smallest_first(known: list[Difference]) -> None:
    assert len({each.signature for each in known}) == len(known) > 1
    assert [each.question.size for each in known] == sorted(each.question.size for each in known)


def test_a_declared_difference_does_not_fail_the_run(tmp_path: Path, known: list[Difference]) -> None:
    file = declared(tmp_path, known)
    text = run("check", "splinter", "--engine", ENGINE, "--declared", file, "--results", 300,
               "--seed", 5, "--controls", 0)  # fmt: skip
    assert text.startswith("AGREES")
    assert "differs as declared: splinter.step-off, refuses" in text
    assert f"--declared {file}" in text


def test_what_has_the_cause_of_a_declared_difference_is_declared(tmp_path: Path, known: list[Difference]) -> None:
    assert len({each.clause for each in known}) > 1
    refused = [each for each in known if each.clause == "splinter.step-off"][:1]
    plan = Plan("splinter", ENGINE, HOUR, 300, seed=5, controls=0, declared=read_declared(declared(tmp_path, refused)))
    verdict = run_check(plan)
    assert verdict.agrees, verdict.to_text()


def test_its_questions_are_counted_as_declared(tmp_path: Path, known: list[Difference]) -> None:
    plan = Plan("splinter", ENGINE, HOUR, 300, seed=5, controls=0)
    verdict = run_check(replace(plan, declared=read_declared(declared(tmp_path, known))))
    assert verdict.counts["declared"] > 0
    assert verdict.counts["differ"] == verdict.counts["stale"] == 0
    assert verdict.counts.total() == verdict.sent


def test_a_declaration_covers_one_direction_only(tmp_path: Path, known: list[Difference]) -> None:
    refusals = [each for each in known if each.kind == "refuses"]
    entry = read_declared(declared(tmp_path, refusals[:1]))[0]
    assert entry.covers(refusals[0])
    assert not entry.covers(replace(refusals[0], kind="allows"))


def test_a_declaration_that_no_longer_holds_fails_the_run(tmp_path: Path, known: list[Difference]) -> None:
    verdict = run_for_json(
        "check", "splinter", "--declared", declared(tmp_path, known[:1]), "--results", 100, "--controls", 0, code=1
    )[0]
    assert verdict["verdict"] == "stale"
    assert verdict["questions"]["stale"] == 1
    assert sum(verdict["questions"].values()) == verdict["sent"]
    assert len(verdict["stale"]) == 1


def test_a_declaration_whose_day_has_passed_is_stale_and_covers_nothing(
    tmp_path: Path, known: list[Difference]
) -> None:
    entries = read_declared(declared(tmp_path, known, "expires = 2026-11-21\n"), TODAY)
    assert not entries[0].is_over(TODAY)
    plan = Plan("splinter", ENGINE, HOUR, 300, seed=5, controls=0)
    over = [replace(entry, expires=datetime.date(2020, 1, 1)) for entry in entries]
    verdict = run_check(replace(plan, declared=tuple(over)))
    assert verdict.stale == over
    assert verdict.difference is not None


def test_an_entry_of_another_game_is_left_alone(tmp_path: Path, known: list[Difference]) -> None:
    assert checked(None, game="scrunch", results=100).agrees
    file = declared(tmp_path, known[:1])
    assert run("check", "scrunch", "--declared", file, "--results", 100, "--controls", 0).startswith("AGREES")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[difference]]\ngame = 3", "difference 1: game is no text"),
        ("[[difference]]\ngame = 'chess'", "lacks"),
        ("[[difference]]\nnames = 'x'", "unknown field 'names'"),
        ("[[difference", "not TOML"),
        ("[other]\nx = 1", "unknown table 'other'"),
        ("difference = 3", "no list of entries"),
        ("a = " + "[" * 5000, "not TOML"),
    ],
)
def test_a_file_that_declares_nothing_clear_is_refused(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "declared.toml"
    file.write_text(text)
    assert said in refusal("check", "crumble", "--declared", file)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"splinter"\n', '"chess"\n', "game is 'chess'"),
        ('"refuses"', '"dislikes"', "kind is 'dislikes'"),
        ('"splinter.', '"splinter.no.', "splinter.no."),
        ("2026-11-21", "2126-11-21", "a day to come"),
        ("2026-11-21", "2026-11-21T10:00:00", "declared is no date"),
        ("witness = '{", "witness = '{{", "witness"),
    ],
)
def test_an_entry_that_cannot_be_understood_is_refused(
    tmp_path: Path, known: list[Difference], old: str, new: str, said: str
) -> None:
    refused = next(each for each in known if each.kind == "refuses")
    file = declared(tmp_path, [refused])
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    with pytest.raises(InputError, match=said):
        read_declared(file, TODAY)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (f"why = {'9' * 5000}", "not TOML: a number"),
        (f"[[difference]]\nwhy = {'9' * 5000}", "not TOML: a number"),
        ('[[difference]]\nclause = "splinter.none"', ", difference 1: lacks"),
        (
            '[[difference]]\ngame = "splinter"\nkind = "allows"\nclause = "splinter.none"\nwhy = ""\nwitness = "{}"\n'
            "declared = 2026-01-01",
            ", difference 1, clause: ",
        ),
    ],
)
def test_an_entry_that_is_none_is_refused_with_file_and_entry(tmp_path: Path, entry: str, said: str) -> None:
    file = tmp_path / "declared.toml"
    file.write_text(entry)
    line = refusal("check", "splinter", "--declared", file)
    assert line.startswith(str(file))
    assert said in line
