"""The record of solved puzzles: JSON lines, to which lines are only added, read back strictly."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.fields import check_fields
from shatterproof_properties.common.files import inside, named, read_text
from shatterproof_properties.puzzles.claims.puzzle import Puzzle

HEADER = {"format": "shatterproof-solved", "version": 1}
BEGIN = strict_json.encode(HEADER) + "\n"
"""The first line of a record."""


class SolvedPuzzle(NamedTuple):
    """A line of the record: the puzzle, by `puzzle_digest`, its title, whether it was solved, and how.

    `when` is the time in ISO 8601, with its zone.
    """

    puzzle: str
    title: str
    solved: bool
    tries: int
    hints: int
    when: str


class SolvedRecord(NamedTuple):
    """The contents of a record, and the numbers of incomplete lines."""

    entries: Sequence[SolvedPuzzle] = ()
    cut: Sequence[int] = ()


_TYPES = {"puzzle": str, "title": str, "solved": bool, "tries": int, "hints": int, "when": str}


def puzzle_digest(puzzle: Puzzle) -> str:
    """The SHA-256 of a puzzle's game, readings, position and claim. It does not depend on the file."""
    claim = [puzzle.game, dict(puzzle.readings), dict(puzzle.position), str(puzzle.claim), puzzle.claim.unique]
    return hashlib.sha256(strict_json.encode(claim).encode()).hexdigest()


def read_solved(path: Path) -> SolvedRecord:
    """The contents of a record, empty without a file. Raises InputError with the file and the line.

    A line may have been cut short when it was written, so an incomplete JSON value is passed over. So is a second first
    line, since two runs may have begun the record at once.
    """
    with named(path):
        try:
            if (not path.exists() and path.parent.is_dir()) or (path.is_file() and not path.stat().st_size):
                return SolvedRecord()
        except (OSError, ValueError) as error:
            raise InputError(f"cannot be read: {error}", expected="a file") from None
    text = read_text(path, "a record of solved puzzles")
    with named(path):
        if BEGIN.startswith(text):
            return SolvedRecord()
        first, *lines = text.removesuffix("\n").split("\n")
        if first != BEGIN.rstrip("\n"):
            raise InputError("this is no record of solved puzzles", "line 1", BEGIN.rstrip("\n"))
        entries, cut = list[SolvedPuzzle](), list[int]()
        for number, line in enumerate(lines, start=2):
            try:
                data = strict_json.decode(line)
            except InputError:
                cut.append(number)
                continue
            if data == HEADER:
                continue
            with inside(f"line {number}"):
                entries.append(_read(data))
        return SolvedRecord(entries, cut)


def solved_at_once(records: Iterable[Path]) -> Mapping[str, list[bool]]:
    """For each puzzle of some records, by its digest, whether each attempt solved it without a failed try or a hint."""
    found: dict[str, list[bool]] = defaultdict(list)
    for record in records:
        for entry in read_solved(record).entries:
            found[entry.puzzle].append(entry.solved and not entry.tries and not entry.hints)
    return found


def note_solved(path: Path, entry: SolvedPuzzle) -> None:
    """Adds a line to a record, which it begins if needed. Raises InputError if it cannot be written."""
    try:
        had = path.read_text(encoding="utf-8") if path.exists() else ""
        # What was cut short stays on a line of its own.
        before = BEGIN.removeprefix(had) if BEGIN.startswith(had) else "" if had.endswith("\n") else "\n"
        with path.open("a", encoding="utf-8") as file:
            file.write(f"{before}{strict_json.encode(entry._asdict())}\n")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", str(path), "a file that can be written") from None


def _read(data: Any) -> SolvedPuzzle:
    check_fields(data, "", set(_TYPES), sorted(_TYPES))
    for name, kind in _TYPES.items():
        if type(data[name]) is not kind or (kind is int and data[name] < 0):
            what = f"{name} is {data[name]!r}"[:100]
            raise InputError(what, expected=f"a value of type {kind.__name__}, none below 0")
    try:
        datetime.fromisoformat(data["when"])
    except ValueError:
        raise InputError("when is no time", expected="a time in ISO 8601") from None
    return SolvedPuzzle(**data)
