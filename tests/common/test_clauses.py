"""Clauses found by a pattern of their ids."""

from __future__ import annotations

import pytest

from shatterproof.errors import InputError
from shatterproof.game import GAMES
from shatterproof.spec import clauses
from shatterproof_properties.common.clauses import clauses_like


@pytest.mark.parametrize("game", GAMES)
def test_a_pattern_finds_the_clauses_of_its_game(game: str) -> None:
    every = frozenset(clause.id for clause in clauses(game))
    assert clauses_like(f"{game}.*") == clauses_like("*", game) == every
    some = min(every)
    assert clauses_like(some) == clauses_like(some.removeprefix(f"{game}."), game) == {some}


@pytest.mark.parametrize(
    ("pattern", "game", "near"),
    [
        ("splinter.slides.*", None, "splinter.slide."),
        ("splinter.slide", None, "splinter.slide.*"),
        ("slide", "splinter", "slide.*"),
        ("splinter.slide.*", "scrunch", "one of those that shatterproof rule lists"),
    ],
)
def test_a_pattern_that_finds_none_is_refused_with_what_is_near(pattern: str, game: str | None, near: str) -> None:
    with pytest.raises(InputError, match="no clause") as refused:
        clauses_like(pattern, game)
    assert near in str(refused.value)
