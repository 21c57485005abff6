"""Boards as engines announce them, and those of a game that announces none."""

from __future__ import annotations

import pytest

from shatterproof.game import find_game
from shatterproof_properties.protocol.boards import boards_around, covers, expand
from shatterproof_properties.protocol.served import boards_of


@pytest.mark.parametrize("game", ["crumble", "scrunch"])
def test_boards_around_the_standard_one_are_those_that_the_game_announces(game: str) -> None:
    assert boards_around(find_game(game)) == boards_of(game)


def test_where_a_corner_has_no_opening_only_the_standard_board_is_found() -> None:
    assert boards_around(find_game("splinter")) == ("10x9",)


def test_boards_are_announced_by_name_or_range() -> None:
    announced = ["2x3..4x4", "7"]
    asked = ("2x3", "4x4", "7", "2x2", "5x3", "8", "3")
    assert [board for board in asked if covers(announced, board)] == ["2x3", "4x4", "7"]
    assert list(expand(announced)) == ["2x3", "2x4", "3x3", "3x4", "4x3", "4x4", "7"]
    assert list(expand(["3..5", "4"])) == ["3", "4", "5"]
