"""Positions edited by hand."""

from __future__ import annotations

from typing import Any

import pytest

from explorer.asking import ask, error, opening, position


def edited(where: Any, *edits: Any) -> Any:
    return ask("edit", position=where, edits=list(edits))


def test_pieces_are_painted_halved_and_made_one() -> None:
    start = opening("crumble", "2x2")
    answer = edited(start, {"put": ["0,0"], "what": "black"}, {"halve": "0,0", "axis": "V"}, {"side": "white"})
    assert answer["problems"] == []
    assert answer["refusal"] is None
    wanted = position("2x2, White to move\nAAbb\nAAbb\nCDEE\nCDEE")
    assert answer["shown"]["position"] == wanted
    back = edited(wanted, {"unite": ["0,0", "1/2,0"]}, {"put": ["0,0"], "what": "white"}, {"side": "black"})
    assert back["shown"]["position"] == start


def test_what_makes_no_piece_is_refused_and_changes_nothing() -> None:
    start = opening("crumble", "3x3")
    answer = edited(start, {"unite": ["0,0", "2,0"]})
    assert answer["refusal"]["clause"] == "crumble.join.outline"
    assert answer["shown"]["position"] == start


def test_a_piece_inside_a_ring_is_marked_with_the_clause() -> None:
    start = position("3x3, Black to move\nABC\nDEF\nGHI")
    answer = edited(start, {"put": ["1,1"], "what": "white"})
    assert [(each["clause"], each["about"]) for each in answer["problems"]] == [("crumble.standing-enclosure", ["1,1"])]
    assert 'data-at="1,1" data-fill="light" data-mark="marked"' in answer["shown"]["drawing"]
    assert edited(answer["shown"]["position"], {"put": ["1,1"], "what": "black"})["problems"] == []


def test_every_stone_of_a_mutant_that_has_too_many_friends_is_marked() -> None:
    start = opening("scrunch", "3")
    stones = {"put": ["c3", "c2", "c4", "b2", "d2"], "what": "dark"}
    answer = edited(start, stones, {"creating": []}, {"put": ["a1"], "what": "light"})
    (mutant,) = answer["problems"]
    assert mutant["clause"] == "scrunch.start.mutants"
    assert "c3" in mutant["about"]
    creators = edited(start, {"put": ["a1", "a2"], "what": "light"})
    assert [(each["clause"], each["about"]) for each in creators["problems"]] == [("scrunch.start.eggs", ["a1", "a2"])]


def test_pieces_apart_from_the_largest_group_are_marked() -> None:
    start = opening("splinter", "10x9")
    answer = edited(start, {"put": ["a1", "b1"], "what": "blue cross"})
    assert [(each["clause"], each["about"]) for each in answer["problems"]] == [("splinter.group.one", ["a1", "b1"])]
    assert edited(answer["shown"]["position"], {"put": ["a1", "b1"], "what": ""})["problems"] == []


def test_what_was_remembered_is_forgotten_once_pieces_change() -> None:
    start = opening("splinter", "6x5")
    later = ask("play", position=start, turn="a1S")["played"]["shown"]["position"]
    assert edited(later)["shown"]["position"] == later
    assert edited(later, {"forget": True})["shown"]["position"]["memory"] == []


@pytest.mark.parametrize(
    ("game", "change"),
    [
        ("crumble", {"put": ["0,0"], "what": "blue"}),
        ("crumble", {"put": ["9,9"], "what": "black"}),
        ("crumble", {"creating": []}),
        ("crumble", {"side": "light"}),
        ("scrunch", {"put": ["z9"], "what": "dark"}),
        ("scrunch", {"halve": "a1", "axis": "V"}),
        ("splinter", {"put": ["a1"], "what": "blue"}),
        ("splinter", {"put": ["a1"]}),
        ("crumble", {"unite": []}),
    ],
)
def test_an_edit_that_is_none_is_an_error_with_its_place(game: str, change: Any) -> None:
    board = {"crumble": "2x2", "scrunch": "2", "splinter": "6x5"}[game]
    found = error(
        "edit",
        position=opening(game, board),
        edits=[{"side": "black"} if game == "crumble" else {"put": [], "what": ""}, change],
    )
    assert found["at"].startswith("/edits/")
