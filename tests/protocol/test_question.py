"""Questions and the comparison of answers: known positions are not read again, and order does not count."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import GAMES, find_game
from shatterproof_properties import play
from shatterproof_properties.protocol.answers import Positions, canonical, key, position_to_json, same, same_position
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.table import ReferenceTable, answer, answer_by_rules

BOARDS = {"crumble": "2x2", "scrunch": "3", "splinter": "5x2"}


def shuffled(value: Any, chance: random.Random) -> Any:
    """JSON values with each list of a position that stands for a set in another order."""
    if isinstance(value, list):
        return [shuffled(each, chance) for each in value]
    if not isinstance(value, dict):
        return value
    free = ("pieces", "worked", "dark", "light", "creating")
    found = {name: shuffled(each, chance) for name, each in value.items()}
    for name, each in found.items():
        if isinstance(each, list) and (name in free or (name == "memory" and value["game"] == "splinter")):
            chance.shuffle(each)
    return found


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data(), seed=st.integers(0, 999))
def test_the_order_of_lists_that_stand_for_sets_means_nothing(name: str, data: st.DataObject, seed: int) -> None:
    game = find_game(name)
    position = position_to_json(game, data.draw(play.positions_set_up(game)))
    other = shuffled(position, random.Random(seed))
    assert canonical(other) == position
    assert Positions([position]).find(other) == 0
    assert same_position(position, other)
    assert same("apply", *({"verdict": "legal", "position": each, "outcome": None} for each in (position, other)))


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=10)
@given(data=st.data())
def test_positions_that_differ_are_not_the_same(name: str, data: st.DataObject) -> None:
    game = find_game(name)
    one, two = (data.draw(play.positions_set_up(game)) for _ in range(2))
    assert same_position(*(position_to_json(game, each) for each in (one, two))) == (one == two)


def test_the_order_of_turns_remembered_means_something() -> None:
    worked = [["0", "0", "1", "1"]], [["1", "0", "1", "1"]]
    recent = [{"target": None, "worked": pieces} for pieces in worked]
    one, two = ({"memory": {"recent": each, "renewals": 0}} for each in (recent, recent[::-1]))
    assert not same_position(one, two)
    assert same_position(one, two, memory=False)
    assert same_position(one, {}, memory=None)


def test_what_an_answer_comes_to() -> None:
    illegal, malformed = {"verdict": "illegal", "clause": "x"}, {"verdict": "malformed"}
    assert same("apply", illegal, {"verdict": "illegal"})
    assert not same("apply", illegal, malformed)
    assert same("apply", illegal, malformed, refusals=False)
    assert not same("apply", illegal, {"verdict": "refused"}, refusals=False)
    assert not same("apply", {**illegal, "at": 1}, {**illegal, "at": 2})
    assert same("count", {"total": 3, "by": [["a", 1], ["b", 2]]}, {"total": 3, "by": [["c", 2], ["d", 1]]})
    ended = {"verdict": "legal", "position": {"board": "2x2"}, "outcome": {"winner": "black", "clause": "y"}}
    assert same("apply", ended, {**ended, "outcome": {"winner": "black"}})
    assert not same("apply", ended, {**ended, "outcome": {"winner": None}})
    assert key("turns", {"turns": [ended, ended]}) != key("turns", {"turns": [ended]})
    assert key("turns", {"turns": [ended, ended]}, memory=False) == key("turns", {"turns": [ended]}, memory=False)


@pytest.mark.parametrize("name", GAMES)
def test_a_question_knows_its_position_however_it_was_made(name: str) -> None:
    game = find_game(name)
    start = game.start(BOARDS[name])
    turn, position = next(iter(game.results(start)))
    text = game.format_turn(start, turn)
    reported = Question.at(game, start).after(text, position)
    read = Question(name, BOARDS[name], played=(text,))
    assert reported.position is position
    assert read.position == position
    assert reported.data == read.data == position_to_json(game, position)
    assert reported.from_opening
    assert read.from_opening
    assert reported.size[:4] == read.size[:4]
    asked = read.asking("turns")
    assert asked.message() == {"do": "turns", "position": reported.data}
    table = ReferenceTable(game, BOARDS[name], start.readings)
    assert answer(table, asked) == answer(table, reported.asking("turns"))
    assert read.asking("apply", "nonsense").message(from_position=False) == {"do": "apply", "turns": [text, "nonsense"]}
    assert answer(table, read.asking("apply", "nonsense")) == {"verdict": "malformed", "at": 1}


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_answer_what_a_table_of_the_reference_answers(name: str) -> None:
    game = find_game(name)
    start = game.start(BOARDS[name])
    table = ReferenceTable(game, BOARDS[name], start.readings)
    text = game.format_turn(start, next(iter(game.turns(start))))
    for begun in (Question.at(game, start), Question(name, BOARDS[name])):
        for asked in (begun.asking("apply", text), begun.asking("apply", "nonsense"), begun.asking("turns")):
            for question in (asked, asked.after(text), asked.after("nonsense"), asked.asking("count", depth=1)):
                assert answer_by_rules(question) == answer(table, question)


def test_a_position_is_accepted_or_refused() -> None:
    game = find_game("splinter")
    start = game.start("5x2")
    ended = {"verdict": "accepted", "position": position_to_json(game, start), "outcome": None}
    assert answer_by_rules(Question.at(game, start, do="position")) == ended
    pieces = [["a1", "blue", "circle"], ["e2", "white", "circle"]]
    apart = strict_json.encode({**position_to_json(game, start), "pieces": pieces})
    assert answer_by_rules(Question("splinter", "5x2", start=apart, do="position"))["verdict"] == "refused"
    assert answer_by_rules(Question("splinter", "5x2", start=apart, do="turns"))["verdict"] == "refused"
    with pytest.raises(InputError, match="no table"):
        answer(ReferenceTable(game, "5x2", start.readings), Question.at(game, start, do="position"))


def test_a_start_is_left_out_where_it_is_the_opening() -> None:
    game = find_game("scrunch")
    opening = Question.at(game, game.start("2"), turn="a1")
    assert opening.abridged() == Question("scrunch", "2", turn="a1")
    later = Question.at(game, opening.after("a1").position, turn="b1")
    assert later.abridged() is later


def test_a_start_that_remembers_less_comes_first() -> None:
    game = find_game("splinter")
    after = next(after for _, after in game.results(game.start("5x2")) if after.memory)
    forgetful = strict_json.encode({**position_to_json(game, after), "memory": []})
    assert Question("splinter", "5x2", start=forgetful).size < Question.at(game, after).size


def test_fewer_pieces_come_before_shorter_texts() -> None:
    game = find_game("crumble")
    small, large = (Question.at(game, game.from_diagram(text)) for text in ("2x2\nAa\nbB\n", "2x2\nAA\nbb\n"))
    assert large.size < small.size
    assert small.asking("apply", "0,1H").size > small.size


@pytest.mark.parametrize("hostile", ["1e999999999", "9" * 5000, "1/0", "", None, -1, [[]], {"x": 1}])
def test_hostile_places_are_only_told_apart(hostile: Any) -> None:
    pieces = [[hostile, "0", "1", "1", "black"], ["0", hostile, "1", "1", "white"]]
    squares = [[f"a{hostile}", "blue", "cross"], [hostile, "white", "cross"]]
    for items in (pieces, squares):
        assert same_position({"pieces": items}, {"pieces": items[::-1]})
        assert not same_position({"pieces": items}, {"pieces": items[:1]})
