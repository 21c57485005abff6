"""The examples of the spec as questions, which ask what the spec shows."""

from __future__ import annotations

from functools import cache

import pytest

from sampling import only_in_ci
from shatterproof.game import find_game
from shatterproof.spec import clauses
from shatterproof_properties.protocol.example_games import example_questions
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.table import ReferenceTable, answer, verdict_on

each_game = pytest.mark.parametrize("game", [only_in_ci("crumble"), "scrunch", "splinter"])


@cache
def shown(game: str, as_written: bool = False) -> tuple[tuple[str, Question], ...]:
    """The examples of a game as questions, each with its clause, played once for all tests."""
    return tuple(example_questions(game, as_written))


def asked(game: str, as_written: bool = False) -> list[Question]:
    return [question for _, question in shown(game, as_written)]


@each_game
def test_all_turns_but_the_last_are_legal_and_printed_as_the_reference_prints_them(game: str) -> None:
    rules = find_game(game)
    for question in asked(game):
        position = question.begun
        for text in question.played:
            turn = rules.parse_turn(position, text)
            assert rules.format_turn(position, turn) == text
            position = rules.play(position, turn)
        assert position == question.position


@each_game
def test_every_verdict_is_asked_for_and_every_reading_is_explained(game: str) -> None:
    questions = [each for each in asked(game) if each.do == "apply"]
    said = [answer(ReferenceTable(each.rules, each.board, each.chosen), each)["verdict"] for each in questions]
    assert set(said) >= {"legal", "illegal", "malformed"}
    guarded = {clause for clause, question in shown(game) if question.turn}
    assert guarded >= set(find_game(game).Readings.choices())
    assert guarded <= {clause.id for clause in clauses(game)}


@each_game
def test_an_opening_is_asked_about_without_a_start(game: str) -> None:
    assert any(question.start is None for question in asked(game))
    assert not any(question.from_opening for question in asked(game) if question.start is not None)


@each_game
def test_texts_as_the_spec_writes_them_lead_to_the_same(game: str) -> None:
    printed, written = asked(game), asked(game, as_written=True)
    assert len(printed) == len(written)
    for one, two in zip(printed, written, strict=True):
        assert one.position == two.position
        assert verdict_on(one.rules, one.position, one.turn) == verdict_on(two.rules, two.position, two.turn)
