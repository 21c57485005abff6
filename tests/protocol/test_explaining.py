"""Explanations of turns: their steps, their sentences, and the readings that would change them."""

from __future__ import annotations

import importlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from play.search import some_readings
from shatterproof import crumble, scrunch, splinter
from shatterproof.crumble.captures import enclosed
from shatterproof.crumble.pieces import GRAIN, Piece
from shatterproof.crumble.position import set_up
from shatterproof.game import GAMES, AmbiguousTurn, AnyGame, IllegalTurn, MalformedTurn, find_game
from shatterproof.spec import clauses
from shatterproof_properties import play
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.answers import position_to_json
from shatterproof_properties.protocol.explaining import Explanation, explain, to_json, to_text

each_game = pytest.mark.parametrize("game", [pytest.param(find_game(name), id=name) for name in GAMES])


def explained(game: Any, diagram: str, *texts: str) -> Explanation:
    """The explanation of the last of some turns from a diagram with slashes between its lines."""
    picture = diagram.replace("/", "\n") + "\n"
    position = game.from_diagram(picture)
    for text in texts[:-1]:
        position, picture = game.play(position, game.parse_turn(position, text)), ""
    return explain(game, position, texts[-1], picture=picture)


def said(explanation: Explanation, clause: str) -> str:
    """The sentence of the only step whose first clause is this one."""
    (step,) = [step for step in explanation.steps if step.clauses[0] == clause]
    return step.text


# any turn


@each_game
@given(data=st.data())
def test_the_steps_name_every_clause_that_a_turn_exercises(game: AnyGame, data: st.DataObject) -> None:
    position = data.draw(play.positions(game, play.boards(game, 3), 6, readings=some_readings(game)))
    if not play.can_move(game, position):
        return
    turn = data.draw(play.turns(game, position))
    explanation = explain(game, position, game.format_turn(position, turn))
    named = {clause for step in explanation.steps for clause in step.clauses}
    assert set(features.clauses_of_turn(game, position, turn)) <= named
    assert named <= {clause.id for clause in clauses(game.NAME)}
    assert explanation.judged.position == game.play(position, turn)
    assert to_text(explanation).startswith("legal: ")
    assert to_json(explanation)["verdict"] == "legal"


@each_game
@given(data=st.data())
def test_the_steps_of_an_illegal_turn_end_with_the_clause_that_it_breaks(game: AnyGame, data: st.DataObject) -> None:
    position = data.draw(play.positions(game, play.boards(game, 3), 6, readings=some_readings(game)))
    text, _ = data.draw(play.near_misses(game, position))
    try:
        game.parse_turn(position, text)
        return
    except MalformedTurn:
        with pytest.raises(MalformedTurn):
            explain(game, position, text)
        return
    except (IllegalTurn, AmbiguousTurn) as refusal:
        clause = refusal.clause
    explanation = explain(game, position, text)
    assert (explanation.judged.verdict != "legal", explanation.judged.clause) == (True, clause)
    assert clause in to_text(explanation)
    module = importlib.import_module(f"shatterproof_properties.protocol.explaining.{game.NAME}")
    if clause not in ("splinter.tie", "splinter.notation.square"):
        with pytest.raises(IllegalTurn) as refused:
            list(module.steps(position, module.attempted(position, text)))
        assert refused.value.clause == clause


@each_game
@given(data=st.data())
def test_a_change_is_what_the_turn_is_under_the_other_reading(game: AnyGame, data: st.DataObject) -> None:
    position = data.draw(play.positions_set_up(game, play.boards(game, 3), some_readings(game)))
    if not play.can_move(game, position):
        return
    turn = game.format_turn(position, data.draw(play.turns(game, position)))
    for change in explain(game, position, turn).changes:
        assert position.readings.to_mapping()[change.reading] != change.value
        if change.judged.verdict == "unknown":
            assert change.judged.reason
            continue
        readings = game.Readings.from_mapping({**position.readings.to_mapping(), change.reading: change.value})
        alone = explain(game, game.from_json(position_to_json(game, position), readings), turn)
        assert alone.judged == change.judged or alone.judged.clause == change.judged.clause != ""


