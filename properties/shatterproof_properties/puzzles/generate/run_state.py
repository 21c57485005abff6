"""The progress of a run in an sqlite file: a task and its finds are written together or not at all.

Finds are numbered in the order of tasks, however those come in: a find gets its number once every task before its own
is done, be its own done or not. So the numbers, too, depend on the job alone, not on who was faster or how often a run
was killed. In the file, as in what users see, a job is a quest and a task a unit.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.common.state_file import StateFile
from shatterproof_properties.puzzles.checker.certificate import Json, read_certificate
from shatterproof_properties.puzzles.files.json_form import puzzle_from_json
from shatterproof_properties.puzzles.generate.task import Job, TaskProgress

STATE = "state.sqlite"
VERSION = 4
APPLICATION = 0x53504731
"""Marks the file as ours; spells SPG1."""
SCHEMA = (
    "CREATE TABLE quest (only INTEGER PRIMARY KEY CHECK (only = 1), said TEXT NOT NULL)",
    "CREATE TABLE units (unit INTEGER PRIMARY KEY, looked_at INTEGER NOT NULL, unknown INTEGER NOT NULL, "
    "done INTEGER NOT NULL)",
    "CREATE TABLE finds (image TEXT PRIMARY KEY, unit INTEGER NOT NULL REFERENCES units, place INTEGER NOT NULL, "
    "number INTEGER UNIQUE, puzzle TEXT NOT NULL, certificate TEXT NOT NULL, quality INTEGER NOT NULL, "
    "UNIQUE (unit, place)) WITHOUT ROWID",
)
# Of two finds of one image the one in the earlier task stays, unless the other has been given out already.
PUT = """
    INSERT INTO finds (image, unit, place, puzzle, certificate, quality) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (image) DO UPDATE
    SET unit = excluded.unit, place = excluded.place, puzzle = excluded.puzzle, certificate = excluded.certificate,
    quality = excluded.quality
    WHERE number IS NULL AND excluded.unit < finds.unit
"""
FIRST_OPEN = """
    SELECT min(unit) + 1 FROM (SELECT unit FROM units WHERE done AND unit >= ?1 UNION ALL SELECT ?1 - 1)
    WHERE unit + 1 NOT IN (SELECT unit FROM units WHERE done)
"""
TOTALS = """
    SELECT total(done), total(NOT done), total(looked_at), total(unknown),
    (SELECT count(*) FROM finds), (SELECT count(number) FROM finds) FROM units
