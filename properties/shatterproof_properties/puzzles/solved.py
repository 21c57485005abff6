"""The record of puzzles that somebody has solved: JSON lines, to which lines are added only, read back strictly."""

from __future__ import annotations

import hashlib
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.fields import check_fields
from shatterproof_properties.common.files import named, read_text
from shatterproof_properties.puzzles.puzzle import Puzzle

HEADER = {"format": "shatterproof-solved", "version": 1}


class SolvedPuzzle(NamedTuple):
    """A line of the record: which puzzle, by `name_of`, its title, whether it was solved or given up, and how it went.

    `when` is the time in ISO 8601, with its zone.
    """

    puzzle: str
    title: str
    solved: bool
    tries: int
    hints: int
    when: str


_TYPES = {"puzzle": str, "title": str, "solved": bool, "tries": int, "hints": int, "when": str}


def name_of(puzzle: Puzzle) -> str:
    """What tells a puzzle from others: the SHA-256 of its game, readings, position and claim; whatever its file is."""
    claim = [puzzle.game, dict(puzzle.readings), dict(puzzle.position), str(puzzle.claim), puzzle.claim.unique]
    return hashlib.sha256(strict_json.encode(claim).encode()).hexdigest()


def read_solved(path: Path) -> list[SolvedPuzzle]:
    """The lines of a record, none where there is no file yet. Raises InputError with the file and the line."""
    with named(path):
        try:
            if not path.exists() and path.parent.is_dir():
                return []
        except (OSError, ValueError) as error:
            raise InputError(f"cannot be read: {error}", expected="a file") from None
    text = read_text(path, "a record of solved puzzles")
    with named(path):
        *lines, rest = text.split("\n")
        if rest:
            raise InputError("the line is cut short", f"line {len(lines) + 1}", "a line end after every line")
        if not lines or _decoded(lines[0], 1) != HEADER:
            raise InputError("this is no record of solved puzzles", "line 1", strict_json.encode(HEADER))
        return [_read(line, number) for number, line in enumerate(lines[1:], start=2)]


def note_solved(path: Path, entry: SolvedPuzzle) -> None:
    """Adds a line to a record, which is begun if there is none. Raises InputError where it cannot be written."""
    try:
        begins = not path.exists() or path.stat().st_size == 0
        lines = [*([HEADER] if begins else []), entry._asdict()]
        with path.open("a", encoding="utf-8") as file:
            file.write("".join(f"{strict_json.encode(line)}\n" for line in lines))
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", str(path), "a file that can be written") from None


def _decoded(line: str, number: int) -> Any:
    try:
        return strict_json.decode(line)
    except InputError as error:
        error.where = ", ".join(filter(None, (f"line {number}", error.where)))
        raise


def _read(line: str, number: int) -> SolvedPuzzle:
    where, data = f"line {number}", _decoded(line, number)
    try:
        check_fields(data, "", set(_TYPES), sorted(_TYPES))
    except InputError as error:
        error.where = ", ".join(filter(None, (where, error.where)))
        raise
    for name, kind in _TYPES.items():
        if type(data[name]) is not kind or (kind is int and data[name] < 0):
            raise InputError(f"{name} is {data[name]!r}"[:100], where, f"a value of type {kind.__name__}, none below 0")
    try:
        datetime.fromisoformat(data["when"])
    except ValueError:
        raise InputError("when is no time", where, "a time in ISO 8601") from None
    return SolvedPuzzle(**data)
