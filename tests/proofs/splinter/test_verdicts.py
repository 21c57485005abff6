"""The statement of Splinter and the reference allow the same turns, which lead to the same positions."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from proofs.answers import answers, choices_of, full_splinter_positions, others_of, played, set_ups, where_it_matters
from proofs.splinter.turn_lists import check_turns
from shatterproof import splinter
from shatterproof.errors import InputError
from shatterproof_properties.play.splinter.positions import set_up
from shatterproof_properties.proofs import Disagreement
from shatterproof_properties.proofs.splinter import verdicts
from shatterproof_properties.proofs.splinter.statement import STATED

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


@pytest.mark.parametrize("turn", ["a1X", "z9N", "a1N", "a1N=a1", "", "a9NE", "a1NN"])
def test_an_illegal_turn_has_no_result(turn: str) -> None:
    assert verdicts.result(START, turn) is None


@pytest.mark.parametrize("change", [{"to_move": "blue"}, {"memory": []}, {"pieces": START["pieces"]}])
def test_a_result_that_is_wrong_in_one_field_is_a_disagreement(change: Json) -> None:
    turn, after, ended = next(answer for answer in answers(splinter, splinter.from_json(START)) if answer[1]["memory"])
    verdicts.reprove_turn(START, turn, after, ended)
    with pytest.raises(Disagreement, match=turn):
        verdicts.reprove_turn(START, turn, after | change, ended)
    with pytest.raises(Disagreement, match=turn):
        verdicts.reprove_turn(START, turn, after, {"winner": None, "clause": "splinter.win.even"})


@pytest.mark.parametrize("left_out", [0, 5, -1])
def test_a_turn_that_is_left_out_is_a_disagreement(left_out: int) -> None:
    said = answers(splinter, splinter.from_json(START))
    del said[left_out]
    with pytest.raises(Disagreement):
        check_turns(START, said)


@pytest.mark.parametrize("turn", ["a1N", "z9N", "nothing - such"])
def test_a_turn_too_many_is_a_disagreement(turn: str) -> None:
    said = answers(splinter, splinter.from_json(START))
    with pytest.raises(Disagreement, match=turn):
        check_turns(START, [*said, (turn, *said[0][1:])])


def test_readings_that_do_not_exist_are_refused() -> None:
    with pytest.raises(InputError):
        verdicts.result(START | {"readings": {"splinter.tie": "keep-two"}}, "a1N")


def test_the_readings_stated_are_all_there_are() -> None:
    assert choices_of(splinter) == STATED


@pytest.mark.parametrize(("reading", "value"), others_of(splinter))
def test_both_agree_under_every_reading(reading: str, value: str) -> None:
    readings = splinter.Readings(**{reading: value})
    there = [*where_it_matters(splinter, reading, value), *played(splinter, "2x4", Random(1), 8, readings)]
    for found in [*there, *set_ups(set_up("3x3", readings, decided=True), 8, Random(3))]:
        hold_against_the_reference(found)


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
