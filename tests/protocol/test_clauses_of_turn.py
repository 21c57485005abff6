"""Exactly which clauses a turn exercises, and which one a result that differs in one thing is about."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from sampling import only_in_ci
from shatterproof import crumble, scrunch, splinter
from shatterproof.examples import read_cases, read_position
from shatterproof.game import AmbiguousTurn, IllegalTurn, find_game
from shatterproof.record import read_turn
from shatterproof.scrunch.cells import cell_named
from shatterproof.spec import clauses
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
    (
        "Dark to move, creating Dark/x ./. o ./x o/readings isolated=from-all first-count=exempt",
        "b1 c1-c2",
        "growth.merge growth.step creation.must-wriggle creation.end growth.move",
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


def at_issue(game: Any, position: Any, text: str, change: Callable[[Any], Any] | None = None) -> str:
    """The clause at issue where somebody refuses a turn, or makes a change to its result."""
    turn = game.parse_turn(position, text)
    theirs = None if change is None else change(game.play(position, turn))
    clause = features.clause_at_issue(game, position, turn, theirs)
    assert clause.startswith(f"{game.NAME}.")
    return clause.removeprefix(f"{game.NAME}.")


def exercised(game: Any, position: Any, text: str) -> list[str]:
    return features.clauses_of_turn(game, position, game.parse_turn(position, text))


def changed(**values: Any) -> Callable[[Any], Any]:
    return lambda expected: replace(expected, **values)


def recoloured(piece: Any, **values: Any) -> Callable[[Any], Any]:
    return lambda expected: replace(expected, black=expected.black ^ {piece}, **values)


def lacking_one(position: splinter.Position) -> splinter.Position:
    """A position of Splinter without one of its pieces."""
    return replace(position, standing=position.standing - {min(position.standing)})


@pytest.mark.parametrize("name", [only_in_ci("crumble"), "scrunch", "splinter"])
def test_the_examples_of_the_spec_exercise_every_clause_that_is_counted(name: str) -> None:
    game, met = find_game(name), set[str]()
    for example in (example for clause in clauses(name) for example in clause.examples):
        setup, cases = read_cases(example)
        for case in cases:
            try:
                position = read_position(game, setup)
                for text, notation in case.turns:
                    turn = read_turn(game, position, text, notation)
                    met.update(features.clauses_of_turn(game, position, turn))
                    position = game.play(position, turn)
            except (ValueError, IllegalTurn, AmbiguousTurn):
                continue
    counted = importlib.import_module(f"{features.__name__}.{name}").MOST_SPECIFIC_FIRST
    assert met == set(counted)
    assert set(counted) <= {clause.id for clause in clauses(name)}


@pytest.mark.parametrize(("game", "diagram", "text", "found"), MET)
def test_a_turn_exercises_exactly_these_clauses(game: Any, diagram: str, text: str, found: str) -> None:
    position = drawn(game, diagram)
    assert exercised(game, position, text) == [f"{game.NAME}.{clause}" for clause in found.split()]
    assert at_issue(game, position, text) == REFUSED.get((diagram, text), found.split()[0])


@pytest.mark.parametrize(("game", "diagram", "text", "found"), MET)
def test_whose_turn_it_is_comes_before_all_else_but_the_pieces(game: Any, diagram: str, text: str, found: str) -> None:
    position = drawn(game, diagram)
    assert at_issue(game, position, text, changed(to_move=position.to_move)) == "turn.order"


SINGLES = "2, Dark to move/. o/. . ./x ."
CREATING = "3, Dark to move, creating Dark/. . ./. . . ./. . o o ./. . . ./. . ."
ONE_STONE = frozenset([cell_named("a2")])
PLAYED_OTHERWISE: list[tuple[Any, str, str, str, str]] = [
    (crumble, "Black to move/AbC/dEf/GhI", "1,1V", "1,1H", "cut.halves"),
    (crumble, "Black to move/AbC/dEf/GhI", "1,1VE", "1,1VE", "swap.complete-side"),
    (crumble, "4x2, Black to move/AbCd/EFgH", "0J2,1", "0H", "join.outline"),
    (scrunch, SINGLES, "a2 a1-b2", "b1 a1-b2", "growth.move"),
    (scrunch, SINGLES, "a2 a1-b2", "a2 a1-b2", "growth.move"),
    (scrunch, CREATING, "a1", "a1", "creation.egg"),
    (splinter, OFF, "a3SE", "a3SE", "group.touch"),
]


@pytest.mark.parametrize(("game", "diagram", "text", "other", "clause"), PLAYED_OTHERWISE)
def test_a_result_is_about_the_part_of_the_turn_that_is_another(
    game: Any, diagram: str, text: str, other: str, clause: str
) -> None:
    position = drawn(game, diagram)
    theirs = game.play(position, game.parse_turn(position, other))
    assert at_issue(game, position, text, lambda _: theirs) == clause


CHANGED: list[tuple[Any, str, str, Callable[[Any], Any], str]] = [
    (crumble, "Black to move/AbC/dEf/GhI", "1,1VE", changed(memory=None), "draw.repetition"),
    (scrunch, f"{BOTH}/{EGGS}", "b2 c3-b3", changed(creating=frozenset({"dark", "light"})), "creation.end"),
    # With other stones it is about what the turn exercises.
    (scrunch, f"{BOTH}/{EGGS}", "b2 c3-b3", changed(creating=frozenset({"dark", "light"}), dark=ONE_STONE),
     "creation.end"),
    (scrunch, f"{BOTH}/{EGGS}", "a2", changed(dark=ONE_STONE, creating=frozenset()), "creation.egg"),
    *((scrunch, "3, Dark to move, creating Dark and Light/. . ./. . . ./. . . . ./. . . ./. . .", "a1",
       changed(dark=frozenset(map(cell_named, named)), creating=frozenset()), "creation.egg")
      for named in (["a2"], [], ["a1", "a2"])),
    *((scrunch, CREATING, "a1", changed(creating=frozenset(creating)), "creation.end")
      for creating in ((), ("light",), ("dark", "light"))),
    (splinter, TIED, "d2N=e2", lacking_one, "group.tie"),
    (splinter, LOOSE, "d2N", lacking_one, "group.largest"),
    (splinter, OFF, "a3SE", changed(memory=frozenset()), "slide.return"),
    # Another memory is at issue only where the same pieces stand.
    (splinter, OFF, "a3SE", lambda expected: lacking_one(replace(expected, memory=frozenset())), "group.touch"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "diagram", "text", "change", "clause"), CHANGED)
def test_a_result_is_about_the_clause_of_what_is_changed(
    game: Any, diagram: str, text: str, change: Callable[[Any], Any], clause: str
) -> None:
    assert at_issue(game, drawn(game, diagram), text, change) == clause


def test_groups_are_at_issue_only_where_the_slide_is_made_as_it_should() -> None:
    position = drawn(splinter, LOOSE)
    turn = splinter.parse_turn(position, "d2N")
    expected = splinter.play(position, turn)
    both = expected.standing | position.standing
    assert at_issue(splinter, position, "d2N", changed(standing=both)) == "win.type-out"
    slid = both - {(turn.square, position.pieces[turn.square])}
    assert len(slid) == len(position.standing)
    for memory in (expected.memory, expected.memory | position.standing):
        assert at_issue(splinter, position, "d2N", changed(standing=slid, memory=memory)) == "group.largest"


def test_a_slide_that_ends_the_game_is_at_issue_where_others_cut_off_pieces_after_it() -> None:
    position = drawn(splinter, "8x2, Blue to move/..SXOoxs/.O....../readings both-out=push-first")
    expected = splinter.play(position, splinter.parse_turn(position, "c2E"))
    cut_off = frozenset(pair for pair in expected.standing if pair[0].column > 1)
    assert len(cut_off) == len(expected.standing) - 1
    assert at_issue(splinter, position, "c2E", changed(standing=cut_off)) == "win.type-out"


def test_other_colours_are_about_what_was_captured_if_anything_was() -> None:
    position = drawn(crumble, CLOSING)
    for text, clause in (("0,1VE", "capture.enclosed"), ("1HN", "ring")):
        arrangement = crumble.play(position, crumble.parse_turn(position, text)).arrangement
        inside = next(piece for piece in arrangement.pieces if piece not in arrangement.at_the_edge)
        assert at_issue(crumble, position, text, recoloured(inside)) == clause
        assert at_issue(crumble, position, text, recoloured(inside, to_move="white")) == "turn.order"


def test_a_capture_that_is_none_is_about_the_edge_if_it_is_there() -> None:
    position = crumble.start("3x3")
    for piece in crumble.play(position, crumble.parse_turn(position, "1,1VE")).arrangement.at_the_edge:
        assert at_issue(crumble, position, "1,1VE", recoloured(piece)) == "capture.edge"


@pytest.mark.parametrize("mover", ["black", "white"])
def test_either_side_may_lose_pieces_to_the_other_in_its_own_turn(mover: str) -> None:
    black = crumble.from_diagram("5x4, Black to move\naBABA\nbacAB\naCCbA\nbacAB\n")
    exchanged = replace(black, black=frozenset(black.arrangement.pieces) - black.black, to_move="white")
    assert "crumble.capture.either" in exercised(crumble, black if mover == "black" else exchanged, "1,1VE")
