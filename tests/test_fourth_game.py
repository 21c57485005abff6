"""A game that somebody else has installed: one folder, which nothing outside it names, works with every command."""

from __future__ import annotations

from pathlib import Path

import pytest

from fourth_game_installed import FOLDER, NAME, Installation, install
from shatterproof.game import GAMES

MOST_LINES = 500


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    return install(tmp_path_factory.mktemp("site"))


@pytest.fixture
def position(tmp_path: Path) -> Path:
    """A position in which Vertical wins at once: only c1 leaves Horizontal no room."""
    file = tmp_path / "position.txt"
    file.write_text("Domineering 3x3, Vertical to move\nxx.\nx..\nx..\n", encoding="utf-8")
    return file


def test_the_folder_is_short_enough() -> None:
    files = [file for file in FOLDER.rglob("*") if file.is_file() and file.suffix in (".py", ".md", ".toml")]
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= MOST_LINES


def test_these_tests_do_not_see_the_game_themselves() -> None:
    assert NAME not in GAMES


def test_the_examples_of_its_page_come_out_as_it_says(installed: Installation) -> None:
    program = (
        "from shatterproof import spec, examples\n"
        f"found = spec.page_examples({NAME!r})\n"
        "for each in found: examples.run_example(each)\n"
        "print(len(found), spec.spec_version('domineering'))"
    )
    assert installed.python(program).split() == ["12", "1.0.0"]


def test_perft_counts_with_the_reference_and_with_what_stands_in_for_a_second_engine(installed: Installation) -> None:
    assert installed.run("perft", NAME, 3).split()[-1] == "756"
    assert installed.run("perft", NAME, 3, "--board", "3x3", "--engine", "second").split()[-1] == "40"
