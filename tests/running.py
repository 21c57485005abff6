"""Runs commands inside the tests."""

from __future__ import annotations

import shlex
from typing import Any

from click.testing import CliRunner

from shatterproof import strict_json
from shatterproof_properties.cli import main


def run(*arguments: object, given: bytes = b"", code: int = 0) -> str:
    """The output of a command. Fails if it exits with another code than `code`, or complains."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], input=given, prog_name="shatterproof")
    assert (result.exit_code, result.stderr) == (code, ""), result.output
    return result.stdout


def word_of(text: str) -> str:
    """The word of the first verdict in the output of `check`, like AGREES."""
    return text.split("  ", 2)[1]


def command_under(label: str, text: str) -> list[str]:
    """The words of the command that a verdict prints under a label, as a shell reads them."""
    lines = iter(text.splitlines())
    found = [next(line for line in lines if line.startswith(f"  {label:<12}"))[14:]]
    for line in lines:
        if not line.startswith(" " * 14):
            break
        found.append(line[14:])
    return shlex.split("\n".join(found).replace(" \\\n", " "))


def run_for_json(*arguments: object, code: int = 0) -> list[Any]:
    """The JSON values that a command prints with --json, one a line."""
    return [strict_json.decode(line) for line in run(*arguments, "--json", code=code).splitlines()]


def refusal(*arguments: object, given: bytes = b"") -> str:
    """The line in which a command refuses its input with exit code 2, without the name of the program."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], input=given, prog_name="shatterproof")
    assert result.exit_code == 2, result.output
    return one_line(result.stdout, result.stderr)


def one_line(stdout: str, stderr: str) -> str:
    """The complaint of a command that printed nothing else."""
    assert stdout == ""
    assert stderr.startswith("shatterproof: "), stderr
    assert stderr.endswith("\n"), stderr
    line = stderr.removeprefix("shatterproof: ").removesuffix("\n")
    assert line.isprintable(), repr(line)
    assert len(line) < 1500
    return line
