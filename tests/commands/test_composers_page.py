"""The page for composers: its commands, run in order, print what it shows."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from running import run
from shatterproof.spec import spec_folder

PAGE = (spec_folder() / "puzzles" / "README.md").read_text(encoding="utf-8")
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)


def steps() -> list[tuple[str, str]]:
    """The commands of the page, each with the output that it shows."""
    shown = "".join(CONSOLE.findall(PAGE))
    return [(command, printed) for command, _, printed in (part.partition("\n") for part in shown.split("$ ")[1:])]


def as_shown(printed: str, reported: str) -> bool:
    """Whether an output is what a page shows. A line of three dots stands for any lines."""
    pattern = "".join(r"(?:.*\n)*?" if line == "..." else re.escape(line) + "\n" for line in reported.splitlines())
    return re.fullmatch(pattern, printed) is not None


def test_the_page_works_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = []
    for command, reported in steps():
        program, *words = shlex.split(command)
        if program == "cat":
            Path(words[0]).write_text(reported)
        else:
            assert program == "shatterproof"
            assert as_shown(run(*words), reported), command
        done.append(words[1] if program == "shatterproof" else program)
    assert {"cat", "verify", "edit", "rate", "solution", "show", "export", "import", "certificate", "generate"} <= set(
        done
    )
    assert "Our first" in Path("sheet.html").read_text()


def test_three_dots_stand_for_any_lines_and_nothing_else_does() -> None:
    assert as_shown("a\nb\nc\n", "a\n...\nc\n")
    assert as_shown("a\n", "a\n...\n")
    assert not as_shown("a\nb\n", "a\n")
    assert not as_shown("a\nb\nc\n", "a\n...\nd\n")


def test_every_command_about_puzzles_is_on_the_page() -> None:
    from shatterproof_properties.commands.puzzles import puzzle

    for name in puzzle.commands:
        assert re.search(rf"shatterproof puzzle {name}\b|`{name}`", PAGE), name
