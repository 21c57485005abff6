"""The explorer's answers, each question checked against its schema."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from explorer.asking import EXAMPLES, PAGE, ask, checked
from sampling import only_in_ci
from shatterproof.spec import spec_folder
from shatterproof_properties.explorer.service import ASKED, WORK, Explorer, check_question

QUESTIONS = (*ASKED, "compare", "games")


def test_each_question_has_schemas_and_a_section_and_nothing_else_has() -> None:
    defined = json.loads((spec_folder() / "explorer.schema.json").read_text(encoding="utf-8"))["$defs"]
    kinds = {name for name in defined if name.endswith(("-question", "-answer"))}
    assert kinds == {f"{do}-{kind}" for do in (*QUESTIONS, *WORK) for kind in ("question", "answer")} | {"error-answer"}
    assert {*QUESTIONS, *WORK} <= set(re.findall(r"^### ([a-z]+)$", PAGE, re.MULTILINE))


SEARCHES = ("find", "solution")
"""Questions whose examples take seconds."""


@pytest.mark.parametrize(
    "question",
    [only_in_ci(example) if example["do"] in SEARCHES else example for example in EXAMPLES],
    ids=[example["do"] for example in EXAMPLES],
)
def test_what_the_page_asks_is_answered(question: Any) -> None:
    explorer = Explorer(check=check_question)
    working = question["do"] in WORK
    answer = explorer.work(question, lambda message: None) if working else explorer.answer(question)
    checked(question["do"], answer)


def test_the_page_shows_how_each_question_is_asked() -> None:
    assert {example["do"] for example in EXAMPLES} == {*QUESTIONS, *WORK} - {"compare"}


def test_readings_and_claims_are_reported_in_plain_words() -> None:
    for game in ask("games")["games"]:
        for words in [*(each["title"] for each in game["readings"]), *(each["text"] for each in game["claims"])]:
            assert words[0].isupper()
            assert "`" not in words
            assert "..." not in words


@pytest.mark.parametrize(
    "question",
    [
        None, [], "games", {}, {"do": None}, {"do": []}, {"do": "games", "more": 1}, {"do": "play"}, {"do": "nothing"},
        {"do": "play", "position": {}, "turn": "0V"}, {"do": "open"}, {"do": "open", "code": "1", "text": "x"},
        {"do": "next", "position": [], "parts": []},
        {"do": "next", "position": {"game": "crumble", "board": "2x2", "to_move": "x"}},
        {"do": "open", "game": "chess"}, {"do": "open", "game": "crumble", "board": "99x99"},
        {"do": "open", "text": "\0"},
        {"do": "show", "position": {"game": "x", "board": "1", "to_move": "black"}},
    ],
)  # fmt: skip
def test_a_bad_question_is_answered_by_an_error_without_a_trace(question: Any) -> None:
    answer = Explorer(check=check_question).answer(question)
    assert answer["error"]["code"] in ("bad-question", "bad-input")
    assert "Traceback" not in answer["error"]["text"]
    assert not re.search(r"\.py|/[a-z]+/[a-z]+/", answer["error"]["text"])
