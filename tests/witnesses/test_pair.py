"""The shipped witnesses: the reference gives their answers, the pages of the spec show them; and their texts."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import jsonschema_rs
import pytest

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.examples import read_cases, read_position
from shatterproof.game import GAMES, find_game
from shatterproof.spec import Example, find_clause, page, spec_folder
from shatterproof_properties.protocol.answers import position_to_json
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.table import answer_by_rules
from shatterproof_properties.witnesses.distinctions import differ
from shatterproof_properties.witnesses.pair import (
    Pair,
    Values,
    data_file,
    pair_to_text,
    shipped,
    shipped_pair,
    values_named,
)
from shatterproof_properties.witnesses.pair_search import look_up
from witnesses import write
from witnesses.write import examples, pairs_of, renewed, written

PAIRS = [pair for game in GAMES for pair in shipped(game)]
ISOLATED = values_named("scrunch.isolated", "from-own", "from-all")
SCHEMA = json.loads((spec_folder() / "witnesses" / "witnesses.schema.json").read_text(encoding="utf-8"))
each_game = pytest.mark.parametrize("game", GAMES)
each_pair = pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: "-".join((pair.reading, *pair.values)))


def question(pair: Pair) -> Question:
    assert pair.witness is not None
    return pair.witness.question


@each_game
def test_every_two_values_of_every_reading_are_there_once_and_in_order(game: str) -> None:
    assert [pair.compared for pair in shipped(game)] == pairs_of(game)


@each_pair
def test_the_reference_gives_both_answers_which_players_see_to_differ(pair: Pair) -> None:
    assert pair.witness is not None
    assert dict(zip(pair.values, map(answer_by_rules, pair.questions()), strict=True)) == pair.witness.answers
    assert differ(question(pair), *pair.compared.readings(pair.given))


@each_pair
def test_before_the_last_turn_nothing_differs_nor_without_the_readings_that_are_given(pair: Pair) -> None:
    asked = question(pair)
    for at, text in enumerate(asked.played):
        earlier = replace(asked, played=asked.played[:at], turn=text)
        assert not differ(earlier, *pair.compared.readings(pair.given))
    if pair.given:
        assert not differ(asked, *pair.compared.readings({}))


@each_pair
def test_the_position_is_valid_under_both_values_unless_it_is_what_differs(pair: Pair) -> None:
    if question(pair).turn:
        for asked in pair.questions():
            assert strict_json.encode(position_to_json(asked.rules, asked.begun)) == asked.start


@each_game
def test_the_file_follows_its_schema(game: str) -> None:
    validator = jsonschema_rs.validator_for(SCHEMA)
    validator.validate(strict_json.decode_file(data_file(game)))


@each_game
def test_the_file_is_as_it_would_be_written(game: str) -> None:
    assert data_file(game).read_text(encoding="utf-8") == written(game, shipped(game))


def shows(example: Example, pair: Pair, value: str) -> bool:
    """Whether an example asks the question of a witness under one value."""
    game = find_game(example.game)
    setup, cases = read_cases(example)
    under = game.Readings.from_mapping({**pair.given, pair.reading: value})
    try:
        position = read_position(game, setup)
    except InputError:
        if question(pair).turn or "readings" in setup or under.departures():
            return False
        # What this value refuses is read under the one that accepts it.
        position = replace(game.from_diagram(setup, pair.compared.readings(pair.given)[1]), readings=under)
    return (
        position_to_json(game, position) == question(pair).to_json()["start"]
        and position.readings == under
        and question(pair).texts in [tuple(text for text, _ in case.turns) for case in cases]
    )


@each_pair
def test_the_clause_shows_the_witness_under_both_values(pair: Pair) -> None:
    for value in pair.values:
        assert any(shows(example, pair, value) for example in find_clause(pair.reading).examples)


@each_game
def test_the_page_has_the_examples_that_the_witnesses_make(game: str) -> None:
    assert page(game) == renewed(game)


@each_pair
def test_the_text_says_what_was_asked_what_is_answered_and_what_is_proved(pair: Pair) -> None:
    text = pair_to_text(pair)
    assert pair.witness is not None
    assert text.startswith(f"{pair.reading}: ")
    assert pair.witness.question.turn in text
    assert pair.bound in text
    for value in pair.values:
        assert f"\n{value}: {pair.witness.answers[value]['verdict']}" in text
    assert f"shatterproof witness {pair.reading} {' '.join(pair.values)}" in text


def test_the_text_has_both_positions_as_diagrams() -> None:
    pair = shipped_pair(values_named("scrunch.creation-end", "own-growth", "own-growth-or-full"))
    assert pair is not None
    text = pair_to_text(pair)
    assert "    Scrunch 2, Light to move, creating Dark and Light" in text
    assert "    Scrunch 2, Light to move, creating Light" in text


def test_where_nothing_was_found_the_text_says_so() -> None:
    pair = Pair(
        "scrunch.isolated", ("from-own", "from-all"), None, False, "No difference was found among no positions."
    )
    assert "No difference was found among no positions." in pair_to_text(pair)
    assert examples("scrunch.isolated", [pair]) == ""


def test_values_are_named_in_any_order_and_the_game_may_be_left_out() -> None:
    assert values_named("isolated", "from-all", "from-own") == ISOLATED


@pytest.mark.parametrize(
    ("name", "one", "two", "listed"),
    [
        ("chess.castling", "a", "b", "one of crumble.draw"),
        ("crumble.draw", "same-target", "never", "two of same-target, draw-turns, agreement-only"),
        ("crumble.draw", "same-target", "same-target", "same-target is named twice"),
    ],
)
def test_unknown_readings_and_values_are_refused_with_those_known(name: str, one: str, two: str, listed: str) -> None:
    with pytest.raises(InputError, match=listed):
        values_named(name, one, two)


def test_a_comparison_names_what_is_not_as_shipped(capsys: pytest.CaptureFixture[str]) -> None:
    right = shipped_pair(ISOLATED)
    assert right is not None
    assert write.compared({ISOLATED: right}) == 0
    assert write.compared({ISOLATED: replace(right, proved=False)}) == 1
    assert "scrunch.isolated from-own from-all: not as shipped" in capsys.readouterr().out


def test_the_command_compares_what_it_finds_anew(capsys: pytest.CaptureFixture[str]) -> None:
    assert write.main(["scrunch.creation-end", "scrunch.isolated", "--compare", "--jobs", "1"]) == 0
    assert capsys.readouterr().out == "2 of 2 pairs as shipped\n"


def test_what_is_written_anew_is_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = {game: data_file(game).read_text(encoding="utf-8") for game in GAMES}
    known: dict[Values, Pair] = {pair.compared: pair for pair in PAIRS}
    monkeypatch.setattr(write, "data_file", lambda game: tmp_path / "witnesses" / f"{game}.json")
    write.write({ISOLATED: known[ISOLATED]})
    assert {game: (tmp_path / "witnesses" / f"{game}.json").read_text(encoding="utf-8") for game in GAMES} == kept


@pytest.mark.parametrize(
    ("values", "seconds", "source"),
    [
        (("from-own", "from-all"), None, "as shipped with the spec; not searched for anew"),
        (("from-all", "from-own"), 60.0, "searched for anew"),
        (("from-own", "from-all"), 0.0, "as shipped with the spec; the time did not suffice to prove it anew"),
    ],
)
def test_a_look_up_says_where_its_result_comes_from(
    values: tuple[str, str], seconds: float | None, source: str
) -> None:
    assert look_up("scrunch.isolated", *values, seconds, quiet=True) == (shipped_pair(ISOLATED), source)