CUT, JOIN = "3x3, Black to move/BBa/bcC/AAd", "3x2, Black to move/aAb/BCc"
SWAPPER = "4x4, Black to move/ABAB/Bacb/AAba/abab"
REPEATED = "2x2, Black to move/ABab/ABab/ccCC/ccCC"
WALKS = ("1VW-N", "0VW-NEE", "3HNW", "1HNE", "3HNNW", "1HNNE")
TIED = "Blue to move/SXOOsxo/......."
SENTENCES: list[tuple[Any, str, tuple[str, ...], str, str]] = [
    (crumble, CUT, ("0V2",), "crumble.cut.many", "A vertical line halves A (2x1 at (0, 0)) and B (2x1 at (0, 2))."),
    (crumble, CUT, ("0V2",), "crumble.cut.along-edges", "Between A (2x1 at (0, 0)) and B (2x1 at (0, 2)) it runs along "
     "the edges of b (1x1 at (0, 1)) and c (1x1 at (1, 1)), for 1."),
    (crumble, JOIN, ("0J2,1E",), "crumble.join.outline", " become one piece, D (2x1 at (0, 0))."),
    (crumble, JOIN, ("0J2,1E",), "crumble.swap.complete-side",
     "They exchange colours: c (1x1 at (2, 0)) is Black's now, D (2x1 at (0, 0)) White's."),
    (crumble, SWAPPER, ("0,1VE",), "crumble.walk.captured", "no swap may follow"),
    (crumble, "5x4, Black to move/Ecbcb/DCCbc/DaeFF/AAeFF", ("2VW",), "crumble.capture.enclosed",
     "a (1x1 at (1, 1)), White's, stands inside a ring of A (2x1 at (0, 0)), "),
    (crumble, "3x3, Black to move/aba/baA/AAa", ("0VW-NE",), "crumble.win.either",
     " touches all four sides of the board: White wins, though it was not their turn."),
    (crumble, REPEATED, WALKS[:5], "crumble.draw.repetition", "such turns in a row: 1."),
    (crumble, REPEATED, WALKS, "crumble.draw.repetition", "the game is drawn."),
    (splinter, TIED, ("d2W=a2",), "splinter.slide.push",
     "that follow without a gap: the blue circle on c2, the blue cross on b2 and the blue square on a2."),
    (splinter, TIED, ("d2W=a2",), "splinter.slide.off",
     "The blue square on a2 is pushed over the edge, and is removed."),
    (splinter, TIED, ("d2W=a2",), "splinter.group.tie",
     "Those with a2 and e2 tie for the largest, with 3 pieces; the turn says that the one with a2 stays."),
    (splinter, TIED, ("d2W=a2",), "splinter.win.both-out", "Both are out: Blue has 3 pieces, White 0. Blue wins."),
    (splinter, "Blue to move/x.../Xs../xoSO", ("c1W",), "splinter.group.largest", "The one with a1 is the largest"),
    (splinter, "Blue to move/.o/x./Os/SX", ("b1N", "b4S"), "splinter.slide.return",
     "must not go back: b2 to b1 and b3 to b2. Here b3 goes back to b2 and b2 goes back to b1."),
]  # fmt: skip


@pytest.mark.parametrize(("game", "diagram", "texts", "clause", "sentence"), SENTENCES)
def test_a_step_says_what_its_clause_does_to_the_turn(
    game: Any, diagram: str, texts: tuple[str, ...], clause: str, sentence: str
) -> None:
    assert sentence in said(explained(game, diagram, *texts), clause)


# Crumble


def test_a_cut_changes_the_halves_of_its_pieces() -> None:
    explanation = explained(crumble, CUT, "0V2")
    assert explanation.after is not None
    assert explanation.after.changed == ("D", "E", "F", "G")


def test_nested_rings_are_reported_one_after_the_other_and_one_reading_would_change_it() -> None:
    nested = "6x5, Black to move/ABABAa/BabaBb/bCCbAa/BabaBb/ABABAa"
    explanation = explained(crumble, nested, "1,2VW")
    rounds = [step for step in explanation.steps if "crumble.ring" in step.clauses]
    assert [step.text.startswith("Then ") for step in rounds] == [False, False, True]
    assert "crumble.capture-nested" in rounds[2].clauses
    (change,) = explanation.changes
    assert (change.reading, change.value) == ("crumble.capture-nested", "one-snapshot")
    assert "crumble.capture-nested=one-snapshot: legal, another result, " in to_text(explanation)
    under = explained(crumble, f"{nested}/readings capture-nested=one-snapshot", "1,2VW")
    assert len([step for step in under.steps if "crumble.ring" in step.clauses]) == 2


def test_what_stood_inside_a_ring_is_said_to_stay_where_the_readings_leave_it() -> None:
    diagram = "4x4, White to move\nEcbc\nDCCb\nDaBc\nAABb\nreadings standing-enclosure={}\n"
    position = crumble.from_diagram(diagram.format("until-closed"))
    (inside,) = enclosed(position.arrangement, position.black)
    turn = next(
        turn
        for turn, after in crumble.results(position)
        if turn.walk and inside in enclosed(after.arrangement, after.black)
    )
    left = explain(crumble, position, crumble.format_turn(position, turn))
    assert said(left, "crumble.standing-enclosure") == "What stood inside a ring before this step stays as it is."
    taken = explain(crumble, crumble.from_diagram(diagram.format("next-step")), left.turn)
    assert any("crumble.ring" in step.clauses and inside in step.about for step in taken.steps)


def test_a_captured_swapper_and_the_step_too_many() -> None:
    refused = explained(crumble, SWAPPER, "0,1VEW")
    assert [step.clauses[0] for step in refused.steps][-1] == "crumble.walk.captured"
    assert (refused.judged.verdict, refused.judged.clause) == ("illegal", "crumble.walk.captured")


def test_an_outcome_and_a_reading_that_would_change_it_are_reported() -> None:
    won = explained(crumble, "3x3, Black to move/aba/baA/AAa", "0VW-NE")
    assert to_json(won)["outcome"] == {"winner": "white", "clause": "crumble.win.four-sides"}
    changes = explained(crumble, REPEATED, *WALKS).changes
    assert ("crumble.draw", "agreement-only") in {(change.reading, change.value) for change in changes}


