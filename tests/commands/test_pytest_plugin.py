from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.in_process import in_process
from miniatures import engine as tiny_engine
from sampling import only_in_ci, some

PLUGIN = "shatterproof_properties.pytest_plugin"
HONEST = shlex.join([sys.executable, "-m", "shatterproof_properties.protocol.served", "scrunch", "--second"])
MISTAKEN = in_process("step-off-refused")


def pytest_of(folder: Path, *arguments: str, code: int) -> str:
    """The output of pytest in a folder. The engine is one of ours, so our packages must be found."""
    paths = os.pathsep.join(entry for entry in sys.path if entry)
    environment = {**os.environ, "PYTHONPATH": paths, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-m", "pytest", "-p", PLUGIN, "-p", "commands.by_counts", "-p", "no:cacheprovider",
               "--shatterproof-seed", "3", *arguments]  # fmt: skip
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.ci
def test_an_engine_is_checked_by_clause_beside_other_tests(tmp_path: Path) -> None:
    (tmp_path / "test_mine.py").write_text("def test_mine():\n    pass\n")
    said = pytest_of(tmp_path, "--shatterproof-engine", HONEST, "-v", code=0)
    assert "test_mine.py::test_mine PASSED" in said
    assert "shatterproof::scrunch::vectors[scrunch.growth.step] PASSED" in said
    assert "shatterproof::scrunch::differential[protocol] SKIPPED" in said
    assert "shatterproof::crumble" not in said


def test_a_mistake_fails_the_test_of_its_clause(tmp_path: Path) -> None:
    said = pytest_of(tmp_path, "--shatterproof-engine", MISTAKEN, "-k", "step-off or win.type-out", "-v", code=1)
    assert "shatterproof::splinter::vectors[splinter.step-off] FAILED" in said
    assert "shatterproof::splinter::differential[splinter.step-off] FAILED" in said
    assert "shatterproof::splinter::vectors[splinter.win.type-out] PASSED" in said
    assert "the engine refuses a turn that the rules allow" in said
    assert "shatterproof check splinter --engine" in said
    assert "Traceback" not in said


ID = "shatterproof::splinter::vectors[splinter.step-off]"


@pytest.mark.parametrize(
    ("arguments", "counts"),
    [
        only_in_ci(([ID], "1 failed")),
        only_in_ci(([ID, "test_mine.py"], "1 failed, 1 passed")),
        only_in_ci(([f"{ID.replace('step-off', 'win.type-out')}", ID], "1 failed, 1 passed")),
        only_in_ci((["shatterproof::splinter::vectors", "-k", "step-off"], "1 failed, 37 deselected")),
    ],
)
def test_the_id_of_a_test_runs_it_again(tmp_path: Path, arguments: list[str], counts: str) -> None:
    (tmp_path / "test_mine.py").write_text("def test_mine():\n    pass\n")
    said = pytest_of(tmp_path, "--shatterproof-engine", MISTAKEN, *arguments, code=1)
    assert re.search(rf"^=+ {counts} in ", said, re.MULTILINE), said


@pytest.mark.ci
def test_the_id_as_it_is_printed_in_a_folder_below_runs_it_again(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").touch()
    (tmp_path / "below").mkdir()
    said = pytest_of(tmp_path / "below", "--shatterproof-engine", MISTAKEN, f"../{ID}", "-v", code=1)
    assert f"../{ID} FAILED" in said


@pytest.mark.ci
def test_what_failed_last_runs_again(tmp_path: Path) -> None:
    given = ("-p", "cacheprovider", "--shatterproof-engine", MISTAKEN, "-o", f"cache_dir={tmp_path / 'cache'}")
    pytest_of(tmp_path, *given, "-k", "vectors and (step-off or type-out)", code=1)
    assert "1 failed, 75 deselected" in pytest_of(tmp_path, *given, "--lf", code=1)


def test_an_id_that_is_none_or_lacks_its_engine_is_reported_in_one_line(tmp_path: Path) -> None:
    assert "not found: shatterproof::splinter::x" in pytest_of(
        tmp_path, "--shatterproof-engine", MISTAKEN, "shatterproof::splinter::x", code=4
    )
    assert "needs --shatterproof-engine" in pytest_of(tmp_path, ID, code=4)


def test_without_an_engine_nothing_is_added(tmp_path: Path) -> None:
    assert "no tests ran" in pytest_of(tmp_path, code=5)


@pytest.mark.parametrize(
    ("arguments", "said"),
    some(
        [
            (["--shatterproof-engine", "/nowhere/engine"], "cannot start"),
            (["--shatterproof-engine", HONEST, "--shatterproof-game", "crumble"], "does not play crumble"),
            (["--shatterproof-engine", HONEST, "--shatterproof-time", "0"], "seconds above 0"),
            (["--shatterproof-time", "nan"], "'nan' is no number"),
            (["--shatterproof-seed", "1_0"], "'1_0' is no whole number"),
            (["--shatterproof-engine", HONEST, "--shatterproof-known", "nothing.toml"], "cannot be read"),
        ],
        one_in=3,
    ),
)
def test_bad_usage_is_reported_in_one_line(tmp_path: Path, arguments: list[str], said: str) -> None:
    printed = pytest_of(tmp_path, *arguments, code=4)
    assert said in printed
    assert "Traceback" not in printed


@pytest.mark.ci
def test_an_engine_that_breaks_the_protocol_fails_the_test_of_the_protocol(tmp_path: Path) -> None:
    command = shlex.join(tiny_engine(tmp_path, "say('hm\\n') if question['do'] == 'apply' else usual(question)"))
    said = pytest_of(tmp_path, "--shatterproof-engine", command, "-v", code=1)
    assert "shatterproof::crumble::differential[protocol] FAILED" in said
    assert "breach" in said
