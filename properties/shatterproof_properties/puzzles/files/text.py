"""Puzzle files in the form that people write, with tags and a diagram."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from shatterproof import strict_json
from shatterproof.errors import InputError, shorten
from shatterproof.game import AnyGame, find_game
from shatterproof_properties.common.files import inside, is_json, named, read_text
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.files.json_form import puzzle_from_json as puzzle_from_json
from shatterproof_properties.puzzles.files.json_form import puzzle_to_json as puzzle_to_json
from shatterproof_properties.puzzles.files.statement import DIFFICULTIES, LINES, Place, puzzle_from

TAGS = (
    "Puzzle", "Game", "Claim", "Unique", "Side", "Readings", "Solution",
    "Author", "Date", "Source", "Dedication", "Themes", "Difficulty", "Comment",
)  # fmt: skip
"""The tags of a puzzle file, in the order in which they are printed; the value of Puzzle is the title."""
NEEDED = ("Puzzle", "Game", "Claim")
ANSWERS: dict[str, dict[str, Any]] = {
    "Unique": {"yes": True, "no": False},
    "Difficulty": {str(stars): stars for stars in DIFFICULTIES},
}
"""The values that some tags may have, and their meanings."""
TITLE = "Collection"
"""The first tag of a collection's heading."""
FIRST_LINE = 'a first line like [Puzzle "First blood"]'
_TAG = re.compile(r'\[([A-Za-z]{1,40})\s+"((?:[^"\\]++|\\["\\])*)"\]')


class Tag(NamedTuple):
    """The value of a tag, with the number of its line."""

    value: str
    line: int


def parse_puzzle(text: str, where: str = "") -> Puzzle:
    """The puzzle in a text of the hand-written form; `where` names the text in errors.

    Raises InputError with the line of what is wrong, IllegalPosition for a position that breaks a rule.
    """
    with inside(where):
        if len(text) > strict_json.SIZE_LIMIT:
            raise InputError(f"the puzzle has {len(text)} characters", expected=f"at most {strict_json.SIZE_LIMIT}")
        if not text.strip():
            raise InputError("the puzzle is empty", "line 1", FIRST_LINE)
        tags, first, lines = split_tags(text, TAGS)
        return parse_tagged(tags, 1, first, lines)


def parse_tagged(tags: dict[str, Tag], begun: int, first: int, lines: list[str]) -> Puzzle:
    """The puzzle of these tags and lines. `begun` is the line of the first tag, `first` that of the first line.

    Raises InputError with the line of what is wrong, IllegalPosition for a position that breaks a rule.
    """
    for name in NEEDED:
        if name not in tags:
            wish = FIRST_LINE if name == "Puzzle" else f"[{name} ..]"
            raise InputError(f"the tag {name} is missing", f"line {begun}", wish)

    def at(name: str, index: int | None = None) -> str:
        tag = "Puzzle" if name == "title" else name.capitalize()
        return f"line {tags[tag].line}, tag {tag}" if tag in tags else f"line {first}"

    with inside(at("game")):
        game = find_game(tags["Game"].value)
    readings = None
    if "Readings" in tags:
        with inside(at("readings")):
            readings = game.Readings.from_text(tags["Readings"].value)
    diagram, note = _without_notes(lines, first)
    position = _position(game, diagram, readings, first)
    return puzzle_from(game, position, {"note": note} | _said(tags, at), at)


def _said(tags: dict[str, Tag], at: Place) -> dict[str, Any]:
    values = {name: tag.value for name, tag in tags.items()}
    said: dict[str, Any] = {name: values[name.capitalize()] for name in LINES if name.capitalize() in values}
    said |= {"title": values["Puzzle"], "claim": values["Claim"]}
    if "Side" in tags:
        said["side"] = values["Side"]
    for name, meanings in ANSWERS.items():
        if name in tags:
            if values[name] not in meanings:
                what = f"{shorten(values[name], 40)!r} is no answer"
                raise InputError(what, at(name), f"one of {', '.join(meanings)}")
            said[name.lower()] = meanings[values[name]]
    if "Solution" in tags:
        said["solution"] = " ".join(values["Solution"].split()).split(" or ")
    if "Themes" in tags:
        said["themes"] = values["Themes"].split(",")
    return said


def opens_note(line: str) -> bool:
    """Whether a note begins with a line; a position in JSON does not."""
    return line.startswith("{") and not line.startswith('{"')


def _without_notes(lines: list[str], first: int) -> tuple[list[str], str]:
    """The lines of the diagram, with empty ones in place of notes, and the notes."""
    diagram: list[str] = []
    notes: list[str] = []
    opened = 0
    for number, line in enumerate(map(str.strip, lines), start=first):
        if not opened and not opens_note(line):
            diagram.append(line)
            continue
        diagram.append("")
        opened, line = (opened, line) if opened else (number, line[1:])
        said, closed, rest = line.partition("}")
        notes.append(said)
        if rest.strip():
            raise InputError("text follows the note", f"line {number}", "a line of its own, after the note")
        opened = 0 if closed else opened
    if opened:
        raise InputError("the note is not closed", f"line {opened}", "a } at its end")
    return diagram, "\n".join(notes)


def _position(game: AnyGame, lines: list[str], readings: Any, first: int) -> Any:
    """The position in the lines of a file from line `first` on: a diagram, or JSON on one line."""
    data = [(number, line) for number, line in enumerate(lines, start=first) if line]
    try:
        if len(data) == 1 and data[0][1].startswith("{"):
            first = data[0][0]
            return game.from_json(strict_json.decode(data[0][1]), readings)
        header = next((line for _, line in data if not line.startswith("#")), "")
        if data and "to move" not in header.lower():
            # Without one a diagram would leave its board and its side to move open.
            wish = 'a line above the diagram like "3x3, White to move"'
            raise InputError(f"{shorten(header, 40)!r} is no header", f"line {data[0][0] - first + 1}", wish)
        return game.from_diagram("\n".join(lines), readings)
    except InputError as error:
        found = re.match(r"line ([0-9]+)", error.where)
        line, rest = (int(found[1]), error.where[found.end() :]) if found else (1, error.where and f", {error.where}")
        error.where = f"line {first + line - 1}{rest}"
        raise


