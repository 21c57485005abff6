"""Exactly which clauses a turn exercises, and which one a result that differs in one thing is about."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from shatterproof import crumble, scrunch, splinter
from shatterproof.crumble.pieces import opponent
from shatterproof_properties.protocol import features

BOTH = "Dark to move, creating Dark and Light"
EGGS = "x . ./. . . ./. . x . ./. . . ./o . ."
UNEQUAL = "Dark to move/. . ./. . . ./x . x x ./. . . ./. o ."
FORCED = "Light to move, creating Dark and Light/. o/o . x/x o"
COUNTED_BEFORE = "readings removal-ends-turn=then-wriggle removal-count=before-removal"
SCRUNCH = [
    (f"{BOTH}/{EGGS}", "a2", "creation.egg"),
    (f"{BOTH}/{EGGS}", "b2 c3-b3", "creation.end growth.move", "creation.at-will"),
    (f"{BOTH}/{EGGS}", "d2 c3-d3", "growth.merge creation.end growth.move"),
    (f"{BOTH}/{EGGS}/readings first-wriggle=bare-placement", "a2", "creation.egg"),
    (f"{BOTH}/{EGGS}/readings first-wriggle=bare-placement", "b2", "creation.end growth.move", "creation.at-will"),
    (f"{BOTH}/{EGGS}/readings first-wriggle=bare-placement", "d2", "growth.merge creation.end growth.move"),
    (f"{BOTH}/{EGGS}/readings stuck-creator=loses-all", "a2", "creation.egg"),
    (UNEQUAL, "b1 c1-c2", "growth.smallest growth.move"),
    (UNEQUAL, "c2 c1-d1", "growth.merge growth.smallest growth.move"),
    (UNEQUAL, "c2 c3-b2", "growth.count growth.merge growth.smallest growth.move"),
    (UNEQUAL, "c2 c4-b4", "growth.count growth.merge growth.step growth.smallest growth.move"),
    ("Dark to move/. . ./. x . ./. x x . ./. . . ./o . .", "b1 c2-b2", "growth.cure growth.move"),
    ("Light to move/o x o/x o x x/o x . o x/. x x o/. o o", "x c1 e3", "death.until death.which"),
    (FORCED, "x a2", "death.creator death.which creation.must-wriggle"),
    (f"{FORCED}/readings stuck-creator=pass", "pass", "turn.no-pass"),
    (
        f"{FORCED}/readings stuck-creator=loses-all",
        "x a2 b1 c2",
        "end.last-snake stuck-creator death.creator creation.must-wriggle",
    ),
    (
        "Dark to move/. x/. o ./x ./readings removal-ends-turn=then-wriggle removal-count=before-removal",
        "x a1; c1 c2-b3",
        "removal-count removal-ends-turn death.which growth.step growth.move",
    ),
    ("Dark to move/o o/o x o/o o", "x b2", "end.last-snake death.which"),
    (
        "Dark to move, creating Light/. . ./. . . ./. . . . ./x . . o/x o x/readings removal-ends-turn=then-wriggle",
        "x a3; b2 b1-c2",
        "removal-ends-turn death.which growth.move",
    ),
    (
        "Light to move, creating Light/x ./. o ./. x/readings isolated=from-all",
        "a1 b2-b1",
        "creation.must-wriggle creation.end growth.move",
    ),
    (
        f"Dark to move/. x/x . o/o x/{COUNTED_BEFORE}",
        "x a2; b2 b1-c1",
        "removal-ends-turn death.which growth.merge growth.move",
    ),
    (f"Dark to move/. ./x . x/o x/{COUNTED_BEFORE}", "x b1; b2 b3-c2", "removal-ends-turn death.which growth.move"),
    (
        f"Dark to move/x . ./. o . x/. . o x o/x . . ./x x x/{COUNTED_BEFORE}",
        "x e1; b4 a2-b2",
        "removal-ends-turn death.which growth.count growth.merge growth.smallest growth.move",
    ),
    (
        f"Dark to move/. x o/. x . o/. . . . ./o o x ./x o x/{COUNTED_BEFORE}",
        "x a1; c3 d2-d1",
        "removal-count removal-ends-turn death.which growth.merge growth.step growth.move",
    ),
    (
        "Dark to move, creating Dark/. . x/. . . ./. x . . ./. . . ./. o x/readings first-count=exempt",
        "b1 c2-c3",
        "growth.step creation.end growth.move",
    ),
]
OFF = "Blue to move/OsSsO/xXxXo/....."
TIED = "Blue to move/SXOOsxo/......."
TIED_FOR_WHITE = "White to move/sxooSXO/......."
LOOSE = "Blue to move/SXO../...O./..sxo"
SPLINTER = [
    (OFF, "a3N", "step-off group.touch slide.one-step"),
    (OFF, "a3E", "slide.off group.touch slide.push slide.one-step"),
    (OFF, "a3SE", "group.touch slide.push slide.one-step"),
    (OFF, "b2SE", "group.touch slide.one-step"),
    (f"{OFF}/readings passing=allowed", "pass", "passing"),
    (OFF, "b2NE", "win.type-out slide.off group.touch slide.push slide.one-step", "win.own-turn"),
    (TIED, "b2N", "win.type-out group.own group.largest step-off slide.one-step", "win.own-turn"),
    (TIED, "c2E", "win.even group.own group.largest slide.off slide.push slide.one-step"),
    (TIED, "d2N=a2", "win.type-out group.tie group.largest step-off slide.one-step"),
    (TIED, "d2N=e2", "win.type-out group.tie group.own group.largest step-off slide.one-step", "win.own-turn"),
    (TIED, "d2W=a2", "win.both-out group.tie group.largest slide.off slide.push slide.one-step"),
    (TIED_FOR_WHITE, "d2N=a2", "win.type-out group.tie group.largest step-off slide.one-step"),
    (
        TIED_FOR_WHITE,
        "d2N=e2",
        "win.type-out group.tie group.own group.largest step-off slide.one-step",
        "win.own-turn",
    ),
    (LOOSE, "b3E", "win.type-out group.own group.largest slide.push slide.one-step", "win.own-turn"),
    (LOOSE, "d2N", "win.type-out group.largest slide.one-step"),
]
CLOSING = "White to move/abcA/dBCe/fghD"
ENTERING = "Black to move/abcA/deBC/fghD"
GAP = "3x2, Black to move/AAbbCC/AAddCC/EEffgg/EEffgg"
FOUR = "Black to move/ABc/DEf/Ghi"
CRUMBLE = [
    (CLOSING, "0H", "cut.halves swap.optional"),
    (CLOSING, "0H2", "cut.many cut.halves swap.optional"),
    (CLOSING, "1HN", "swap.complete-side cut.halves"),
    (CLOSING, "0,1VE", "capture.enclosed swap.complete-side cut.halves"),
    (CLOSING, "0H3-3N-N", "win.four-sides cut.many swap.complete-side cut.halves"),
    (CLOSING, "1HNE", "win.four-sides capture.enclosed walk.steps swap.complete-side cut.halves"),
    (CLOSING, "0,1VEE", "win.four-sides capture.every-step capture.enclosed walk.steps swap.complete-side cut.halves"),
    (CLOSING, "3,1VWE", "capture.every-step capture.enclosed walk.backtrack walk.steps swap.complete-side cut.halves"),
    (ENTERING, "3J1,2", "join.outline swap.optional"),
    (ENTERING, "3VWW", "walk.steps swap.complete-side cut.halves"),
    (ENTERING, "2,1VW", "walk.captured capture.either capture.enclosed swap.complete-side cut.halves"),
    (
        ENTERING,
        "2,1J2,1W",
        "win.either win.four-sides walk.captured capture.either capture.enclosed swap.complete-side join.outline",
    ),
    (GAP, "0V2", "cut.many cut.halves swap.optional"),
    (GAP, "0,1H2", "cut.along-edges cut.many cut.halves swap.optional"),
    (FOUR, "0,1J2,1EN", "walk.steps swap.complete-side join.outline"),
    (FOUR, "0,1J2,1ES", "win.either win.four-sides walk.steps swap.complete-side join.outline"),
    (FOUR, "0,1J2,2", "join.several join.outline swap.optional"),
    ("Black to move/AAd/BCe", "0J2,2", "join.several join.outline swap.optional"),
    (
        "Black to move/Abcd/efGh/IjkL/mNOp",
        "2,2HSWN",
        "capture.either capture.every-step capture.enclosed walk.steps swap.complete-side cut.halves",
    ),
    (
        "Black to move/Abcd/Efgh/IJKl",
        "1J2,1ENW",
        "walk.captured capture.either capture.enclosed walk.steps swap.complete-side join.outline",
    ),
]
MET = [
    (game, *case[:3])
    for game, cases in ((crumble, CRUMBLE), (scrunch, SCRUNCH), (splinter, SPLINTER))
    for case in cases
]
REFUSED = {case[:2]: case[3] for case in (*SCRUNCH, *SPLINTER) if len(case) == 4}
"""The clauses of refusals that no part of the turn exercises: it may end creation, or lose."""


def drawn(game: Any, diagram: str) -> Any:
    """A position from a diagram with strokes between its lines."""
    return game.from_diagram("\n".join(diagram.split("/")))


def lacking_one(position: splinter.Position) -> splinter.Position:
    """A position of Splinter without one of its pieces."""
    return replace(position, standing=position.standing - {min(position.standing)})


@pytest.mark.parametrize(("game", "diagram", "text", "found"), MET)
def test_a_turn_exercises_exactly_these_clauses(game: Any, diagram: str, text: str, found: str) -> None:
    position = drawn(game, diagram)
    expected = [f"{game.NAME}.{clause}" for clause in found.split()]
    turn = game.parse_turn(position, text)
    assert features.clauses_of_turn(game, position, turn) == expected
    refused = REFUSED.get((diagram, text), found.split()[0])
    assert features.clause_at_issue(game, position, turn) == f"{game.NAME}.{refused}"


@pytest.mark.parametrize(("game", "diagram", "text", "found"), MET)
def test_whose_turn_it_is_comes_before_all_else_but_the_pieces(game: Any, diagram: str, text: str, found: str) -> None:
    position = drawn(game, diagram)
    turn = game.parse_turn(position, text)
    theirs = replace(game.play(position, turn), to_move=position.to_move)
    assert features.clause_at_issue(game, position, turn, theirs) == f"{game.NAME}.turn.order"


def test_a_creation_that_goes_on_is_about_its_end() -> None:
    position = drawn(scrunch, f"{BOTH}/{EGGS}")
    turn = scrunch.parse_turn(position, "b2 c3-b3")
    theirs = replace(scrunch.play(position, turn), creating=position.creating)
    assert features.clause_at_issue(scrunch, position, turn, theirs) == "scrunch.creation.end"
    assert (
        features.clause_at_issue(scrunch, position, turn, replace(theirs, dark=position.dark)) == "scrunch.creation.end"
    )
    other = scrunch.parse_turn(position, "a2")
    assert (
        features.clause_at_issue(scrunch, position, other, replace(theirs, dark=position.dark))
        == "scrunch.creation.egg"
    )


def test_groups_are_at_issue_only_where_the_slide_is_made_as_it_should() -> None:
    position = drawn(splinter, LOOSE)
    turn = splinter.parse_turn(position, "d2N")
    expected = splinter.play(position, turn)
    fewer = lacking_one(expected)
    assert features.clause_at_issue(splinter, position, turn, fewer) == "splinter.group.largest"
    assert features.clause_at_issue(splinter, position, turn) == "splinter.win.type-out"
    elsewhere = replace(expected, standing=expected.standing | position.standing)
    assert features.clause_at_issue(splinter, position, turn, elsewhere) == "splinter.win.type-out"
    slid = (expected.standing | position.standing) - {(turn.square, position.pieces[turn.square])}
    assert len(slid) == len(position.standing)
    for memory in (expected.memory, expected.memory | position.standing):
        uncut = replace(expected, standing=slid, memory=memory)
        assert features.clause_at_issue(splinter, position, turn, uncut) == "splinter.group.largest"


def test_the_most_specific_of_the_clauses_about_groups_is_at_issue() -> None:
    position = drawn(splinter, TIED)
    turn = splinter.parse_turn(position, "d2N=e2")
    expected = splinter.play(position, turn)
    fewer = lacking_one(expected)
    assert features.clause_at_issue(splinter, position, turn, fewer) == "splinter.group.tie"


def test_another_memory_is_at_issue_only_where_the_same_pieces_stand() -> None:
    position = drawn(splinter, OFF)
    turn = splinter.parse_turn(position, "a3SE")
    expected = splinter.play(position, turn)
    assert expected.memory
    forgetful = replace(expected, memory=frozenset())
    assert features.clause_at_issue(splinter, position, turn, forgetful) == "splinter.slide.return"
    mindful = replace(expected, memory=expected.memory | position.standing)
    assert mindful.memory != expected.memory
    assert features.clause_at_issue(splinter, position, turn, mindful) == "splinter.slide.return"
    assert features.clause_at_issue(splinter, position, turn, expected) == "splinter.group.touch"
    fewer = lacking_one(forgetful)
    assert features.clause_at_issue(splinter, position, turn, fewer) == "splinter.group.touch"


def test_other_colours_are_about_what_was_captured_if_anything_was() -> None:
    position = drawn(crumble, CLOSING)
    capturing, plain = (crumble.parse_turn(position, text) for text in ("0,1VE", "1HN"))
    for turn, clause in ((capturing, "crumble.capture.enclosed"), (plain, "crumble.ring")):
        expected = crumble.play(position, turn)
        inside = next(piece for piece in expected.arrangement.pieces if piece not in expected.arrangement.at_the_edge)
        theirs = replace(expected, black=expected.black ^ {inside})
        assert features.clause_at_issue(crumble, position, turn, theirs) == clause
        assert features.clause_at_issue(crumble, position, turn, replace(theirs, to_move=opponent(theirs.to_move))) == (
            "crumble.turn.order"
        )
