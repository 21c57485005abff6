"""Which clauses a turn leans on, and which one a wrong result breaks."""

from __future__ import annotations

import importlib
from dataclasses import replace

import pytest

from shatterproof import crumble, scrunch, splinter
from shatterproof.crumble.census import clause_at_issue
from shatterproof.crumble.position import Position
from shatterproof.examples import read_cases, read_position
from shatterproof.game import GAMES, AmbiguousTurn, IllegalTurn, find_game
from shatterproof.spec import clauses

START = crumble.start("3x3")


def met_by_examples(name: str) -> set[str]:
    """The clauses that the legal turns of the spec's examples lean on."""
    game, found = find_game(name), set[str]()
    for example in (example for clause in clauses(name) for example in clause.examples):
        setup, cases = read_cases(example)
        for case in cases:
            try:
                position = read_position(game, setup)
                for text, published in case.turns:
                    turn = game.parse_turn(position, text, published)
                    found.update(game.clauses_met(position, turn))
                    position = game.play(position, turn)
            except (ValueError, IllegalTurn, AmbiguousTurn):
                continue
    return found


def played(text: str, position: Position = START) -> Position:
    return crumble.play(position, crumble.parse_turn(position, text))


def at_issue(text: str, theirs: Position | None = None) -> str:
    return clause_at_issue(START, crumble.parse_turn(START, text), theirs)


@pytest.mark.parametrize("name", GAMES)
def test_the_examples_of_the_spec_lean_on_every_clause_that_is_counted(name: str) -> None:
    counted = importlib.import_module(f"shatterproof.{name}.census").MOST_TELLING_FIRST
    assert met_by_examples(name) == set(counted)
    assert set(counted) <= {clause.id for clause in clauses(name)}


def test_a_refused_turn_is_about_the_most_telling_clause_that_it_meets() -> None:
    assert at_issue("1,1V") == "crumble.cut.halves"
    assert at_issue("1,1VE") == "crumble.swap.complete-side"
    assert at_issue("1,1VEW") == "crumble.walk.backtrack"


def test_other_pieces_are_about_the_cut() -> None:
    assert at_issue("1,1V", played("1,1H")) == "crumble.cut.halves"


def test_the_same_side_to_move_is_about_the_order_of_turns() -> None:
    assert at_issue("1,1V", replace(played("1,1V"), to_move="black")) == "crumble.turn.order"


def test_a_capture_that_is_none_is_about_rings_or_about_the_edge() -> None:
    rightful = played("1,1VE")
    middle = next(piece for piece in rightful.arrangement.pieces if piece not in rightful.arrangement.at_the_edge)
    corner = rightful.arrangement.pieces[0]
    assert at_issue("1,1VE", replace(rightful, black=rightful.black ^ {middle})) == "crumble.ring"
    assert at_issue("1,1VE", replace(rightful, black=rightful.black ^ {corner})) == "crumble.capture.edge"


def test_another_memory_is_about_the_draw() -> None:
    assert at_issue("1,1VE", replace(played("1,1VE"), memory=None)) == "crumble.draw.repetition"


# Scrunch and Splinter


def test_another_phase_is_about_the_end_of_creation() -> None:
    begin = scrunch.start("3")
    turn = scrunch.parse_turn(begin, "a1")
    rightful = scrunch.play(begin, turn)
    assert scrunch.clause_at_issue(begin, turn) == "scrunch.creation.egg"
    assert scrunch.clause_at_issue(begin, turn, replace(rightful, creating=frozenset())) == "scrunch.creation.end"
    assert scrunch.clause_at_issue(begin, turn, replace(rightful, to_move="dark")) == "scrunch.turn.order"


def test_other_stones_are_about_what_the_turn_leans_on() -> None:
    begin = scrunch.from_diagram("2, Dark to move\n. o\n. . .\nx .\n")
    turn = scrunch.parse_turn(begin, "a2 a1-b2")
    theirs = scrunch.play(begin, scrunch.parse_turn(begin, "b1 a1-b2"))
    assert scrunch.clause_at_issue(begin, turn, theirs) == "scrunch.growth.move"


def test_another_memory_is_about_returning() -> None:
    begin = splinter.start()
    turn = splinter.parse_turn(begin, "c3W")
    rightful = splinter.play(begin, turn)
    assert rightful.memory
    assert splinter.clause_at_issue(begin, turn, replace(rightful, memory=frozenset())) == "splinter.slide.return"
    assert splinter.clause_at_issue(begin, turn, replace(rightful, to_move="blue")) == "splinter.turn.order"


def test_what_is_cut_off_is_about_groups_and_what_is_pushed_about_slides() -> None:
    begin = splinter.from_diagram("5x3, Blue to move\nSXO..\n...O.\n..sxo\n")
    turn = splinter.parse_turn(begin, "d2E")
    rightful = splinter.play(begin, turn)
    pushed = {square: piece for square, piece in begin.pieces.items() if square != turn.square}
    uncut = replace(rightful, standing=frozenset(pushed.items()))
    assert splinter.clause_at_issue(begin, turn, uncut).startswith("splinter.group.")
