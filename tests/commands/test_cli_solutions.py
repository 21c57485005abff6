"""puzzle solution: the tree of a puzzle, from its certificate or from a new proof."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from puzzles.samples import SPLINTER_KEYED, SPLINTER_WIN
from running import refusal, run, run_for_json
from shatterproof.game import find_game
from shatterproof_properties.cli import main

KEY = f'[Puzzle "A key"]\n[Game "splinter"]\n[Claim "wins-2"]\n[Unique "yes"]\n\n{SPLINTER_KEYED}'
START = find_game("splinter").to_diagram(find_game("splinter").start())
WIN = f'[Puzzle "Corner"]\n[Game "splinter"]\n[Claim "wins-1"]\n\n{SPLINTER_WIN}'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "some.puzzle"
    found.write_text(KEY)
    return found


def test_a_solution_is_the_same_with_and_without_a_certificate(file: Path) -> None:
    without = run("puzzle", "solution", file)
    assert without.startswith("A key: Blue to move wins in 2 turns, with one key\n\n1.")
    run("puzzle", "verify", file, "--no-z3")
    assert run("puzzle", "solution", file) == without
    assert [path.name for path in sorted(file.parent.iterdir())] == ["some.certificate.json", "some.puzzle"]


def test_tries_set_play_and_all_of_it_are_reported_when_asked_for(file: Path) -> None:
    plain = run("puzzle", "solution", file)
    more = run("puzzle", "solution", file, "--tries", "--set-play", "--full")
    assert "set play:\n" in more
    assert "set play" not in plain
    assert "(the only refutation)" in more
    (found,) = run_for_json("puzzle", "solution", file)
    assert found["verdict"] == "proved"
    assert f"1.{found['key']}!" in plain


def test_a_claim_that_is_refuted_has_no_solution(file: Path) -> None:
    file.write_text(WIN.replace("wins-1", "mated-1"))
    said = run("puzzle", "solution", file, code=1)
    assert said == "refuted: Corner: Blue to move is mated in 1 turn; there is no solution\n"


def test_where_there_was_no_time_nothing_is_said_to_be_the_solution(file: Path) -> None:
    file.write_text('[Puzzle ""]\n[Game "splinter"]\n[Claim "mated-9"]\n\n' + START)
    given = CliRunner().invoke(main, ["puzzle", "solution", str(file), "--time", "0.1"])
    assert (given.exit_code, given.stdout) == (3, "")
    assert given.stderr.startswith("shatterproof: unknown: not decided within 0.1 seconds; ")


def test_a_certificate_that_does_not_hold_is_refused(file: Path) -> None:
    run("puzzle", "verify", file, "--no-z3")
    certificate = file.with_name("some.certificate.json")
    certificate.write_text(certificate.read_text().replace('"count":', '"count":1'))
    assert "the certificate is refused" in refusal("puzzle", "solution", file)
