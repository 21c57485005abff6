from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import click
import pytest

from conformance.in_process import in_process
from conformance.made import made, shrinking_briefly, without_mutant_probes
from running import command_under, refusal, run, run_for_json, word_of
from shatterproof_properties import pytest_plugin
from shatterproof_properties.cli import main
from shatterproof_properties.commands.engines import smoke
from shatterproof_properties.conformance.reduce import reproduction
from shatterproof_properties.conformance.runs import shard as share
from shatterproof_properties.engines.engine_settings import EngineSettings

MISTAKEN = in_process("step-off-refused")
HONEST = shlex.join([sys.executable, "-m", "shatterproof_properties.protocol.served", "splinter"])


@pytest.fixture(autouse=True)
def _asked_again_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asks again in this process: a new process takes a second, and has its own tests."""
    monkeypatch.setattr(reproduction, "is_in_process", lambda argv: False)


BRIEFLY = ("--results", 200, "--mutants", 0, "--seed", 3)


def test_vectors_alone_agree_with_the_second_engine() -> None:
    said = run("check", "splinter", "--vectors-only")
    assert word_of(said) == "AGREES"
    assert "in the core set asked" in said


def test_vectors_alone_show_a_mistake() -> None:
    (verdict,) = run_for_json("check", "splinter", "--engine", MISTAKEN, "--vectors-only", code=1)
    assert verdict["differences"][0]["clause"] == "splinter.step-off"


def test_without_examples_only_the_search_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def unwanted(*_: object) -> None:
        raise AssertionError("asked for an example")

    monkeypatch.setattr(share, "known_cases", unwanted)
    with without_mutant_probes():
        said = run("check", "splinter", *BRIEFLY, "--no-examples", "--verbose")
    assert word_of(said) == "AGREES"
    assert "--no-examples" in said


LATE = """
class Made(Engine):
    asked = 0
    def apply(self, position, text):
        Made.asked += 1
        return super().apply(position, text) if Made.asked <= 40 else {"verdict": "malformed"}
"""
SCREEN, WIDEST = 40, 2500


@pytest.mark.long
@pytest.mark.parametrize("report", [(), pytest.param(("--report", "r"), marks=pytest.mark.long)])
def test_what_does_not_fit_in_a_command_is_in_a_file_that_it_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, report: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("difference-1.json").write_text("mine")
    engine = made(tmp_path, LATE)
    with shrinking_briefly(), without_mutant_probes():
        said = run("check", "crumble", "--engine", engine, "--time", 20, "--mutants", 0, "--seed", 1, *report, code=1)
    assert len(said.splitlines()) < 2 * SCREEN
    assert max(map(len, said.splitlines())) < WIDEST
    _, *words = command_under("again", said)
    assert words[-1] == ("r/counterexample.json" if report else "difference-2.json")
    assert Path("difference-1.json").read_text() == "mine"
    assert Path("difference-2.json").exists() is not bool(report)
    assert word_of(run(*words, code=1)) == "DIFFERS"


def test_a_difference_that_a_reading_explains_is_reported_with_the_reading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = run("check", "splinter", "--engine", MISTAKEN, "--mutants", 0, "--seed", 3, code=1)
    assert "the reading splinter.step-off=forbidden" in said
    assert command_under("readings", said) == ["shatterproof", "profile", "splinter", "--engine", MISTAKEN]


@pytest.mark.parametrize("command", ["smoke", "explore"])
def test_a_second_engine_is_refused(command: str) -> None:
    said = refusal(*command.split(), "--engine", "one", "--engine", "two")
    assert "'--engine': given 2 times; expected one of them" in said


def options_of(command: click.Command) -> Iterator[click.Option]:
    """All options of a command and of those below it."""
    for below in command.commands.values() if isinstance(command, click.Group) else ():
        yield from options_of(below)
    yield from (option for option in command.params if isinstance(option, click.Option))


def test_no_option_that_names_a_file_forgets_the_first_of_two() -> None:
    naming = [option for option in options_of(main) if option.metavar in ("B", "CMD", "DIR", "FILE", "OUT", "QUESTION")]
    assert len(naming) > 20
    assert [option.opts for option in naming if not option.multiple] == []


KEPT = {"transcript", "errors"}
"""Options that name files to keep what is said; they change nothing else."""


def test_every_option_of_an_engine_is_repeated_in_advice_and_known_to_pytest() -> None:
    of_engine = {field.name for field in fields(EngineSettings)} - KEPT
    given = [option for option in smoke.params if option.name in of_engine]
    values: dict[str, Any] = {str(option.name): ("A=1",) if option.name == "variables" else 3 for option in given}
    advised = EngineSettings(**values).options()
    plugin = Path(pytest_plugin.__file__).read_text()
    limits = {f"--engine-{name}" for name in pytest_plugin.LIMITS}
    for option in given:
        (name,) = option.opts
        assert name in advised
        assert f'"--shatterproof-{name[2:]}"' in plugin or name in limits


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--replay", "{}", "--readings", "splinter.tie=remove-one"], "--replay and --readings cannot be used"),
        (["--vectors-only", "--junit", "/nowhere/junit.xml"], "cannot be written"),
        (["--vectors", "some"], "'some' is not one of"),
        (["--readings", "tie=lose", "passing=free"], "expected --readings before each reading"),
    ],
)
def test_bad_usage_is_refused(arguments: list[str], said: str) -> None:
    assert said in refusal("check", "splinter", *arguments)


def test_smoke_says_what_works_and_what_to_fix() -> None:
    assert "nothing to fix" in run("smoke", "--engine", HONEST)
    said = run("smoke", "--engine", shlex.join([sys.executable, "-c", ""]), code=1)
    assert "fix this first" in said.lower()


def test_a_folder_of_records_is_judged_one_by_one(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text('[Game "splinter"]\n\n1) c3SW\n')
    (tmp_path / "bad.txt").write_text('[Game "splinter"]\n\n1) d4N d4N\n')
    (tmp_path / "letter.txt").write_text("dear all\n")
    said = run("judge", tmp_path, code=1)
    assert "good.txt: legal" in said
    assert "bad.txt: illegal" in said
    (data,) = run_for_json("judge", tmp_path, code=1)
    assert {Path(file["file"]).name: file["status"] for file in data["files"]} == {
        "good.txt": "legal",
        "bad.txt": "illegal",
        "letter.txt": "other",
    }
