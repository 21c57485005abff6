"""Clauses that a game names for others to quote."""

from __future__ import annotations

import pytest

from shatterproof.game import GAMES, find_game
from shatterproof.spec import clauses, parse_page
from shatterproof_properties.protocol import features


@pytest.mark.parametrize("name", GAMES)
def test_the_clauses_that_a_game_names_are_in_the_spec(name: str) -> None:
    game = find_game(name)
    known = {clause.id for clause in clauses(name)}
    starts = {features.start_clause(game), features.start_clause(game, "3x3")}
    assert {*starts, features.of(game).WIN_CLAUSE, features.of(game).DRAW_CLAUSE} - {""} <= known


def test_another_board_of_splinter_begins_by_another_clause() -> None:
    splinter = find_game("splinter")
    assert features.start_clause(splinter, "10x9") == features.start_clause(splinter) == "splinter.start.block"
    assert features.start_clause(splinter, "7x6") == "splinter.start.other-boards"


def test_a_line_of_a_clause_goes_on_until_the_next_or_an_empty_one() -> None:
    text = "# Rules\n### crumble.a.rule\nThe\nrule.\n\nFormally: one\ntwo\\\nSource: three\n\nReference: `a.b`,\n`c`\n"
    (clause,) = parse_page("crumble", text)
    assert (clause.title, clause.formally, clause.source) == ("The rule.", "one two", "three")
    assert clause.references == ("a.b", "c")


def test_an_example_ends_at_a_line_that_begins_with_its_fence() -> None:
    block = "```crumble\nstart 2x2 ```\n-> goes on\n```\n"
    text = f"### crumble.a.rule\nIt is.\n\nFormally: a\n\nSource: b\n\nReference: `c`\n\n{block}\nMore.\n\n{block}"
    (clause,) = parse_page("crumble", text)
    assert [example.text for example in clause.examples] == ["start 2x2 ```\n-> goes on\n"] * 2
