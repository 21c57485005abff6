"""Texts of turns: the longest that is read, and what the error says of texts that are almost turns."""

from __future__ import annotations

from typing import Any

import pytest

from play.search import clause_broken
from shatterproof import crumble, scrunch
from shatterproof.game import MalformedTurn, find_game


@pytest.mark.parametrize(
    ("game", "text", "meant"),
    [
        ("crumble", "2,5hs", "2,5HS, in capital letters"),
        ("crumble", "2,1j1,2w+", "2,1J1,2W+, in capital letters"),
        ("scrunch", "D4 e5-E6", "d4 e5-e6, in small letters"),
        ("scrunch", "X d4", "x d4, in small letters"),
        ("scrunch", "Pass", "pass, in small letters"),
        ("splinter", "C3SE", "c3SE, with only the direction in capitals"),
        ("splinter", "c3se=D4", "c3SE=d4, with only the direction in capitals"),
        ("splinter", "c3sXd4", "c3Sxd4, with only the direction in capitals"),
    ],
)
def test_a_text_in_letters_of_another_size_is_refused_with_what_was_meant(game: str, text: str, meant: str) -> None:
    rules = find_game(game)
    with pytest.raises(MalformedTurn) as refused:
        rules.parse_turn(rules.start(), text)
    assert refused.value.expected == meant


@pytest.mark.parametrize(
    ("game", "text"), [("crumble", "2,5hx"), ("scrunch", "D44 e"), ("splinter", "C3NN"), ("crumble", "é1H")]
)
def test_other_texts_are_refused_with_a_form(game: str, text: str) -> None:
    rules = find_game(game)
    with pytest.raises(MalformedTurn) as refused:
        rules.parse_turn(rules.start(), text)
    assert refused.value.expected.startswith("a form like ")


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
