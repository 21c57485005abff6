from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.counting_table import COUNTING
from shatterproof_properties.engines.client import EngineClient
from shatterproof_properties.protocol.messages import check
from shatterproof_properties.protocol.serve import Introduction, Server, read_lines, serve

ABOUT = Introduction("counting", "1")
START = {"game": "count", "board": "2", "to_move": "blue", "played": 0}
OPEN = {"do": "open", "game": "count", "board": "2"}


def asked(*questions: Any, introduction: Introduction = ABOUT, limit: int = 8 * 2**20) -> list[dict[str, Any]]:
    """The answers of a server with an open context c1 to questions (given an id) and to raw lines."""
    server = Server(introduction, [COUNTING], limit)
    server.answer(json.dumps({"id": 0, **OPEN}).encode())
    answers = []
    for number, question in enumerate(questions, 1):
        line = question if isinstance(question, bytes) else json.dumps({"id": number, **question}).encode()
        text = server.answer(line)
        assert b"\n" not in text
        answer = json.loads(text)
        if isinstance(question, dict):
            assert answer["id"] == number
            if question.get("do") in ("hello", "open", "apply", "turns", "count", "batch", "bye"):
                check(f"{question['do']}-answer", answer)
        answers.append(answer)
    return answers


def error(question: Any, **options: Any) -> tuple[str, str | None]:
    (answer,) = asked(question, **options)
    return answer["error"]["code"], answer["error"].get("at")


def apply(**details: Any) -> dict[str, Any]:
    return {"do": "apply", "context": "c1", **details}


def test_a_conversation_from_hello_to_bye() -> None:
    questions = [
        {"id": 0, "do": "hello", "protocol": 1},
        {"id": 1, **OPEN},
        {"id": 2, **apply(position=START, turn="a")},
        {"id": 3, "do": "turns", "context": "c1", "position": START},
        {"id": 4, "do": "count", "context": "c1", "position": START, "depth": 2},
        {"id": 5, "do": "bye"},
        {"id": 6, "do": "hello", "protocol": 1},
    ]
    heard = io.BytesIO()
    serve(ABOUT, [COUNTING], io.BytesIO("".join(f"{json.dumps(q)}\n" for q in questions).encode()), heard)
    answers = [json.loads(line) for line in heard.getvalue().splitlines()]
    after = {**START, "played": 1}
    assert answers == [
        {
            "id": 0,
            "ok": {
                "protocol": 1,
                "engine": {"name": "counting", "version": "1", "language": "Python"},
                "games": {"count": {"boards": ["2..4", "5x2"], "readings": {"count.many": ["no", "yes"]}}},
                "can": ["apply", "turns", "count", "batch"],
                "from": ["start", "position"],
            },
        },
        {"id": 1, "ok": {"context": "c1", "start": START}},
        {"id": 2, "ok": {"verdict": "legal", "position": after, "outcome": None}},
        {"id": 3, "ok": {"turns": [{"turn": f"a{n}", "position": after, "outcome": None} for n in (0, 1)]}},
        {"id": 4, "ok": {"total": 4, "by": [["a", 2], ["b", 2]]}},
        {"id": 5, "ok": {}},
    ]


def test_every_verdict_is_passed_on() -> None:
    verdicts = asked(*(apply(position=START, turn=turn) for turn in ("a", "c", "", "d")))
    assert [answer["ok"]["verdict"] for answer in verdicts] == ["legal", "illegal", "malformed", "ambiguous"]
    assert verdicts[1]["ok"]["clause"] == "count.rule"
    assert verdicts[3]["ok"]["means"] == ["a", "b"]


def test_turns_from_the_start_give_the_last_verdict_or_the_index_of_the_bad_turn() -> None:
    good, ended, bad = asked(apply(turns=["a", "b"]), apply(turns=["a", "b", "a"]), apply(turns=["a", "c", "?", "a"]))
    assert good["ok"] == {"verdict": "legal", "position": {**START, "played": 2}, "outcome": None}
    assert ended["ok"]["outcome"] == {"winner": "blue"}
    assert bad["ok"] == {"verdict": "illegal", "clause": "count.rule", "at": 1}


def test_turns_are_listed_after_a_list_of_legal_turns() -> None:
    lists = [{"do": "turns", "context": "c1", "turns": played} for played in ([], ["a"], ["a", "b", "a"], ["a", "c"])]
    *listed, bad = asked(*lists, introduction=Introduction("counting", "1", lists_from=("start",)))
    assert [[each["position"]["played"] for each in answer["ok"]["turns"]] for answer in listed] == [[1, 1], [2, 2], []]
    assert (bad["error"]["code"], bad["error"]["at"]) == ("bad-question", "/turns/1")


