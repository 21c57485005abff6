"""Bare lists of turns, one a line, judged like records."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from shatterproof_properties.cli import main
from shatterproof_properties.common import files

LIST = "# by an online board\na1\na2\n\n  c2\n(b2  a2-b3)\nx a1 c2\n"


def judged(folder: Path, text: str, *options: str) -> Result:
    file = folder / "turns.txt"
    file.write_text(text)
    return CliRunner().invoke(main, ["judge", str(file), *options])


def test_a_bare_list_is_judged_like_a_record(tmp_path: Path) -> None:
    result = judged(tmp_path, LIST, "--game", "scrunch", "--board", "2")
    assert (result.exit_code, result.output) == (0, "legal: 5 turns, Light wins (scrunch.end.last-snake)\n")


def test_an_illegal_turn_is_reported_with_its_line(tmp_path: Path) -> None:
    result = judged(tmp_path, LIST.replace("a2\n", "a1\n", 1), "--game", "scrunch", "--board", "2")
    assert result.exit_code == 1
    assert result.output.startswith("illegal: line 3, move 1 (Light), a1: ")


def test_a_list_too_long_is_refused_before_all_of_it_is_split(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    split: list[str] = []

    def unwrapped(text: str) -> str:
        split.append(text)
        return text

    monkeypatch.setattr(files, "unwrapped", unwrapped)
    monkeypatch.setattr(files, "MOST_TURNS", 4)
    result = judged(tmp_path, LIST * 10, "--game", "scrunch", "--board", "2")
    assert result.exit_code == 2
    assert "the list is too long; expected at most 4 turns" in result.output
    assert len(split) == 5


def test_readings_are_those_of_the_command(tmp_path: Path) -> None:
    turns = "pass\n"
    assert judged(tmp_path, turns, "--game", "splinter").exit_code == 2
    allowed = judged(tmp_path, turns, "--game", "splinter", "--readings", "splinter.passing=allowed")
    assert allowed.exit_code == 0, allowed.output


@pytest.mark.parametrize(
    ("text", "options", "said"),
    [
        ('[Game "scrunch"]\n\n1) a1\n', ("--game", "scrunch"), "this is no bare list of turns"),
        ("a1\n", ("--board", "2"), "--board: a record names its own"),
        ("a1\n", ("--board", ""), "--board: a record names its own"),
        ("a1\n", ("--game", "scrunch", "--board", "99"), "--board"),
        ("a1\n", ("--game", "scrunch", "--board", ""), "--board: '' names no board"),
        ("a1\n", (), "the tag Game is missing"),
    ],
)
def test_what_does_not_go_together_is_refused_in_one_line(
    text: str, options: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    result = judged(tmp_path, text, *options)
    assert result.exit_code == 2
    assert said in result.output
    assert len(result.output.splitlines()) == 1
