"""Which clauses a turn leans on, and which one a wrong result breaks."""

from __future__ import annotations

from dataclasses import replace

from shatterproof import crumble
from shatterproof.crumble.census import MOST_TELLING_FIRST, clause_at_issue, clauses_met
from shatterproof.crumble.position import Position
from shatterproof.examples import read_cases, read_position
from shatterproof.game import AmbiguousTurn, IllegalTurn
from shatterproof.spec import clauses

START = crumble.start("3x3")


def met_by_examples() -> set[str]:
    """The clauses that the legal turns of the spec's examples lean on."""
    found: set[str] = set()
    for example in (example for clause in clauses("crumble") for example in clause.examples):
        setup, cases = read_cases(example)
        for case in cases:
            try:
                position = read_position(crumble, setup)
                for text, published in case.turns:
                    turn = crumble.parse_turn(position, text, published)
                    found.update(clauses_met(position, turn))
                    position = crumble.play(position, turn)
            except (ValueError, IllegalTurn, AmbiguousTurn):
                continue
    return found


def played(text: str, position: Position = START) -> Position:
    return crumble.play(position, crumble.parse_turn(position, text))


def at_issue(text: str, theirs: Position | None = None) -> str:
    return clause_at_issue(START, crumble.parse_turn(START, text), theirs)


def test_the_examples_of_the_spec_lean_on_every_clause_that_is_counted() -> None:
    assert met_by_examples() == set(MOST_TELLING_FIRST)


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
