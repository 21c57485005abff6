"""Games in other forms than records, given to commands: trials of Scrunch that Ludii saved, and bare lists of turns."""

from __future__ import annotations

from pathlib import Path

import pytest

from explorer.asking import ask
from ludii_trials import HEAD, move, played, trial
from running import refusal, run
from shatterproof_properties.common import files

EGGS = f"{HEAD}\n{move(1, '[Add:type=Cell,to=0,what=1]')}\n{move(2, '[Add:type=Cell,to={},what=2]')}\n"
"""Two eggs, the second on a given cell."""
SHOWN = "remark: read on board 3, the only one on which all steps go to neighbouring cells\n"


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """A whole game on board 3."""
    file = tmp_path / "whole.trl"
    file.write_text(trial(*played("3", 1)))
    return file


def test_a_trial_is_judged_like_a_record(whole: Path) -> None:
    assert run("judge", whole) == f"legal: 23 turns, Light wins (scrunch.end.last-snake)\n{SHOWN}"


def test_the_readings_of_a_trial_are_those_of_the_command() -> None:
    text = EGGS.format(1).encode()
    assert run("judge", "-", "--board", 2, given=text) == "legal: 2 turns, undecided\n"
    said = run("judge", "-", "--board", 2, "--readings", "isolated=from-all", given=text, code=1)
    assert "(scrunch.creation.egg)" in said
    refusal("judge", "-", "--game", "splinter", given=b"pass\n")
    run("judge", "-", "--game", "splinter", "--readings", "splinter.passing=allowed", given=b"pass\n")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("judge -", "its cells fit 9: 2, 3, 4, 5, 6, 7, 8, 9, 10; expected shatterproof judge FILE --board N"),
        ("judge - --board=", "--board: '' names no board"),
        ("judge - --game scrunch", "this is no bare list of turns"),
        ("perft scrunch 1 --position -", "this is a game record"),
    ],
)
def test_a_trial_is_neither_a_list_nor_a_position_and_may_need_its_board(command: str, said: str) -> None:
    assert said in refusal(*command.split(), given=EGGS.format(6).encode())


def test_trials_in_a_folder_are_a_line_each(whole: Path) -> None:
    (whole.parent / "another.trl").write_text(EGGS.replace("Scrunch", "Hex").format(6))
    (whole.parent / "damaged.trl").write_text(whole.read_text().replace("]]", "]", 1))
    lines = run("judge", whole.parent, code=2).splitlines()
    assert lines[0].startswith("another.trl: broken: line 1: this is a trial of Hex")
    assert lines[1].startswith("damaged.trl: broken: line 5: a bracket is not closed")
    assert lines[2].startswith("whole.trl: legal: 23 turns, Light wins (scrunch.end.last-snake); ")
    assert lines[3] == "3 records: 1 legal, 2 broken"


def test_the_end_of_a_trial_is_drawn(whole: Path) -> None:
    assert run("show", whole).startswith("# after x a3, move 12 (Dark)\n# Light wins (scrunch.end.last-snake)\n")


def test_a_trial_is_opened_in_the_browser(whole: Path) -> None:
    opened = ask("open", text=whole.read_text())
    assert (opened["game"], opened["board"], opened["comments"]) == ("scrunch", "3", {})
    assert len(opened["turns"]) == 23
    assert opened["tags"] == {"Result": "0-1"}


LIST = b"# by an online board\na1\na2\n\n  c2\n(b2  a2-b3)\nx a1 c2\n"
OF_SCRUNCH = ("judge", "-", "--game", "scrunch", "--board", 2)


def test_a_bare_list_is_judged_like_a_record() -> None:
    assert run(*OF_SCRUNCH, given=LIST) == "legal: 5 turns, Light wins (scrunch.end.last-snake)\n"
    illegal = run(*OF_SCRUNCH, given=LIST.replace(b"a2\n", b"a1\n", 1), code=1)
    assert illegal.startswith("illegal: line 3, move 1 (Light), a1: ")


def test_a_list_too_long_is_refused_before_all_of_it_is_split(monkeypatch: pytest.MonkeyPatch) -> None:
    split: list[str] = []

    def unwrapped(text: str) -> str:
        split.append(text)
        return text

    monkeypatch.setattr(files, "unwrapped", unwrapped)
    monkeypatch.setattr(files, "MOST_TURNS", 4)
    assert "the list is too long; expected at most 4 turns" in refusal(*OF_SCRUNCH, given=LIST * 10)
    assert len(split) == 5


@pytest.mark.parametrize(
    ("text", "options", "said"),
    [
        (b'[Game "scrunch"]\n\n1) a1\n', ("--game", "scrunch"), "this is no bare list of turns"),
        (b"a1\n", ("--board", "2"), "--board: a record names its own"),
        (b"a1\n", ("--board", ""), "--board: a record names its own"),
        (b"a1\n", ("--game", "scrunch", "--board", "99"), "--board"),
        (b"a1\n", ("--game", "scrunch", "--board", ""), "--board: '' names no board"),
        (b"a1\n", (), "the tag Game is missing"),
    ],
)
def test_what_does_not_go_with_a_list_is_refused(text: bytes, options: tuple[str, ...], said: str) -> None:
    assert said in refusal("judge", "-", *options, given=text)
