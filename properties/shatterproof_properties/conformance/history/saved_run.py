"""A saved run: an sqlite file with the coverage of all parts of a long run, and the place to go on from."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError, shorten
from shatterproof_properties.common.state_file import StateFile
from shatterproof_properties.conformance.history.known import KnownDifference
from shatterproof_properties.conformance.history.known_file import read_entry

VERSION = 2
APPLICATION = 0x53504331
"""Marks the file as ours; spells SPC1."""
SCHEMA = (
    "CREATE TABLE run (only INTEGER PRIMARY KEY CHECK (only = 1), about TEXT NOT NULL)",
    "CREATE TABLE parts (seed INTEGER PRIMARY KEY, milliseconds INTEGER NOT NULL)",
    "CREATE TABLE met (seed INTEGER NOT NULL REFERENCES parts, kind TEXT NOT NULL, name TEXT NOT NULL, "
    "count INTEGER NOT NULL, PRIMARY KEY (seed, kind, name)) WITHOUT ROWID",
    "CREATE TABLE known (entry TEXT PRIMARY KEY) WITHOUT ROWID",
)
NUMBERS = ("results", "bulk_results", "leaves", "positions")
"""Numbers counted in all."""
KINDS = ("clauses", "boards", "features")
"""Numbers counted by name."""


@dataclass
class Totals:
    """The totals of a saved run: its parts and seconds, what it has met by kind and name, and the mutants found.

    `builds` are the builds of the engine in its parts; `changed` says in words how today's build differs.
    """

    parts: int = 0
    seconds: float = 0.0
    numbers: Counter[str] = field(default_factory=Counter)
    met: dict[str, Counter[str]] = field(default_factory=dict)
    caught: dict[str, bool] = field(default_factory=dict)
    builds: list[str] = field(default_factory=list)
    changed: str = ""

    def to_json(self) -> dict[str, Any]:
        return {
            "parts": self.parts,
            "milliseconds": round(1000 * self.seconds),
            **{name: self.numbers[name] for name in NUMBERS},
            "met": {kind: dict(sorted(names.items())) for kind, names in sorted(self.met.items())},
            "caught": self.caught,
            "builds": len(self.builds),
        }

    def to_text(self) -> str:
        met = ", ".join(f"{len(names):,} {kind}" for kind, names in sorted(self.met.items()) if names)
        shown = f"; {sum(self.caught.values())} of {len(self.caught)} mutants shown" if self.caught else ""
        results, more, leaves = (self.numbers[name] for name in ("results", "bulk_results", "leaves"))
        compared = f"{results:,} results by the reference, {more:,} more by the second engine, {leaves:,} leaves"
        took = f"{self.parts:,} parts, {self.seconds / 3600:.1f} h"
        return f"the saved run so far: {took}, {compared}; met: {met or 'nothing'}{shown}"


class SavedRun(StateFile):
    """The file of a saved run, held by one process at a time; use it in a `with` statement.

    `about` is the subject: the game, the engine and the readings. Raises InputError for a file of another kind, for one
    that another run holds, and for one with another subject.
    """

    application, version, schema, longest = APPLICATION, VERSION, SCHEMA, strict_json.SIZE_LIMIT

    def __init__(self, file: Path, about: Mapping[str, Any]) -> None:
        self._about = strict_json.encode(dict(about))
        super().__init__(file)

    def record(self, seed: int, seconds: float, counted: Mapping[str, Mapping[str, int]]) -> None:
        """Keeps the coverage of a part: KINDS, "mutants", NUMBERS as "numbers", and the engine's build as "builds".

        Does nothing if a part of this seed is there already.
        """
        rows = [(kind, name, count) for kind, names in counted.items() for name, count in names.items()]
        self._add(seed, round(1000 * seconds), rows)

    def _add(self, seed: int, milliseconds: int, rows: Iterable[tuple[Any, ...]]) -> None:
        with self._at_once():
            new = self._base.execute("INSERT OR IGNORE INTO parts VALUES (?, ?)", (seed, milliseconds))
            if new.rowcount:
                self._base.executemany("INSERT INTO met VALUES (?, ?, ?, ?)", [(seed, *row) for row in rows])

    def add(self, other: SavedRun) -> None:
        """Adds the parts of another saved run that are missing here, and its findings."""
        for seed, milliseconds in other._rows("SELECT seed, milliseconds FROM parts", int, int):
            met = f"SELECT kind, name, count FROM met WHERE seed = {seed}"
            self._add(seed, milliseconds, other._rows(met, str, str, int))
        self.remember(other.known())

    def totals(self) -> Totals:
        """What all parts have covered."""
        totals = Totals()
        for _, milliseconds in self._rows("SELECT seed, milliseconds FROM parts", int, int):
            totals.parts += 1
            totals.seconds += milliseconds / 1000
        met = "SELECT kind, name, sum(count) FROM met GROUP BY kind, name"
        for kind, name, count in self._rows(met, str, str, int):
            if kind == "mutants":
                totals.caught[name] = bool(count)
            elif kind == "builds":
                totals.builds.append(name)
            elif kind == "numbers":
                totals.numbers[name] = count
            elif kind in KINDS and count:
                totals.met.setdefault(kind, Counter())[name] = count
        return totals

    def known(self) -> list[KnownDifference]:
        """The differences that parts have found. Raises InputError if one cannot be read."""
        found = []
        for (text,) in self._rows("SELECT entry FROM known", str):
            try:
                (entry,) = tomllib.loads(text)["difference"]
            except (ValueError, KeyError, TypeError, RecursionError):
                raise _no_saved_run(self._file) from None
            found.append(read_entry(entry, str(self._file)))
        return found

    def remember(self, entries: Iterable[KnownDifference]) -> None:
        with self._at_once():
            rows = [(entry.to_toml(),) for entry in entries]
            self._base.executemany("INSERT OR IGNORE INTO known VALUES (?)", rows)

    def forget(self, entries: Iterable[KnownDifference]) -> None:
        """Removes differences that are fixed."""
        with self._at_once():
            self._base.executemany("DELETE FROM known WHERE entry = ?", [(entry.to_toml(),) for entry in entries])

    def _rows(self, statement: str, *kinds: type) -> Iterator[tuple[Any, ...]]:
        """The rows of a table. Raises InputError for a row with wrong contents."""
        with self._input_errors():
            for row in self._base.execute(statement):
                if [type(value) for value in row] != list(kinds):
                    raise _no_saved_run(self._file)
                yield row

    def _begin(self) -> None:
        self._base.execute("INSERT INTO run VALUES (1, ?)", (self._about,))

    def _take_up(self, application: int, version: int, tables: Mapping[str, str]) -> None:
        if application == APPLICATION and version != VERSION:
            raise InputError(f"another version of shatterproof made it, in format {version}", str(self._file),
                             f"format {VERSION}, or another name, under which a new run begins")  # fmt: skip
        if application != APPLICATION or sorted(tables.values()) != sorted(SCHEMA):
            raise _no_saved_run(self._file)
        (known,) = self._base.execute("SELECT about FROM run").fetchone() or ("",)
        if known != self._about:
            what, wish = (_in_words(each, self._file) for each in (known, self._about))
            raise InputError(f"a saved run about {what}", str(self._file), f"one about {wish}")

    def _unfit(self, error: Exception) -> InputError:
        busy = "locked" in str(error) or "busy" in str(error)
        what = "another run is at work on it" if busy else f"cannot be used: {error}"
        return InputError(what, str(self._file), "the file of a saved run, one run at a time")


def _in_words(about: str, file: Path) -> str:
    match strict_json.decode(about, source=str(file)):
        case {"game": str(game), "engine": str(engine), "readings": dict(readings)}:
            chosen = " ".join(f"{name}={value}" for name, value in readings.items())
            return shorten(" ".join(filter(None, (game, "by", engine, chosen))), 400)
    raise _no_saved_run(file)


def _no_saved_run(file: Path) -> InputError:
    return InputError("this is no saved run", str(file), "the file that --state began")
