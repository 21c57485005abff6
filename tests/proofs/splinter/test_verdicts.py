"""The statement of Splinter and the reference allow the same turns, which lead to the same positions."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from proofs.answers import answers, full_splinter_positions, played
from proofs.splinter.turn_lists import check_turns
from shatterproof import splinter
from shatterproof_properties.play.splinter.positions import set_up
from shatterproof_properties.proofs.splinter import verdicts

Json = dict[str, Any]

TIE = splinter.to_json(
    splinter.from_diagram(
        """Splinter 5x3, Blue to move
S...s
XO.ox
..S..
"""
    )
)
START = splinter.to_json(splinter.start("2x4"))


def hold_against_the_reference(found: Any) -> None:
    check_turns(splinter.to_json(found), answers(splinter, found))


@pytest.mark.ci
def test_both_agree_on_the_positions_that_fill_the_smallest_board_up_to_symmetry_and_colours() -> None:
    for found in full_splinter_positions():
        corners = [found.pieces[square] for square in found.pieces if square.row != 1]
        if found.to_move == "blue" and min(corners) == corners[0]:
            hold_against_the_reference(found)


@pytest.mark.parametrize(("board", "games"), [("2x4", 3), ("3x4", 1), ("5x2", 2)])
def test_both_agree_along_random_games(board: str, games: int) -> None:
    for seed in range(games):
        for found in played(splinter, board, Random(seed), 8):
            hold_against_the_reference(found)


@settings(max_examples=15, deadline=None)
@given(set_up("3x3", splinter.Readings(), decided=True))
def test_both_agree_on_positions_set_up(found: splinter.Position) -> None:
    hold_against_the_reference(found)


def test_every_turn_of_a_large_board_is_proved_again() -> None:
    for found in islice(played(splinter, "5x4", Random(3), 12), 3, None, 3):
        for turn, after, ended in answers(splinter, found)[::16]:
            verdicts.reprove_turn(splinter.to_json(found), turn, after, ended)


def test_in_a_tie_the_turn_names_the_group_that_stays_by_any_of_its_squares() -> None:
    ties = [(turn, after, ended) for turn, after, ended in answers(splinter, splinter.from_json(TIE)) if "=" in turn]
    assert ties
    for turn, after, ended in ties:
        for square, _, _ in after["pieces"]:
            verdicts.reprove_turn(TIE, turn.split("=")[0] + "=" + square, after, ended)
        assert verdicts.result(TIE, turn.split("=")[0]) is None
        assert verdicts.result(TIE, turn.split("=")[0] + "=c3") is None


def test_in_a_tie_the_turn_names_the_group_that_goes_where_that_is_the_reading() -> None:
    tie = splinter.from_diagram("""Splinter 5x3, Blue to move
S...s
XO.ox
..S..
readings tie=remove-one
""")
    ties = [(turn, after) for turn, after, _ in answers(splinter, tie) if "x" in turn]
    assert ties
    for turn, after in ties:
        found = verdicts.result(splinter.to_json(tie), turn)
        assert found is not None
        assert found[0] == after
        assert verdicts.result(splinter.to_json(tie), turn.replace("x", "=")) is None
