"""Tags in brackets, as game records have them: read from the top of a file, and printed."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection
from typing import NamedTuple

from shatterproof.errors import InputError

_TAG = re.compile(r'\[([A-Za-z]{1,40})\s+"((?:[^"\\]++|\\["\\])*+)"\]')


class Tag(NamedTuple):
    """The value of a tag, with the number of its line."""

    value: str
    line: int


def split_tags(text: str, known: Collection[str]) -> tuple[dict[str, Tag], int, list[str]]:
    """The tags at the top of a text by name, the number of the first line after them, and the lines from there on.

    Raises InputError with the line for one that cannot be read, is not `known`, or is there twice.
    """
    tags: dict[str, Tag] = {}
    lines = text.splitlines()
    for number, line in enumerate(map(str.strip, lines), start=1):
        if line and not line.startswith("["):
            return tags, number, lines[number - 1 :]
        if line:
            name, value = _tag(line, number, known)
            if name in tags:
                raise InputError(f"the tag {name} is given twice", f"line {number}", "every tag once")
            tags[name] = Tag(value, number)
    return tags, len(lines) + 1, []


def _tag(line: str, number: int, known: Collection[str]) -> tuple[str, str]:
    found = _TAG.fullmatch(line)
    if not found:
        raise InputError("the tag cannot be read", f"line {number}", '[Name "value"], with \\" for a quote inside')
    if found[1] not in known:
        near = difflib.get_close_matches(found[1].capitalize(), known, n=1, cutoff=0.6)
        wish = f"the tag {near[0]}" if near else f"one of {', '.join(known)}"
        raise InputError(f"unknown tag {found[1]}", f"line {number}", wish)
    return found[1], re.sub(r"\\(.)", r"\1", found[2])


def format_tag(name: str, value: str) -> str:
    """A tag as a line of text."""
    quoted = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{quoted}"]'
