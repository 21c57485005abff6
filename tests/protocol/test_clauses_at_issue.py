"""Which clauses a turn exercises, and which one a wrong result breaks."""

from __future__ import annotations

import importlib
from dataclasses import replace
from typing import Any

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


def test_a_refused_turn_is_about_the_most_specific_clause_that_it_meets() -> None:
    assert at_issue("1,1V") == "crumble.cut.halves"
    assert at_issue("1,1VE") == "crumble.swap.complete-side"
    assert at_issue("1,1VEW") == "crumble.walk.backtrack"


def test_other_pieces_are_about_the_cut() -> None:
    assert at_issue("1,1V", played("1,1H")) == "crumble.cut.halves"


def test_the_same_side_to_move_is_about_the_order_of_turns() -> None:
    assert at_issue("1,1V", replace(played("1,1V"), to_move="black")) == "crumble.turn.order"


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


def test_another_phase_is_about_the_end_of_creation() -> None:
    begin = scrunch.start("3")
    turn = scrunch.parse_turn(begin, "a1")
    expected = scrunch.play(begin, turn)
    assert features.clause_at_issue(scrunch, begin, turn) == "scrunch.creation.egg"
    assert (
        features.clause_at_issue(scrunch, begin, turn, replace(expected, creating=frozenset()))
        == "scrunch.creation.end"
    )
    assert features.clause_at_issue(scrunch, begin, turn, replace(expected, to_move="dark")) == "scrunch.turn.order"


def test_other_stones_are_about_what_the_turn_exercises() -> None:
    begin = scrunch.from_diagram("2, Dark to move\n. o\n. . .\nx .\n")
    turn = scrunch.parse_turn(begin, "a2 a1-b2")
    theirs = scrunch.play(begin, scrunch.parse_turn(begin, "b1 a1-b2"))
    assert features.clause_at_issue(scrunch, begin, turn, theirs) == "scrunch.growth.move"


def test_another_memory_is_about_returning() -> None:
    begin = splinter.start()
    turn = splinter.parse_turn(begin, "c3W")
    expected = splinter.play(begin, turn)
    assert expected.memory
    assert (
        features.clause_at_issue(splinter, begin, turn, replace(expected, memory=frozenset()))
        == "splinter.slide.return"
    )
    assert features.clause_at_issue(splinter, begin, turn, replace(expected, to_move="blue")) == "splinter.turn.order"


def test_what_is_cut_off_is_about_groups_and_what_is_pushed_about_slides() -> None:
    begin = splinter.from_diagram("5x3, Blue to move\nSXO..\n...O.\n..sxo\n")
    turn = splinter.parse_turn(begin, "d2E")
    expected = splinter.play(begin, turn)
    pushed = {square: piece for square, piece in begin.pieces.items() if square != turn.square}
    uncut = replace(expected, standing=frozenset(pushed.items()))
    assert features.clause_at_issue(splinter, begin, turn, uncut).startswith("splinter.group.")


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


SECOND_TO_MOVE = [
    (crumble, "3x2, White to move\nAaB\nbCc\n", "0V"),
    (scrunch, "Scrunch 2, Light to move, creating Light\n x .\n. . .\n . .\n", "a1"),
    (splinter, "White to move\nSXO\nsxo\n...\n", "a2S"),
]


@pytest.mark.parametrize(("game", "diagram", "text"), SECOND_TO_MOVE)
def test_the_order_of_turns_is_at_issue_for_either_side(game: Any, diagram: str, text: str) -> None:
    begin = game.from_diagram(diagram)
    turn = game.parse_turn(begin, text)
    theirs = replace(game.play(begin, turn), to_move=begin.to_move)
    assert begin.to_move == game.SIDES[1]
    assert features.clause_at_issue(game, begin, turn, theirs) == f"{game.NAME}.turn.order"


def test_what_nobody_disputes_is_about_the_most_specific_clause() -> None:
    begin = scrunch.from_diagram("2, Dark to move\n. o\n. . .\nx .\n")
    egg = scrunch.start("3")
    for position, text in ((begin, "a2 a1-b2"), (egg, "a1")):
        turn = scrunch.parse_turn(position, text)
        met = features.clauses_of_turn(scrunch, position, turn)
        assert features.clause_at_issue(scrunch, position, turn) == met[0]
        assert (
            features.clause_at_issue(scrunch, position, turn, scrunch.play(position, turn))
            == met[0]
            != "scrunch.creation.end"
        )
    merged = scrunch.from_diagram("3, Dark to move, creating Light\n. . .\n. . . .\n. x . x .\n. . . .\n. . .\n")
    turn = next(turn for turn in scrunch.turns(merged) if len(features.clauses_of_turn(scrunch, merged, turn)) > 1)
    assert features.clause_at_issue(scrunch, merged, turn) == features.clauses_of_turn(scrunch, merged, turn)[0]
