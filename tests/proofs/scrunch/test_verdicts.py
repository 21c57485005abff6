"""The statement of Scrunch and the reference allow the same turns, which lead to the same positions."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from proofs.answers import (
    all_scrunch_positions,
    answers,
    choices_of,
    is_first_of_its_kind,
    others_of,
    played,
    set_ups,
    where_it_matters,
)
from proofs.scrunch.turn_lists import check_turns
from shatterproof import scrunch
from shatterproof.errors import InputError
from shatterproof_properties.play.scrunch.positions import set_up
from shatterproof_properties.proofs import Disagreement
from shatterproof_properties.proofs.scrunch import verdicts
from shatterproof_properties.proofs.scrunch.statement import STATED

Json = dict[str, Any]


def position(diagram: str) -> Json:
    return scrunch.to_json(scrunch.from_diagram(diagram))


TWO_EGGS = position(
    """Scrunch 3, Dark to move, creating Light
   . . .
  . . . .
 . . x . .
  . . . .
   x . .
"""
)
LAST_SNAKE = position(
    """Scrunch 2, Dark to move
  . .
 o o .
  x o
"""
)


def hold_against_the_reference(found: Any) -> bool:
    """Checks all turns of a position, and whether each of them is a last removal, which is returned."""
    said = answers(scrunch, found)
    check_turns(scrunch.to_json(found), said)
    mated = bool(said) and all(turn.startswith("x") and ended for turn, _, ended in said)
    assert verdicts.is_mated_now(scrunch.to_json(found)) == mated, found
    return mated


def test_both_agree_on_positions_of_the_smallest_board_up_to_symmetry_and_the_phase_of_the_opponent(
    pytestconfig: pytest.Config,
) -> None:
    first = filter(is_first_of_its_kind, all_scrunch_positions(2))
    found = {(found.mover.own, found.mover.opposing, found.mover.creating): found for found in first}
    step = 1 if pytestconfig.getoption("--long") else 5
    mated = list(map(hold_against_the_reference, list(found.values())[::step]))
    assert True in mated
    assert False in mated


def test_both_agree_along_a_random_game() -> None:
    for found in played(scrunch, "3", Random(4), 200):
        hold_against_the_reference(found)


def test_every_turn_is_proved_again_in_a_game_to_its_end() -> None:
    for found in played(scrunch, "3", Random(5), 200):
        for turn, after, ended in answers(scrunch, found)[::12]:
            verdicts.reprove_turn(scrunch.to_json(found), turn, after, ended)


def test_a_removal_may_be_named_by_any_cell_of_the_snake() -> None:
    assert verdicts.result(LAST_SNAKE, "x a1") is not None


@pytest.mark.parametrize("turn", ["c4", "c4 c3-b3", "x a1", "b2 c3-a3", "pass", "z9 c3-c4", "c4 c3", ""])
def test_an_illegal_turn_has_no_result(turn: str) -> None:
    expected = turn == "c4 c3-b3"
    assert (verdicts.result(TWO_EGGS, turn) is not None) == expected


@pytest.mark.parametrize("change", [{"to_move": "dark"}, {"dark": ["a1"]}, {"creating": ["dark"]}, {"light": ["e1"]}])
def test_a_result_that_is_wrong_in_one_field_is_a_disagreement(change: Json) -> None:
    found = verdicts.result(TWO_EGGS, "c4 c3-b3")
    assert found is not None
    verdicts.reprove_turn(TWO_EGGS, "c4 c3-b3", *found)
    with pytest.raises(Disagreement, match="c4 c3-b3"):
        verdicts.reprove_turn(TWO_EGGS, "c4 c3-b3", found[0] | change, found[1])


def test_a_wrong_outcome_is_a_disagreement() -> None:
    found = verdicts.result(LAST_SNAKE, "x a1")
    assert found is not None
    assert found[1] == {"winner": "light", "clause": "scrunch.end.last-snake"}
    with pytest.raises(Disagreement):
        verdicts.reprove_turn(LAST_SNAKE, "x a1", found[0], None)


@pytest.mark.parametrize("left_out", [0, 5, -1])
def test_a_turn_that_is_left_out_is_a_disagreement(left_out: int) -> None:
    said = answers(scrunch, scrunch.from_json(TWO_EGGS))
    del said[left_out]
    with pytest.raises(Disagreement):
        check_turns(TWO_EGGS, said)


@pytest.mark.parametrize("turn", ["b2 c3-b3", "z9 c3-c4", "nothing - such"])
def test_a_turn_too_many_is_a_disagreement(turn: str) -> None:
    said = answers(scrunch, scrunch.from_json(TWO_EGGS))
    with pytest.raises(Disagreement, match=turn):
        check_turns(TWO_EGGS, [*said, (turn, *said[0][1:])])


@pytest.mark.parametrize("readings", [{"scrunch.loops": "open"}, {"scrunch.tie": "keep-one"}])
def test_readings_that_do_not_exist_are_refused(readings: Json) -> None:
    with pytest.raises(InputError):
        verdicts.result(TWO_EGGS | {"readings": readings}, "c4 c3-b3")


def test_that_all_replies_lose_is_stated_under_the_defaults_only() -> None:
    with pytest.raises(InputError):
        verdicts.is_mated_now(TWO_EGGS | {"readings": {"scrunch.tied-death": "each-stuck"}})


def test_the_readings_stated_are_all_there_are() -> None:
    assert choices_of(scrunch) == STATED


@pytest.mark.parametrize(("reading", "value"), others_of(scrunch))
def test_both_agree_under_every_reading(reading: str, value: str) -> None:
    readings = scrunch.Readings(**{reading: value})
    games = [*played(scrunch, "2", Random(1), 12, readings), *played(scrunch, "2", Random(2), 12, readings)]
    there = where_it_matters(scrunch, reading, value)
    for found in [*there, *games[::3], *set_ups(set_up("2", readings, decided=True), 6, Random(3))]:
        check_turns(scrunch.to_json(found), answers(scrunch, found))