def format_puzzle(puzzle: Puzzle) -> str:
    """A puzzle in the hand-written form; `parse_puzzle` reads it back."""
    values = {
        "Puzzle": puzzle.title,
        "Game": puzzle.game,
        "Claim": str(puzzle.claim),
        "Unique": "yes" if puzzle.claim.unique else "",
        "Readings": " ".join(f"{name}={value}" for name, value in puzzle.readings.items()),
        "Solution": " or ".join(puzzle.solution),
        "Author": puzzle.author,
        "Date": puzzle.date,
        "Source": puzzle.source,
        "Dedication": puzzle.dedication,
        "Themes": ", ".join(puzzle.themes),
        "Difficulty": str(puzzle.difficulty or ""),
        "Comment": puzzle.comment,
    }
    tags = [format_tag(name, values[name]) for name in TAGS if values.get(name) or name in NEEDED]
    try:
        lines = puzzle.rules.to_diagram(puzzle.reference_position()).splitlines()
        diagram = [line for line in lines if not line.startswith("readings ")]
    except InputError:
        # No diagram can show some positions.
        diagram = [strict_json.encode(dict(puzzle.position))]
    note = ["", f"{{ {puzzle.note} }}"] if puzzle.note else []
    return "\n".join([*tags, "", *diagram, *note]) + "\n"


def read_puzzle(path: Path) -> Puzzle:
    """The puzzle in a file, of either form. Raises InputError with the file and the place of what is wrong."""
    text = read_text(path, "a puzzle")
    with named(path):
        return puzzle_from_text(text)


def puzzle_from_text(text: str) -> Puzzle:
    """The puzzle in a text of either form. Raises InputError with the place of what is wrong."""
    if is_collection(text):
        wish = "one puzzle; shatterproof puzzle import FILE --out DIR takes a collection apart"
        raise InputError("this is a collection of puzzles", expected=wish)
    return puzzle_from_json(strict_json.decode(text)) if is_json(text) else parse_puzzle(text)


def is_collection(text: str) -> bool:
    """Whether a text is a collection: by its beginning, or by a second puzzle that follows a diagram."""
    begun = text.lstrip()
    if begun.startswith("{"):
        # Inside a text of JSON every quote has a backslash before it.
        return bool(re.search(r'"format"\s*+:\s*+"shatterproof-puzzles"', begun))
    others = islice(parts_of(begun), 1, None) if begun.startswith("[") else ()
    is_second = (re.match(r"\[Puzzle\s", line.strip()) for _, lines in others for line in lines)
    return begun.startswith((f"[{TITLE}", "[File ")) or any(is_second)


def parts_of(text: str) -> Iterator[tuple[int, Sequence[str]]]:
    """The heading of a collection, if there is one, and each puzzle: the number of its first line, and its lines.

    A puzzle begins with tags after a line without one.
    """
    lines = text.splitlines()
    begun, in_heading, in_body, in_note = 0, False, False, False
    for number, line in enumerate(map(str.strip, lines), start=1):
        is_tag = line.startswith("[") and not in_note
        if begun and ((is_tag and in_body) or (in_heading and not line)):
            yield begun, lines[begun - 1 : number - 1]
            begun = 0
        if not line:
            continue
        if not begun:
            begun, in_heading, in_body = number, line.startswith(f"[{TITLE}"), False
        in_body = in_body or not is_tag
        in_note = (in_note or opens_note(line)) and "}" not in line
    if begun:
        yield begun, lines[begun - 1 :]


def diagram_of(text: str) -> str:
    """The diagram as typed in a text of the hand-written form, "" for a position in JSON.

    Raises InputError as `parse_puzzle` does.
    """
    _, first, lines = split_tags(text, TAGS)
    diagram = "\n".join(_without_notes(lines, first)[0]).strip()
    return "" if diagram.startswith("{") else f"{diagram}\n"


def split_tags(text: str, known: Collection[str], begun: int = 1) -> tuple[dict[str, Tag], int, list[str]]:
    """The tags at the top of a text by name, the number of the first line after them, and the lines from there on.

    `begun` is the number of its first line. Raises InputError with the line for a tag that cannot be read, is not
    `known`, or is given twice.
    """
    tags: dict[str, Tag] = {}
    lines = text.splitlines()
    for number, line in enumerate(map(str.strip, lines), start=begun):
        if line and not line.startswith("["):
            return tags, number, lines[number - begun :]
        if not line:
            continue
        found, where = _TAG.fullmatch(line), f"line {number}"
        if not found:
            raise InputError("the tag cannot be read", where, '[Name "value"], with \\" for a quote inside')
        name, value = found.groups()
        if name not in known:
            near = difflib.get_close_matches(name.capitalize(), known, n=1, cutoff=0.6)
            raise InputError(
                f"unknown tag {name}", where, f"the tag {near[0]}" if near else f"one of {', '.join(known)}"
            )
        if name in tags:
            raise InputError(f"the tag {name} is given twice", where, "every tag once")
        tags[name] = Tag(re.sub(r"\\(.)", r"\1", value), number)
    return tags, begun + len(lines), []


def format_tag(name: str, value: str) -> str:
    """A tag as a line of text."""
    quoted = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{quoted}"]'
