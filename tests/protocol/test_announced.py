"""What engines announce, and the boards of a game that announces none."""

from __future__ import annotations

import pytest

from shatterproof.game import find_game
from shatterproof_properties.protocol.announced import Announced, boards_around, covers, expand
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


def test_what_an_engine_announces_is_read_once() -> None:
    games = {"crumble": {"boards": ["2x2..3x3"], "readings": {"crumble.draw": ["agreement-only"]}}}
    hello = {"engine": {"name": "A", "version": ""}, "games": games, "can": ["apply"], "from": ["start"]}
    announced = Announced.read(hello)
    crumble = announced.game("crumble")
    assert announced.title == "A"
    assert not announced.from_position
    assert not announced.own_texts
    assert crumble.boards == ("2x2", "2x3", "3x2", "3x3")
    assert crumble.has_board("3x2")
    assert not crumble.has_board("4x4")
    assert crumble.choose().departures() == {"crumble.draw": "agreement-only"}
    assert crumble.to_tell(crumble.choose()) == {"crumble.draw": "agreement-only"}
    assert crumble.plays("crumble.win-stops") == ("at-once",)
