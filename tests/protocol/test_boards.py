"""The boards of a game that announces none are found by asking for openings."""

from __future__ import annotations

import pytest

from shatterproof.game import find_game
from shatterproof_properties.protocol.boards import boards_around
from shatterproof_properties.protocol.served import boards_of


@pytest.mark.parametrize("game", ["crumble", "scrunch"])
def test_boards_around_the_standard_one_are_those_that_the_game_announces(game: str) -> None:
    assert boards_around(find_game(game)) == boards_of(game)


def test_where_a_corner_has_no_opening_only_the_standard_board_is_found() -> None:
    assert boards_around(find_game("splinter")) == ("10x9",)
