"""Claims about positions that are decided before a turn is made, or by the first one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from fourth_game_installed import NAME, install
from puzzles.claim_truth import mated
from puzzles.claims.settled import last_positions, wrong_verdicts
from puzzles.samples import puzzle
from shatterproof.game import find_game
from shatterproof_properties.puzzles.checker.certificate import PROVED
from shatterproof_properties.puzzles.proof.verification import verify

STRANGLED = "Scrunch 2, Dark to move, creating Light\n x o\no x x\n . o\n"
SMALL_WALL = "2x2, White to move\nAb\nBa\n"


@pytest.mark.parametrize("claim", ["mated-0", "mated-1", "mated-2", "mated-9"])
def test_who_is_mated_already_is_mated_in_any_number_of_turns(claim: str) -> None:
    assert verify(puzzle("scrunch", STRANGLED, claim)).verdict == PROVED


@pytest.mark.parametrize(("game", "board"), [("scrunch", "2"), ("splinter", "2x4")])
def test_all_that_can_be_claimed_of_the_last_positions_of_games_is_decided_right(game: str, board: str) -> None:
    positions = last_positions(game, board)
    rules: Any = find_game(game)
    assert game != "scrunch" or all(mated(rules, each, 0) for each in positions)
    asked, wrong = wrong_verdicts(game, positions)
    assert asked > 50
    assert not wrong


def test_all_that_can_be_claimed_of_one_turn_on_the_smallest_wall_is_decided_right() -> None:
    asked, wrong = wrong_verdicts("crumble", [find_game("crumble").from_diagram(SMALL_WALL)], 1)
    assert asked > 10
    assert not wrong


def test_all_that_can_be_claimed_of_a_game_from_elsewhere_is_decided_right(tmp_path: Path) -> None:
    program = (
        f"import sys; sys.path.insert(0, {str(Path(sys.modules['fourth_game_installed'].__file__ or '').parent)!r})\n"
        "from puzzles.claims.settled import last_positions, wrong_verdicts\n"
        f"asked, wrong = wrong_verdicts({NAME!r}, last_positions({NAME!r}, '3x3'))\n"
        "print(asked > 50, wrong)"
    )
    assert install(tmp_path / "site").python("-c", program) == "True []\n"
