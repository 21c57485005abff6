"""Rules to read, and the effects of readings."""

from __future__ import annotations

import random

import pytest

from explorer.asking import ask, error, opening, position
from sampling import some
from shatterproof.game import GAMES, find_game
from shatterproof.spec import clauses, page
from shatterproof_properties.explorer.knowledge import KNOWLEDGE
from shatterproof_properties.witnesses.pair import Pair, shipped


def test_a_question_in_words_finds_clauses_and_a_clause_can_be_read() -> None:
    answer = ask("search", words="can I cut a piece belonging to the other player", game="crumble")
    found = answer["found"]
    assert answer["answers"][0]["sentence"].endswith("A player cuts only their own pieces.")
    assert any(block.get("cases") for block in answer["answers"][0]["blocks"])
    assert ask("search", words="what is chase crumble")["answers"][0]["clause"] is None
    assert "crumble.cut.own" in [each["clause"] for each in found]
    blocks = ask("rule", clause="crumble.cut.own")["blocks"]
    assert {"p", "example"} <= {block["kind"] for block in blocks}
    assert "<script" not in "".join(block["html"] for block in blocks)


@pytest.mark.parametrize("game", GAMES)
def test_each_game_is_taught_on_one_page_whose_examples_can_be_opened(game: str) -> None:
    blocks = ask("lesson", game=game)["blocks"]
    assert {"p", "picture", "example"} <= {block["kind"] for block in blocks}
    lesson = page(game).partition("\n## The game on one page\n")[2].partition("\n## ")[0]
    assert [block["kind"] for block in blocks].count("picture") == lesson.count("](pictures/")
    assert not any("```" in block["html"] or block["html"].startswith("!") for block in blocks)
    assert not any("boxes below" in block["html"] for block in blocks)
    cases = [case for block in blocks for case in block.get("cases", [])]
    assert cases
    for case in cases:
        opened = ask("open", code=case["code"])
        assert len(opened["turns"]) == opened["at"] == len(case["turns"])
        if case["try"]:
            last = (opened["turns"] or [{"shown": opened["start"]}])[-1]["shown"]["position"]
            assert ask("play", position=last, turn=case["try"])["refusal"]


@pytest.mark.parametrize("game", GAMES)
def test_each_task_is_done_by_its_example_and_not_by_every_turn(game: str) -> None:
    rules, lessons = find_game(game), KNOWLEDGE.of(game).LESSONS
    assert [each["task"] for each in ask("lesson", game=game)["steps"]] == [each.task for each in lessons]
    for number, lesson in enumerate(lessons):
        turns = [rules.format_turn(lesson.position, turn) for turn in rules.turns(lesson.position)]
        done = [text for text in turns if ask("task", game=game, number=number, turn=text)["done"]]
        assert lesson.example in done
        assert len(done) < len(turns) or len(turns) == 1


@pytest.mark.parametrize("game", some(reversed(GAMES), one_in=3))
def test_every_clause_can_be_read_and_every_example_opened(game: str) -> None:
    chance = random.Random(1)
    for clause in clauses(game):
        blocks = ask("rule", clause=clause.id)["blocks"]
        cases = [case for block in blocks for case in block.get("cases", [])]
        for case in chance.sample(cases, min(1, len(cases))):
            assert len(ask("open", code=case["code"])["turns"]) == len(case["turns"]), (clause.id, case)


def test_the_rules_of_a_game_are_listed_by_section() -> None:
    listed = ask("rules", game="crumble")["rules"]
    assert [each["clause"] for each in listed] == [clause.id for clause in clauses("crumble")]
    assert all(each["section"] and each["title"] for each in listed)


def test_a_numbered_list_is_one_and_what_is_for_programmers_is_left_out() -> None:
    blocks = ask("lesson", game="splinter")["blocks"]
    assert [block["number"] for block in blocks if "number" in block] == [1, 2]
    read = ask("rule", clause="splinter.slide.push")["blocks"]
    assert not any("Formally" in block["html"] or "grey boxes" in block["html"] for block in [*blocks, *read])


def test_turns_that_become_illegal_are_named_with_the_clause() -> None:
    answer = ask("readings", position=opening("splinter", "6x5"), readings={"splinter.step-off": "forbidden"})
    assert answer["problem"] is None
    assert answer["gained"] == []
    assert "a1SE" in [each["turn"] for each in answer["lost"]]
    assert {each["refusal"]["clause"] for each in answer["lost"]} == {"splinter.step-off"}
    back = ask("readings", position=answer["shown"]["position"], readings={"splinter.step-off": "allowed"})
    assert set(back["gained"]) == {each["turn"] for each in answer["lost"]}
    same = ask("readings", position=opening("crumble", "3x3"), readings={})
    assert (same["gained"], same["lost"], same["changed"]) == ([], [], [])


def test_a_position_that_could_not_be_so_is_reported() -> None:
    start = position("3x3, Black to move\nABC\nDeF\nGHI\nreadings crumble.standing-enclosure=next-step")
    answer = ask("readings", position=start, readings={"crumble.standing-enclosure": "reject"})
    assert answer["problem"]["clause"] == "crumble.standing-enclosure"
    assert answer["shown"] is None


@pytest.mark.parametrize(
    "pair", [pair for game in GAMES for pair in shipped(game)], ids=lambda pair: f"{pair.reading}-{pair.values}"
)
def test_every_witness_opens_just_before_the_turn_that_differs(pair: Pair) -> None:
    answer = ask("witness", reading=pair.reading, one=pair.values[0], other=pair.values[1])
    assert pair.reading in answer["text"]
    if pair.witness is None:
        assert answer["code"] is None
    elif answer["code"] is not None:
        opened = ask("open", code=answer["code"])
        assert opened["at"] == len(pair.witness.question.played)


def test_a_lesson_and_a_reading_that_are_not_there_are_refused() -> None:
    assert "3 lessons" in error("task", game="scrunch", number=9, turn="a1")["text"]
    assert error("witness", reading="crumble.none", one="a", other="b")["code"] == "bad-input"
    assert error("readings", position=opening("crumble", "2x2"), readings={"none": "x"})["code"] == "bad-input"
