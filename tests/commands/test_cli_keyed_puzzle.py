"""Puzzles that were changed after they were verified, refuted puzzles, and remarks for composers."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from puzzles.samples import SPLINTER_KEYED, SPLINTER_SERIES, SPLINTER_WIN
from running import refusal, run
from shatterproof_properties.cli import main
from shatterproof_properties.commands.puzzles import puzzle

KEYED = f'[Puzzle "A key"]\n[Game "splinter"]\n[Claim "wins-2"]\n\n{SPLINTER_KEYED}'
NAMES_READING = f'[Puzzle "Which"]\n[Game "splinter"]\n[Claim "differs-1 step-off=forbidden"]\n\n{SPLINTER_WIN}'


def warned(*arguments: object) -> str:
    """The warnings of a command that does its work."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], prog_name="shatterproof")
    assert result.exit_code == 0
    return result.stderr


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A puzzle that was changed after it was verified."""
    found = tmp_path / "some.puzzle"
    found.write_text(KEYED)
    run("puzzle", "verify", found, "--no-z3")
    found.write_text(KEYED.replace("wins-2", "wins-3"))
    return found


@pytest.mark.parametrize("command", ["solution", "rate", "solve"])
def test_what_needs_the_proof_says_how_to_make_it_anew(command: str, file: Path) -> None:
    said = (
        f"{file}: the puzzle was changed since it was verified: the certificate beside it is about another position or "
        f"claim; expected a certificate of this puzzle: shatterproof puzzle verify {file}"
    )
    assert refusal("puzzle", command, file).endswith(said)


def test_a_sheet_prints_a_changed_puzzle_as_not_verified(file: Path) -> None:
    sheet = file.with_name("sheet.html")
    assert warned("puzzle", "show", file, "--sheet", sheet).startswith("not verified: some: it was changed since")
    assert sheet.read_text().count("Not verified") == 1


def test_a_sheet_prints_a_refuted_puzzle_as_not_verified(file: Path) -> None:
    sheet = file.with_name("sheet.html")
    file.write_text(KEYED.replace("wins-2", "wins-1"))
    run("puzzle", "verify", file, "--no-z3", code=1)
    assert warned("puzzle", "show", file, "--sheet", sheet) == "not verified: some: its claim is refuted\n"
    assert sheet.read_text().count("Not verified") == 1


def test_a_changed_puzzle_is_exported_without_its_certificate(file: Path) -> None:
    out = file.with_name("all.json")
    assert warned("puzzle", "export", file, "--out", out).startswith(f"left out: a certificate: {file}: the puzzle was")
    assert '"certificate"' not in out.read_text()


def test_the_same_file_twice_is_kept_once_and_two_of_one_name_are_reported(file: Path) -> None:
    out, other = file.with_name("all.puzzles"), file.with_name("other") / file.name
    said = run("puzzle", "export", file, file, "--out", out)
    assert said == f"1 puzzle: {out}\ngiven twice, kept once: some\n"
    other.parent.mkdir()
    other.write_text(KEYED)
    said = refusal("puzzle", "export", file, other, "--out", file.with_name("more.puzzles"))
    assert said.endswith(f"{other}: two puzzles are called some; expected another name for one of the files")


def test_an_edit_says_why_a_claim_fails_and_how_to_replace_a_piece(file: Path) -> None:
    file.write_text(KEYED.replace("wins-2", "wins-1"))
    assert "no turn wins in time" in run("puzzle", "edit", file, "--all")
    assert refusal("puzzle", "edit", file, "--with", "Xc2").endswith(
        "Xc2: c2 is taken; expected --without c2 --with Xc2"
    )
    run("puzzle", "edit", file, "--without", "c2", "--with", "Xc2", code=1)
    file.write_text(KEYED.replace("wins-2", "mated-1"))
    assert "refuted by " in run("puzzle", "edit", file, "--all")


def test_a_reading_may_be_named_by_its_short_id(file: Path) -> None:
    file.write_text(NAMES_READING)
    assert "splinter.step-off=forbidden" in run("puzzle", "show", file)
    file.write_text(NAMES_READING.replace("forbidden", "allowed").replace("step-off", "no-such"))
    assert refusal("puzzle", "verify", file).startswith(f"{file}, line 3, tag Claim")
    file.write_text(NAMES_READING.replace("differs-1 step-off=forbidden", "checkmate"))
    for kind in ("wins-2", "mated-1", "defends-1", "threats-3", "passes-2", "series-2", "differs-1"):
        assert kind.partition("-")[0] in refusal("puzzle", "verify", file)


def test_a_win_after_a_pass_that_there_is_not_is_refuted_with_a_reason(file: Path) -> None:
    file.write_text(f'[Puzzle "Pass"]\n[Game "splinter"]\n[Claim "passes-1"]\n\n{SPLINTER_SERIES}')
    assert "no turn wins in time" in run("puzzle", "verify", file, "--no-z3", code=1)


def test_help_tells_of_no_bound_where_there_is_none() -> None:
    assert "None" not in run("puzzle", "generate", "--help")
    assert "0<=x<=100" in run("puzzle", "generate", "--help")
    assert "generate" in puzzle.commands
