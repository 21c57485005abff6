"""The form of positions, readings and boards of every game, and the errors about it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from play.search import refused
from shatterproof import api, crumble, scrunch, splinter
from shatterproof.errors import InputError
from shatterproof.fields import show
from shatterproof.game import IllegalPosition, IllegalTurn, Outcome, describe_outcome, perft
from shatterproof.spec import clauses

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
    error = refused(api.from_json, data)
    assert (error.what, error.where, error.expected) == (what, where, expected)


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
    error = refused(game.from_json, {**game.to_json(game.start()), "to_move": "red"})
    assert error.what == 'to_move is "red"'
    assert error.expected == " or ".join(f'"{side}"' for side in game.SIDES)


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


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("draw", "'draw' sets no reading"),
        ("", "'' sets no reading"),
        ("draw=agreement-only crumble.draw=agreement-only", "crumble.draw is set twice"),
        ("draws=agreement-only", "unknown reading 'crumble.draws'"),
        ("draw=never", "crumble.draw has no value 'never'"),
    ],
)
def test_a_text_that_sets_no_readings_is_refused(text: str, what: str) -> None:
    assert refused(crumble.Readings.from_text, text).what == what


def test_readings_are_read_with_or_without_the_name_of_the_game() -> None:
    chosen = crumble.Readings.from_text(" draw=agreement-only,  crumble.win-stops=end-of-turn\n")
    assert chosen.departures() == {"crumble.draw": "agreement-only", "crumble.win-stops": "end-of-turn"}
    assert crumble.Readings.from_mapping(chosen.to_mapping()) == chosen


@pytest.mark.parametrize("game", [crumble, scrunch, splinter])
def test_readings_have_the_values_that_their_clauses_list_the_default_first(game: Any) -> None:
    choices = game.Readings.choices()
    assert choices == {clause.id: clause.values for clause in clauses(game.NAME) if clause.values}
    assert game.Readings().to_mapping() == {name: values[0] for name, values in choices.items()}
    assert game.Readings().departures() == {}
    for name, values in choices.items():
        for value in values:
            assert game.Readings.from_mapping({name: value}).to_mapping()[name] == value


def test_a_value_is_shown_whole_up_to_forty_characters() -> None:
    assert show("x" * 38) == '"' + "x" * 38 + '"'
    assert show("x" * 39) == '"' + "x" * 36 + "..."
    assert show({"of": [1, None]}) == '{"of": [1, null]}'


def test_a_turn_of_several_meanings_tells_them_all() -> None:
    position = splinter.from_diagram("Splinter 7x4, Blue to move\n.......\n...O...\nSXO.SXO\nsxo.sxo\n")
    error = refused(splinter.parse_turn, position, "d3N")
    assert error.clause == "splinter.group.tie"
    assert len(error.meanings) == 2
    assert str(error) == "'d3N' can mean " + " or ".join(error.meanings)


def test_a_tree_of_no_plies_is_its_root_and_grows_by_all_results() -> None:
    position = splinter.start("5x2")
    results = [after for _, after in splinter.results(position)]
    assert perft(splinter, position, 0) == 1
    assert perft(splinter, position, 1) == len(results)
    assert perft(splinter, position, 2) == sum(perft(splinter, after, 1) for after in results) > len(results)


OUT_OF_RANGE = [
    *((crumble, board, "crumble.board.rectangle") for board in ("1x2", "2x1", "17x2", "2x17", "99x99", "0x2")),
    *((scrunch, board, "scrunch.board.limits") for board in ("1", "11", "999")),
    *((splinter, board, "splinter.board.limits") for board in ("1x4", "4x1", "27x4", "4x27", "999x4", "0x4")),
]
NO_NAMES = [
    *(
        (game, board)
        for game in (crumble, splinter)
        for board in ("", "x", "4", "4x", "x4", "4x4x4", "04x4", "4x04", "4x00")
    ),
    *(
        (game, board)
        for game in (crumble, splinter)
        for board in ("4X4", "4 x4", "-4x4", "٤x4", "²x4", "4" * 9999 + "x4")
    ),
    (crumble, "100x4"),
    (splinter, "1000x4"),
    *((scrunch, board) for board in ("", "x", "3x3", "03", "0", "-3", " 3", "٣", "³", "1000", "3" * 9999)),
]


@pytest.mark.parametrize(("game", "board", "clause"), OUT_OF_RANGE)
def test_a_board_out_of_range_breaks_a_clause(game: Any, board: str, clause: str) -> None:
    assert refused(game.board_size, board).clause == clause


@pytest.mark.parametrize(("game", "board"), NO_NAMES, ids=lambda value: str(value)[:20])
def test_what_names_no_board_is_refused_by_its_form(game: Any, board: str) -> None:
    assert not isinstance(refused(game.board_size, board), IllegalPosition)


@pytest.mark.parametrize("game", [crumble, scrunch, splinter])
def test_the_standard_board_is_the_example_of_a_name(game: Any) -> None:
    standard = game.to_json(game.start())
    assert refused(game.from_json, {**standard, "board": 7}).expected == f'a name like "{standard["board"]}"'
