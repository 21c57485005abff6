"""Strict JSON in every detail: its limits, the places of faults, and their messages."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from shatterproof.errors import InputError, shorten
from shatterproof.strict_json import SIZE_LIMIT, BadJson, decode, decode_file, encode


def refused(text: bytes | str, **limits: Any) -> BadJson:
    with pytest.raises(BadJson) as caught:
        decode(text, **limits)
    return caught.value


# What is accepted, to the limits


def test_a_text_has_eight_megabytes_and_no_more() -> None:
    assert SIZE_LIMIT == 2**23
    assert decode("1".rjust(SIZE_LIMIT)) == 1
    assert refused("1".rjust(SIZE_LIMIT + 1)).what == "too long"


def test_a_number_has_twenty_digits_and_no_more() -> None:
    assert decode(f"[{10**20 - 1}, {1 - 10**20}]") == [10**20 - 1, 1 - 10**20]
    assert refused(f"[{10**20}]").what == "number of 21 digits"


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


def test_a_file_is_as_long_as_is_allowed_and_no_longer(tmp_path: Path) -> None:
    file = tmp_path / "some.json"
    file.write_text("[1, 2]")
    assert decode_file(file, size=6) == [1, 2]
    with pytest.raises(InputError, match="too long"):
        decode_file(file, size=5)


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
