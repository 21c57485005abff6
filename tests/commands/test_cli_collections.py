"""puzzle export and import: collections in one file, and which files they replace."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from puzzles.showcase import proved
from running import refusal, run, run_for_json
from shatterproof import strict_json
from shatterproof.spec import spec_folder
from shatterproof_properties.puzzles.files.text import format_puzzle

NAMES = ("a quiet join", "a tie to win", "four in a row")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of three puzzles, two of them with certificates."""
    made = tmp_path / "made"
    made.mkdir()
    for number, name in enumerate(NAMES, start=1):
        puzzle, certificate = proved(name)
        (made / f"{number} {name}.puzzle").write_text(format_puzzle(puzzle))
        if number < 3:
            (made / f"{number} {name}.certificate.json").write_text(strict_json.encode(certificate) + "\n")
    return made


def texts(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text() for file in folder.iterdir()}


def test_a_folder_goes_through_one_file_and_comes_back_the_same(folder: Path, tmp_path: Path) -> None:
    whole, text, out = tmp_path / "all.json", tmp_path / "all.puzzles", tmp_path / "new" / "out"
    assert run("puzzle", "export", folder, "--out", whole) == f"3 puzzles and 2 certificates: {whole}\n"
    assert run("puzzle", "import", whole, "--out", out) == f"3 puzzles and 2 certificates: {out}\n"
    assert texts(out) == texts(folder)
    assert run("puzzle", "export", whole, "--out", text) == f"3 puzzles: {text}\n"
    assert text.read_text().startswith('[Collection "made"]\n\n[File "1 a quiet join"]\n[Puzzle "A quiet join"]\n')
    assert run("puzzle", "import", text, "--out", tmp_path / "bare") == f"3 puzzles: {tmp_path / 'bare'}\n"
    assert texts(tmp_path / "bare") == {name: its for name, its in texts(folder).items() if name.endswith(".puzzle")}


def test_a_collection_is_shown_like_a_folder(folder: Path, tmp_path: Path) -> None:
    whole, sheet = tmp_path / "all.json", tmp_path / "sheet.html"
    run("puzzle", "export", folder, "--out", whole, "--title", "Winter", "--editor", "Anna")
    assert run("puzzle", "show", whole) == run("puzzle", "show", folder)
    run("puzzle", "show", whole, "--sheet", sheet)
    assert "<h1>Winter</h1>" in sheet.read_text()
    assert sheet.read_text().count("Not verified") == 1


def test_a_certificate_that_does_not_hold_is_not_printed(folder: Path, tmp_path: Path) -> None:
    whole = tmp_path / "all.json"
    run("puzzle", "export", folder, "--out", whole)
    whole.write_text(re.sub('"seal":"[0-9a-f]', '"seal":"x', whole.read_text()))
    printed = refusal("puzzle", "show", whole, "--sheet", tmp_path / "sheet.html")
    assert printed.startswith(f"{whole}, 1 a quiet join, ")
    assert "the certificate is refused" in printed


def test_nothing_is_written_over(folder: Path, tmp_path: Path) -> None:
    whole, out = tmp_path / "all.puzzles", tmp_path / "out"
    run("puzzle", "export", folder, "--out", whole)
    assert "exists, and is not written over" in refusal("puzzle", "export", folder, "--out", whole)
    run("puzzle", "export", folder, "--out", whole, "--force")
    out.mkdir()
    (out / "3 four in a row.puzzle").write_text("mine")
    assert "exists, and is not written over" in refusal("puzzle", "import", whole, "--out", out)
    assert texts(out) == {"3 four in a row.puzzle": "mine"}
    assert "this command reads the file" in refusal("puzzle", "export", whole, "--out", whole, "--force")


def test_names_that_clash_are_refused_and_the_same_puzzle_twice_is_reported(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.puzzle"
    other.write_text((folder / "1 a quiet join.puzzle").read_text())
    whole = tmp_path / "all.puzzles"
    twice = run("puzzle", "export", folder, folder, "--out", tmp_path / "twice.puzzles").splitlines()
    assert twice[0].startswith("3 puzzles: ")
    assert twice[1].startswith("given twice, kept once: 1 a quiet join, ")
    printed = run("puzzle", "export", folder, other, "--out", whole)
    assert printed.endswith("the same puzzle: 1 a quiet join, other\n")
    (reported,) = run_for_json("puzzle", "import", whole, "--out", tmp_path / "out")
    assert (reported["puzzles"], reported["certificates"], reported["same"]) == (4, 0, [["1 a quiet join", "other"]])


def test_other_commands_say_what_to_do_with_a_collection(folder: Path, tmp_path: Path) -> None:
    whole = tmp_path / "all.puzzles"
    run("puzzle", "export", folder, "--out", whole)
    assert refusal("puzzle", "verify", whole).endswith(
        "shatterproof puzzle import FILE --out DIR takes a collection apart"
    )


PAGE = (spec_folder() / "puzzles" / "README.md").read_text(encoding="utf-8")
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)


def steps() -> list[tuple[str, str]]:
    """The commands of the page, each with the output that it shows."""
    shown = "".join(CONSOLE.findall(PAGE))
    return [(command, printed) for command, _, printed in (part.partition("\n") for part in shown.split("$ ")[1:])]


def as_shown(printed: str, reported: str) -> bool:
    """Whether an output is what a page shows. A line of three dots stands for any lines."""
    pattern = "".join(r"(?:.*\n)*?" if line == "..." else re.escape(line) + "\n" for line in reported.splitlines())
    return re.fullmatch(pattern, printed) is not None


def test_the_page_works_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = []
    for command, reported in steps():
        program, *words = shlex.split(command)
        if program == "cat":
            Path(words[0]).write_text(reported)
        else:
            assert program == "shatterproof"
            assert as_shown(run(*words), reported), command
        done.append(words[1] if program == "shatterproof" else program)
    assert {"cat", "verify", "edit", "rate", "solution", "show", "export", "import", "certificate", "generate"} <= set(
        done
    )
    assert "Our first" in Path("sheet.html").read_text()


def test_three_dots_stand_for_any_lines_and_nothing_else_does() -> None:
    assert as_shown("a\nb\nc\n", "a\n...\nc\n")
    assert as_shown("a\n", "a\n...\n")
    assert not as_shown("a\nb\n", "a\n")
    assert not as_shown("a\nb\nc\n", "a\n...\nd\n")


def test_every_command_about_puzzles_is_on_the_page() -> None:
    from shatterproof_properties.commands.puzzles import puzzle

    for name in puzzle.commands:
        assert re.search(rf"shatterproof puzzle {name}\b|`{name}`", PAGE), name