def test_pieces_too_fine_for_letters_go_by_size_and_place() -> None:
    half, pieces = GRAIN, {Piece(GRAIN, 0, GRAIN, 2 * GRAIN): "black", Piece(0, GRAIN, GRAIN, GRAIN): "white"}
    for _ in range(9):
        half //= 2
        pieces |= {Piece(half, 0, half, 2 * half): "white", Piece(0, half, half, half): "white"}
    position = set_up("2x2", pieces | {Piece(0, 0, half, half): "white"}, "white")
    fine = explain(crumble, position, "0H")
    assert said(fine, "crumble.cut.halves") == "A horizontal line halves 1/512x1/512 at (0, 0)."
    assert "1/64, 1/32, 1/16, 1/8, 1/4, 1/2, 1, 2" in to_text(fine)


# Scrunch


def test_a_growth_tells_why_a_snake_is_smallest_what_merges_and_the_count() -> None:
    unequal = "Dark to move/. . ./. . . ./x . x x ./. . . ./. o ."
    explanation = explained(scrunch, unequal, "c2 c4-b4")
    assert [step.text for step in explanation.steps] == [
        "The smallest snakes have 1 stone: c1; larger is c3-c4.",
        "A stone is placed on c2, beside c1.",
        "It merges c1 and c3-c4 into one snake of 4 stones.",
        "c4, another stone of that snake, steps to b4, which is empty and beside it.",
        "2 snakes stood before, 2 stand now: there may be 2 at most.",
    ]
    assert [(change.reading, change.value) for change in explanation.changes] == [
        ("scrunch.snake-count", "after-placement")
    ]
    refused = explained(scrunch, unequal, "b3 c4-b4")
    assert [step.text for step in refused.steps] == ["The smallest snakes have 1 stone: c1; larger is c3-c4."]
    assert refused.judged.clause == "scrunch.growth.smallest"


def test_a_mutant_is_reported_with_its_cure() -> None:
    explanation = explained(scrunch, "Dark to move/. . ./. x . ./. x x . ./. . . ./o . .", "b1 c2-b2")
    cures = [step.text for step in explanation.steps if step.clauses[0] == "scrunch.growth.cure"]
    assert cures == ["With it c2 has 3 friends beside it: a mutant, for the moment.", "That cures it."]


def test_a_removal_tells_that_nothing_can_grow_and_when_something_can_again() -> None:
    explanation = explained(scrunch, "Light to move/o x o/x o x x/o x . o x/. x x o/. o o", "x c1 e3")
    assert [step.text for step in explanation.steps if "smallest" not in step.text] == [
        "None of them can grow.",
        "c1 cannot grow, and is removed.",
        "None of them can grow.",
        "e3 cannot grow, and is removed.",
        "d2-e1 can grow.",
    ]
    refused = explained(scrunch, "Light to move/o x o/x o x x/o x . o x/. x x o/. o o", "x c1")
    assert refused.judged.clause == "scrunch.death.until"
    assert refused.steps[-1].text == "None of them can grow."


@pytest.mark.parametrize("text", ["x b1 b1", "x b1 b1; a1", "x b1 b1 b1"])
def test_removals_of_more_snakes_than_there_are_end_with_the_clause_that_they_break(text: str) -> None:
    refused = explained(scrunch, "2, Dark to move/ o ./x o ./ o .", text)
    assert (refused.judged.verdict, refused.judged.clause) == ("illegal", "scrunch.death.which")
    assert refused.steps[-1].text == "b1 cannot grow, and is removed."


def test_a_growth_after_a_removal_is_counted_from_before_it_and_its_stone_is_no_egg() -> None:
    counted_before = "readings removal-ends-turn=then-wriggle removal-count=before-removal"
    stuck = f"2, Dark to move, creating Dark/ x ./o o ./ . x/{counted_before}"
    explanation = explained(scrunch, stuck, "x c1; a1 a2-b3")
    count, end = explanation.steps[-2:]
    assert count.text == "2 snakes stood before the removal, 2 stand now: there may be 2 at most."
    assert "scrunch.removal-count" in count.clauses
    assert end.text == "Dark is past creation from now on."


# Splinter


def test_a_tie_left_open_is_reported_as_far_as_it_goes() -> None:
    explanation = explained(splinter, TIED, "d2N")
    assert explanation.judged.verdict == "ambiguous"
    assert explanation.steps[-1].clauses[0] == "splinter.group.tie"
    assert "d2N=a2 or d2N=e2" in to_text(explanation)


def test_a_game_that_another_reading_would_not_have_reached_is_said_to_be_needed() -> None:
    explanation = explained(splinter, "Blue to move/.o/x./Os/SX", "b1N", "b4S")
    assert explanation.judged.clause == "splinter.slide.return"
    (unknown, *_) = explanation.changes
    assert (unknown.reading, unknown.value, unknown.judged.verdict) == ("splinter.no-return", "moved-piece", "unknown")
    assert "expected the game so far" in unknown.judged.reason
