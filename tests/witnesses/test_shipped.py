"""The shipped witnesses: the reference gives their answers, and the pages of the spec show them."""

from __future__ import annotations

import json
from dataclasses import replace

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
from shatterproof_properties.witnesses.pair import Pair, data_file, shipped
from witnesses.write import pairs_of, renewed, written

PAIRS = [pair for game in GAMES for pair in shipped(game)]
SCHEMA = json.loads((spec_folder() / "witnesses" / "witnesses.schema.json").read_text(encoding="utf-8"))
each_game = pytest.mark.parametrize("game", GAMES)
each_pair = pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: "-".join((pair.reading, *pair.values)))


def question(pair: Pair) -> Question:
    """The question of a witness."""
    assert pair.witness is not None
    return pair.witness.question


@each_game
def test_every_two_values_of_every_reading_are_there_once_and_in_order(game: str) -> None:
    assert [pair.compared for pair in shipped(game)] == pairs_of(game)


@each_pair
def test_every_pair_has_a_witness(pair: Pair) -> None:
    assert pair.witness is not None


@each_pair
def test_a_pair_is_written_as_it_was_read(pair: Pair) -> None:
    assert Pair.from_json(pair.to_json()) == pair


@each_pair
def test_the_reference_gives_both_answers(pair: Pair) -> None:
    assert pair.witness is not None
    assert dict(zip(pair.values, map(answer_by_rules, pair.questions()), strict=True)) == pair.witness.answers


@each_pair
def test_players_see_the_difference(pair: Pair) -> None:
    assert differ(question(pair), *pair.compared.readings(pair.given))


@each_pair
def test_before_the_last_turn_nothing_differs(pair: Pair) -> None:
    asked = question(pair)
    for at, text in enumerate(asked.played):
        earlier = replace(asked, played=asked.played[:at], turn=text)
        assert not differ(earlier, *pair.compared.readings(pair.given))


@each_pair
def test_the_position_is_valid_under_both_values_unless_it_is_what_differs(pair: Pair) -> None:
    if question(pair).turn:
        for asked in pair.questions():
            assert strict_json.encode(position_to_json(asked.rules, asked.begun)) == asked.start


@each_pair
def test_other_readings_are_given_only_where_the_values_agree_at_the_defaults(pair: Pair) -> None:
    if pair.given:
        assert not differ(question(pair), *pair.compared.readings({}))


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
