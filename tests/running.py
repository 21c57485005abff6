"""Commands run inside the tests, and what they answered."""

from __future__ import annotations

from typing import Any

from click.testing import CliRunner

from shatterproof import strict_json
from shatterproof_properties.cli import main


def run(*arguments: object, given: bytes = b"", code: int = 0) -> str:
    """What a command prints. Fails if it exits with another code than `code`, or complains."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], input=given, prog_name="shatterproof")
    assert (result.exit_code, result.stderr) == (code, ""), result.output
    return result.stdout


def run_for_json(*arguments: object, code: int = 0) -> list[Any]:
    """The JSON values that a command prints with --json, one a line."""
    return [strict_json.decode(line) for line in run(*arguments, "--json", code=code).splitlines()]


def refusal(*arguments: object, given: bytes = b"") -> str:
    """The one line in which a command refuses its input with exit code 2, without the name of the program."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], input=given, prog_name="shatterproof")
    assert result.exit_code == 2, result.output
    return one_line(result.stdout, result.stderr)


def one_line(stdout: str, stderr: str) -> str:
    """The complaint of a command that has printed nothing else."""
    assert stdout == ""
    assert stderr.startswith("shatterproof: "), stderr
    assert stderr.endswith("\n"), stderr
    line = stderr.removeprefix("shatterproof: ").removesuffix("\n")
    assert line.isprintable(), repr(line)
    assert len(line) < 1500
    return line
