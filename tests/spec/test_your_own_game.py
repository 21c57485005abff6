"""The page about a game of your own: its parts of files are in the files, and its commands print what it shows.

A comment `file: NAME` before a fenced block says that the block is a part of that file. In outputs, three dots stand
for anything.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from fourth_game_installed import FOLDER, NAME, Installation
from shatterproof.game import Game
from shatterproof.spec import spec_folder

PAGE = spec_folder() / "guide" / "your-own-game.md"
TEXT = PAGE.read_text(encoding="utf-8")
PARTS = re.findall(r"<!-- file: (\S+) -->\n(`{3,})\w*\n(.*?)\n\2\n", TEXT, re.DOTALL)
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)


class Typed(NamedTuple):
    """A typed command, and its output."""

    command: str
    printed: str


def typed() -> Iterator[Typed]:
    for block in CONSOLE.findall(TEXT):
        for each in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, printed = each.partition("\n")
            yield Typed(command, printed)


FILES = {each.command.removeprefix("cat "): each.printed for each in typed() if each.command.startswith("cat ")}
COMMANDS = [each for each in typed() if each.command.startswith("shatterproof ")]


@pytest.mark.parametrize(("name", "fence", "part"), PARTS)
def test_what_it_shows_of_a_file_stands_there(name: str, fence: str, part: str) -> None:
    assert part in (FOLDER / name).read_text(encoding="utf-8")


def test_it_names_all_that_a_reference_offers() -> None:
    offered = set(Game.__annotations__) | {name for name in vars(Game) if not name.startswith("_")}
    table = TEXT[TEXT.index("## The rules as a program") : TEXT.index("The shared modules")]
    assert offered <= set(re.findall(r"`(\w+)`", table))


@pytest.mark.parametrize("shown", COMMANDS, ids=lambda shown: shown.command)
def test_a_command_prints_what_it_says(installed: Installation, shown: Typed, tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    command = shown.command.replace('"shatterproof ', '"python -m shatterproof_properties ')
    arguments = [each.replace("python ", f"{shlex.quote(sys.executable)} ") for each in shlex.split(command)[1:]]
    if arguments[0] == "check":
        # A busy machine needs more time than a reader has.
        arguments += ["--time", "200"]
    code = 1 if "  DIFFERS  " in shown.printed or shown.printed.startswith("illegal") else 0
    expected = re.escape(shown.printed).replace(r"\.\.\.", ".*")
    printed = installed.run(*arguments, code=code, folder=tmp_path)
    assert re.fullmatch(expected, printed, re.DOTALL), printed


def test_each_module_that_may_be_written_is_looked_for_in_its_package() -> None:
    table = TEXT[TEXT.index("## What else you can write") :]
    for module, offers in re.findall(r"^\| `([\w.]+)` \| `(\w+)`:", table, re.MULTILINE):
        folder = spec_folder().parent / "properties" / "shatterproof_properties" / module.replace(".", "/")
        texts = [file.read_text(encoding="utf-8") for file in folder.glob("*.py")]
        assert any(f"class {offers}(Protocol)" in text for text in texts), module
        assert any(re.search(r"PerGame\[\w+\]\(", text) for text in texts), module


def test_the_game_is_the_one_whose_entry_point_it_shows() -> None:
    assert f'{NAME} = "domineering"' in TEXT
