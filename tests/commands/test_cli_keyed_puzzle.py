"""A puzzle with a key: its changes and its solution, and what is said after it was changed or refuted."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from puzzles.samples import CRUMBLE_CORNER, SPLINTER_KEYED, SPLINTER_WIN
from running import refusal, run, run_for_json
from shatterproof.game import find_game
from shatterproof_properties.cli import main
from shatterproof_properties.commands.puzzles import puzzle

PLAIN = f'[Puzzle "A key"]\n[Game "splinter"]\n[Claim "wins-2"]\n\n{SPLINTER_KEYED}'
KEYED = PLAIN.replace('"wins-2"]\n', '"wins-2"]\n[Unique "yes"]\n[Solution "c2NW"]\n')
CORNER = f'[Puzzle "Corner"]\n[Game "crumble"]\n[Claim "wins-1"]\n\n{CRUMBLE_CORNER}'
START = find_game("splinter").to_diagram(find_game("splinter").start())
NAMES_READING = f'[Puzzle "Which"]\n[Game "splinter"]\n[Claim "differs-1 step-off=forbidden"]\n\n{SPLINTER_WIN}'


def warned(*arguments: object) -> str:
    """The warnings of a command that does its work."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], prog_name="shatterproof")
    assert result.exit_code == 0
    return result.stderr


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "some.puzzle"
    found.write_text(KEYED)
    return found


@pytest.fixture
def changed(file: Path) -> Path:
    """A puzzle that was changed after it was verified."""
    file.write_text(PLAIN)
    run("puzzle", "verify", file, "--no-z3")
    file.write_text(PLAIN.replace("wins-2", "wins-3"))
    return file


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
    assert "exists, and is not written over" in refusal("puzzle", "edit", file, "--without", needless, "--out", out)
    assert "this command reads the file" in refusal("puzzle", "edit", file, "--without", needless, "--out", file)
    assert run("puzzle", "edit", file, "--without", needless, "--out", "-") == out.read_text()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((), "no change is named; expected --without, --recolour, --with, --merge or --all"),
        (("--all", "--without", "a3"), "--all and a change cannot be used together; expected only one of them"),
        (("--without", "a1"), "a1 is empty; expected a square with a piece"),
        (("--merge", "a3", "b3"), "in splinter no pieces become one; expected without, with or recolour"),
        (
            ("--all", "--out", "x.puzzle"),
            "--out: --out writes one puzzle, and there are 66 changes; expected one change",
        ),
        (("--with", "a\x00"), "the board has no square"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_line(file: Path, options: tuple[str, ...], said: str) -> None:
    assert said in refusal("puzzle", "edit", file, *options)


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
    file.write_text(f'[Puzzle "Corner"]\n[Game "splinter"]\n[Claim "mated-1"]\n\n{SPLINTER_WIN}')
    said = run("puzzle", "solution", file, code=1)
    assert said == "refuted: Corner: Blue to move is mated in 1 turn; there is no solution\n"


def test_where_there_was_no_time_nothing_is_said_to_be_the_solution(file: Path) -> None:
    file.write_text('[Puzzle ""]\n[Game "splinter"]\n[Claim "mated-9"]\n\n' + START)
    given = CliRunner().invoke(main, ["puzzle", "solution", str(file), "--time", "0.1"])
    assert (given.exit_code, given.stdout) == (3, "")
    assert given.stderr.startswith("shatterproof: unknown: not decided within 0.1 seconds; ")


@pytest.mark.parametrize("command", ["solution", "rate", "solve"])
def test_what_needs_the_proof_says_how_to_make_it_anew(command: str, changed: Path) -> None:
    said = (
        f"{changed}: the puzzle was changed since it was verified: the certificate beside it is about another "
        f"position or claim; expected a certificate of this puzzle: shatterproof puzzle verify {changed}"
    )
    assert refusal("puzzle", command, changed).endswith(said)


def test_a_sheet_prints_a_changed_puzzle_as_not_verified(changed: Path) -> None:
    sheet = changed.with_name("sheet.html")
    assert warned("puzzle", "show", changed, "--sheet", sheet).startswith("not verified: some: it was changed since")
    assert sheet.read_text().count("Not verified") == 1


def test_a_sheet_prints_a_refuted_puzzle_as_not_verified(file: Path) -> None:
    sheet = file.with_name("sheet.html")
    file.write_text(PLAIN.replace("wins-2", "wins-1"))
    run("puzzle", "verify", file, "--no-z3", code=1)
    assert warned("puzzle", "show", file, "--sheet", sheet) == "not verified: some: its claim is refuted\n"
    assert sheet.read_text().count("Not verified") == 1


def test_a_changed_puzzle_is_exported_without_its_certificate(changed: Path) -> None:
    out = changed.with_name("all.json")
    assert warned("puzzle", "export", changed, "--out", out).startswith(
        f"left out: a certificate: {changed}: the puzzle was"
    )
    assert '"certificate"' not in out.read_text()


def test_two_puzzles_of_one_name_are_reported(changed: Path) -> None:
    other = changed.with_name("other") / changed.name
    other.parent.mkdir()
    other.write_text(PLAIN)
    said = refusal("puzzle", "export", changed, other, "--out", changed.with_name("more.puzzles"))
    assert said.endswith(f"{other}: two puzzles are called some; expected a name of its own")


def test_an_edit_says_why_a_claim_fails_and_how_to_replace_a_piece(file: Path) -> None:
    file.write_text(PLAIN.replace("wins-2", "wins-1"))
    assert "no turn wins in time" in run("puzzle", "edit", file, "--all")
    assert refusal("puzzle", "edit", file, "--with", "Xc2").endswith(
        "Xc2: c2 is taken; expected --without c2 --with Xc2"
    )
    run("puzzle", "edit", file, "--without", "c2", "--with", "Xc2", code=1)
    file.write_text(PLAIN.replace("wins-2", "mated-1"))
    assert "refuted by " in run("puzzle", "edit", file, "--all")


def test_a_reading_may_be_named_by_its_short_id(file: Path) -> None:
    file.write_text(NAMES_READING)
    assert "splinter.step-off=forbidden" in run("puzzle", "show", file)
    file.write_text(NAMES_READING.replace("forbidden", "allowed").replace("step-off", "no-such"))
    assert refusal("puzzle", "verify", file).startswith(f"{file}, line 3, tag Claim")
    file.write_text(NAMES_READING.replace("differs-1 step-off=forbidden", "checkmate"))
    for kind in ("wins-2", "mated-1", "defends-1", "threats-3", "passes-2", "series-2", "differs-1"):
        assert kind.partition("-")[0] in refusal("puzzle", "verify", file)


def test_help_tells_of_no_bound_where_there_is_none() -> None:
    assert "None" not in run("puzzle", "generate", "--help")
    assert "0<=x<=100" in run("puzzle", "generate", "--help")
    assert "generate" in puzzle.commands
