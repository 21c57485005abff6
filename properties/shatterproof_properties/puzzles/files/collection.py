"""Collections of puzzles in one file: puzzles with their names, perhaps certificates, and a heading.

People write a heading, and puzzles one after another, without certificates. JSON has certificates too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from shatterproof import strict_json
from shatterproof.errors import InputError, shorten
from shatterproof.fields import placed
from shatterproof_properties.common.files import inside
from shatterproof_properties.puzzles.checker.certificate import Json, read_certificate
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.files.json_form import (
    VERSION,
    below,
    check_form,
    check_version,
    puzzle_from_json,
    puzzle_to_json,
)
from shatterproof_properties.puzzles.files.statement import one_line
from shatterproof_properties.puzzles.files.text import (
    TAGS,
    TITLE,
    format_puzzle,
    format_tag,
    parse_tagged,
    parts_of,
    split_tags,
)

FORMAT = "shatterproof-puzzles"
SCHEMA = "https://shatterproof.invalid/puzzles/1/collection.schema.json"

MOST_PUZZLES = 5_000
LONGEST_NAME = 100
HEADING = ("title", "editor", "date", "source", "comment")
"""The parts of a collection's heading, each one line of text."""
NAME = "File"
HEADING_TAGS = {"title": TITLE, **{name: name.capitalize() for name in HEADING if name != "title"}}
"""The tags of a heading, by its parts."""
NAME_WISH = f'at most {LONGEST_NAME} characters that can be printed, not . first, and none of / \\ : * ? " < > |'


class Entry(NamedTuple):
    """A puzzle of a collection: the name of its file without the ending, and perhaps its certificate."""

    name: str
    puzzle: Puzzle
    certificate: Json | None = None


@dataclass(frozen=True)
class Collection:
    """Puzzles in order, each with its own name, and the heading of all."""

    entries: Sequence[Entry] = field(default_factory=tuple)
    title: str = ""
    editor: str = ""
    date: str = ""
    source: str = ""
    comment: str = ""

    @property
    def heading(self) -> dict[str, str]:
        """The parts of the heading that are not empty."""
        return {name: getattr(self, name) for name in HEADING if getattr(self, name)}


def check_name(name: str) -> str:
    """Returns the name. Raises InputError if a file should not have it."""
    is_plain = name == name.strip() and name.isprintable() and not re.search(r'^[.]|[/\\:*?"<>|]|[.]$', name)
    if not is_plain or not 0 < len(name) <= LONGEST_NAME:
        raise InputError(f"{shorten(name, 40)!r} is no name of a file", expected=NAME_WISH)
    return name


def name_of(number: int, title: str) -> str:
    """A name for a puzzle that has none: its number and its title."""
    words = re.findall("[a-z0-9]+", title.lower().replace("'", ""))
    return "-".join([f"{number:02d}", *words])[:LONGEST_NAME].rstrip("-")


def check_size(text: str) -> None:
    """Raises InputError for the text of a collection that is too long to be read again."""
    size = len(text.encode())
    if size > strict_json.SIZE_LIMIT:
        wish = f"at most {strict_json.SIZE_LIMIT}: fewer puzzles, or a text without certificates"
        raise InputError(f"the collection would have {size} bytes", expected=wish)


def check_number(puzzles: int) -> None:
    """Raises InputError for more puzzles than a collection may have."""
    if puzzles > MOST_PUZZLES:
        raise InputError(f"{puzzles} puzzles", expected=f"at most {MOST_PUZZLES}")


def named_apart(entries: Sequence[Entry], at: Callable[[int], str]) -> tuple[Entry, ...]:
    """Returns the entries.

    Raises InputError for too many, or for two with one name; `at` tells where an entry stands.
    """
    if not entries:
        raise InputError("there is no puzzle in this collection", expected="one or more")
    check_number(len(entries))
    seen: set[str] = set()
    for index, entry in enumerate(entries):
        # Some systems take small and capital letters for the same.
        if entry.name.casefold() in seen:
            raise InputError(f"two puzzles are called {entry.name}", at(index), "a name of its own")
        seen.add(entry.name.casefold())
    return tuple(entries)


