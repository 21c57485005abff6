"""Strict JSON in every detail: its limits, the places of faults, and their messages."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shatterproof.errors import InputError, shorten
from shatterproof.strict_json import SIZE_LIMIT, BadJson, decode, decode_file, encode

WHOLE = st.integers(-(10**19), 10**19)
VALUES = st.recursive(
    st.none() | st.booleans() | WHOLE | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=20,
)


def refused(text: bytes | str, **limits: Any) -> BadJson:
    with pytest.raises(BadJson) as caught:
        decode(text, **limits)
    assert "\n" not in str(caught.value)
    return caught.value


@given(VALUES)
def test_what_is_encoded_decodes_to_the_same(value: Any) -> None:
    text = encode(value)
    assert text.isascii()
    assert "\n" not in text
    assert decode(text) == value
    assert decode(text.encode()) == value
    assert decode(json.dumps(value, ensure_ascii=False, indent=1).encode()) == value


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
    assert decode('["\\ud83d\\ude00", "\\\\ud800"]') == ["\U0001f600", "\\ud800"]


def test_brackets_in_texts_do_not_nest() -> None:
    assert decode(json.dumps("[{" * 1000)) == "[{" * 1000
    assert decode(json.dumps(['\\"[' * 100, {"[" * 100: []}])) == ['\\"[' * 100, {"[" * 100: []}]


def test_the_limits_are_arguments() -> None:
    assert decode("[[1]]", depth=2) == [[1]]
    assert "too deeply" in refused("[[1]]", depth=1).what
    assert "too deeply" in refused("[[],[[]]]", depth=2).what
    assert decode("-123", digits=3) == -123
    assert "4 digits" in refused("1234", digits=3).what
    assert decode(b"1234", size=4) == 1234
    assert "too long" in refused(b"12345", size=4).what


@given(st.binary(max_size=200) | st.text(alphabet='{}[]",:\\u0deE.+-19 \nfalsetrun\ud800', max_size=60))
def test_nothing_but_an_input_error_is_ever_raised(text: bytes | str) -> None:
    try:
        decode(text)
    except InputError:
        return


@given(VALUES, st.data())
def test_damaged_json_is_read_or_refused(value: Any, data: st.DataObject) -> None:
    text = json.dumps({"key": value, "more": [value, "\U0001f600"]})
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 3)))
    damaged = text[:start] + data.draw(st.text(alphabet='{}[]",:\\ud8.5', max_size=3)) + text[end:]
    try:
        read = decode(damaged)
    except InputError:
        return
    assert read == json.loads(damaged)


def test_a_file_is_read_or_refused_with_its_name(tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    with pytest.raises(InputError, match=r"position\.json: cannot be read: No such file"):
        decode_file(file)
    file.write_text('{"a": [1]}')
    assert decode_file(file) == {"a": [1]}
    with pytest.raises(InputError, match="too long; expected at most 5 bytes"):
        decode_file(file, size=5)
    with pytest.raises(InputError, match="cannot be read"):
        decode_file(tmp_path)


# What is accepted, to the limits


def test_a_text_has_eight_megabytes_and_no_more() -> None:
    assert SIZE_LIMIT == 2**23
    assert decode("1".rjust(SIZE_LIMIT)) == 1
    assert refused("1".rjust(SIZE_LIMIT + 1)).what == "too long"


@pytest.mark.parametrize(
    ("text", "depth"),
    [
        ("[[],[]]", 2),
        ("[[[],[]],[[],[]],[[]]]", 3),
        ('[{"a":[1],"b":{}},[[2],"[[[["]]', 3),
        (f"[{','.join(['[1]'] * 100)}]", 2),
        ("7", 0),
    ],
)
def test_brackets_nest_as_deeply_as_is_allowed(text: str, depth: int) -> None:
    assert encode(decode(text, depth=depth)).replace(" ", "") == text
    if depth > 1:
        assert refused(text, depth=depth - 1).what == "brackets nested too deeply"


def test_several_values_are_no_json_however_deep_they_are() -> None:
    assert "extra data" in refused("[[]] [[]]", depth=2).what


def test_brackets_too_deep_for_the_machine_are_refused_whatever_depth_is_allowed() -> None:
    assert refused("[" * 10**5 + "]" * 10**5, depth=10**6).what == "brackets nested too deeply"


def test_the_canonical_text_has_sorted_keys_no_spaces_and_no_numbers_that_are_none() -> None:
    assert encode({"b": [1, None], "a": "\u00e9"}) == '{"a":"\\u00e9","b":[1,null]}'
    with pytest.raises(ValueError, match="not JSON compliant"):
        encode(float("nan"))


# Where a fault is, and what is wished for

PLACES = [
    ("[[1], 1.5]", "/1", "line 1, column 7"),
    ('[[1], {"a": 2}, [], 1.5]', "/3", "line 1, column 21"),
    ('{"x": [1], "x": 2}', "/x", "line 1, column 12"),
    ('{"x": "x", "b": 1.5}', "/b", "line 1, column 17"),
    ('["a", "a", 1.5]', "/2", "line 1, column 12"),
    ("[true, false, null, 1.5]", "/3", "line 1, column 21"),
    (f"[{'9' * 20}, 1.5]", "/1", "line 1, column 24"),
    ("\n1.5", "", "line 2, column 1"),
    ("\n\n [\n1.5]", "/0", "line 4, column 1"),
    ('["\t", ' + "[" * 64 + "]" * 65, "/1" + "/0" * 63, "line 1, column 70"),
    ("[~" + "[" * 65, "/0", "line 1, column 2"),
    ('"a"' + "[" * 65, "/0" * 64, "line 1, column 68"),
]


@pytest.mark.parametrize(("text", "pointer", "where"), PLACES)
def test_a_fault_is_placed_by_line_column_and_pointer(text: str, pointer: str, where: str) -> None:
    error = refused(text)
    assert error.pointer == pointer
    assert error.where.startswith(where)
    assert error.where.removeprefix(where) in ("", f", at {pointer[:80]}", f", at {pointer[:80]}...")


@pytest.mark.parametrize(("text", "where"), [(b"\n\xff", "line 2, byte 1"), (b'[\n\n    "\xff"]', "line 3, byte 6")])
def test_bytes_that_are_no_text_are_placed_by_line_and_byte(text: bytes, where: str) -> None:
    assert refused(text).where == where


@pytest.mark.parametrize("text", ["]" + "[" * 65, "," + "[" * 65, "~" + "[" * 65, "]" * 3 + "[" * 65])
def test_brackets_too_deep_after_what_is_no_json_are_refused_without_a_pointer(text: str) -> None:
    assert refused(text).pointer == ""


@pytest.mark.parametrize(("point", "pointer"), [(199_999, "/0"), (200_000, "")])
def test_a_fault_is_placed_within_the_first_two_hundred_thousand_characters(point: int, pointer: str) -> None:
    text = "[12.5]".rjust(point + 3)
    assert text[point] == "."
    assert refused(text).pointer == pointer


def test_a_text_that_is_open_where_the_search_ends_is_no_fault() -> None:
    error = refused(f'["{"a" * 200_000}", 1.5]')
    assert (error.what, error.where, error.pointer) == ('number "1.5"', "", "")


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("1.5", "whole numbers, or fractions written as strings"),
        ('{"a": 1, "a": 1}', "each key once in an object"),
        ('["\\ud800"]', "Unicode text"),
        ('["\ud800"]', "Unicode text"),
    ],
)
def test_a_fault_says_what_was_expected(text: str, wish: str) -> None:
    assert refused(text).expected == wish


@pytest.mark.parametrize(("length", "shown"), [(39, 39), (40, 40), (41, 40), (60, 40)])
def test_a_key_is_shown_whole_up_to_forty_characters(length: int, shown: int) -> None:
    key = ("0123456789" * 6)[:length]
    assert refused(f'{{"{key}": 1, "{key}": 1}}').what == f'key "{key[:shown]}{"..." * (shown < length)}" twice'


def test_a_text_without_a_name_has_none_in_errors() -> None:
    assert (refused("").where, refused("1" * 4, size=3).where) == ("", "")
    assert (BadJson("a").where, BadJson("a").expected, BadJson("a").pointer) == ("", "", "")


# Files


class Broken(type(Path())):  # type: ignore[misc]
    """A file that cannot be opened, for a reason that only the error's text tells."""

    def open(self, *_: Any, **__: Any) -> Any:
        raise OSError("out of order")


