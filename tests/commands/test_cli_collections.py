"""Commands about many puzzles: export and import, which files they replace, rate and select."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from puzzles.showcase import proved
from running import refusal, run, run_for_json
from shatterproof import strict_json
from shatterproof.spec import spec_folder
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.files.text import format_puzzle

NAMES = ("a quiet join", "a tie to win", "four in a row")


def written(folder: Path, names: dict[str, str]) -> Path:
    """A folder with puzzles of the showcase, by the names of their files, and their certificates."""
    for stem, name in names.items():
        puzzle, certificate = proved(name)
        (folder / f"{stem}.puzzle").write_text(format_puzzle(puzzle))
        (folder / f"{stem}.certificate.json").write_text(strict_json.encode(certificate) + "\n")
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of three puzzles, two of them with certificates."""
    made = tmp_path / "made"
    made.mkdir()
    written(made, {f"{number} {name}": name for number, name in enumerate(NAMES, start=1)})
    (made / f"3 {NAMES[2]}.certificate.json").unlink()
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


# rate and select

TWO = ("four in a row", "a tie to win")


@pytest.fixture
def rated(tmp_path: Path) -> Path:
    """A folder with two puzzles, one of them twice, with their certificates."""
    return written(tmp_path, {str(number): name for number, name in enumerate((*TWO, TWO[0]))})


def test_the_rating_of_a_puzzle_says_its_parts_and_why(rated: Path) -> None:
    printed = run("puzzle", "rate", rated / "0.puzzle")
    assert printed.startswith("quality ")
    assert " economy 16 of 20: needless: d2\n" in printed
    assert "difficulty 1 (3% of the model's solvers fail)\n" in printed
    assert printed.endswith("themes: push-off, long line\n")


def test_a_folder_is_rated_in_a_line_each_with_what_is_alike(rated: Path) -> None:
    lines = run("puzzle", "rate", rated).splitlines()
    assert [line.split(":")[0] for line in lines] == ["0.puzzle", "1.puzzle", "2.puzzle"]
    assert lines[0].endswith("; push-off, long line; alike: 2.puzzle")
    assert "alike" not in lines[1]


def test_the_rating_comes_as_json_too(rated: Path) -> None:
    (found,) = run_for_json("puzzle", "rate", rated / "0.puzzle")
    assert found["quality"] == sum(part["points"] for part in found["parts"])
    assert found["themes"] == ["push-off", "long line"]
    assert found["solution"] == ["a1N", "a3SE", "a3S"]


def test_what_has_no_certificate_is_not_rated(rated: Path) -> None:
    (rated / "0.certificate.json").unlink()
    assert "there is no certificate beside this puzzle" in refusal("puzzle", "rate", rated / "0.puzzle")
    lines = run("puzzle", "rate", rated, code=2).splitlines()
    assert lines[0].startswith("0.puzzle: bad input: ")
    assert lines[1].startswith("1.puzzle: quality ")


def test_a_collection_is_chosen_and_copied_with_its_certificates(rated: Path) -> None:
    out = rated / "chosen"
    printed = run("puzzle", "select", rated, "--count", "3", "--out", out, code=1)
    assert printed.endswith(
        f"1 of 3 puzzles in {out}\ntoo few: 1 puzzles, 3 wanted\ntoo few: 0 of difficulty 4 or more, 1 wanted\n"
    )
    run("puzzle", "select", rated, "--count", "8", "--out", out, code=1)
    assert sorted(file.name for file in out.iterdir() if not file.name.startswith(".")) == [
        "01-a-tie-to-win.certificate.json", "01-a-tie-to-win.puzzle",
        "02-four-in-a-row.certificate.json", "02-four-in-a-row.puzzle",
    ]  # fmt: skip
    run("puzzle", "certificate", out)
    assert '[Difficulty "1"]' in (out / "02-four-in-a-row.puzzle").read_text()


def test_what_cannot_be_rated_is_left_out_and_a_folder_of_others_is_left_alone(rated: Path) -> None:
    (rated / "0.certificate.json").unlink()
    (found,) = run_for_json("puzzle", "select", rated, "--count", "8", "--out", rated / "new", code=1)
    assert found["of"] == len(found["puzzles"]) == 2
    assert ["0.puzzle: there is no certificate" in why for why in found["left_out"]] == [True]
    assert "files of somebody else's" in refusal("puzzle", "select", rated, "--out", rated)


def test_nothing_is_written_where_nothing_can_be_chosen(rated: Path) -> None:
    out = rated / "none"
    select = ("puzzle", "select", rated, "--quality", "100", "--count", "1", "--out", out)
    assert run(*select, code=1).startswith("0 of 3 puzzles, nothing is written\n")
    assert [found["folder"] for found in run_for_json(*select, code=1)] == [None]
    assert not out.exists()
    run("puzzle", "select", rated, "--count", "1", "--out", out, code=1)
    assert list(out.glob("*.puzzle"))
    assert run(*select, code=1).startswith(f"0 of 3 puzzles in {out}\n")
    assert not list(out.glob("*.puzzle"))


def test_a_refuted_puzzle_has_no_rating(rated: Path) -> None:
    puzzle, _ = proved(TWO[1])
    file = rated / "3.puzzle"
    file.write_text(format_puzzle(replace(puzzle, claim=Claim("mated", 1), solution=())))
    run("puzzle", "verify", file, "--no-z3", code=1)
    assert f"{file}: its claim is refuted" in refusal("puzzle", "rate", file)
