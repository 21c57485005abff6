"""Standard streams that are closed, and values of options that only look like numbers or names."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from shatterproof_properties.cli import main

COMMAND = f"'{sys.executable}' -c 'from shatterproof_properties.cli import main; main()'"


def shell(line: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["sh", "-c", line.replace("shatterproof", COMMAND, 1)], capture_output=True, text=True)


@pytest.mark.parametrize("command", ["perft scrunch 1 --board 2", "rule", "puzzle show -"])
def test_without_a_standard_output_there_is_no_answer_and_no_success(command: str) -> None:
    found = shell(f"shatterproof {command} >&- </dev/null")
    assert found.returncode == 2
    assert "standard output: it is closed" in found.stderr


def test_without_a_standard_input_there_is_nothing_to_read() -> None:
    found = shell("shatterproof show - <&-")
    assert (found.returncode, "standard input: it is closed" in found.stderr) == (2, True)


def test_without_a_standard_error_the_answer_is_given_all_the_same() -> None:
    found = shell("shatterproof perft scrunch 1 --board 2 2>&-")
    assert (found.returncode, found.stdout) == (0, "7\n")


@pytest.mark.parametrize("number", ["٣", "1_0", "²", "9" * 30])
def test_numbers_have_ascii_digits(number: str) -> None:
    for command in (["perft", "scrunch", number], ["check", "--seed", number], ["check", "--time", number]):
        found = CliRunner().invoke(main, command)
        assert found.exit_code == 2, command


@pytest.mark.parametrize(
    "command",
    [
        ["show", ""],
        ["show", "a", "--svg", ""],
        ["check", "--report", ""],
        ["judge", ""],
        ["turns", "crumble", "--board", ""],
    ],
)
def test_empty_names_are_refused(command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(main, command).exit_code == 2
