"""Commands never replace their inputs, nor files of somebody else."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from shatterproof.spec import spec_folder
from shatterproof_properties.cli import main

POSITION = "2x2, Black to move\nAb\nbA\n"
PUZZLE = next((spec_folder() / "puzzles" / "crumble").glob("*-through-the-skirting-board.puzzle"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a position, a puzzle with its certificate, and a foreign file."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.txt").write_text(POSITION)
    shutil.copy(PUZZLE, "x.puzzle")
    shutil.copy(PUZZLE.with_name(PUZZLE.stem + ".certificate.json"), "x.certificate.json")
    (tmp_path / "mine").write_text("mine")
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "p.txt", "--svg", "p.txt"),
        ("show", "p.txt", "--svg", "./p.txt", "--force"),
        ("puzzle", "show", "x.puzzle", "--svg", "x.puzzle", "--force"),
        ("puzzle", "show", "x.puzzle", "--svg", "x.certificate.json", "--force"),
        ("puzzle", "show", "x.puzzle", "--sheet", "x.certificate.json", "--force"),
        ("puzzle", "show", ".", "--sheet", "x.puzzle", "--force"),
        ("puzzle", "verify", "x.puzzle", "--certificate", "x.puzzle", "--force"),
    ],
)
def test_an_input_is_never_written_over(folder: Path, arguments: tuple[str, ...]) -> None:
    before = contents(folder)
    found = run(*arguments)
    assert found.exit_code == 2
    assert "this command reads the file" in found.output
    assert contents(folder) == before


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "p.txt", "--svg"),
        ("puzzle", "show", "x.puzzle", "--svg"),
        ("puzzle", "show", "x.puzzle", "--sheet"),
        ("puzzle", "verify", "x.puzzle", "--certificate"),
    ],
)
def test_a_file_of_somebody_else_is_replaced_by_force_only(folder: Path, arguments: tuple[str, ...]) -> None:
    refused = run(*arguments, "mine")
    assert refused.exit_code == 2
    assert "--force" in refused.output
    assert (folder / "mine").read_bytes() == b"mine"
    assert run(*arguments, "mine", "--force").exit_code == 0
    again = (folder / "mine").read_bytes()
    assert again != b"mine"
    # Now it is ours.
    assert run(*arguments, "mine").exit_code == 0
    assert (folder / "mine").read_bytes() == again


def test_a_picture_may_go_to_a_device(folder: Path) -> None:
    assert run("show", "p.txt", "--svg", "/dev/null").exit_code == 0


WITNESS = '{"played":[],"start":{"board":"2","creating":[],"dark":["c2"],"game":"scrunch","light":["a2"],"to_move":"dark"},"turn":"b3 c2-c1"}'  # noqa: E501


def test_a_report_leaves_a_folder_of_ones_own_alone(folder: Path) -> None:
    for name in ("witness.json", "witness-7.json", "index.html"):
        (folder / name).write_text(WITNESS)
    before = contents(folder)
    for more in ((), ("--force",)):
        found = run("check", "--replay", "witness.json", "--report", ".", *more)
        assert found.exit_code == 2
        assert contents(folder) == before


def test_a_junit_file_replaces_neither_the_witness_nor_what_is_not_ours(folder: Path) -> None:
    (folder / "w.json").write_text(WITNESS)
    for name in ("w.json", "mine"):
        before = contents(folder)
        assert run("check", "--replay", "w.json", "--junit", name).exit_code == 2
        assert contents(folder) == before
    for _ in range(2):
        # The second time both are ours.
        assert run("check", "--replay", "w.json", "--junit", "j.xml", "--report", "r").exit_code == 0
    assert run("check", "--replay", "r/verdict.json", "--report", "r").exit_code == 2
    assert run("check", "--replay", "w.json", "--junit", "mine", "--force").exit_code == 0


@pytest.mark.parametrize(("option", "place"), [("--report", "/proc/x"), ("--report", "mine/x"), ("--junit", "inner")])
def test_a_place_for_a_verdict_that_cannot_be_written_is_refused_before_the_run(
    folder: Path, option: str, place: str
) -> None:
    (folder / "inner").mkdir()
    done = run("check", "splinter", "--engine", "/nowhere/engine", option, place)
    assert done.exit_code == 2
    assert "cannot be written" in done.output
