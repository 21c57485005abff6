"""The explorer's answers, each question checked against its schema, and to questions and files that are hostile."""

from __future__ import annotations

import base64
import copy
import json
import re
import zlib
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from explorer.asking import EXAMPLES, PAGE, ask, check_error, checked, error, opening
from sampling import only_in_ci
from shatterproof.spec import spec_folder
from shatterproof_properties.explorer.service import ASKED, WORK, Explorer, check_question

NAMES = (*ASKED, "compare", "games")


def test_each_question_has_schemas_and_a_section_and_nothing_else_has() -> None:
    defined = json.loads((spec_folder() / "explorer.schema.json").read_text(encoding="utf-8"))["$defs"]
    kinds = {name for name in defined if name.endswith(("-question", "-answer"))}
    assert kinds == {f"{do}-{kind}" for do in (*NAMES, *WORK) for kind in ("question", "answer")} | {"error-answer"}
    assert {*NAMES, *WORK} <= set(re.findall(r"^### ([a-z]+)$", PAGE, re.MULTILINE))


def answered(question: Any, by_work: bool = False) -> Any:
    """The answer to a question. It may be refused, but the explorer must not fail."""
    explorer = Explorer(check=check_question)
    answer = explorer.work(question, lambda message: None) if by_work else explorer.answer(question)
    assert "ok" in answer or answer["error"]["code"] in ("bad-question", "bad-input"), (question, answer)
    return answer


SEARCHES = ("find", "solution")
"""Questions whose examples take seconds."""


@pytest.mark.parametrize(
    "question",
    [only_in_ci(example) if example["do"] in SEARCHES else example for example in EXAMPLES],
    ids=[example["do"] for example in EXAMPLES],
)
def test_what_the_page_asks_is_answered(question: Any) -> None:
    checked(question["do"], answered(question, question["do"] in WORK))


def test_the_page_shows_how_each_question_is_asked() -> None:
    assert {example["do"] for example in EXAMPLES} == {*NAMES, *WORK} - {"compare"}


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
    answer = answered(question)
    assert "Traceback" not in answer["error"]["text"]
    assert not re.search(r"\.py|/[a-z]+/[a-z]+/", answer["error"]["text"])


QUESTIONS = [
    *(example for example in EXAMPLES if example["do"] not in WORK),
    {"do": "open", "code": "1abc"},
    {"do": "edit", "position": opening("crumble"), "edits": [{"halve": "0,0", "axis": "V"}, {"unite": ["0,0", "1,0"]}]},
    {"do": "edit", "position": opening("splinter"), "edits": [{"put": ["a1"], "what": "blue cross"}, {"forget": True}]},
    {"do": "next", "position": opening("crumble"), "parts": ["piece 0,1", "cut V 1"]},
    {"do": "next", "position": opening("scrunch"), "parts": ["place a1"]},
    {"do": "export", "start": opening("splinter"), "turns": ["a1SE"], "form": "record", "comments": {"1": "so"}},
]
"""A question of every kind, and more of those for which games have parts of their own."""
KNOWN = ["", "a1", "0,0", "black", "dark", "6x6", "V", "\0", "é"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 10**9) | st.sampled_from(KNOWN) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=4,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner: list[tuple[Any, ...]] = []
    if isinstance(value, dict):
        inner = [place for name, each in value.items() for place in places(each, (*path, name))]
    if isinstance(value, list):
        inner = [place for index, each in enumerate(value[:6]) for place in places(each, (*path, index))]
    return ([path] if path else []) + inner


def replaced(question: Any, path: tuple[Any, ...], value: Any) -> Any:
    changed = copy.deepcopy(question)
    inner = changed
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return changed


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_whatever_is_changed_in_a_question_is_answered(data: st.DataObject) -> None:
    question = data.draw(st.sampled_from(QUESTIONS))
    for _ in range(data.draw(st.integers(1, 2))):
        path = data.draw(st.sampled_from(places(question)))
        question = replaced(question, path, data.draw(JSON))
    answer = answered(question)
    if "error" in answer:
        check_error(answer["error"])


OTHERS = {
    "turn": ["0,1HN", "a2N", "a1", "x a1 b2", "passes", "2,2HNN", "a1SE=a2"],
    "position": [opening("crumble"), opening("scrunch"), opening("splinter"), opening("scrunch", "2")],
}
OTHERS["start"], OTHERS["turns"], OTHERS["parts"] = OTHERS["position"], OTHERS["turn"], OTHERS["turn"]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["do"])
def test_a_turn_that_is_illegal_and_a_position_of_another_game_are_refused(question: Any) -> None:
    for path in places(question):
        name = path[-1] if isinstance(path[-1], str) else path[-2]
        for other in OTHERS.get(name, ()):
            answered(replaced(question, path, other))


VALUES: tuple[Any, ...] = (
    "",
    "x",
    "0,1HN",
    pytest.param("wins-9", marks=pytest.mark.ci),
    [],
    {},
    None,
    opening("splinter"),
)
"""The claim wins-9 takes long to refute."""