@pytest.mark.parametrize(
    ("file", "reason"), [(Broken("some"), "out of order"), (Path("a\0b"), "embedded null byte"), (Path("/"), "Is a")]
)
def test_a_file_that_cannot_be_opened_is_refused_with_the_reason(file: Path, reason: str) -> None:
    with pytest.raises(InputError, match=f"cannot be read: {reason}") as caught:
        decode_file(file)
    assert caught.value.where == str(file)


# Errors


@pytest.mark.parametrize(
    ("text", "length", "short"),
    [("abcde", 5, "abcde"), ("abcdef", 5, "ab..."), ("abc", 5, "abc"), ("x" * 30, 10, "x" * 7 + "...")],
)
def test_a_text_is_cut_to_its_length_with_three_dots(text: str, length: int, short: str) -> None:
    assert shorten(text, length) == short


def test_the_parts_of_an_error_are_shown_whole_up_to_four_hundred_characters() -> None:
    assert str(InputError("x" * 400)) == "x" * 400
    assert str(InputError("x" * 401, "there", "y" * 401)) == f"there: {'x' * 397}...; expected {'y' * 397}..."


def test_an_error_goes_from_process_to_process_with_all_its_parts() -> None:
    error = pickle.loads(pickle.dumps(InputError("a gap", expected="a full board")))
    assert (error.what, error.where, error.expected) == error.args == ("a gap", "", "a full board")


def test_an_error_keeps_the_place_that_it_has() -> None:
    error = InputError("a gap")
    error.locate("/pieces")
    error.locate("line 1")
    assert error.where == "/pieces"
