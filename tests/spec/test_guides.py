"""The guides: links work, commands and options exist, and outputs are those shown."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from shatterproof.spec import anchor, spec_folder
from shatterproof_properties.cli import main

FOLDER = spec_folder()
PAGES = sorted(f"guide/{page.name}" for page in (FOLDER / "guide").glob("*.md"))
README = "../README.md"
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"shatterproof ([a-z][a-z-]*(?: [a-z][a-z-]*)?)([^`|\n]*)")


def text_of(page: str) -> str:
    return (FOLDER / page).read_text("utf-8")


def sessions(page: str) -> Iterator[tuple[dict[str, str], str, str]]:
    """The sessions of a page: the files shown before, the command, and its output."""
    for kind, body in FENCE.findall(text_of(page)):
        files: dict[str, str] = {}
        for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:] if not kind else ():
            line, _, rest = part.partition("\n")
            if line.startswith("cat "):
                files[line.removeprefix("cat ")] = rest.rstrip("\n") + "\n"
            elif rest.strip():
                yield dict(files), line.removeprefix("shatterproof "), rest.rstrip("\n")


SESSIONS = [pytest.param(*each, id=f"{page} {each[1]}") for page in (README, *PAGES) for each in sessions(page)]


@pytest.mark.parametrize(("files", "command", "printed"), SESSIONS)
def test_what_a_guide_prints_is_what_is_printed(
    files: dict[str, str], command: str, printed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    for name, text in files.items():
        Path(name).write_text(text)
    found = CliRunner().invoke(main, shlex.split(command), prog_name="shatterproof").output
    assert found.startswith(printed)


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    for target, heading in re.findall(r"\]\(([^)#\s]*)(?:#([^)\s]+))?\)", text_of(page)):
        file = (FOLDER / page).parent / target if target else FOLDER / page
        assert file.exists(), target
        headings = re.findall(r"^#+ (.*)$", file.read_text("utf-8"), re.MULTILINE) if heading else []
        assert not heading or heading in map(anchor, headings), (target, heading)


@pytest.mark.parametrize("page", PAGES)
def test_commands_and_options_exist(page: str) -> None:
    bodies = [body for _, body in FENCE.findall(text_of(page))]
    asked = [line for body in bodies for line in body.splitlines() if line.startswith("$ ") or "$ " not in body]
    code = re.findall(r"`([^`\n]+)`", FENCE.sub("", text_of(page))) + asked
    for words, rest in COMMAND.findall("\n".join(code)):
        name, _, more = words.partition(" ")
        command = main.commands.get(name)
        assert command is not None, words
        if isinstance(command, click.Group) and more:
            command = command.commands[more]
        known = {option for param in command.params for option in (*param.opts, *param.secondary_opts)}
        assert set(re.findall(r"(?<!\S)(--[a-z-]+)", rest)) <= known | {"--help"}, (words, rest)


@pytest.mark.parametrize("place", [0, 1])
def test_the_players_of_the_guide_play(place: int, capsys: pytest.CaptureFixture[str]) -> None:
    code = [body for kind, body in FENCE.findall(text_of("guide/python.md")) if kind == "python"][place]
    exec(compile(code, "guide/python.md", "exec"), {})
    # One of them plays at random, and a game may be over in two turns.
    assert len(capsys.readouterr().out.splitlines()) > 1
