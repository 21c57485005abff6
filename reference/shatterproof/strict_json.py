"""JSON as this project accepts and prints it: whole numbers only, no key twice, bounded length and depth."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Any, NoReturn

from shatterproof.errors import InputError

SIZE_LIMIT = 8 * 1024 * 1024
DEPTH_LIMIT = 64
DIGITS_LIMIT = 20

_SEARCHED_FOR_THE_PLACE = 200_000

_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*(?:"|\Z|\\\Z)', re.DOTALL)
_TOKEN = re.compile(_STRING.pattern + r'|[\[\]{},:]|[^\s\[\]{},:"]++', re.DOTALL)
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_ESCAPE = re.compile(r"\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]|(u[dD][89a-fA-F])|.)", re.DOTALL)
_NOT_BRACKETS = re.compile(r"[^\[\]{}]++")
_ONE_KIND = str.maketrans("{}", "[]")
_WHOLE_NUMBER = re.compile(r"-?[0-9]++")

_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False)

_WISH_WHOLE = "whole numbers, or fractions written as strings"
_WISH_KEYS = "each key once in an object"
_WISH_UNICODE = "Unicode text"


class BadJson(InputError):
    """Text that is not the JSON accepted here.

    `pointer` is the JSON pointer of the value at fault ("" for the whole), where it could be found.
    """

    def __init__(self, what: str, where: str = "", expected: str = "", pointer: str = "") -> None:
        super().__init__(what, where, expected)
        self.pointer = pointer


class _Refused(Exception):
    def __init__(self, what: str, expected: str) -> None:
        super().__init__(what)
        self.what = what
        self.expected = expected


def decode(
    data: bytes | bytearray | str,
    *,
    source: str = "",
    size: int = SIZE_LIMIT,
    depth: int = DEPTH_LIMIT,
    digits: int = DIGITS_LIMIT,
) -> Any:
    """The value of one JSON text, made of dict, list, str, int, bool and None.

    `size` is in bytes (characters for a str), `depth` in nested brackets, `digits` per number; `source` names the
    text in errors. Raises BadJson, and nothing else, for any other input: floats, NaN and Infinity, a key twice,
    lone surrogates and invalid UTF-8 included.
    """
    text = _text(data, source, size)
    try:
        _refuse_depth(text, depth)
        value = _decoder(digits).decode(text)
        _refuse_lone_surrogates(text)
    except _Refused as refused:
        raise _placed(refused, text, source, depth, digits) from None
    except json.JSONDecodeError as error:
        what = f"not JSON: {error.msg[0].lower()}{error.msg[1:].removesuffix(' at')}"
        raise BadJson(what, _place(source, text, error.pos), "one JSON value") from None
    except RecursionError:
        raise BadJson("brackets nested too deeply", source, f"at most {depth} deep") from None
    return value


def decode_file(path: Path, *, size: int = SIZE_LIMIT, depth: int = DEPTH_LIMIT) -> Any:
    """The value of the JSON file at `path`; see `decode`. Raises InputError, also when it cannot be read."""
    try:
        with path.open("rb") as file:
            data = file.read(size + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"cannot be read: {reason}", str(path), "a JSON file") from None
    return decode(data, source=str(path), size=size, depth=depth)


def encode(value: Any) -> str:
    """The canonical text of a JSON value: one line, keys sorted, no white space, ASCII."""
    return _ENCODER.encode(value)


def _text(data: bytes | bytearray | str, source: str, size: int) -> str:
    if len(data) > size:
        raise BadJson("too long", source, f"at most {size} bytes")
    if not data.strip():
        raise BadJson("empty", source, "one JSON value")
    try:
        text = data if isinstance(data, str) else data.decode("utf-8")
        if isinstance(data, str):
            data.encode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        byte = error.start - error.object.rfind(b"\n", 0, error.start)
        raise BadJson("not UTF-8", _join(source, f"line {line}, byte {byte}"), "UTF-8") from None
    except UnicodeEncodeError as error:
        raise BadJson("lone surrogate", _place(source, error.object, error.start), _WISH_UNICODE) from None
    if text.startswith("\ufeff"):
        raise BadJson("starts with a byte order mark", source, "UTF-8 without one")
    return text


def _refuse_depth(text: str, depth: int) -> None:
    if text.count("[") + text.count("{") <= depth:
        return
    brackets = _NOT_BRACKETS.sub("", _STRING.sub("", text)).translate(_ONE_KIND)
    # Each pass removes the innermost pairs, so that C code does the counting.
    for level in range(depth + 1):
        if level + brackets.count("[") <= depth:
            return
        shorter = brackets.replace("[]", "")
        if len(shorter) == len(brackets):
            break
        brackets = shorter
    raise _Refused("brackets nested too deeply", f"at most {depth} deep")


def _refuse_lone_surrogates(text: str) -> None:
    if _SURROGATE.search(text) and any(escape.group(1) for escape in _ESCAPE.finditer(text)):
        raise _Refused("lone surrogate", _WISH_UNICODE)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        twice, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise _Refused(f"key {_shown(twice)} twice", _WISH_KEYS)
    return members


def _refuse_number(text: str) -> NoReturn:
    raise _Refused(f"number {_shown(text)}", _WISH_WHOLE)


@lru_cache(maxsize=8)
def _decoder(digits: int) -> json.JSONDecoder:
    def whole(text: str) -> int:
        if len(text.lstrip("-")) > digits:
            raise _Refused(f"number of {len(text.lstrip('-'))} digits", f"at most {digits} digits")
        return int(text)

    return json.JSONDecoder(
        object_pairs_hook=_object, parse_int=whole, parse_float=_refuse_number, parse_constant=_refuse_number
    )


def _placed(refused: _Refused, text: str, source: str, depth: int, digits: int) -> BadJson:
    found = _first_fault(text[:_SEARCHED_FOR_THE_PLACE], depth, digits)
    if found is None:
        return BadJson(refused.what, source, refused.expected)
    offset, pointer, fault = found
    return BadJson(fault.what, _place(source, text, offset, pointer), fault.expected, pointer)


def _first_fault(text: str, depth: int, digits: int) -> tuple[int, str, _Refused] | None:
    """Offset, JSON pointer and description of the first value that `decode` refuses."""
    path = _Path()
    for token in _TOKEN.finditer(text):
        try:
            path.follow(token.group(), depth, digits)
        except _Refused as fault:
            return token.start(), path.pointer(), fault
        except (IndexError, json.JSONDecodeError):
            return None
    return None


class _Path:
    """Where a reader of tokens stands: for each open bracket the keys seen (None in a list) and the present step."""

    def __init__(self) -> None:
        self.keys: list[set[str] | None] = []
        self.steps: list[str | int | None] = []

    def pointer(self) -> str:
        steps = (str(step).replace("~", "~0").replace("/", "~1") for step in self.steps if step is not None)
        return "".join(f"/{step}" for step in steps)

    def follow(self, token: str, depth: int, digits: int) -> None:
        if token in "[{":
            if len(self.steps) >= depth:
                raise _Refused("brackets nested too deeply", f"at most {depth} deep")
            self.keys.append(None if token == "[" else set())
            self.steps.append(0 if token == "[" else None)
        elif token in "]}":
            self.keys.pop()
            self.steps.pop()
        elif token == ",":
            step = self.steps[-1]
            self.steps[-1] = step + 1 if isinstance(step, int) else None
        elif token[0] == '"':
            self._string(token)
        elif token != ":":
            _check_word(token, digits)

    def _string(self, token: str) -> None:
        text = json.loads(token, strict=False)
        _refuse_lone_surrogates(token)
        if self.keys and (seen := self.keys[-1]) is not None and self.steps[-1] is None:
            self.steps[-1] = text
            if text in seen:
                raise _Refused(f"key {_shown(text)} twice", _WISH_KEYS)
            seen.add(text)


def _check_word(word: str, digits: int) -> None:
    if _WHOLE_NUMBER.fullmatch(word):
        if len(word.lstrip("-")) > digits:
            raise _Refused(f"number of {len(word.lstrip('-'))} digits", f"at most {digits} digits")
    elif word not in ("true", "false", "null"):
        _refuse_number(word)


def _place(source: str, text: str, offset: int, pointer: str = "") -> str:
    line = text.count("\n", 0, offset) + 1
    column = offset - text.rfind("\n", 0, offset)
    shown = pointer if len(pointer) <= 80 else f"{pointer[:80]}..."
    return _join(source, f"line {line}, column {column}", f"at {shown}" if pointer else "")


def _join(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


def _shown(text: str) -> str:
    return json.dumps(text if len(text) <= 40 else text[:40] + "...")
