"""Collections of puzzles in one file: puzzles with their names, perhaps certificates, and a heading."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from shatterproof import strict_json
from shatterproof.errors import InputError, shorten
from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.claims.puzzle import Puzzle

MOST_PUZZLES = 5_000
LONGEST_NAME = 100
HEADING = ("title", "editor", "date", "source", "comment")
"""The parts of a collection's heading, each one line of text."""
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
    if re.search(r'[/\\:*?"<>|]', name) or name != name.strip() or name.endswith("."):
        raise InputError(f"{shorten(name, 40)!r} is no name of a file", expected=NAME_WISH)
    if not 0 < len(name) <= LONGEST_NAME or name.startswith(".") or not name.isprintable():
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
