"""The clauses that a game names for others to quote."""

from __future__ import annotations

import pytest

from shatterproof.game import GAMES, find_game
from shatterproof.spec import clauses


@pytest.mark.parametrize("name", GAMES)
def test_the_clauses_that_a_game_names_are_in_the_spec(name: str) -> None:
    game = find_game(name)
    known = {clause.id for clause in clauses(name)}
    assert {game.START_CLAUSE, game.WIN_CLAUSE, game.DRAW_CLAUSE} - {""} <= known
