"""Questions that nobody means well with: every answer is one, and none says that the explorer failed."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from explorer.asking import opening
from shatterproof.game import GAMES
from shatterproof_properties.explorer.messages import check_question
from shatterproof_properties.explorer.service import Explorer

BOARDS = {"crumble": "2x2", "scrunch": "2", "splinter": "6x5"}
STARTS = {game: opening(game, BOARDS[game]) for game in GAMES}
TURNS = {"crumble": "1H", "scrunch": "a1", "splinter": "a1SE"}
PARTS = {"crumble": ["piece 0,1", "cut V 1"], "scrunch": ["place a1"], "splinter": ["piece a1", "slide SE"]}
EDITS = {
    "crumble": [{"put": ["0,0"], "what": "black"}, {"halve": "0,0", "axis": "V"}, {"unite": ["0,0", "1/2,0"]}],
    "scrunch": [{"put": ["a1"], "what": "dark"}, {"creating": ["dark"]}],
    "splinter": [{"put": ["a1"], "what": "blue cross"}, {"forget": True}],
}


def questions(game: str) -> list[Any]:
    """One of every kind that says something."""
    start, turn = STARTS[game], TURNS[game]
    return [
        {"do": "open", "game": game, "board": BOARDS[game], "readings": {}},
        {"do": "open", "text": "2x2, Black to move\nAb\nbA"},
        {"do": "open", "code": "1abc"},
        {"do": "show", "position": start, "marked": ["a1"], "last": {"position": start, "turn": turn}},
        {"do": "edit", "position": start, "edits": EDITS[game]},
        {"do": "next", "position": start, "parts": PARTS[game]},
        {"do": "play", "position": start, "turn": turn},
        {"do": "explain", "position": start, "turn": turn},
        {"do": "turns", "position": start, "most": 3},
        {"do": "announce", "position": start},
        {"do": "readings", "position": start, "readings": {}, "most": 3},
        {"do": "share", "start": start, "turns": [turn], "at": 1},
        {"do": "export", "start": start, "turns": [turn], "form": "record", "comments": {"1": "so"}},
        {"do": "search", "words": "may I pass", "game": game},
        {"do": "witness", "reading": f"{game}.loops", "one": "allowed", "other": "forbidden"},
    ]


KNOWN = ["", "a1", "0,0", "black", "dark", "6x6", "V", "\0", "é"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 10**9) | st.sampled_from(KNOWN) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=4,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner: list[tuple[Any, ...]] = []
    if isinstance(value, dict):
        inner = [place for name, each in value.items() for place in places(each, (*path, name))]
    if isinstance(value, list):
        inner = [place for index, each in enumerate(value[:6]) for place in places(each, (*path, index))]
    return ([path] if path else []) + inner


def replaced(question: Any, path: tuple[Any, ...], value: Any) -> Any:
    changed = copy.deepcopy(question)
    inner = changed
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return changed


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_whatever_is_changed_in_a_question_is_answered(game: str, data: st.DataObject) -> None:
    question = data.draw(st.sampled_from(questions(game)))
    for _ in range(data.draw(st.integers(1, 2))):
        path = data.draw(st.sampled_from(places(question)))
        question = replaced(question, path, data.draw(JSON))
    answer = Explorer(check=check_question).answer(question)
    assert "ok" in answer or answer["error"]["code"] in ("bad-question", "bad-input"), (question, answer)