def test_the_same_game_board_and_readings_share_a_context() -> None:
    first, named, other = asked(
        OPEN, {**OPEN, "readings": {"count.many": "no"}}, {**OPEN, "readings": {"count.many": "yes"}}
    )
    assert first["ok"]["context"] == named["ok"]["context"] == "c1"
    assert other["ok"]["context"] == "c2"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (b"", ("bad-json", "")),
        (b"\xff", ("bad-json", "")),
        (b'{"id":1,"do":"bye","do":"bye"}', ("bad-json", "/do")),
        (b'{"id":1,"do":"hello","protocol":1.0}', ("bad-json", "/protocol")),
        (b"[" * 100_000, ("bad-json", "/0" * 64)),
        (b"[]", ("bad-question", "")),
        (b'{"id":"x","do":"bye"}', ("bad-question", "/id")),
        (b'{"do":"bye"}', ("bad-question", "")),
        ({}, ("bad-question", "")),
        ({"do": "dance"}, ("unknown-command", "/do")),
        ({"do": ["apply"]}, ("unknown-command", "/do")),
        ({"do": None}, ("unknown-command", "/do")),
        ({"do": "hello"}, ("bad-question", "")),
        ({"do": "hello", "protocol": 2}, ("unsupported", "/protocol")),
        ({"do": "hello", "protocol": 1, "name": "x"}, ("bad-question", "")),
        ({"do": "open", "game": "go", "board": "2"}, ("unsupported", "/game")),
        ({"do": "open", "game": "count", "board": "5"}, ("unsupported", "/board")),
        ({"do": "open", "game": "count", "board": "two"}, ("bad-question", "/board")),
        ({"do": "open", "game": "count", "board": "3"}, ("unsupported", "")),
        ({**OPEN, "readings": {"count.few": "no"}}, ("unsupported", "/readings/count.few")),
        ({**OPEN, "readings": {"count.many": "maybe"}}, ("unsupported", "/readings/count.many")),
        ({**OPEN, "readings": {"count.many": 1}}, ("bad-question", "/readings/count.many")),
        (apply(turn="a"), ("bad-question", "")),
        (apply(turns=["a"], turn="a"), ("bad-question", "/turn")),
        (apply(turns=[]), ("bad-question", "/turns")),
        (apply(turns=["a", 3]), ("bad-question", "/turns/1")),
        ({**apply(position=START, turn="a"), "context": "c9"}, ("bad-question", "/context")),
        (apply(position=START, turn=3), ("bad-question", "/turn")),
        (apply(position=3, turn="a"), ("bad-position", "/position")),
        (apply(position={**START, "board": "4"}, turn="a"), ("bad-position", "/position/board")),
        (apply(position={**START, "game": "go"}, turn="a"), ("bad-position", "/position/game")),
        (apply(position={**START, "game": "crumble"}, turn="a"), ("bad-position", "/position")),
        (apply(position={**START, "played": "x"}, turn="a"), ("bad-position", "/position/played")),
        (apply(position={**START, "played": -1}, turn="a"), ("bad-position", "/position")),
        ({"do": "turns", "context": "c1", "position": {**START, "played": -1}}, ("bad-position", "/position")),
        ({"do": "count", "context": "c1", "position": START, "depth": -1}, ("bad-question", "/depth")),
        ({"do": "count", "context": "c1", "position": START, "depth": 11}, ("too-many", "/depth")),
        (apply(position=START, turn="bug"), ("internal", None)),
        ({"do": "batch", "items": []}, ("bad-question", "/items")),
        ({"do": "batch", "items": [OPEN]}, ("bad-question", "/items/0/do")),
    ],
)
def test_each_bad_question_has_its_error_and_place(question: Any, expected: tuple[str, str | None]) -> None:
    assert error(question) == expected


def test_a_gap_is_a_skip_in_one_line() -> None:
    (answer,) = asked(apply(position=START, turn="gap"))
    assert answer["skip"] == {"why": "not done yet"}


def test_a_batch_goes_on_after_an_error() -> None:
    items = [apply(position=START, turn="bug"), apply(position=START, turn="c"), apply(turns=["gap"]), apply()]
    (answer,) = asked({"do": "batch", "items": items})
    assert [next(iter(item)) for item in answer["ok"]] == ["error", "ok", "skip", "error"]
    assert answer["ok"][3]["error"]["at"] == ""


