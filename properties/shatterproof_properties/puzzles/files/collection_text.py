"""Collections in the form that people write: a heading, and puzzles one after another, without certificates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.common.files import inside
from shatterproof_properties.puzzles.files.collection import (
    HEADING,
    Collection,
    Entry,
    check_name,
    check_number,
    name_of,
    named_apart,
)
from shatterproof_properties.puzzles.files.statement import one_line
from shatterproof_properties.puzzles.files.text import TAGS, format_puzzle, format_tag, parse_tagged, split_tags

TITLE, NAME = "Collection", "File"
HEADING_TAGS = {"title": TITLE, **{name: name.capitalize() for name in HEADING if name != "title"}}
"""The tags of a heading, by its parts."""


class FileLines(NamedTuple):
    """Some lines of a file, and the number of the first of them."""

    first: int
    lines: list[str]


def format_collection(collection: Collection) -> str:
    """A collection as text, without its certificates; `parse_collection` reads it back."""
    said = {"title": collection.title} | collection.heading
    heading = "".join(f"{format_tag(HEADING_TAGS[name], said[name])}\n" for name in HEADING if name in said)
    puzzles = (f"{format_tag(NAME, name)}\n{format_puzzle(puzzle)}" for name, puzzle, _ in collection.entries)
    return "\n".join([heading, *puzzles])


def parse_collection(text: str, where: str = "") -> Collection:
    """The collection in a text. A heading may be missing, and so may names.

    Raises InputError with the line of what is wrong, IllegalPosition for a position that breaks a rule.
    """
    with inside(where):
        return _parsed(text)


def _parsed(text: str) -> Collection:
    if len(text) > strict_json.SIZE_LIMIT:
        raise InputError(f"the collection has {len(text)} characters", expected=f"at most {strict_json.SIZE_LIMIT}")
    parts = list(_parts(FileLines(1, text.splitlines())))
    heading = {}
    if parts and parts[0].lines[0].strip().startswith(f"[{TITLE}"):
        heading = _heading(parts.pop(0))
    check_number(len(parts))
    entries = [_entry(number, part) for number, part in enumerate(parts, start=1)]
    return Collection(named_apart(entries, lambda index: f"line {parts[index].first}"), **heading)


def _parts(whole: FileLines) -> Iterator[FileLines]:
    """The heading, if there is one, and each puzzle. A puzzle begins with tags after a line without one."""
    begun, in_heading, in_body, in_note = 0, False, False, False
    for number, line in enumerate(map(str.strip, whole.lines), start=whole.first):
        is_tag = line.startswith("[") and not in_note
        if begun and ((is_tag and in_body) or (in_heading and not line)):
            yield FileLines(begun, whole.lines[begun - whole.first : number - whole.first])
            begun = 0
        if not line:
            continue
        if not begun:
            begun, in_heading, in_body = number, line.startswith(f"[{TITLE}"), False
        in_body = in_body or not is_tag
        in_note = (in_note or _opens_note(line)) and "}" not in line
    if begun:
        yield FileLines(begun, whole.lines[begun - whole.first :])


def _opens_note(line: str) -> bool:
    return line.startswith("{") and not line.startswith('{"')


def _heading(part: FileLines) -> dict[str, str]:
    """The parts of a heading, by the names of Collection."""
    tags, after, lines = split_tags("\n".join(part.lines), tuple(HEADING_TAGS.values()), part.first)
    if lines:
        raise InputError("text follows the heading", f"line {after}", "an empty line after it")
    return {
        name: one_line(tags[tag].value, f"line {tags[tag].line}, tag {tag}")
        for name, tag in HEADING_TAGS.items()
        if tag in tags
    }


def _entry(number: int, part: FileLines) -> Entry:
    tags, first, lines = split_tags("\n".join(part.lines), (NAME, *TAGS), part.first)
    given = tags.pop(NAME, None)
    puzzle = parse_tagged(tags, part.first, first, lines)
    if given is None:
        return Entry(name_of(number, puzzle.title), puzzle)
    try:
        return Entry(check_name(given.value), puzzle)
    except InputError as error:
        error.where = f"line {given.line}, tag {NAME}"
        raise
