"""The form of a position in JSON for every game, and the errors about it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from shatterproof import api, crumble, scrunch, splinter
from shatterproof.errors import InputError
from shatterproof.fields import show
from shatterproof.game import IllegalPosition, IllegalTurn, Outcome, describe_outcome, find_game, perft

GAMES = [crumble, scrunch, splinter]
ONE_OF_ALL = "one of crumble, scrunch, splinter"


@pytest.mark.parametrize(
    ("data", "what", "where", "expected"),
    [
        ([], "[] is no object", "", f"an object with a game, {ONE_OF_ALL}"),
        ({"board": "2x2"}, "field 'game' is missing", "/", ONE_OF_ALL),
        ({"game": None}, "game is null", "/game", ONE_OF_ALL),
        ({"game": "chess"}, "unknown game 'chess'", "/game", ONE_OF_ALL),
    ],
)
def test_a_position_that_names_no_game_is_refused(data: Any, what: str, where: str, expected: str) -> None:
    with pytest.raises(InputError) as refused:
        api.from_json(data)
    assert (refused.value.what, refused.value.where, refused.value.expected) == (what, where, expected)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("data", [None, 7, "6x6", []])
def test_what_is_no_object_is_no_position(game: Any, data: Any) -> None:
    with pytest.raises(InputError, match=" is no object; expected an object with board, ") as refused:
        game.from_json(data)
    assert refused.value.where == ""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("field", "shown"), [("colour", "colour"), ("x" * 40, "x" * 40), ("x" * 50, "x" * 40)])
def test_an_unknown_field_is_named_by_its_first_forty_characters(game: Any, field: str, shown: str) -> None:
    with pytest.raises(InputError, match="unknown field") as refused:
        game.from_json({**game.to_json(game.start()), field: 1})
    assert refused.value.where == f"/{shown}"


@pytest.mark.parametrize("game", GAMES)
def test_a_side_that_is_none_of_the_game_is_reported(game: Any) -> None:
    with pytest.raises(InputError) as refused:
        game.from_json({**game.to_json(game.start()), "to_move": "red"})
    assert refused.value.what == 'to_move is "red"'
    assert refused.value.expected == " or ".join(f'"{side}"' for side in game.SIDES)


@pytest.mark.parametrize("game", GAMES)
def test_readings_are_those_in_force_or_those_that_are_named(game: Any) -> None:
    (first, values), (second, others), *_ = game.Readings.choices().items()
    data = game.to_json(game.start())
    chosen = game.Readings.from_mapping({first: values[1]})
    assert game.from_json(data, chosen).readings == chosen
    assert game.from_json(data).readings == game.Readings()
    assert game.from_json({**data, "readings": {first: values[1]}}).readings == chosen
    for named in ([first], {first: 1}, {first: values[1], second: None}, {first: [values[1]], second: others[1]}):
        with pytest.raises(InputError, match="names no readings; expected an object of reading ids and values"):
            game.from_json({**data, "readings": named})


def test_a_value_that_is_not_json_is_shown_all_the_same() -> None:
    assert show(Path("a")) == '"a"'


def test_a_game_that_there_is_not_is_refused_with_those_there_are() -> None:
    with pytest.raises(InputError) as refused:
        find_game("x" * 50)
    assert refused.value.what == f"unknown game '{'x' * 37}...'"
    assert refused.value.expected == ONE_OF_ALL


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (None, "undecided"),
        (Outcome("dark", "scrunch.end"), "Dark wins (scrunch.end)"),
        (Outcome(None, "crumble.draw"), "drawn (crumble.draw)"),
    ],
)
def test_an_outcome_is_reported_in_words_with_its_clause(outcome: Outcome | None, words: str) -> None:
    assert describe_outcome(outcome) == words


def test_a_breach_of_a_rule_says_how_and_which() -> None:
    assert str(IllegalTurn("crumble.cut.own", "not the mover's")) == "not the mover's (crumble.cut.own)"
    assert str(IllegalPosition("crumble.pieces.cover", "a gap")) == "a gap (crumble.pieces.cover)"
    placed = IllegalPosition("crumble.pieces.cover", "a gap", "/pieces", "none")
    assert str(placed) == "/pieces: a gap (crumble.pieces.cover); expected none"


def test_a_tree_counts_results_or_all_turns_that_lead_to_them() -> None:
    position = scrunch.from_diagram("2, Dark to move\n. .\nx . o\n. .\n")
    turns, results = list(scrunch.actions(position)), list(scrunch.results(position))
    assert len(turns) > len(results)
    assert perft(scrunch, position, 1, actions=True) == len(turns)
    assert perft(scrunch, position, 1) == len(results)
