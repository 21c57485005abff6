"""Trials of Scrunch that Ludii saved, given to commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from explorer.asking import ask
from ludii_trials import HEAD, move, played, trial
from running import refusal, run, run_for_json

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


def test_a_winner_that_the_board_does_not_bear_out_is_remarked_on(whole: Path) -> None:
    text = whole.read_text().replace("winner=2", "winner=1")
    assert "remark: the result is 1-0, but should be 0-1" in run("judge", "-", "--board", 3, given=text.encode())


def test_an_illegal_turn_of_a_trial_is_reported_with_its_line_and_the_readings_that_allow_it() -> None:
    said = run("judge", "-", "--board", 2, given=EGGS.format(0).encode(), code=1)
    assert said.startswith("illegal: line 3, move 1 (Light), a1: ")
    assert "(scrunch.board.one-stone)\n" in said


def test_the_readings_of_a_trial_are_those_of_the_command() -> None:
    text = EGGS.format(1).encode()
    assert run("judge", "-", "--board", 2, given=text) == "legal: 2 turns, undecided\n"
    said = run("judge", "-", "--board", 2, "--readings", "isolated=from-all", given=text, code=1)
    assert "(scrunch.creation.egg)" in said


def test_a_trial_that_does_not_show_its_board_is_refused() -> None:
    said = refusal("judge", "-", given=EGGS.format(6).encode())
    assert said.endswith("its cells fit 9: 2, 3, 4, 5, 6, 7, 8, 9, 10; expected shatterproof judge FILE --board N")


def test_a_trial_is_no_bare_list() -> None:
    assert "this is no bare list of turns" in refusal("judge", "-", "--game", "scrunch", given=EGGS.format(6).encode())


def test_a_trial_is_no_position() -> None:
    said = refusal("perft", "scrunch", 1, "--position", "-", given=EGGS.format(6).encode())
    assert "this is a game record" in said


def test_trials_in_a_folder_are_a_line_each(whole: Path) -> None:
    (whole.parent / "another.trl").write_text(EGGS.replace("Scrunch", "Hex").format(6))
    (whole.parent / "damaged.trl").write_text(whole.read_text().replace("]]", "]", 1))
    lines = run("judge", whole.parent, code=2).splitlines()
    assert lines[0].startswith("another.trl: broken: line 1: this is a trial of Hex")
    assert lines[1].startswith("damaged.trl: broken: line 5: a bracket is not closed")
    assert lines[2].startswith("whole.trl: legal: 23 turns, Light wins (scrunch.end.last-snake); ")
    assert lines[3] == "3 records: 1 legal, 2 broken"


def test_a_folder_has_no_board(whole: Path) -> None:
    assert "--board: a record names its own" in refusal("judge", whole.parent, "--board", 3)


def test_the_board_of_a_trial_is_among_the_remarks_for_programs(whole: Path) -> None:
    (data,) = run_for_json("judge", whole)
    assert data["remarks"] == [SHOWN.removeprefix("remark: ").strip()]


def test_the_end_of_a_trial_is_drawn(whole: Path) -> None:
    assert run("show", whole).startswith("# after x a3, move 12 (Dark)\n# Light wins (scrunch.end.last-snake)\n")


def test_a_trial_is_opened_in_the_browser(whole: Path) -> None:
    opened = ask("open", text=whole.read_text())
    assert (opened["game"], opened["board"], opened["comments"]) == ("scrunch", "3", {})
    assert len(opened["turns"]) == 23
    assert opened["tags"] == {"Result": "0-1"}
