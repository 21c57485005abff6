"""puzzle solve: puzzles solved by typing, and the record of solved ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzles.samples import SPLINTER_KEYED, SPLINTER_WIN
from running import refusal, run
from shatterproof import strict_json
from shatterproof_properties.cli import main
from shatterproof_properties.puzzles.files.text import read_puzzle
from shatterproof_properties.puzzles.solve.solved_record import (
    BEGIN,
    HEADER,
    SolvedPuzzle,
    note_solved,
    puzzle_digest,
    read_solved,
)

TAGS = '[Puzzle "A key"]\n[Game "splinter"]\n[Claim "wins-2"]\n[Unique "yes"]\n[Comment "A quiet one."]'
KEYED = f"{TAGS}\n\n{SPLINTER_KEYED}"
WIN = f'[Puzzle "Corner"]\n[Game "splinter"]\n[Claim "wins-1"]\n\n{SPLINTER_WIN}'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("puzzles")
    (found / "1-corner.puzzle").write_text(WIN)
    (found / "2-key.puzzle").write_text(KEYED)
    run("puzzle", "verify", found, "--no-z3")
    return found


def typed(*lines: str) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def test_a_puzzle_is_solved_against_the_best_defence(folder: Path, tmp_path: Path) -> None:
    said = run("puzzle", "solve", folder / "2-key.puzzle", given=typed("c2NW", "hint", "hint", "hint"), code=1)
    assert said.startswith("A key\nBlue to move: ")
    assert "You are Blue." in said
    assert "\nCapital letters are Blue's: S is a square piece, X a cross, O a circle.\n" in said
    turn = said.rstrip().rsplit("It is ", 1)[1].removesuffix(".")
    record = tmp_path / "record.jsonl"
    said = run(
        "puzzle",
        "solve",
        folder / "2-key.puzzle",
        "--record",
        record,
        given=typed("c2NE", "c2NW", "hint", turn, "more"),
    )
    assert said.rstrip().endswith("Solved, with 1 try that failed, 1 hint.\nA quiet one.")
    (entry,) = read_solved(record).entries
    assert (entry.title, entry.solved, entry.tries, entry.hints) == ("A key", True, 1, 1)
    assert entry.puzzle == puzzle_digest(read_puzzle(folder / "2-key.puzzle"))


def test_rows_and_columns_have_their_names(folder: Path) -> None:
    lines = run("puzzle", "solve", folder / "2-key.puzzle", given=typed("quit"), code=1).splitlines()
    rows = SPLINTER_KEYED.strip().splitlines()[1:]
    named = [f"{len(rows) - number:>2}  {row}" for number, row in enumerate(rows)]
    begins = lines.index(named[0])
    assert lines[begins : begins + len(rows) + 1] == [*named, f"    {'abcdefghij'[: len(rows[0])]}"]


def test_the_next_puzzle_of_a_folder_that_is_not_solved_is_offered(folder: Path, tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    arguments = ("puzzle", "solve", folder, "--record", record)
    first = run(*arguments, given=typed("d3N", "what", "quit"))
    assert "Next: A key. An empty line goes on, quit ends." in first
    assert [entry.title for entry in read_solved(record).entries] == ["Corner"]
    second = run(*arguments, given=typed("give up"), code=1)
    assert second.startswith("A key\n")
    assert "1.c2NW!" in second
    third = run(*arguments, given=typed("quit"), code=1)
    assert third.startswith("A key\n")
    both = run("puzzle", "solve", folder, given=typed("d3N", "", "give up"))
    assert both.index("Corner") < both.index("Next: ") < both.index("1.c2NW!")
    its = read_puzzle(folder / "2-key.puzzle")
    note_solved(record, SolvedPuzzle(puzzle_digest(its), "A key", True, 0, 0, "2026-01-01T00:00:00+00:00"))
    assert run(*arguments) == "all 2 puzzles are solved\n"


def test_a_collection_in_one_file_is_solved_like_a_folder(folder: Path, tmp_path: Path) -> None:
    whole = tmp_path / "whole.json"
    run("puzzle", "export", folder, "--out", whole)
    solved = run("puzzle", "solve", whole, given=typed("d3N", "", "give up"))
    assert solved == run("puzzle", "solve", folder, given=typed("d3N", "", "give up"))
    assert run("puzzle", "solution", whole) == run("puzzle", "solution", folder)


def test_without_a_certificate_the_claim_is_proved_first(tmp_path: Path) -> None:
    file = tmp_path / "some.puzzle"
    file.write_text(WIN)
    assert "Solved, with no try that failed, no hint." in run("puzzle", "solve", file, given=typed("d3N"))
    file.write_text(WIN.replace("wins-1", "mated-1"))
    found = CliRunner().invoke(main, ["puzzle", "solve", str(file)], input=b"")
    assert (found.exit_code, found.stdout) == (1, "")
    assert "its claim is refuted: there is nothing to solve" in found.stderr


def test_lines_that_nobody_can_mean_get_a_line(folder: Path) -> None:
    hostile = b"\0\x1b[2J\xff\n" + b"x" * 10_000 + b"\n" + b"y" * 4096 + b"\n" + "٣\n".encode() + b"undo\n\n"
    said = run("puzzle", "solve", folder / "1-corner.puzzle", given=hostile + b"d3N")
    assert said.count("The line is too long; expected at most 4096 characters.") == 1
    assert "\x1b" not in said
    assert "There is no turn to take back." in said
    assert "Solved" in said


@given(st.binary(max_size=200))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_typed_ends_in_good_order(folder: Path, data: bytes) -> None:
    found = CliRunner().invoke(main, ["puzzle", "solve", str(folder / "1-corner.puzzle")], input=data)
    assert found.exit_code in (0, 1), found.output
    assert found.stderr == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{}\n", "line 1: this is no record of solved puzzles"),
        ("HEADER\n{}\n", "line 2"),
        ("HEADER\nENTRY\n[]\n", "line 3"),
        ("HEADER more\nENTRY\n", "line 1: this is no record of solved puzzles"),
        ('HEADER\n{"hints":-1,"puzzle":"p","solved":true,"title":"","tries":0,"when":"2026-01-01"}\n', "hints is -1"),
        ('HEADER\n{"hints":0,"puzzle":"p","solved":1,"title":"","tries":0,"when":"2026-01-01"}\n', "solved is 1"),
        ('HEADER\n{"hints":0,"puzzle":"p","solved":true,"title":"","tries":0,"when":"today"}\n', "when is no time"),
        (" \n", "the file is empty"),
    ],
)
def test_a_record_is_read_strictly(folder: Path, tmp_path: Path, text: str, said: str) -> None:
    record = tmp_path / "record.jsonl"
    entry = SolvedPuzzle("p", "t", True, 0, 0, "2026-01-01T00:00:00+00:00")
    record.write_text(
        text.replace("HEADER", strict_json.encode(HEADER)).replace("ENTRY", strict_json.encode(entry._asdict()))
    )
    before = record.read_bytes()
    assert said in refusal("puzzle", "solve", folder, "--record", record)
    assert record.read_bytes() == before


def test_a_record_only_grows(tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    entries = [SolvedPuzzle("p", f"title {number}", True, number, 0, "2026-01-01T00:00:00Z") for number in range(3)]
    texts = []
    for entry in entries:
        note_solved(record, entry)
        texts.append(record.read_text())
    assert texts[2].startswith(texts[1])
    assert texts[1].startswith(texts[0])
    assert read_solved(record).entries == entries
    assert json.loads(texts[0].splitlines()[0]) == HEADER


def test_a_record_that_two_runs_began_at_once_is_read(tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    entries = [SolvedPuzzle("p", f"title {number}", True, 0, 0, "2026-01-01T00:00:00Z") for number in range(2)]
    record.write_text("".join(f"{BEGIN}{strict_json.encode(entry._asdict())}\n" for entry in entries))
    assert read_solved(record) == (entries, [])


@pytest.mark.parametrize("kept", ["", "{", "HEADER", "HEADER\n", "HEADER\nENTRY", 'HEADER\nENTRY\n{"hints":0,"puz'])
def test_a_record_that_was_cut_short_goes_on(folder: Path, tmp_path: Path, kept: str) -> None:
    record = tmp_path / "record.jsonl"
    done = SolvedPuzzle(puzzle_digest(read_puzzle(folder / "1-corner.puzzle")), "", True, 0, 0, "2026-01-01T00:00:00Z")
    text = kept.replace("HEADER", strict_json.encode(HEADER)).replace("ENTRY", strict_json.encode(done._asdict()))
    record.write_text(text)
    had = [done] if "ENTRY" in kept else []
    is_cut = kept.endswith("puz")
    assert tuple(map(list, read_solved(record))) == (had, [3] if is_cut else [])
    found = CliRunner().invoke(main, ["puzzle", "solve", str(folder), "--record", str(record)], input=b"give up\n")
    assert found.stdout.startswith("A key\n" if had else "Corner\n")
    assert (f"passed over: {record}, line 3: the line is not whole" in found.stderr) == is_cut
    assert record.read_text().startswith(text)
    assert [entry.solved for entry in read_solved(record).entries] == [*(True for _ in had), False]


def test_what_cannot_be_solved_is_refused(folder: Path, tmp_path: Path) -> None:
    assert "not the puzzle" in refusal("puzzle", "solve", "-")
    assert "no such file in this folder" in refusal("puzzle", "solve", tmp_path)
    assert "cannot be read" in refusal("puzzle", "solve", folder, "--record", tmp_path / "none" / "record")
    assert "cannot be read" in refusal("puzzle", "solve", folder, "--record", tmp_path)
