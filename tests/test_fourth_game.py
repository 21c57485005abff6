"""An installed game of somebody else, in one folder that nothing else names, works with every command.

`tests/spec/test_your_own_game.py` shows that `check` agrees with a right engine of it, and finds its mutants.
`tests/browser/test_fourth_game.py` plays it in the browser.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from fourth_game_installed import FOLDER, NAME, Installation, install
from shatterproof.game import GAMES

MOST_LINES = 500


@pytest.fixture
def position(tmp_path: Path) -> Path:
    """A position in which Vertical wins at once, only with b2."""
    file = tmp_path / "position.txt"
    file.write_text("Domineering 3x3, Vertical to move\n...\nx..\nxx.\n", encoding="utf-8")
    return file


def test_the_folder_is_short_enough() -> None:
    files = [file for file in FOLDER.rglob("*") if file.is_file() and file.suffix in (".py", ".md", ".toml")]
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= MOST_LINES


def test_these_tests_do_not_see_the_game_themselves() -> None:
    assert NAME not in GAMES


def test_the_examples_of_its_page_come_out_as_it_says(installed: Installation) -> None:
    program = (
        "from shatterproof import spec, examples\n"
        f"found = spec.page_examples({NAME!r})\n"
        "for each in found: examples.run_example(each)\n"
        "print(len(found), spec.spec_version('domineering'))"
    )
    assert installed.python("-c", program).split() == ["12", "1.0.0"]


def test_perft_counts_with_the_reference_and_with_what_stands_in_for_a_second_engine(installed: Installation) -> None:
    assert installed.run("perft", NAME, 3).split()[-1] == "756"
    assert installed.run("perft", NAME, 3, "--board", "3x3", "--engine", "second").split()[-1] == "40"


def test_the_program_plays_it_and_wins_at_once_where_it_can(installed: Installation, position: Path) -> None:
    program = (
        "import sys, shatterproof; from shatterproof_properties.explorer.service import Explorer\n"
        "here = shatterproof.to_json(shatterproof.parse_position(open(sys.argv[1]).read()))\n"
        "question = {'do': 'reply', 'position': here, 'strength': sys.argv[2], 'milliseconds': 100}\n"
        "found = Explorer().work(question, print)['ok']; print(found['turn'], found['saw'])"
    )
    assert installed.python("-c", program, position, "beginner").split() == ["b2", "This", "turn", "wins."]


def test_turns_come_with_what_they_lead_to(installed: Installation, position: Path) -> None:
    assert installed.run("turns", NAME, "--board", "3x3").split() == ["a1", "a2", "b1", "b2", "c1", "c2"]
    entries = installed.run_for_json("turns", NAME, "--position", position)
    assert {each["turn"]: each["outcome"] and each["outcome"]["winner"] for each in entries} == {
        "b2": "vertical",
        "c1": None,
        "c2": None,
    }


def test_a_clause_is_found_by_its_name_and_by_words_and_in_a_refusal(installed: Installation, position: Path) -> None:
    assert "Both squares that a domino covers are empty" in installed.run("rule", "domineering.place.empty")
    assert "domineering.win.stuck" in installed.run("rule", "no", "room", "for", "a", "domino")
    assert "domineering.place.on-board" in installed.run("rule", "--position", position, "a3", code=1)
    assert "loses" in installed.run("readings", "domineering.stuck")


def test_a_position_is_shown_and_drawn(installed: Installation, position: Path, tmp_path: Path) -> None:
    assert "x..\n" in installed.run("show", position)
    installed.run("show", position, "--svg", tmp_path / "drawn.svg")
    assert "Domineering 3x3" in (tmp_path / "drawn.svg").read_text(encoding="utf-8")


def test_a_diagram_that_names_no_game_is_known_by_its_side(installed: Installation, tmp_path: Path) -> None:
    nameless = tmp_path / "nameless.txt"
    nameless.write_text("2x3, Horizontal to move\n..\nx.\nx.\n", encoding="utf-8")
    assert installed.run("show", nameless).startswith("Domineering 2x3, Horizontal to move\n")


def test_a_record_is_judged(installed: Installation, tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    record.write_text('[Game "domineering"]\n[Board "3x3"]\n\n1) b2 a1\n2) c2 1-0\n', encoding="utf-8")
    assert installed.run("judge", record).startswith("legal: 3 turns, Vertical wins (domineering.win.stuck)")
    record.write_text('[Game "domineering"]\n[Board "3x3"]\n\n1) b2 b2\n', encoding="utf-8")
    assert "domineering.place.empty" in installed.run("judge", record, code=1)


def engine(*arguments: str) -> str:
    """The command of an engine of ours."""
    return shlex.join([sys.executable, "-m", *arguments])


RIGHT = engine("shatterproof_properties", "engine", NAME)


def test_smoke_finds_nothing_to_fix_in_a_right_engine(installed: Installation) -> None:
    assert "nothing to fix" in installed.run("smoke", "--engine", RIGHT)


def test_profile_tells_the_reading_that_an_engine_follows(installed: Installation) -> None:
    found = installed.run_for_json("profile", NAME, "--engine", RIGHT)
    assert found[0]["follows"] == {"domineering.stuck": "loses"}


def test_a_game_needs_no_more_than_its_reference_and_its_page(tmp_path: Path) -> None:
    bare = shutil.copytree(FOLDER, tmp_path / "bare", ignore=shutil.ignore_patterns("conformance", "__pycache__"))
    with install(tmp_path / "site", bare) as installed:
        found = installed.run("check", NAME, "--engine", RIGHT, "--time", 200, "--results", 100)
    assert found.startswith("Domineering  AGREES  ")
    assert "nothing was self-checked: no mutants of Domineering are known" in found


@pytest.mark.ci
def test_pip_installs_all_of_the_folder(installed: Installation, tmp_path: Path) -> None:
    pytest.importorskip("hatchling")
    source, target = shutil.copytree(FOLDER, tmp_path / "source"), tmp_path / "target"
    installed.python("-m", "pip", "install", "--no-deps", "--no-build-isolation", "--target", target, source)
    paths = os.pathsep.join([str(target), os.environ.get("PYTHONPATH", "")])
    with Installation(os.environ | {"PYTHONPATH": paths}) as found:
        assert "Both squares" in found.run("rule", "domineering.place.empty")
    assert (target / "domineering" / "conformance" / "mutants.py").is_file()


def test_the_plugin_of_pytest_has_tests_for_its_clauses_and_no_vectors(installed: Installation, tmp_path: Path) -> None:
    options = ["-p", "shatterproof_properties.pytest_plugin", "--collect-only", "-q", "--shatterproof-engine", RIGHT]
    found = installed.python("-m", "pytest", *options, "--rootdir", tmp_path, tmp_path)
    assert "shatterproof::domineering::differential[domineering.place.empty]" in found
    assert "vectors" not in found


def test_a_page_that_is_missing_is_missed_by_its_game_alone(tmp_path: Path) -> None:
    bare = shutil.copytree(FOLDER, tmp_path / "bare", ignore=shutil.ignore_patterns("*.md", "__pycache__"))
    with install(tmp_path / "site", bare) as installed:
        assert "domineering/domineering.md" in installed.run("rule", "domineering.place.empty", code=2)
        assert "splinter.turn.no-pass" in installed.run("rule", "may", "I", "pass")
        assert NAME not in installed.run("--version")


def puzzle(tmp_path: Path, rows: str) -> Path:
    """A file with the claim that Vertical wins at once."""
    file = tmp_path / "some.puzzle"
    claim = '[Puzzle "Room"]\n[Game "domineering"]\n[Claim "Vertical to play wins in one"]'
    file.write_text(f"{claim}\n\nDomineering 3x3, Vertical to move\n{rows}\n", encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("rows", "verdict", "shown", "code"),
    [("...\nx..\nxx.", "proved", "key: b2\n", 0), ("...\n...\n...", "refuted", "no turn wins in time", 1)],
)
def test_a_win_in_one_is_proved_or_refuted_with_a_certificate_that_the_checker_accepts(
    installed: Installation, tmp_path: Path, rows: str, verdict: str, shown: str, code: int
) -> None:
    printed = installed.run("puzzle", "verify", puzzle(tmp_path, rows), code=code)
    assert printed.startswith(f"{verdict}: Vertical to move wins in 1 turn\n")
    assert shown in printed
    assert "certificate, accepted by the checker: " in printed
    accepted = installed.run("puzzle", "certificate", tmp_path / "some.certificate.json")
    assert accepted.startswith("accepted: Vertical to move wins in 1 turn, " + verdict)


def test_what_is_not_known_of_the_game_is_said(installed: Installation, tmp_path: Path) -> None:
    file = puzzle(tmp_path, "...\nx..\nxx.")
    assert "knows no changes of pieces" in installed.run("puzzle", "edit", file, "--all", code=2)
    assert "cannot be solved" in installed.run("solve", NAME, code=2)