def test_an_answer_over_the_limit_is_too_many_and_not_built_to_its_end() -> None:
    endless = {**OPEN, "readings": {"count.many": "yes"}}
    _, answer, short = asked(
        endless, {"do": "turns", "context": "c2", "position": START}, {"do": "hello", "protocol": 1}, limit=50_000
    )
    assert answer["error"]["code"] == "too-many"
    assert "ok" in short


def test_a_batch_over_the_limit_is_too_many() -> None:
    assert error({"do": "batch", "items": [apply(turns=["a"])] * 100}, limit=8_000) == ("too-many", None)


def test_an_engine_may_announce_less_than_it_could_do() -> None:
    small = Introduction("small", "1", can=("apply",), starts=("start",))
    position = {"context": "c1", "position": START}
    assert error({"do": "turns", **position}, introduction=small) == ("unknown-command", "/do")
    assert error({"do": "apply", **position, "turn": "a"}, introduction=small) == ("unsupported", "/position")
    (answer,) = asked(apply(turns=["a"]), introduction=small)
    assert answer["ok"]["verdict"] == "legal"


def test_a_line_over_the_limit_is_refused_and_the_next_one_answered() -> None:
    heard = io.BytesIO()
    questions = io.BytesIO(b"x" * 5000 + b"\n" + b"y" * 1001 + b'\n{"id":1,"do":"bye"}\n')
    serve(ABOUT, [COUNTING], questions, heard, line_limit=1000)
    first, second, third = map(json.loads, heard.getvalue().splitlines())
    assert "too long" in first["error"]["text"]
    assert "too long" in second["error"]["text"]
    assert third == {"id": 1, "ok": {}}


def test_lines_are_cut_at_the_limit_but_kept_apart() -> None:
    stream = io.BytesIO(b"ab\n\nabcd\nabcdefghijk\nabcdefgh")
    assert list(read_lines(stream, 4)) == [b"ab", b"", b"abcd", b"abcde", b"abcde"]


def test_what_a_table_prints_does_not_break_the_protocol(capsys: pytest.CaptureFixture[str]) -> None:
    heard = io.BytesIO()
    questions = [{"id": 0, **OPEN}, {"id": 1, **apply(position=START, turn="print")}, {"id": 2, "do": "bye"}]
    serve(ABOUT, [COUNTING], io.BytesIO("".join(f"{json.dumps(q)}\n" for q in questions).encode()), heard)
    assert [json.loads(line)["id"] for line in heard.getvalue().splitlines()] == [0, 1, 2]
    assert capsys.readouterr().err == "a table that talks\n"


NAMES = st.sampled_from(["id", "do", "context", "position", "turn", "turns", "items"])
WORDS = st.sampled_from(["apply", "turns", "c1", "batch"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=8) | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES | st.text(max_size=3), inner),
    max_leaves=12,
)


@settings(deadline=None, max_examples=20)
@given(st.binary(max_size=60) | JSON.map(lambda value: json.dumps(value).encode()))
def test_no_line_is_too_odd_to_be_answered(line: bytes) -> None:
    (answer,) = asked(line)
    assert set(answer) - {"id"} <= {"ok", "error", "skip"}
    assert len(answer) == 2


@settings(deadline=None, max_examples=20)
@given(
    st.fixed_dictionaries({"do": st.sampled_from(["hello", "open", "apply", "turns", "count", "batch", "bye"])},
                          optional={"context": st.just("c1"), "position": JSON | st.just(START), "turn": JSON,
                                    "turns": JSON, "items": JSON, "depth": JSON, "game": JSON, "board": JSON})
)  # fmt: skip
def test_every_answer_to_an_odd_question_is_valid(question: dict[str, Any]) -> None:
    asked(question)


def test_an_engine_process_made_of_tables_is_asked_by_the_harness() -> None:
    tests = Path(__file__).parents[1]
    program = (
        f"import sys; sys.path[:0] = {[str(tests), *sys.path]!r}\n"
        "from protocol.counting_table import COUNTING\n"
        "from shatterproof_properties.protocol.serve import Introduction, serve\n"
        "serve(Introduction('counting', '1'), [COUNTING])"
    )
    with EngineClient([sys.executable, "-c", program]) as engine:
        assert engine.hello()["engine"]["name"] == "counting"
        context, start = engine.open("count", "2", {"count.many": "no"})
        assert engine.apply(context, start, "a")["position"] == {**START, "played": 1}
        assert engine.ask("apply", context=context, turns=["a", "c"])["at"] == 1
        assert len(engine.turns(context, start)) == 2
        assert engine.count(context, start, 3)["total"] == 8
        assert len(engine.batch([{"do": "count", "context": context, "position": start, "depth": 1}] * 3)) == 3
        engine.say_bye()
