"""Answers and positions for people."""

from __future__ import annotations

from typing import Any

import pytest

from shatterproof_properties.protocol.wording import answer_in_words


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"verdict": "legal", "position": {}, "outcome": None}, "legal, the game goes on"),
        ({"verdict": "legal", "position": {}, "outcome": {"winner": "white"}}, "legal, White wins"),
        ({"verdict": "legal", "position": {}, "outcome": {"winner": None}}, "legal, drawn"),
        ({"verdict": "illegal", "clause": "crumble.ring"}, "illegal, crumble.ring"),
        ({"verdict": "ambiguous", "means": ["1H", "2H"]}, "ambiguous, it can mean 1H or 2H"),
        ({"total": 1200, "depth": 2}, "1,200 leaves at depth 2"),
        ({"verdict": "illegal", "note": "at turn 2 of the game already"}, "illegal, at turn 2 of the game already"),
    ],
)
def test_an_answer_in_words(answer: dict[str, Any], words: str) -> None:
    assert answer_in_words(answer) == words
