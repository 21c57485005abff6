"""Turns chosen from the list, as for a game with rules alone; tried with our games."""

from __future__ import annotations

from typing import Any

import pytest

from explorer.asking import ask, opening, played
from shatterproof.game import IllegalTurn, MalformedTurn, find_game
from shatterproof_properties.explorer import plain_game
from shatterproof_properties.explorer.knowledge import KNOWLEDGE


def begun(game: str, plies: int = 0) -> Any:
    rules = find_game(game)
    return plain_game.begin_turn(rules.from_json(played(game, plies)[1]))


def clicked(turn: Any, *names: str) -> Any:
    for name in names:
        turn = turn.added(f"at {name}")
    return turn


@pytest.mark.parametrize("game", ["scrunch", "splinter"])
def test_the_choices_lead_to_every_legal_turn_and_to_no_other(game: str) -> None:
    start = begun(game, 6)
    rules, found, waiting = find_game(game), set[str](), [start]
    while waiting:
        turn = waiting.pop()
        if turn.turn is not None:
            found.add(rules.format_turn(start.position, turn.turn))
        waiting += [turn.added(choice.part) for choice in turn.choices()]
    assert found == {rules.format_turn(start.position, turn) for turn in rules.turns(start.position)}


def test_clicks_narrow_the_turns_down_to_one() -> None:
    start = begun("scrunch")
    places = plain_game.places_of(start.position)
    assert [choice.part for choice in start.choices()] == [f"at {name}" for name in places]
    one = clicked(start, "c3")
    assert (find_game("scrunch").format_turn(start.position, one.turn), one.choices()) == ("c3", [])
    with pytest.raises(MalformedTurn, match="nothing more"):
        one.added("at a1")


def test_turns_that_name_the_same_places_are_told_apart_by_their_texts() -> None:
    start = begun("splinter")
    here = clicked(start, "a1")
    assert here.turn is None
    # No further turn names the next place.
    assert clicked(here, "a3").parts == ("at a3",)
    assert {choice.part for choice in here.choices()} >= {"turn a1SE", "turn a1N"}
    assert here.added("turn a1SE").turn == here.left["a1SE"]
    # What leads to the same as another turn is not in the list, and legal all the same.
    assert here.added("turn a1S").turn is not None


def test_a_place_that_no_turn_names_is_refused_by_the_rule_that_excludes_it() -> None:
    [occupied], _ = played("scrunch", 1)
    with pytest.raises(IllegalTurn) as refused:
        clicked(begun("scrunch", 1), occupied)
    assert refused.value.clause == "scrunch.board.one-stone"
    with pytest.raises(MalformedTurn, match="a place that a legal turn names"):
        clicked(begun("splinter"), "z9")


def test_a_game_without_anything_but_rules_is_shown_set_up_and_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KNOWLEDGE._found, "scrunch", plain_game)
    described = next(each for each in ask("games")["games"] if each["game"] == "scrunch")
    assert (described["boards"]["some"], described["tools"], described["switches"]) == (["7"], [], [])
    start = opening("scrunch")
    assert ask("next", position=start, parts=["at c3"])["turn"] == "c3"
    answer = ask("play", position=start, turn="c3", then=True)
    assert answer["played"]["shown"]["caption"] == "Scrunch 3, Light to move"
    assert answer["then"]["expects"] == "at"
    turned = ask("edit", position=start, edits=[{"side": "light"}, {"forget": True}])
    assert (turned["shown"]["to_move"], turned["problems"]) == ("light", [])


@pytest.mark.parametrize(
    ("name", "text", "named"),
    [("a1", "a1b1", True), ("b1", "a1b1", True), ("a1", "a11", False), ("a1", "ba1", False), ("1,2", "1,2VE", True)],
)
def test_a_place_is_named_by_a_text_where_its_name_stands_alone(name: str, text: str, named: bool) -> None:
    assert plain_game.is_named(name, text) == named
