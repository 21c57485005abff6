from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from conformance.made_verdicts import compared
from shatterproof import crumble
from shatterproof_properties.common.prose import blocks, plain, visible
from shatterproof_properties.conformance.causes.differences import KINDS, Difference
from shatterproof_properties.conformance.generate.cases import replayed_case
from shatterproof_properties.protocol.question import Question

START = crumble.start("2x2")
TURN = "1HN"


def refused() -> Difference:
    asked = compared(crumble, START, "1H")
    return asked.differ("refuses", "crumble.swap.optional", "0H", asked.expected("0H"), {"verdict": "illegal"})


def led_elsewhere() -> Difference:
    asked = compared(crumble, START)
    expected, got = asked.expected(TURN), asked.expected("1H")
    return asked.differ("result", "crumble.swap.exchange", TURN, expected, got)


def about(difference: Difference, **parts: Any) -> Difference:
    """The same difference with another question."""
    return replace(difference, question=replace(difference.question, **parts))


def test_smaller_boards_fewer_pieces_and_fewer_turns_come_first() -> None:
    small = led_elsewhere()
    asked = compared(crumble, crumble.start("3x2"))
    large = asked.differ("result", "crumble.swap.exchange", "0H", small.expected, small.got)
    longer = about(small, played=("1H", "0H"))
    assert sorted([large, longer, small], key=lambda found: found.question.size) == [small, longer, large]
    size = refused().question.size
    assert (size.area, size.pieces, size.turns) == (4, 5, 2)
    # The turn asked about counts.
    assert [len(each.question.texts) for each in (refused(), small, about(small, turn=""))] == [2, 1, 0]


def test_shrinking_keeps_kind_clause_and_verdicts() -> None:
    assert refused().signature == ("refuses", "crumble.swap.optional", "legal", "illegal")


def test_a_counterexample_leads_back_to_the_question() -> None:
    found = refused()
    question = Question.from_json(found.question.to_json(), "--replay")
    assert question == found.question
    case = replayed_case(question)
    assert case.question.begun == found.question.begun
    assert [crumble.format_turn(before.position, turn) for before, turn in case.steps] == ["1H"]
    assert case.probes == (("0H", None),)


def test_a_counterexample_names_readings_other_than_the_defaults() -> None:
    readings = crumble.Readings.from_mapping({"crumble.draw": "agreement-only"})
    start = crumble.start("2x2", readings)
    found = compared(crumble, start).differ("count", "", "", {"total": 8, "depth": 1}, {"total": 9, "depth": 1})
    counterexample = found.question.to_json()
    assert counterexample["readings"] == {"crumble.draw": "agreement-only"}
    assert replayed_case(Question.from_json(counterexample, "--replay")).question.begun == start
    assert "readings" not in refused().question.to_json()


def test_the_text_tells_the_rule_the_game_and_both_answers_in_this_order() -> None:
    text = refused().to_text("shatterproof check")
    parts = [
        "crumble.swap.optional: the engine refuses a turn that the rules allow",
        "from:",
        "after 1H:",
        "the turn 0H",
        "the rules: legal, the game goes on",
        "the engine: illegal",
        "ask again: shatterproof check",
    ]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)


def test_the_pieces_in_which_two_answers_differ_are_named() -> None:
    assert led_elsewhere().differing() == "1x1/2 at (1, 1/2); 1x1 at (1, 1)"
    assert refused().differing() == ""


def test_all_pictures_of_a_difference_keep_the_letters_of_the_first() -> None:
    start = crumble.from_diagram("3x2, Black to move\nXXy\nXXz\n")
    asked = compared(crumble, start)
    expected, got = asked.expected("0V"), asked.expected("0H")
    text = asked.differ("result", "crumble.cut.halves", "0V", expected, got).to_text()
    first, second = ("in:\n    3x2, Black to move\n    AAa\n    AAb\n", "    BCa\n    BCb\n    # changed B C\n")
    assert first in text
    assert f"the game goes on\n    3x2, White to move\n{second}" in text
    assert "    BBa\n    CCb\n    # changed B C\n" in text


def test_a_difference_in_memory_alone_is_said_to_be_one() -> None:
    found = led_elsewhere()
    forgotten = {**found.expected, "position": {**found.expected["position"], "memory": None}}
    said = "the same pieces with a different memory (by the rules, then by the engine): memory: {"
    assert replace(found, got=forgotten).differing().startswith(said)


def test_what_depends_on_earlier_questions_is_reported_with_their_number_and_one_alone_is_shown() -> None:
    found = led_elsewhere()
    other = Question.at(crumble, crumble.from_json({**found.question.data, "to_move": "white"}), turn="0H")
    first = "a process that has just been started answers as the rules do"
    said = f"It depends on earlier questions: {first}, and after {{}} it does not."
    unlike = 'That question differs in to_move: "white", "black". Does a cache leave this out?'
    alone, several = replace(found, earlier=(other,)), replace(found, earlier=(other, other))
    assert alone.explained() == [said.format("one other question"), unlike]
    assert "the other question:\n    2x2, White to move\n" in alone.to_text()
    assert "    the turn 0H\n" in alone.to_text()
    assert several.explained() == [said.format("2 other questions")]
    assert "0H" not in several.to_text()
    unknown = replace(found, earlier=(), asked=(other, other))
    assert unknown.explained() == [f"Asked again, {first}: perhaps it depends on the 2 questions before it."]


def test_a_position_that_is_none_is_shown_as_it_came() -> None:
    broken = {**led_elsewhere().expected, "position": {"board": "2x2", "game": "crumble", "to_move": "nobody"}}
    assert 'no position of the game: {"board":"2x2"' in replace(led_elsewhere(), got=broken).to_text()


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_can_be_reported(kind: str) -> None:
    assert KINDS[kind] in replace(led_elsewhere(), kind=kind).to_text()


def test_markdown_becomes_readable() -> None:
    assert (
        plain("A **ring** of [pieces](#p) is\n*closed*: `a`, 2 * 3 * 4.") == "A ring of pieces is closed: a, 2 * 3 * 4."
    )
    text = "First *line*,\nsame line.\\\nNew `<line>`.\n\n- one\n- two\n\n```crumble\n2x2\nAa\n```\n\nLast.\n"
    assert list(blocks(text)) == [
        ("p", "First <em>line</em>, same line.<br>New <code>&lt;line&gt;</code>."),
        ("li", "one"),
        ("li", "two"),
        ("pre", "2x2\nAa"),
        ("p", "Last."),
    ]


def test_what_a_terminal_would_obey_is_spelled_out() -> None:
    assert visible("a\x1b[2J\n\u202eb\tc é") == "a\\x1b[2J\n\\u202eb\\tc é"
