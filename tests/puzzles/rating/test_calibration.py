"""The model of solvers is fitted to attempts that people have made, as they are recorded here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from puzzles.showcase import proved, rated
from shatterproof import strict_json
from shatterproof_properties.cli import main
from shatterproof_properties.puzzles.files.text import format_puzzle
from shatterproof_properties.puzzles.rating.solver_model import FailedTry, Solving, calibrated
from shatterproof_properties.puzzles.solve.solved_record import SolvedPuzzle, note_solved, puzzle_digest


def trying(replies: int) -> Solving:
    """A puzzle with one try, which is refuted after looking at this many replies."""
    return Solving(1, 10, 0.0, (FailedTry("a", replies, one_defence=True),), 0, ())


def test_who_solves_what_takes_ten_replies_and_fails_at_what_takes_forty_looks_at_some_in_between() -> None:
    attempts = [(trying(replies), solved) for replies, solved in ((10, True), (40, False)) for _ in range(20)]
    assert 10 < calibrated(attempts).median < 40


@pytest.mark.parametrize(("solved", "least", "most"), [(True, 64, 128), (False, 1, 2)])
def test_who_solves_everything_looks_at_much_and_who_solves_nothing_at_little(
    solved: bool, least: float, most: float
) -> None:
    attempts = [(trying(replies), solved) for replies in (4, 8, 16)] * 10
    assert least <= calibrated(attempts).median <= most


def test_the_command_fits_the_model_to_a_record_and_tells_how_people_fared(tmp_path: Path) -> None:
    puzzle, certificate = proved("nothing goes yet")
    folder, record = tmp_path / "some", tmp_path / "record.jsonl"
    folder.mkdir()
    (folder / "it.puzzle").write_text(format_puzzle(puzzle), encoding="utf-8")
    (folder / "it.certificate.json").write_text(strict_json.encode(certificate), encoding="utf-8")
    asked = ["puzzle", "rate", str(folder), "--attempts", str(record)]
    note_solved(record, SolvedPuzzle("of another", "", True, 0, 0, "2026-01-01T00:00:00+00:00"))
    found = CliRunner().invoke(main, asked)
    assert (found.exit_code, "no attempt at these puzzles is recorded" in found.output) == (2, True)
    for solved, tries, hints in ((True, 0, 0), (True, 1, 0), (True, 0, 1), (False, 0, 0)):
        note_solved(record, SolvedPuzzle(puzzle_digest(puzzle), "", solved, tries, hints, "2026-01-01T00:00:00+00:00"))
    found = CliRunner().invoke(main, asked)
    assert found.exit_code == 0, found.output
    assert found.output.startswith("4 attempts: half of such solvers look at ")
    assert "it.puzzle: difficulty 4: " in found.output
    assert "3 of 4 attempts did" in found.output
    data = json.loads(CliRunner().invoke(main, [*asked, "--json"]).output)
    assert (data["attempts"], data["failed"], data["file"]) == (4, 3, "it.puzzle")
    assert abs(float(data["failing"]) - 0.75) < 0.2
    assert rated("nothing goes yet").solving.failing() != float(data["failing"])