def duplicates(entries: Sequence[Entry]) -> list[list[str]]:
    """The names of puzzles with the same claim about the same position under the same readings, in groups."""
    alike: dict[str, list[str]] = {}
    for name, puzzle, _ in entries:
        asked = [puzzle.game, str(puzzle.claim), puzzle.claim.unique, dict(puzzle.readings), dict(puzzle.position)]
        alike.setdefault(strict_json.encode(asked), []).append(name)
    return [names for names in alike.values() if len(names) > 1]


def check_about(certificate: Json, puzzle: Puzzle) -> None:
    """Raises InputError if a certificate is not about a puzzle."""
    if name := _other_in(certificate, puzzle):
        raise InputError(f"the certificate has another {name} than the puzzle", f"/{name}", "that of the puzzle")


def is_about(certificate: Json, puzzle: Puzzle) -> bool:
    """Whether a certificate is about a puzzle in its present form."""
    return not _other_in(certificate, puzzle)


def _other_in(certificate: Json, puzzle: Puzzle) -> str:
    """The first field in which a certificate differs from the puzzle; "" if none does."""
    wanted: Json = {"game": puzzle.game, "position": puzzle.position, "readings": puzzle.readings}
    wanted |= {"claim": str(puzzle.claim), "unique": puzzle.claim.unique}
    return next((name for name, value in wanted.items() if certificate[name] != value), "")


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
        if len(text) > strict_json.SIZE_LIMIT:
            raise InputError(f"the collection has {len(text)} characters", expected=f"at most {strict_json.SIZE_LIMIT}")
        parts = list(parts_of(text))
        has_heading = bool(parts) and parts[0][1][0].strip().startswith(f"[{TITLE}")
        heading = _heading(*parts.pop(0)) if has_heading else {}
        check_number(len(parts))
        entries = [_entry(number, *part) for number, part in enumerate(parts, start=1)]
        return Collection(named_apart(entries, lambda index: f"line {parts[index][0]}"), **heading)


def _heading(first: int, lines: Sequence[str]) -> dict[str, str]:
    """The parts of a heading, by the names of Collection."""
    tags, after, rest = split_tags("\n".join(lines), tuple(HEADING_TAGS.values()), first)
    if rest:
        raise InputError("text follows the heading", f"line {after}", "an empty line after it")
    return {
        name: one_line(tags[tag].value, f"line {tags[tag].line}, tag {tag}")
        for name, tag in HEADING_TAGS.items()
        if tag in tags
    }


def _entry(number: int, first: int, lines: Sequence[str]) -> Entry:
    tags, body, rest = split_tags("\n".join(lines), (NAME, *TAGS), first)
    given = tags.pop(NAME, None)
    puzzle = parse_tagged(tags, first, body, rest)
    if given is None:
        return Entry(name_of(number, puzzle.title), puzzle)
    with placed(f"line {given.line}, tag {NAME}"):
        return Entry(check_name(given.value), puzzle)


def collection_to_json(collection: Collection) -> Json:
    """A collection as JSON values, with its certificates."""
    puzzles = [
        {"name": name, "puzzle": puzzle_to_json(puzzle)} | ({"certificate": certificate} if certificate else {})
        for name, puzzle, certificate in collection.entries
    ]
    return {"format": FORMAT, "version": VERSION, **collection.heading, "puzzles": puzzles}


def collection_from_json(data: Any) -> Collection:
    """The collection of some JSON values.

    Raises InputError with the JSON pointer of what is wrong, also for a certificate of another puzzle; IllegalPosition
    for a position that breaks a rule. Whether certificates hold is for the checker to say.
    """
    check_version(data, FORMAT, VERSION)
    check_form(data, SCHEMA)
    entries = []
    for index, each in enumerate(data["puzzles"]):
        at, certificate = f"/puzzles/{index}", None
        with below(f"{at}/puzzle"):
            puzzle = puzzle_from_json(each["puzzle"])
        with placed(f"{at}/name"):
            name = check_name(each["name"])
        if "certificate" in each:
            with below(f"{at}/certificate"):
                certificate = read_certificate(strict_json.encode(each["certificate"]))
                check_about(certificate, puzzle)
        entries.append(Entry(name, puzzle, certificate))
    heading = {name: one_line(data[name], f"/{name}") for name in HEADING if name in data}
    return Collection(named_apart(entries, lambda index: f"/puzzles/{index}/name"), **heading)
