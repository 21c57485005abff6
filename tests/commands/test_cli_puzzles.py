"""puzzle verify, show and generate: what they print, and what they refuse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from commands.puzzle_files import EGGS, MATE, WIN, verified
from puzzles.samples import CRUMBLEMATE
from running import refusal, run, run_for_json
from shatterproof.errors import InputError
from shatterproof_properties.cli import main
from shatterproof_properties.solving.forcing import Forcing


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "some.puzzle"


def test_a_crumblemate_is_proved_certified_checked_and_printed(file: Path) -> None:
    printed = verified(file, MATE)
    assert printed.startswith(
        "proved: White to move is in crumblemate\n29 turns, 2 of them lose at once; threats found: "
    )
    assert "wins in one proved again by z3: 27\n" in printed
    certificate = file.with_name("some.certificate.json")
    assert printed.endswith(f"certificate, accepted by the checker: {certificate}\n")
    checked = run("puzzle", "certificate", certificate, "--puzzle", file)
    assert checked == "accepted: White to move is mated in 1 turn, proved (29 results regenerated)\n"
    sheet = file.with_name("sheet.html")
    assert run("puzzle", "show", file.parent, "--sheet", sheet) == f"printed: {sheet}\n"
    assert "Eleven" in sheet.read_text()


def test_a_refuted_claim_exits_with_one_and_shows_the_turn(file: Path) -> None:
    printed = verified(
        file, WIN.replace("Blue to play wins in one", "mated-1").replace('[Solution "d3N"]\n', ""), code=1
    )
    assert printed.startswith("refuted: Blue to move is mated in 1 turn\n")
    assert "d3NW: this refutes the claim\n\nafter d3NW:\nSplinter 4x4" in printed
    certificate = file.with_name("some.certificate.json")
    assert "refuted" in run("puzzle", "certificate", certificate)


def test_a_solution_that_a_limit_leaves_unchecked_is_no_success(file: Path) -> None:
    text = EGGS.replace('"wins-2"]', '"wins-2"]\n[Solution "b1 a1-b2"]')
    file.write_text(text)
    codes = set()
    for positions in range(1, 60):
        result = CliRunner().invoke(main, ["puzzle", "verify", str(file), "--no-z3", "--positions", str(positions)])
        codes.add(result.exit_code)
        if "not looked at to the end: the solution" in result.stdout:
            assert result.stdout.startswith("proved: ")
            assert result.exit_code == 3
    assert codes == {0, 3}


def test_a_false_claim_is_refuted_with_its_certificate_though_the_time_ends_right_after(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def accepted(*_: object) -> Any:
        monkeypatch.setattr(Forcing, "is_over", lambda _: True)
        return ()

    monkeypatch.setattr("shatterproof_properties.puzzles.proof.verification._accepted", accepted)
    printed = verified(file, EGGS.replace('"wins-2"', '"wins-1"'), code=1)
    assert printed.startswith("refuted: Dark to move wins in 1 turn\nno turn wins in time: ")
    assert "not looked at to the end: cooks and duals, not decided within 300 seconds\n" in printed
    assert file.with_name("some.certificate.json").exists()


def test_the_certificate_is_there_before_anything_more_is_looked_at(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr("shatterproof_properties.commands.puzzle_verify.prove_again", interrupted)
    file.write_text(MATE)
    result = CliRunner().invoke(main, ["puzzle", "verify", str(file)])
    assert (result.exit_code, result.stdout) == (3, "proved: White to move is in crumblemate\n")
    assert "proved" in run("puzzle", "certificate", file.with_name("some.certificate.json"))


@pytest.mark.parametrize("jobs", [1, 2])
def test_of_a_folder_every_puzzle_and_every_certificate_has_a_line(tmp_path: Path, jobs: int) -> None:
    texts = {"a": MATE, "b": WIN.replace('"d3N"', '"a3E"'), "c": EGGS.replace("wins-2", "wins-1"), "d": "none\n"}
    for name, text in texts.items():
        (tmp_path / f"{name}.puzzle").write_text(text)
    printed = run("puzzle", "verify", tmp_path, "--no-z3", "--jobs", jobs, code=2).splitlines()
    assert printed[:3] == [
        "a.puzzle: proved: White to move is in crumblemate",
        "b.puzzle: proved: Blue to move wins in 1 turn; the solution a3E does not achieve the claim",
        "c.puzzle: refuted: Dark to move wins in 1 turn",
    ]
    assert printed[3].startswith(f"d.puzzle: bad input: {tmp_path / 'd.puzzle'}, line 1")
    checked = run("puzzle", "certificate", tmp_path, "--jobs", jobs, code=1).splitlines()
    assert [line.partition(" (")[0] for line in checked] == [
        "a.certificate.json: accepted: White to move is mated in 1 turn, proved",
        "b.certificate.json: accepted: Blue to move wins in 1 turn, proved",
        "c.certificate.json: accepted: Dark to move wins in 1 turn, refuted",
    ]
    assert checked[2].endswith("; not proved")


def test_only_a_puzzle_alone_is_looked_at_for_cooks_and_duals(file: Path) -> None:
    file.write_text(EGGS)
    (alone,) = run_for_json("puzzle", "verify", file, "--no-z3")
    (in_folder,) = run_for_json("puzzle", "verify", file.parent, "--no-z3")
    assert alone["analysis"]
    assert in_folder["analysis"] is None


def test_a_folder_takes_no_option_for_one_file(tmp_path: Path) -> None:
    assert "there is no such file in this folder" in refusal("puzzle", "verify", tmp_path)
    assert "--certificate" in refusal("puzzle", "verify", tmp_path, "--certificate", tmp_path / "c.json")
    assert "--puzzle" in refusal("puzzle", "certificate", tmp_path, "--puzzle", tmp_path / "a.puzzle")
    assert "one of them" in refusal("puzzle", "show", tmp_path, "--svg", "a.svg", "--sheet", "a.html")


def test_a_sheet_and_a_picture_are_printed_where_the_output_is_the_standard_one(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(file.parent)
    file.write_text(MATE)
    before = sorted(file.parent.iterdir())
    assert run("puzzle", "show", file, "--sheet", "-").startswith("<!DOCTYPE html>")
    assert run("puzzle", "show", file, "--svg", "-").startswith("<svg")
    assert sorted(file.parent.iterdir()) == before


def test_an_empty_file_is_refused_with_what_it_should_hold(file: Path) -> None:
    file.write_text("")
    assert refusal("puzzle", "verify", file).endswith("the file is empty; expected a puzzle")
    assert refusal("puzzle", "certificate", file).endswith("the file is empty; expected a certificate")


def test_a_scheduler_that_does_not_answer_leaves_no_folder_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> Any:
        raise InputError("no scheduler answers", "tcp://127.0.0.1:1")

    monkeypatch.setattr("shatterproof_properties.puzzles.generate.run.DaskWorkers", refuse)
    out = tmp_path / "new" / "made"
    wanted = ("generate", "scrunch", "--claim", "wins-1", "--board", "3", "--out", out, "--scheduler", "tcp://a:1")
    assert "no scheduler answers" in refusal("puzzle", *wanted)
    assert not list(tmp_path.iterdir())


def test_a_limit_is_no_verdict(file: Path) -> None:
    printed = verified(file, MATE, "--positions", "1", code=3)
    assert printed == "unknown: White to move is in crumblemate?\nnot decided within 1 positions\n"
    assert not file.with_name("some.certificate.json").exists()


def test_tries_and_set_play_are_reported_on_request(file: Path) -> None:
    plain = verified(file, EGGS, "--no-z3")
    assert "set play" not in plain
    printed = verified(file, EGGS, "--no-z3", "--tries", "--set-play", "--certificate", str(file.with_name("c.json")))
    assert "set play, if the other side were to move: " in printed
    assert file.with_name("c.json").exists()


def test_verdicts_are_there_for_programs(file: Path) -> None:
    file.write_text(MATE)
    (printed,) = run_for_json("puzzle", "verify", file)
    assert (printed["verdict"], printed["claim"], printed["confirmed"]) == ("proved", "mated-1", 27)
    assert printed["threats"]["results"] == 29
    (checked,) = run_for_json("puzzle", "certificate", printed["certificate"])
    assert checked == {
        "accepted": True, "game": "crumble", "claim": "mated-1", "unique": False, "verdict": "proved", "results": 29,
        "work": checked["work"],
    }  # fmt: skip


def test_a_puzzle_is_shown_as_diagram_as_picture_and_as_json(file: Path) -> None:
    file.write_text(MATE)
    shown = run("puzzle", "show", file)
    assert shown.startswith("Eleven\nWhite to move is in crumblemate.\n")
    header, *rows = CRUMBLEMATE.splitlines()
    assert [line[4:] for line in shown.split(f"{header}\n")[1].splitlines()][: len(rows)] == rows
    (data,) = run_for_json("puzzle", "show", file)
    again = file.with_name("again.json")
    again.write_text(json.dumps(data))
    assert run("puzzle", "show", again) == shown


def test_new_puzzles_are_made_numbered_and_certified(tmp_path: Path) -> None:
    out = tmp_path / "made"
    printed = run(
        "puzzle", "generate", "scrunch", "--claim", "wins-1", "--board", "3", "--count", 2, "--out", out, "--seed", 1
    )
    assert printed.startswith(f"2 of 2 puzzles in {out}")
    made = sorted(out.glob("*.puzzle"))
    assert len(made) == 2
    for puzzle in made:
        certificate = puzzle.with_name(puzzle.name.removesuffix(".puzzle") + ".certificate.json")
        assert run("puzzle", "certificate", certificate, "--puzzle", puzzle).startswith("accepted: ")
    refused = refusal("puzzle", "generate", "scrunch", "--claim", "wins-1", "--board", "3", "--count", 2, "--out", out)
    assert "--resume" in refused


def test_no_run_begins_among_the_files_of_others(tmp_path: Path) -> None:
    theirs = tmp_path / "sheet.html"
    theirs.write_text("mine")
    wanted = ("generate", "scrunch", "--claim", "wins-1", "--board", "3", "--out", tmp_path)
    assert "there are files in this folder, and no run" in refusal("puzzle", *wanted)
    assert theirs.read_text() == "mine"


@pytest.mark.parametrize(
    ("old", "new", "printed"),
    [
        ("IJeeKK", "IJeeK", "line "),
        ("White is in crumblemate", "White is unhappy", "is no claim"),
        ("[Claim", '[Solution "0V"]\n[Claim', "solution"),
        (CRUMBLEMATE, "3x3, Black to move\nABC\nDaE\nFGH\n", "crumble.standing-enclosure"),
        (CRUMBLEMATE, "3x3, White to move\naAb\nABA\nBAa\n", "the game is over"),
    ],
)
def test_what_is_wrong_with_a_puzzle_is_reported_in_one_line(file: Path, old: str, new: str, printed: str) -> None:
    file.write_text(MATE.replace(old, new))
    complaint = refusal("puzzle", "verify", file)
    assert complaint.startswith(str(file))
    assert printed in complaint
    assert refusal("puzzle", "show", file) == complaint
