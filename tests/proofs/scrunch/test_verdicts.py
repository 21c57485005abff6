"""The statement of Scrunch and the reference allow the same turns, which lead to the same positions."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from proofs.answers import all_scrunch_positions, answers, is_first_of_its_kind, played
from proofs.scrunch.turn_lists import check_turns
from shatterproof import scrunch
from shatterproof.errors import InputError
from shatterproof_properties.proofs import Disagreement
from shatterproof_properties.proofs.scrunch import verdicts

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
    """Checks all turns of a position. Returns whether each of them is a last removal."""
    said = answers(scrunch, found)
    check_turns(scrunch.to_json(found), said)
    mated = bool(said) and all(turn.startswith("x") and ended for turn, _, ended in said)
    assert verdicts.is_mated_now(scrunch.to_json(found)) == mated, found
    return mated


@pytest.mark.ci
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


def test_a_wrong_outcome_is_a_disagreement() -> None:
    found = verdicts.result(LAST_SNAKE, "x a1")
    assert found is not None
    assert found[1] == {"winner": "light", "clause": "scrunch.end.last-snake"}
    with pytest.raises(Disagreement):
        verdicts.reprove_turn(LAST_SNAKE, "x a1", found[0], None)


def test_that_all_replies_lose_is_stated_under_the_defaults_only() -> None:
    with pytest.raises(InputError):
        verdicts.is_mated_now(TWO_EGGS | {"readings": {"scrunch.tied-death": "each-stuck"}})
