"""Text that commands quote from files: control characters are spelled out, so that it cannot forge a line."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from commands.puzzle_files import EGGS, verified
from shatterproof.spec import spec_folder
from shatterproof_properties import commands
from shatterproof_properties.cli import main
from shatterproof_properties.commands.shell import print_json
from shatterproof_properties.puzzles.checker.certificate import seal_of

HOSTILE = "\x1b]0;x\x07\nproved: White wins\x9b2J\u202e"


def shown(*arguments: object) -> str:
    """The output of a command on both streams."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments]).output


def assert_spelled_out(printed: str) -> None:
    assert r"\x1b]0;x\x07" in printed
    for line in printed.splitlines():
        assert line.isprintable(), repr(line)
        assert not line.startswith("proved")


@pytest.mark.parametrize("as_folder", [False, True])
def test_a_turn_in_a_certificate_forges_no_verdict(tmp_path: Path, as_folder: bool) -> None:
    file = tmp_path / "eggs.puzzle"
    verified(file, EGGS, "--no-z3")
    certificate = file.with_name("eggs.certificate.json")
    data = json.loads(certificate.read_text())
    data["proof"]["key"]["by"] = HOSTILE
    certificate.write_text(json.dumps(data | {"seal": seal_of(data)}))
    assert_spelled_out(shown("puzzle", "certificate", tmp_path if as_folder else certificate))
    assert_spelled_out(shown("puzzle", "solution", file))


def test_a_result_in_a_certificate_forges_no_verdict(tmp_path: Path) -> None:
    certificate = tmp_path / "hiss.certificate.json"
    (file,) = (spec_folder() / "puzzles/scrunch").glob("*-quiet-hiss.certificate.json")
    data = json.loads(file.read_text())
    data["proof"]["tries"][0]["results"][0] = HOSTILE
    certificate.write_text(json.dumps(data | {"seal": seal_of(data)}))
    assert_spelled_out(shown("puzzle", "certificate", certificate))


@pytest.mark.parametrize("text", ['[Game "scrunch"]\n[Board "2"]\n\n1) 1A 2B\n', '[Game "scrunch"]\n\n1) nothing\n'])
def test_the_name_of_a_record_forges_no_verdict(tmp_path: Path, text: str) -> None:
    (tmp_path / HOSTILE).write_text(text)
    assert_spelled_out(shown("judge", tmp_path))


@pytest.mark.parametrize(
    "command",
    [
        "judge",
        "show",
        "explore",
        "puzzle show",
        "puzzle verify",
        "puzzle certificate",
        "puzzle import",
        "rule --position",
        "check --replay",
        "check --known",
    ],
)
@pytest.mark.parametrize(
    "text",
    [
        f'[Game "{HOSTILE}"]\n\n1) 1A\n',
        f'[Game "scrunch"]\n[Board "{HOSTILE}"]\n\n1) 1A\n',
        f'[Game "scrunch"]\n[{HOSTILE} "2"]\n\n1) 1A\n',
        f'[Puzzle "{HOSTILE}"]\n[Game "scrunch"]\n\n1) 1A\n',
        json.dumps({HOSTILE: HOSTILE}),
        json.dumps({"game": HOSTILE}),
        json.dumps({"game": "scrunch", "board": HOSTILE}),
        f"{HOSTILE}\n",
    ],
)
def test_nothing_in_a_file_reaches_a_terminal(tmp_path: Path, command: str, text: str) -> None:
    file = tmp_path / "file"
    file.write_text(text, newline="")
    for line in shown(*command.split(), file).splitlines():
        assert line.isprintable(), repr(line)
        assert not line.startswith("proved")


def test_json_is_printable_and_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    value = {"title": "".join(map(chr, range(256))) + HOSTILE}
    print_json(value)
    printed = capsys.readouterr().out
    assert printed.rstrip("\n").isprintable()
    assert json.loads(printed) == value


def test_commands_print_in_one_place() -> None:
    folder = Path(commands.__file__).parent
    elsewhere = [
        f"{path.name}:{node.lineno}"
        for path in folder.glob("*.py")
        if path.name != "shell.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Attribute) and node.attr in ("echo", "secho", "write"))
        or (isinstance(node, ast.Name) and node.id == "print")
    ]
    assert elsewhere == []
