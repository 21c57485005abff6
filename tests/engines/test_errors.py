"""Whatever an engine writes is read as an answer or as an error that can be counted."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from miniatures import START
from shatterproof.spec import spec_folder
from shatterproof_properties.engines.errors import Breach, EngineError, ErrorAnswer, read_answer
from shatterproof_properties.engines.session import OUTCOMES
from shatterproof_properties.protocol.messages import COMMANDS

LIMIT = 100_000
QUESTIONS: dict[str, dict[str, Any]] = {
    "hello": {"protocol": 1},
    "open": {"game": "crumble", "board": "2x2", "readings": {}},
    "apply": {"context": "c1", "turns": ["1HN", "0H"]},
    "turns": {"context": "c1", "position": START},
    "count": {"context": "c1", "position": START, "depth": 2},
    "batch": {"items": [{"do": "apply", "context": "c1", "position": START, "turn": "1HN"}] * 2},
    "bye": {},
}
MESSAGES = json.loads((spec_folder() / "protocol" / "messages.schema.json").read_text())["$defs"]
ANSWERS = {do: MESSAGES[f"{do}-answer"]["examples"] for do in COMMANDS}

words = st.text() | st.sampled_from(["ok", "error", "id", "verdict", "own", "legal", "2x2..9999x9999", "9" * 40])
numbers = st.integers() | st.integers(-3, 3)
values = st.recursive(
    st.none() | st.booleans() | numbers | st.floats() | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=10,
)


def read(do: str, line: bytes) -> EngineError | None:
    """The error of a line as an answer to question 3 of 5; None for a good answer. It raises no other exception."""
    try:
        read_answer({"do": do, "id": 3, **QUESTIONS[do]}, line, latest=5, limit=LIMIT)
    except EngineError as caught:
        error = caught
    else:
        return None
    assert error.outcome in OUTCOMES
    assert str(error).isprintable()
    assert 0 < len(str(error)) < 12_000
    return error


@given(st.sampled_from(COMMANDS), st.binary() | values.map(lambda value: json.dumps(value).encode()))
@example("apply", b"\xef\xbb\xbf{}")
@example("apply", b"{" * 70)
@example("apply", b'{"id":3,"ok":' + b"[" * 100_000)
@example("apply", b'{"id":' + b"9" * 5000 + b"}")
@example("apply", b'{"id":"3"}')
@example("hello", b"3")
@settings(deadline=None)
def test_whatever_bytes_come_they_are_at_most_a_breach(do: str, line: bytes) -> None:
    assert isinstance(read(do, line), Breach)


@given(st.data())
@settings(deadline=None, max_examples=100)
def test_a_damaged_answer_is_an_answer_or_an_error(data: st.DataObject) -> None:
    do = data.draw(st.sampled_from(COMMANDS))
    answer = {**data.draw(st.sampled_from(ANSWERS[do])), "id": 3}
    for _ in range(data.draw(st.integers(1, 3))):
        answer = damaged(answer, data)
    read(do, json.dumps(answer).encode())


def damaged(value: Any, data: st.DataObject) -> Any:
    """The value with one thing in it replaced, left out or added, at any depth."""
    deeper = bool(value) and isinstance(value, dict | list) and data.draw(st.integers(0, 9)) > 0
    if not deeper:
        return data.draw(values)
    keys = list(value) if isinstance(value, dict) else range(len(value))
    key = data.draw(st.sampled_from(keys))
    copy = value.copy()
    match data.draw(st.sampled_from(["within", "within", "within", "out", "in"])):
        case "within":
            copy[key] = damaged(value[key], data)
        case "out":
            del copy[key]
        case "in" if isinstance(copy, dict):
            copy[data.draw(words)] = data.draw(values)
        case "in":
            copy.insert(key, data.draw(values))
    return copy


@pytest.mark.parametrize("do", ["hello", "open", "turns", "bye"])
def test_the_answers_of_the_manual_are_read(do: str) -> None:
    for answer in ANSWERS[do]:
        error = read(do, json.dumps({**answer, "id": 3}).encode())
        assert isinstance(error, ErrorAnswer) if "error" in answer else error is None


def test_what_an_engine_says_is_reported_on_one_line_that_a_terminal_does_not_obey() -> None:
    error = read(
        "bye", json.dumps({"id": 3, "error": {"code": "internal", "text": "a\nb\x1b[2J", "at": "/do"}}).encode()
    )
    assert str(error) == r"internal: a\nb\x1b[2J (at /do)"


def answer_of(**ok: Any) -> bytes:
    return json.dumps({"id": 3, "ok": ok}).encode()


OUT_OF_STEP = [
    (b"so be it", "not JSON"), (b"", "empty"), (b'{"id":3,"ok":{"verdict":NaN}}', "NaN"),
    (b'{"id":3,"ok":{"verdict":"malformed","verdict":"legal"}}', 'key "verdict" twice'),
    (b'{"id":3.0,"ok":{"verdict":"malformed"}}', 'number "3.0"'), (b'"\xff"', "not UTF-8"),
    (b"[" * 1000 + b"]" * 1000, "nested too deeply"), (b'{"id":null,"ok":{"verdict":"malformed"}}', 'lacks "error"'),
    (b'{"id":true,"ok":{"verdict":"malformed"}}', "at /id"), (b'{"ok":{"verdict":"malformed"}}', 'lacks "id"'),
    (b"[]", "[]"),
]  # fmt: skip
OF_ANOTHER_FORM = [
    (answer_of(verdict="perhaps"), "at /ok/verdict: "), (answer_of(verdict="legal", position=START), "at /ok: "),
    (answer_of(verdict="legal", position={**START, "board": "2x"}, outcome=None), "at /ok/position/board: "),
    (answer_of(verdict="legal", position=START, outcome={"winner": 3}), "at /ok/outcome/winner: "),
    (answer_of(verdict="illegal", why="no"), "at /ok: "), (answer_of(verdict="malformed"), "at /ok/at: "),
    (answer_of(verdict="malformed", at=2), "at /ok/at: "),
    (answer_of(verdict="malformed", at=0, clause="x.y"), "at /ok"),
    (b'{"id":3,"error":{"code":"oops","text":""}}', "at /error/code: "),
]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "said", "fatal"),
    [*((*each, True) for each in OUT_OF_STEP), *((*each, False) for each in OF_ANOTHER_FORM)],
)
def test_a_breach_says_what_is_wrong_and_whether_the_process_can_go_on(line: bytes, said: str, fatal: bool) -> None:
    error = read("apply", line)
    assert isinstance(error, Breach)
    assert said in str(error)
    assert error.fatal is fatal


def test_a_verdict_on_a_position_names_no_turn_of_a_list() -> None:
    question = {"do": "apply", "id": 3, "context": "c1", "position": START, "turn": "1HN"}
    with pytest.raises(Breach, match="at /ok/at"):
        read_answer(question, answer_of(verdict="illegal", at=0), latest=3, limit=LIMIT)


@pytest.mark.parametrize(
    ("given_id", "said"), [(2, "a second answer"), (4, "out of order"), (5, "out of order"), (6, "nobody asked that")]
)
def test_an_answer_with_another_id_says_what_it_may_be(given_id: int, said: str) -> None:
    error = read("bye", b'{"id":%d,"ok":{}}' % given_id)
    assert isinstance(error, Breach)
    assert error.fatal
    assert f"answers question {given_id}, not 3: {said}" in str(error)


@pytest.mark.parametrize(
    ("depth", "total", "by", "said"),
    [
        (0, 1, [], ""),
        (0, 2, [], "at /ok/total: total is not the sum"),
        (0, 1, [["a", 1]], "at /ok/by: at depth 0 nothing"),
        (1, 0, [], ""),
        (1, 1, [], "at /ok/total"),
        (1, 3, [["0,1H", 1], ["1H", 1], ["a", 1]], ""),
        (2, 12, [["a", 12], ["b", 1]], "at /ok/total"),
        (2, 13, [["b", 12], ["a", 1]], "at /ok/by/1: not sorted by turn: a after b"),
        (2, 3, [["a", 1], ["b", 1], ["b", 1]], "at /ok/by/2: not sorted by turn: b after b"),
    ],
)
def test_a_count_is_sorted_and_adds_up(depth: int, total: int, by: list[Any], said: str) -> None:
    line = answer_of(total=total, by=by)
    question = {**QUESTIONS["count"], "do": "count", "id": 3, "depth": depth}
    if not said:
        assert read_answer(question, line, latest=3, limit=LIMIT)["by"] == by
        return
    with pytest.raises(Breach) as caught:
        read_answer(question, line, latest=3, limit=LIMIT)
    assert str(caught.value).startswith(said)
    assert not caught.value.fatal


TOGETHER = [
    ({"texts": "spec"}, True), ({"texts": "own"}, True), ({"texts": "own", "can": ["apply", "count"]}, False),
    ({"texts": "own", "from": ["start"]}, False), ({"texts": "mine"}, False),
]  # fmt: skip


@pytest.mark.parametrize(("announced", "allowed"), TOGETHER)
def test_texts_of_its_own_go_with_lists_of_turns_from_positions(announced: dict[str, Any], allowed: bool) -> None:
    error = read("hello", answer_of(**ANSWERS["hello"][0]["ok"] | announced))
    assert (error is None) is allowed
    assert allowed or isinstance(error, Breach)
