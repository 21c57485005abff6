"""Searching a game without a search of its own finds the same as the searches of our games."""

from __future__ import annotations

import pytest

from shatterproof.errors import InputError
from shatterproof_properties.solving.adapters import PlainAdapter, search_adapter
from shatterproof_properties.solving.forcing import Forcing

BOARDS = {"scrunch": "2", "splinter": "2x4"}
MOST_PLIES = 8


@pytest.mark.parametrize("game", BOARDS)
def test_every_turn_tried_finds_the_same_wins(game: str) -> None:
    own, plain = search_adapter(game, BOARDS[game]), PlainAdapter(game, BOARDS[game])
    here, plies = plain.read(plain.engine.start()), 0
    while plies < MOST_PLIES:
        same = own.read(plain.write(here))
        assert (own.win_now(same) is None) == (plain.win_now(here) is None)
        assert Forcing(own).is_won(same, 2) == Forcing(plain).is_won(here, 2)
        going_on = [result for result in plain.results(here) if plain.verdict(result[1]) is None]
        if not going_on:
            break
        turn, after = going_on[-1]
        assert plain.retry(here, plain.killer(here, turn)) == (turn, after)
        here, plies = after, plies + 1
    assert plies > 1


NO_BOARDS = {"scrunch": ("1", "11", "03", "3x3", ""), "splinter": ("1x5", "27x9", "9", "03x4", "")}


@pytest.mark.parametrize(("game", "board"), [(game, board) for game in NO_BOARDS for board in NO_BOARDS[game]])
def test_what_is_no_board_is_refused(game: str, board: str) -> None:
    with pytest.raises(InputError):
        search_adapter(game, board)