"""


class NumberedFind(NamedTuple):
    """A find that has its number; puzzle and certificate are canonical JSON."""

    number: int
    task: int
    puzzle: str
    certificate: str
    quality: int = 0


class RunTotals(NamedTuple):
    """How far a run is: tasks done and begun, candidates looked at and left undecided, images found, finds numbered."""

    tasks: int
    begun: int
    looked_at: int
    unknown: int
    images: int
    numbered: int


class RunState(StateFile):
    """The state of a run in a folder, held by one process at a time; use it in a `with` statement.

    Raises InputError for any other file, and for a state that another run holds.
    """

    application, version, schema = APPLICATION, VERSION, SCHEMA

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / STATE)

    def job(self) -> Json | None:
        """The job of this run as a JSON value, once it has begun."""
        found = self._row("SELECT said FROM quest WHERE EXISTS (SELECT * FROM units)")
        if found is None:
            return None
        try:
            said = strict_json.decode(found[0])
        except (InputError, TypeError):
            said = None
        if not isinstance(said, dict) or not isinstance(said.get("seed"), int):
            raise self._damaged("what the run looks for cannot be read")
        return cast(Json, said)

    def check(self) -> None:
        """Raises InputError if a recorded find cannot be read any more."""
        for number, task, puzzle, certificate, quality in self._rows(
            "SELECT number, unit, puzzle, certificate, quality FROM finds"
        ):
            try:
                if not isinstance(number, int | None) or not isinstance(task, int) or not isinstance(quality, int):
                    raise TypeError
                puzzle_from_json(strict_json.decode(puzzle))
                read_certificate(certificate)
            except (InputError, TypeError):
                which = f"find no. {number}" if isinstance(number, int) else "a find"
                raise self._damaged(f"{which} cannot be read") from None

    def begin(self, job: Job) -> None:
        """Sets the job of this run; nothing has been done yet."""
        with self._at_once():
            said = strict_json.encode(job.to_json())
            self._base.execute("INSERT OR REPLACE INTO quest VALUES (1, ?)", (said,))

    def record(self, progress: TaskProgress) -> None:
        """Records how far a task is, or its result, and numbers finds; nothing for a task whose result is recorded."""
        with self._at_once():
            if self._row("SELECT 1 FROM units WHERE unit = ? AND done", progress.task):
                return
            counts = progress.task, progress.looked_at, progress.unknown, progress.done
            self._base.execute("INSERT OR REPLACE INTO units VALUES (?, ?, ?, ?)", counts)
            for place, find in enumerate(progress.finds):
                texts = find.puzzle, find.certificate
                self._base.execute(PUT, (find.image, progress.task, place, *texts, find.quality))
            self._number(self.first_open())

    def settle(self, whole: bool = False) -> None:
        """Numbers finds; with `whole`, without waiting for earlier tasks."""
        with self._at_once():
            self._number(None if whole else self.first_open())

    def first_open(self, least: int = 0) -> int:
        """The smallest task, from `least` on, that is not done."""
        ((task,),) = self._rows(FIRST_OPEN, least)
        return int(task)

    def last_begun(self) -> int:
        """The largest task that is done or begun; -1 if none is."""
        ((task,),) = self._rows("SELECT coalesce(max(unit), -1) FROM units")
        return int(task)

    def numbered(self, after: int = 0) -> Iterator[NumberedFind]:
        """The finds with a number above `after`, in order."""
        rows = self._rows(
            "SELECT number, unit, puzzle, certificate, quality FROM finds WHERE number > ? ORDER BY number", after
        )
        yield from map(NumberedFind._make, rows)

    def totals(self) -> RunTotals:
        (row,) = self._rows(TOTALS)
        return RunTotals._make(map(int, row))

    def _rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._input_errors():
            return self._base.execute(query, values).fetchall()

    def _row(self, query: str, *values: Any) -> tuple[Any, ...] | None:
        return next(iter(self._rows(query, *values)), None)

    def _number(self, before: int | None) -> None:
        numbered = self.totals().numbered
        images = self._base.execute(
            "SELECT image FROM finds WHERE number IS NULL AND (? IS NULL OR unit <= ?) ORDER BY unit, place",
            (before, before),
        ).fetchall()
        for number, (image,) in enumerate(images, start=numbered + 1):
            self._base.execute("UPDATE finds SET number = ? WHERE image = ?", (number, image))

    def _begin(self) -> None:
        pass

    def _take_up(self, application: int, version: int, tables: Mapping[str, str]) -> None:
        if application == APPLICATION and version != VERSION:
            wish = f"version {VERSION}; use another folder for a new run (the puzzles in this one are complete)"
            raise InputError(f"a state of version {version}", str(self._file), wish)
        if application != APPLICATION or set(tables) != {"quest", "units", "finds"}:
            raise InputError("this is no state of puzzle generate", str(self._file), "the state of puzzle generate")
        ((whole,),) = self._base.execute("PRAGMA quick_check(1)")
        if whole != "ok":
            raise self._damaged(str(whole))

    def _unfit(self, error: Exception) -> InputError:
        where, code = str(self._file), error.sqlite_errorcode & 0xFF if hasattr(error, "sqlite_errorcode") else 0
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return InputError("another run is at work here", where, "one run at a time in a folder")
        if code == sqlite3.SQLITE_FULL:
            what = "the disk is full; all that was recorded before is whole"
            return InputError(what, where, "more room, then --resume")
        if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CANTOPEN):
            return InputError(f"cannot be used: {error}", where, "the state of puzzle generate")
        return self._damaged(str(error))

    def _damaged(self, what: str) -> InputError:
        saved = "puzzles, certificates and pictures in the folder are whole without it"
        return InputError(f"the state is damaged: {what}; {saved}", str(self._file), "another folder for a new run")
