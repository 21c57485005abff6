"""puzzle rate: what it prints, and what it refuses."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from puzzles.showcase import proved
from running import refusal, run, run_for_json
from shatterproof import strict_json
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.files.text import format_puzzle

TWO = ("four in a row", "a tie to win")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two puzzles, one of them twice, with their certificates."""
    for number, name in enumerate((*TWO, TWO[0])):
        puzzle, certificate = proved(name)
        (tmp_path / f"{number}.puzzle").write_text(format_puzzle(puzzle))
        (tmp_path / f"{number}.certificate.json").write_text(strict_json.encode(certificate))
    return tmp_path


def test_the_rating_of_a_puzzle_says_its_parts_and_why(folder: Path) -> None:
    printed = run("puzzle", "rate", folder / "0.puzzle")
    assert printed.startswith("quality ")
    assert " economy 16 of 20: needless: d2\n" in printed
    assert "difficulty 1 (3% of the model's solvers fail)\n" in printed
    assert printed.endswith("themes: push-off, long line\n")


def test_a_folder_is_rated_in_a_line_each_with_what_is_alike(folder: Path) -> None:
    lines = run("puzzle", "rate", folder).splitlines()
    assert [line.split(":")[0] for line in lines] == ["0.puzzle", "1.puzzle", "2.puzzle"]
    assert lines[0].endswith("; push-off, long line; alike: 2.puzzle")
    assert "alike" not in lines[1]


def test_the_rating_comes_as_json_too(folder: Path) -> None:
    (found,) = run_for_json("puzzle", "rate", folder / "0.puzzle")
    assert found["quality"] == sum(part["points"] for part in found["parts"])
    assert found["themes"] == ["push-off", "long line"]
    assert found["solution"] == ["a1N", "a3SE", "a3S"]


def test_what_has_no_certificate_is_not_rated(folder: Path) -> None:
    (folder / "0.certificate.json").unlink()
    assert "there is no certificate beside this puzzle" in refusal("puzzle", "rate", folder / "0.puzzle")
    lines = run("puzzle", "rate", folder, code=2).splitlines()
    assert lines[0].startswith("0.puzzle: bad input: ")
    assert lines[1].startswith("1.puzzle: quality ")


def test_a_collection_is_chosen_and_copied_with_its_certificates(folder: Path) -> None:
    out = folder / "chosen"
    printed = run("puzzle", "select", folder, "--count", "3", "--out", out, code=1)
    assert printed.endswith(
        f"1 of 3 puzzles in {out}\ntoo few: 1 puzzles, 3 wanted\ntoo few: 0 of difficulty 4 or more, 1 wanted\n"
    )
    run("puzzle", "select", folder, "--count", "8", "--out", out, code=1)
    assert sorted(file.name for file in out.iterdir() if not file.name.startswith(".")) == [
        "01-a-tie-to-win.certificate.json", "01-a-tie-to-win.puzzle",
        "02-four-in-a-row.certificate.json", "02-four-in-a-row.puzzle",
    ]  # fmt: skip
    run("puzzle", "certificate", out)
    assert '[Difficulty "1"]' in (out / "02-four-in-a-row.puzzle").read_text()


def test_what_cannot_be_rated_is_left_out_and_a_folder_of_others_is_left_alone(folder: Path) -> None:
    (folder / "0.certificate.json").unlink()
    (found,) = run_for_json("puzzle", "select", folder, "--count", "8", "--out", folder / "new", code=1)
    assert found["of"] == len(found["puzzles"]) == 2
    assert ["0.puzzle: there is no certificate" in why for why in found["left_out"]] == [True]
    assert "files of somebody else's" in refusal("puzzle", "select", folder, "--out", folder)


def test_nothing_is_written_where_nothing_can_be_chosen(folder: Path) -> None:
    out = folder / "none"
    select = ("puzzle", "select", folder, "--quality", "100", "--count", "1", "--out", out)
    assert run(*select, code=1).startswith("0 of 3 puzzles, nothing is written\n")
    assert [found["folder"] for found in run_for_json(*select, code=1)] == [None]
    assert not out.exists()
    run("puzzle", "select", folder, "--count", "1", "--out", out, code=1)
    assert list(out.glob("*.puzzle"))
    assert run(*select, code=1).startswith(f"0 of 3 puzzles in {out}\n")
    assert not list(out.glob("*.puzzle"))


def test_a_refuted_puzzle_has_no_rating(folder: Path) -> None:
    puzzle, _ = proved(TWO[1])
    file = folder / "3.puzzle"
    file.write_text(format_puzzle(replace(puzzle, claim=Claim("mated", 1), solution=())))
    run("puzzle", "verify", file, "--no-z3", code=1)
    assert f"{file}: its claim is refuted" in refusal("puzzle", "rate", file)
