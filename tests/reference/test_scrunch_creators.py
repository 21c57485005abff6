"""Creators of Scrunch who are stuck, and players who are none any more."""

from __future__ import annotations

import pytest

from shatterproof import scrunch
from shatterproof.game import IllegalTurn
from shatterproof.scrunch.position import Turn


@pytest.mark.parametrize("creating", ["", ", creating Light"])
def test_only_a_creator_who_is_stuck_may_pass(creating: str) -> None:
    text = f"Scrunch 2, Dark to move{creating}\n x o\n. x x\n . .\nreadings scrunch.stuck-creator=pass\n"
    position = scrunch.from_diagram(text)
    assert [scrunch.format_turn(position, turn) for turn in scrunch.turns(position)] == ["x b2"]
    with pytest.raises(IllegalTurn):
        scrunch.play(position, Turn())


def test_a_creator_with_one_egg_that_can_grow_does_not_lose_them_all() -> None:
    position = scrunch.from_diagram(
        "Scrunch 3, Dark to move, creating Dark\n  o x o\n x o . o\no . o o .\n o . . x\n  . x .\n"
        "readings scrunch.stuck-creator=loses-all scrunch.tied-death=each-stuck\n"
    )
    turns = list(scrunch.turns(position))
    assert len(turns) == 9
    assert not any(turn.removed for turn in turns)
    with pytest.raises(IllegalTurn) as refused:
        scrunch.play(position, Turn(removed=tuple(sorted(position.dark))))
    assert refused.value.clause == "scrunch.death.when"


def test_dead_snakes_that_may_part_later_are_removed_in_every_order_that_leads_elsewhere() -> None:
    position = scrunch.from_diagram(
        "Scrunch 3, Dark to move\n  . o .\n o x o x\n. o . o o\n x o . .\n  . o o\n"
        "readings scrunch.removal-ends-turn=then-wriggle scrunch.removal-count=before-removal\n"
    )
    turns = [scrunch.format_turn(position, turn) for turn in scrunch.turns(position)]
    assert turns == ["x b1; c3 d2-e1", "x d2; a1 b1-c1", "x d4; a1 b1-c1", "x d4; c3 d2-e1"]
