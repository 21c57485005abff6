"""Several engines at once: the table of check and profile, files of engines, the summary."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from conformance.in_process import in_process
from conformance.made import made_here, shrinking_briefly, without_mutant_probes
from conformance.made_verdicts import verdict
from running import refusal
from shatterproof_properties.cli import main
from shatterproof_properties.commands.checking import patterns_by_game
from shatterproof_properties.conformance.profile import profiler
from shatterproof_properties.conformance.profile.profile_report import EngineProfiles, Profile, table_to_text
from shatterproof_properties.conformance.run_settings import RunSettings
from shatterproof_properties.conformance.runs import check
from shatterproof_properties.conformance.verdicts.verdict import Verdict
from shatterproof_properties.engines.engine_settings import EngineSettings

NEVER_ENDS = """
class Made(Engine):
    def outcome(self, position):
        return None
"""
RUN = ["--results", "40", "--time", "3600", "--mutants", "0", "--no-examples", "--seed", "3"]


@pytest.fixture
def engines(tmp_path: Path) -> Path:
    """A file of four engines: a correct one, one that differs, one that dies, and one of another game."""
    right, wrong = made_here(), made_here(NEVER_ENDS)
    game = f"{sys.executable} -m shatterproof_properties.protocol.served splinter --second"
    commands = {"right": right, "wrong": wrong, "dead": "false", "other": game}
    file = tmp_path / "engines.toml"
    tables = (
        f"[[engine]]\nname = {json.dumps(name)}\ncommand = {json.dumps(each)}\n" for name, each in commands.items()
    )
    file.write_text("\n".join(tables), "utf-8")
    return file


def run(*words: object) -> Result:
    with shrinking_briefly(), without_mutant_probes():
        return CliRunner().invoke(main, [str(word) for word in words])


def test_check_prints_a_table_of_engines_and_the_gravest_exit_code(engines: Path, tmp_path: Path) -> None:
    summary = tmp_path / "summary.md"
    result = run("check", "crumble", "--engines", engines, *RUN, "--summary", summary)
    assert result.exit_code == 1, result.output
    head, verdicts, *_ = result.stdout.splitlines()
    assert head.split() == ["Crumble", "right", "wrong", "dead", "other"]
    assert "ENGINE ERRORS" in verdicts
    assert "not played" in verdicts
    assert "dead: hello: the engine ended with code 1" in result.stdout
    assert summary.read_text("utf-8").startswith("| Crumble | right | wrong | dead | other |\n| --- |")


@pytest.mark.ci
def test_the_table_as_json_has_every_verdict(engines: Path) -> None:
    result = run("check", "crumble", "--engines", engines, *RUN, "--json")
    found = json.loads(result.stdout)["engines"]
    assert [each["name"] for each in found] == ["right", "wrong", "dead", "other"]
    assert [len(each["games"]) for each in found] == [1, 1, 0, 0]
    assert found[2]["failure"].startswith("hello: the engine ended with code 1")


def test_an_interrupt_leaves_what_was_found_and_names_the_engines_not_yet_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupting(asked: RunSettings) -> Verdict:
        if asked.engine.command == "second":
            raise KeyboardInterrupt
        return verdict("splinter")

    monkeypatch.setattr(check, "games_of", lambda engine: ["splinter"])
    monkeypatch.setattr(check, "run_check", interrupting)
    named = [word for name in ("first", "second", "third") for word in ("--engine", name)]
    result = run("check", "splinter", *named, *RUN)
    assert result.exit_code == 3, result.output
    head, verdicts, *_ = result.stdout.splitlines()
    assert head.split() == ["Splinter", "tiny", "1", "engine", "2", "engine", "3"]
    assert verdicts.split() == ["AGREES", "not", "looked", "at", "not", "looked", "at"]
    assert "engine 3: not looked at: somebody interrupted the run before" in result.stdout
    monkeypatch.setattr(profiler, "run_profile", interrupting)
    assert run("profile", "splinter", "--engine", "second", "--engine", "third").exit_code == 3


def test_patterns_go_to_the_games_whose_clauses_they_match() -> None:
    assert patterns_by_game(["crumble.*", "*.turn.order", "splinter.tie"], None) == {
        "crumble": ("crumble.*", "*.turn.order"),
        "scrunch": ("*.turn.order",),
        "splinter": ("*.turn.order", "splinter.tie"),
    }


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--clauses none.such", "--clauses: no clause is like 'none.such'"),
        ("--readings none.such=x", "'none.such=x' names no game"),
        ("--replay {}", "several engines and --replay cannot be used together"),
        ("--state x", "several engines and --state or --merge cannot be used together"),
        ("--transcript said.txt --jobs 2", "--transcript or --stderr and --jobs cannot be used together"),
    ],
)
def test_what_no_engine_can_make_right_is_refused_before_any_is_asked(words: str, said: str) -> None:
    assert said in refusal("check", "--engine", "a", "--engine", "b", *RUN, *words.split())


@pytest.mark.ci
def test_several_engines_are_asked_about_the_clauses_of_the_game_that_has_them(engines: Path) -> None:
    result = run("check", "--engines", engines, *RUN, "--clauses", "crumble.join.*")
    head, verdicts, *_ = result.stdout.splitlines()
    assert head.split() == ["Crumble", "right", "wrong", "dead", "other"]
    assert "AGREES ON PART" in verdicts
    assert "not played" in verdicts
    assert "Splinter" not in result.stdout
    assert "Asked was only what exercises crumble.join.*." in result.stdout


def test_below_the_table_of_readings_stands_what_was_left_open() -> None:
    nothing = Profile("splinter", "tiny", EngineSettings(), [], 0, 0.0)
    lines = table_to_text(
        [EngineProfiles("one", [nothing]), EngineProfiles("two", [], "hello: no answer")]
    ).splitlines()
    assert lines[-2:] == ["one: NOTHING FOUND OUT: tiny, Splinter", "two: hello: no answer"]


@pytest.mark.ci
def test_each_engine_of_a_file_has_its_own_known_differences_brought_up_to_date(tmp_path: Path) -> None:
    file = tmp_path / "engines.toml"
    mistaken = in_process("step-off-refused")
    file.write_text(f'[[engine]]\nname = "one"\ncommand = "{mistaken}"\nknown = "known.toml"\n', "utf-8")
    asked = ("check", "splinter", "--engines", file, "--results", 200, *RUN[2:])
    result = run(*asked, "--update-known")
    assert result.exit_code == 1, result.output
    result = run(*asked)
    assert "known (1)" in result.stdout
    assert result.exit_code == 0, result.output


def test_engines_can_be_named_by_the_option_itself() -> None:
    result = run("check", "crumble", "--engine", made_here(), "--engine", "false", *RUN)
    assert result.stdout.splitlines()[0].split() == ["Crumble", "made", "1", "engine", "2"]
    assert result.exit_code == 1


@pytest.mark.ci
def test_profile_prints_which_engine_follows_which_reading(engines: Path) -> None:
    result = run("profile", "splinter", "--engines", engines)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[0].split() == ["Splinter", "right", "wrong", "dead", "other"]
    assert any(line.split()[0] == "splinter.tie" for line in result.stdout.splitlines())
