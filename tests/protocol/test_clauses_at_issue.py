"""Which clauses a turn exercises, and which one a wrong result breaks."""

from __future__ import annotations

import importlib
from dataclasses import replace

import pytest

from sampling import only_in_ci
from shatterproof import crumble, scrunch, splinter
from shatterproof.crumble.position import Position
from shatterproof.examples import read_cases, read_position
from shatterproof.game import AmbiguousTurn, IllegalTurn, find_game
from shatterproof.record import read_turn
from shatterproof.scrunch.cells import cell_named
from shatterproof.spec import clauses
from shatterproof_properties.protocol import features

START = crumble.start("3x3")


def met_by_examples(name: str) -> set[str]:
    """The clauses that the legal turns of the spec's examples exercise."""
    game, found = find_game(name), set[str]()
    for example in (example for clause in clauses(name) for example in clause.examples):
        setup, cases = read_cases(example)
        for case in cases:
            try:
                position = read_position(game, setup)
                for text, notation in case.turns:
                    turn = read_turn(game, position, text, notation)
                    found.update(features.clauses_of_turn(game, position, turn))
                    position = game.play(position, turn)
            except (ValueError, IllegalTurn, AmbiguousTurn):
                continue
    return found


def played(text: str, position: Position = START) -> Position:
    return crumble.play(position, crumble.parse_turn(position, text))


def at_issue(text: str, theirs: Position | None = None) -> str:
    return features.clause_at_issue(crumble, START, crumble.parse_turn(START, text), theirs)


@pytest.mark.parametrize("name", [only_in_ci("crumble"), "scrunch", "splinter"])
def test_the_examples_of_the_spec_exercise_every_clause_that_is_counted(name: str) -> None:
    counted = importlib.import_module(f"{features.__name__}.{name}").MOST_SPECIFIC_FIRST
    assert met_by_examples(name) == set(counted)
    assert set(counted) <= {clause.id for clause in clauses(name)}


def test_other_pieces_are_about_the_cut() -> None:
    assert at_issue("1,1V", played("1,1H")) == "crumble.cut.halves"


def test_a_capture_that_is_none_is_about_rings_or_about_the_edge() -> None:
    expected = played("1,1VE")
    middle = next(piece for piece in expected.arrangement.pieces if piece not in expected.arrangement.at_the_edge)
    assert at_issue("1,1VE", replace(expected, black=expected.black ^ {middle})) == "crumble.ring"
    for piece in expected.arrangement.at_the_edge:
        assert at_issue("1,1VE", replace(expected, black=expected.black ^ {piece})) == "crumble.capture.edge"


def test_a_result_that_differs_in_nothing_is_about_what_the_turn_exercises() -> None:
    assert at_issue("1,1VE", played("1,1VE")) == "crumble.swap.complete-side"


def test_another_memory_is_about_the_draw() -> None:
    assert at_issue("1,1VE", replace(played("1,1VE"), memory=None)) == "crumble.draw.repetition"


# Scrunch and Splinter


def test_other_stones_are_about_what_the_turn_exercises() -> None:
    begin = scrunch.from_diagram("2, Dark to move\n. o\n. . .\nx .\n")
    turn = scrunch.parse_turn(begin, "a2 a1-b2")
    theirs = scrunch.play(begin, scrunch.parse_turn(begin, "b1 a1-b2"))
    assert features.clause_at_issue(scrunch, begin, turn, theirs) == "scrunch.growth.move"


def test_a_slide_that_ends_the_game_is_at_issue_where_others_cut_off_pieces_after_it() -> None:
    begin = splinter.from_diagram("8x2, Blue to move\n..SXOoxs\n.O......\nreadings both-out=push-first\n")
    turn = splinter.parse_turn(begin, "c2E")
    expected = splinter.play(begin, turn)
    cut_off = frozenset(pair for pair in expected.standing if pair[0].column > 1)
    assert len(cut_off) == len(expected.standing) - 1
    assert (
        features.clause_at_issue(splinter, begin, turn, replace(expected, standing=cut_off)) == "splinter.win.type-out"
    )


def test_a_join_that_comes_out_otherwise_is_about_its_outline() -> None:
    begin = crumble.from_diagram("4x2, Black to move\nAbCd\nEFgH\n")
    turn = crumble.parse_turn(begin, "0J2,1")
    theirs = crumble.play(begin, crumble.parse_turn(begin, "0H"))
    assert features.clause_at_issue(crumble, begin, turn, theirs) == "crumble.join.outline"


@pytest.mark.parametrize("named", [["a2"], [], ["a1", "a2"]])
def test_other_stones_in_another_phase_are_about_what_the_turn_exercises(named: list[str]) -> None:
    begin = scrunch.start("3")
    turn = scrunch.parse_turn(begin, "a1")
    stones = frozenset(cell_named(name) for name in named)
    theirs = replace(scrunch.play(begin, turn), dark=stones, creating=frozenset())
    assert features.clause_at_issue(scrunch, begin, turn, theirs) == "scrunch.creation.egg"


def test_the_same_stones_in_any_other_phase_are_about_the_end_of_creation() -> None:
    begin = scrunch.from_diagram("3, Dark to move, creating Dark\n. . .\n. . . .\n. . o o .\n. . . .\n. . .\n")
    turn = scrunch.parse_turn(begin, "a1")
    expected = scrunch.play(begin, turn)
    for creating in ((), ("light",), ("dark", "light")):
        theirs = replace(expected, creating=frozenset(creating))
        assert features.clause_at_issue(scrunch, begin, turn, theirs) == "scrunch.creation.end"


@pytest.mark.parametrize("mover", ["black", "white"])
def test_either_side_may_lose_pieces_to_the_other_in_its_own_turn(mover: str) -> None:
    black = crumble.from_diagram("5x4, Black to move\naBABA\nbacAB\naCCbA\nbacAB\n")
    exchanged = replace(black, black=frozenset(black.arrangement.pieces) - black.black, to_move="white")
    position = black if mover == "black" else exchanged
    assert "crumble.capture.either" in features.clauses_of_turn(
        crumble, position, crumble.parse_turn(position, "1,1VE")
    )


def test_a_result_that_is_right_is_about_what_the_turn_exercises() -> None:
    begin, egg = scrunch.from_diagram("2, Dark to move\n. o\n. . .\nx .\n"), scrunch.start("3")
    for position, text in ((begin, "a2 a1-b2"), (egg, "a1")):
        turn = scrunch.parse_turn(position, text)
        expected = features.clauses_of_turn(scrunch, position, turn)[0]
        assert features.clause_at_issue(scrunch, position, turn, scrunch.play(position, turn)) == expected
