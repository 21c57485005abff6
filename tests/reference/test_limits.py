"""Limits of texts: the longest that is read, and the shortest that is refused."""

from __future__ import annotations

from typing import Any

import pytest

from play.search import clause_broken
from shatterproof import crumble, scrunch

LONGEST = 4096

TEXTS = [
    (crumble, "0" + ",0" * ((LONGEST - 2) // 2) + "V", "crumble.cut.own"),
    (crumble, "10" + ",0" * ((LONGEST - 2) // 2) + "V", None),
    (scrunch, "x" + " a1" * ((LONGEST - 1) // 3), "scrunch.death.which"),
    (scrunch, "x a10" + " a1" * ((LONGEST - 4) // 3), None),
]


@pytest.mark.parametrize(("game", "text", "clause"), TEXTS, ids=["crumble", "crumble", "scrunch", "scrunch"])
def test_a_turn_of_many_characters_is_read_and_one_of_more_is_not(game: Any, text: str, clause: str | None) -> None:
    assert len(text) == LONGEST + (clause is None)
    position = crumble.start("2x2") if game is crumble else scrunch.from_diagram("2, Dark to move\n. o\n. x .\n. .\n")
    assert clause_broken(game, position, text) == clause