@pytest.mark.parametrize("value", VALUES, ids=lambda value: str(value)[:8])
@pytest.mark.parametrize(
    "question",
    # To improve a draft takes all the time that it is given.
    [pytest.param(each, marks=pytest.mark.long) if each["do"] == "improve" else each
     for each in EXAMPLES if each["do"] in WORK],
    ids=lambda question: question["do"],
)  # fmt: skip
def test_a_question_that_takes_long_with_a_damaged_value_is_answered(question: Any, value: Any) -> None:
    for path in places(question):
        if path != ("do",):
            answered(replaced(question, path, value), by_work=True)


DAMAGED = [
    ("note", 1, "/note"), ("verdict", [], "/verdict"), ("clause", 1, "/clause"), ("clause", {}, "/clause"),
    ("total", 1, ""), ("depth", "x", "/depth"), ("means", 1, "/means"),
    ("means", ["a1", 1], "/means"), ("outcome", 1, "/outcome"), ("outcome", {"winner": 1}, "/outcome"),
    ("outcome", {"clause": ""}, "/outcome"),
    ("position", 1, "/position"), (None, 1, ""), (None, "x", ""), (None, [1], ""),
]  # fmt: skip


@pytest.mark.parametrize("side", ["expected", "got"])
@pytest.mark.parametrize(("field", "value", "at"), DAMAGED)
def test_a_damaged_answer_in_a_verdict_is_refused_with_its_place(side: str, field: str, value: Any, at: str) -> None:
    difference: Any = {"clause": "", "counterexample": {"start": opening("scrunch"), "played": [], "turn": "a1"}}
    difference[side] = value if field is None else {"verdict": "legal", field: value}
    answer = Explorer().answer({"do": "open", "text": json.dumps({"differences": [difference]})})
    assert answer["error"]["code"] == "bad-input", answer
    assert answer["error"]["at"] == f"/differences/0/{side}{at}"


TEXTS = [
    "3x3, White to move\nAAb\nAAc\ndBe\n",
    "2, Dark to move, Dark creating\nx .\n. o .\n. .\n",
    'Splinter 5x3, Blue to move\n.SXO.\n.sxo.\n.....\nmemory [["b2","a2"]]\n',
    '[Game "scrunch"]\n[Board "2"]\n[Readings "isolated=from-all"]\n\n1) a1 a2 {so}\n2) c2 (b2 a2-b3) *\n',
    '[Game "crumble"]\n[Position "2x2, White to move/ABab/ABab/ccCC/ccCC"]\n\n1) ... 0V *\n',
    '[Puzzle "P"]\n[Game "crumble"]\n[Claim "wins-1"]\n\n3x3, White to move\nAAb\nAAc\ndBe\n',
    '{"start":{"game":"scrunch","board":"2","dark":[],"light":[],"to_move":"dark","creating":["dark","light"]},'
    '"played":["a1"],"turn":"c2"}',
    '{"differences":[{"clause":"","counterexample":{"start":{},"played":[]},"expected":{},"got":{}}]}',
]
CUTS = [*"\0{}[/\\é*", '"', "", "\n", "9" * 30, "-1", "Position", "readings", "x x", "1)"]


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_whatever_is_changed_in_a_file_is_answered(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(TEXTS))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 12)))
        text = text[:start] + data.draw(st.sampled_from(CUTS) | st.text(max_size=5)) + text[end:]
    answered({"do": "open", "text": text})


@settings(max_examples=100, deadline=None)
@given(code=st.text("ABCabc019-_=", max_size=60) | st.binary(max_size=60).map(lambda data: data.hex()))
def test_whatever_stands_in_an_address_is_answered(code: str) -> None:
    for text in (code, f"1{code}"):
        assert "error" in answered({"do": "open", "code": text})


def code_of(text: bytes) -> str:
    """A code with any contents and a correct checksum."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(text) + packer.flush()
    whole = zlib.crc32(packed).to_bytes(4, "big") + packed
    return "1" + base64.urlsafe_b64encode(whole).decode().rstrip("=")


HELD = [
    b"", b"null", b"[]", b"{}", b"\xff", b"[" * 5000, b" " * (1 << 25), b'{"a":0,"b":"2","g":"scrunch","r":{},"t":0}',
    b'{"a":0,"b":"2","g":"chess","r":{},"t":[]}', b'{"a":0,"b":2,"g":"scrunch","r":{},"t":[]}',
    b'{"a":0,"b":"2","g":"scrunch","r":[],"t":[]}', b'{"a":0,"b":"2","g":"scrunch","r":{"x":1},"t":[]}',
    b'{"a":0,"b":"2","g":"scrunch","p":[],"r":{},"t":[]}', b'{"a":0,"b":[],"g":{},"r":{},"t":[]}',
]  # fmt: skip


@pytest.mark.parametrize("held", HELD, ids=[repr(held[:50]) for held in HELD])
def test_a_code_with_the_right_checksum_and_anything_in_it_is_refused(held: bytes) -> None:
    assert error("open", code=code_of(held))["code"] == "bad-input"
