"""Other texts of the same turn, and positions rich in what is rare."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shatterproof import crumble, scrunch, splinter
from shatterproof.game import GAMES, AmbiguousTurn, AnyGame, IllegalTurn, find_game
from shatterproof_properties import play

TIE = """Splinter 7x4, Blue to move
.......
...O...
SXO.SXO
sxo.sxo
"""
TWO_DEAD = """Scrunch 3, Dark to move
   . . .
  . . x x
 . . . . .
  o o o o
   x . x
"""
each_game = pytest.mark.parametrize("game", [pytest.param(find_game(name), id=name) for name in GAMES])


def accepted(game: AnyGame, position: Any, turn: Any) -> Iterator[tuple[str, Any]]:
    """The other spellings of a turn that the rules take, with the position after each."""
    for text, _ in play.spellings(game, position, turn):
        try:
            yield text, game.play(position, game.parse_turn(position, text))
        except (IllegalTurn, AmbiguousTurn):
            continue


@each_game
@given(data=st.data())
def test_whatever_the_rules_take_leads_to_the_same_position(game: AnyGame, data: Any) -> None:
    position = data.draw(play.positions_set_up(game, bias=data.draw(st.sampled_from(play.biases(game)))))
    turn = next(iter(game.turns(position)), None)
    if turn is not None:
        assert {after for _, after in accepted(game, position, turn)} <= {game.play(position, turn)}


def spelled(game: Any, diagram: str, text: str) -> set[str]:
    position = game.from_diagram(diagram)
    return {other for other, _ in accepted(game, position, game.parse_turn(position, text))}


def test_a_piece_may_be_found_on_a_longer_way() -> None:
    assert "0,1,1H" in spelled(crumble, "Crumble 2x2, Black to move\naB\nCd\n", "1,1H")


def test_a_group_that_ties_may_be_named_by_any_of_its_squares() -> None:
    assert spelled(splinter, TIE, "d3N=a1") == {f"d3N={square}" for square in ("a2", "b1", "b2", "c1", "c2")}


def test_dead_snakes_may_be_named_in_another_order() -> None:
    assert "x a3 a1" in spelled(scrunch, TWO_DEAD, "x a1 a3")


def test_the_two_cells_of_a_growth_may_be_exchanged() -> None:
    assert "b2 a1-a2" in spelled(scrunch, "Scrunch 2, Dark to move\n  . o\n . . .\n  x .\n", "a2 a1-b2")
