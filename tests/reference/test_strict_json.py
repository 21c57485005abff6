from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shatterproof import strict_json
from shatterproof.errors import InputError

WHOLE = st.integers(-(10**19), 10**19)
VALUES = st.recursive(
    st.none() | st.booleans() | WHOLE | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=20,
)


def refused(text: bytes | str, **limits: Any) -> strict_json.BadJson:
    with pytest.raises(strict_json.BadJson) as caught:
        strict_json.decode(text, **limits)
    assert "\n" not in str(caught.value)
    return caught.value


@settings(deadline=None, max_examples=60)
@given(VALUES)
def test_what_is_encoded_decodes_to_the_same(value: Any) -> None:
    text = strict_json.encode(value)
    assert text.isascii()
    assert "\n" not in text
    assert strict_json.decode(text) == value
    assert strict_json.decode(text.encode()) == value
    assert strict_json.decode(json.dumps(value, ensure_ascii=False, indent=1).encode()) == value


@settings(deadline=None, max_examples=60)
@given(VALUES)
def test_equal_values_have_one_canonical_text(value: Any) -> None:
    again = json.loads(json.dumps(value, sort_keys=True))
    assert strict_json.encode(value) == strict_json.encode(again)


@pytest.mark.parametrize(
    ("text", "what", "pointer"),
    [
        ('{"a": 1, "b": [1, {"c": 2, "c": 3}]}', 'key "c" twice', "/b/1/c"),
        ('{"a": 1, "\\u0061": 2}', 'key "a" twice', "/a"),
        ('{"a": 1.0}', 'number "1.0"', "/a"),
        ('{"a/b": {"~": [0, 1e3]}}', 'number "1e3"', "/a~1b/~0/1"),
        ("[NaN]", 'number "NaN"', "/0"),
        ("[0, -Infinity]", 'number "-Infinity"', "/1"),
        ("1E400", 'number "1E400"', ""),
        ("[" + "9" * 21 + "]", "number of 21 digits", "/0"),
        ('["\\ud800"]', "lone surrogate", "/0"),
        ('{"x": "\\ud83d\\ude00 \\ude00"}', "lone surrogate", "/x"),
        ('{"\\udfff": 1}', "lone surrogate", ""),
        ("[" * 65 + "]" * 65, "nested too deeply", "/0" * 64),
        ('{"a":' * 100_000, "nested too deeply", "/a" * 64),
        ("[" * 1_000_000, "nested too deeply", "/0" * 64),
    ],
)
def test_each_fault_is_named_with_its_pointer(text: str, what: str, pointer: str) -> None:
    error = refused(text)
    assert what in error.what
    assert error.pointer == pointer
    assert error.expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        (b" \n", "empty"),
        ("[1\n,,]", "line 2, column 2: not JSON: expecting value"),
        ('{"a": 1', "line 1, column 8: not JSON"),
        ('"abc', "line 1, column 1: not JSON: unterminated string"),
        ("[1] [2]", "line 1, column 5: not JSON: extra data"),
        ('"a\tb"', "not JSON: invalid control character"),
        ("[01]", "not JSON"),
        ("[1,]", "not JSON"),
        ("{'a': 1}", "not JSON"),
        ("nul", "not JSON"),
        ("-", "not JSON"),
        ("\ufeff1", "byte order mark"),
        (b"\xef\xbb\xbf1", "byte order mark"),
        (b'{"a":\n"\xff"}', "line 2, byte 2: not UTF-8"),
        (b'"\xed\xa0\x80"', "not UTF-8"),
        ('["\ud800"]', "lone surrogate"),
        ('[{"a":1,"b":2.5}', 'at /0/b: number "2.5"'),
    ],
)
def test_text_that_is_not_json_is_refused_with_its_place(text: bytes | str, said: str) -> None:
    assert said in str(refused(text))


def test_a_pair_of_surrogates_and_an_escaped_backslash_are_text() -> None:
    assert strict_json.decode('["\\ud83d\\ude00", "\\\\ud800"]') == ["\U0001f600", "\\ud800"]


def test_brackets_in_texts_do_not_nest() -> None:
    assert strict_json.decode(json.dumps("[{" * 1000)) == "[{" * 1000
    assert strict_json.decode(json.dumps(['\\"[' * 100, {"[" * 100: []}])) == ['\\"[' * 100, {"[" * 100: []}]


def test_the_limits_are_arguments() -> None:
    assert strict_json.decode("[[1]]", depth=2) == [[1]]
    assert "too deeply" in refused("[[1]]", depth=1).what
    assert "too deeply" in refused("[[],[[]]]", depth=2).what
    assert strict_json.decode("-123", digits=3) == -123
    assert "4 digits" in refused("1234", digits=3).what
    assert strict_json.decode(b"1234", size=4) == 1234
    assert "too long" in refused(b"12345", size=4).what


def test_the_source_is_named_first() -> None:
    with pytest.raises(InputError, match=r'^game\.json, line 1, column 2, at /0: number "1\.5"; expected '):
        strict_json.decode("[1.5]", source="game.json")


def test_very_long_pointers_are_cut_in_the_message() -> None:
    assert len(str(refused(json.dumps({"k" * 1000: 0}).replace("0", "0.5")))) < 300


@settings(deadline=None, max_examples=60)
@given(st.binary(max_size=200) | st.text(alphabet='{}[]",:\\u0deE.+-19 \nfalsetrun\ud800', max_size=60))
def test_nothing_but_an_input_error_is_ever_raised(text: bytes | str) -> None:
    try:
        strict_json.decode(text)
    except InputError:
        return


@settings(deadline=None, max_examples=60)
@given(VALUES, st.data())
def test_damaged_json_is_read_or_refused(value: Any, data: st.DataObject) -> None:
    text = json.dumps({"key": value, "more": [value, "\U0001f600"]})
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 3)))
    damaged = text[:start] + data.draw(st.text(alphabet='{}[]",:\\ud8.5', max_size=3)) + text[end:]
    try:
        read = strict_json.decode(damaged)
    except InputError:
        return
    assert read == json.loads(damaged)


def test_a_file_is_read_or_refused_with_its_name(tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    with pytest.raises(InputError, match=r"position\.json: cannot be read: No such file"):
        strict_json.decode_file(file)
    file.write_text('{"a": [1]}')
    assert strict_json.decode_file(file) == {"a": [1]}
    with pytest.raises(InputError, match="too long; expected at most 5 bytes"):
        strict_json.decode_file(file, size=5)
    with pytest.raises(InputError, match="cannot be read"):
        strict_json.decode_file(tmp_path)


def test_an_error_is_one_line_of_its_filled_parts() -> None:
    assert str(InputError("a gap")) == "a gap"
    assert str(InputError("a gap", "/pieces", "a full board")) == "/pieces: a gap; expected a full board"
    assert str(InputError("a gap", expected="a full board")) == "a gap; expected a full board"
