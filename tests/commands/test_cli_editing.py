"""puzzle edit: the verdict on a claim after a piece is changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzles.samples import CRUMBLE_CORNER, SPLINTER_KEYED
from running import refusal, run, run_for_json

KEYED = f'[Puzzle "A key"]\n[Game "splinter"]\n[Claim "wins-2"]\n[Unique "yes"]\n[Solution "c2NW"]\n\n{SPLINTER_KEYED}'
CORNER = f'[Puzzle "Corner"]\n[Game "crumble"]\n[Claim "wins-1"]\n\n{CRUMBLE_CORNER}'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "some.puzzle"
    found.write_text(KEYED)
    return found


def test_one_change_is_reported_with_the_changed_diagram(file: Path) -> None:
    needless = [each["piece"] for each in run_for_json("puzzle", "edit", file, "--all") if each["needless"]]
    said = run("puzzle", "edit", file, "--without", needless[0])
    assert said.startswith(
        f"without {needless[0]}: holds: Blue to move wins in 2 turns, with one key\nthe same key: c2NW; needless\n"
    )
    assert "Splinter 5x5, Blue to move\n" in said
    assert run("puzzle", "edit", file, "--without", "c4", code=1).startswith("without c4: ")


def test_a_table_has_all_changes_and_the_pieces_that_are_needless(file: Path) -> None:
    *lines, last = run("puzzle", "edit", file, "--all").splitlines()
    assert len(lines) == 66
    assert last.startswith("needless: ")
    named = last.removeprefix("needless: ").split(", ")
    assert named == [line.split()[1] for line in lines if line.endswith("; needless")]
    *of_one, last = run("puzzle", "edit", file, "--all", "c2").splitlines()
    assert len(of_one) == 6
    assert last in ("needless: c2", "c2 is not needless")


def test_a_piece_of_crumble_goes_into_each_of_its_neighbours(file: Path) -> None:
    file.write_text(CORNER)
    lines = run("puzzle", "edit", file, "--without", "d").splitlines()[:-1]
    assert lines
    assert all(line.startswith("d at ") for line in lines)


def test_a_changed_puzzle_is_written_with_its_keys_and_verified(file: Path) -> None:
    out = file.with_name("changed.puzzle")
    needless = next(each["piece"] for each in run_for_json("puzzle", "edit", file, "--all") if each["needless"])
    said = run("puzzle", "edit", file, "--without", needless, "--out", out)
    written, shown = out.read_text().split("\n\n")[1].splitlines(), said.split("\n\n")[1].splitlines()
    assert written == [shown[0], *(row[4:] for row in shown[1:-1])]
    assert '[Solution "c2NW"]' in out.read_text()
    assert run("puzzle", "verify", out, "--no-z3").startswith("proved: ")
    assert "exists, and is not a file that edit may replace" in refusal(
        "puzzle", "edit", file, "--without", needless, "--out", out
    )
    assert "this command reads the file" in refusal("puzzle", "edit", file, "--without", needless, "--out", file)
    assert run("puzzle", "edit", file, "--without", needless, "--out", "-") == out.read_text()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((), "no change is named; expected --without, --recolour, --with, --merge or --all"),
        (("--all", "--without", "a3"), "--all: --all and a change cannot be used together; expected only one of them"),
        (("--without", "a1"), "a1 is empty; expected a square with a piece"),
        (("--merge", "a3", "b3"), "in splinter no pieces become one; expected without, with or recolour"),
        (
            ("--all", "--out", "x.puzzle"),
            "--out: --out writes one puzzle, and there are 66 changes; expected one change",
        ),
        (("--with", "a\x00"), "names no piece"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_line(file: Path, options: tuple[str, ...], said: str) -> None:
    assert said in refusal("puzzle", "edit", file, *options)
