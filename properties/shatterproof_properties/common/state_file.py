"""A state in an sqlite file. One process at a time holds it; a change is written whole or not at all."""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import ClassVar, Self

from shatterproof.errors import InputError

BUSY_SECONDS = 2.0


class StateFile(ABC):
    """A state in a file, made if there is none; use it in a `with` statement.

    A subclass says what the file holds, and the messages about an unfit file. Raises InputError for a file that is no
    such state, and for one that another process is holding.
    """

    application: ClassVar[int]
    """Marks a file as such a state."""
    version: ClassVar[int]
    schema: ClassVar[tuple[str, ...]]
    """The statements that make its tables."""
    longest: ClassVar[int | None] = None
    """Bytes of the longest text that may be read; None for as long as sqlite reads."""

    def __init__(self, file: Path) -> None:
        self._file = file
        with self._input_errors():
            self._base = sqlite3.connect(file, timeout=BUSY_SECONDS, isolation_level=None)
            try:
                self._prepare()
            except BaseException:
                self._base.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(sqlite3.Error):
            self._base.close()

    @abstractmethod
    def _begin(self) -> None:
        """Makes the tables of a new state, and writes what it holds from the beginning."""

    @abstractmethod
    def _take_up(self, application: int, version: int, tables: Mapping[str, str]) -> None:
        """Checks the marks and the tables of an existing file. Raises InputError if it is unfit."""

    @abstractmethod
    def _unfit(self, error: Exception) -> InputError:
        """The message about a file that sqlite cannot use."""

    def _prepare(self) -> None:
        if self.longest is not None:
            self._base.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, self.longest)
        # The lock is kept as long as the file is open and goes with the process, however that ends.
        self._base.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._base.execute("PRAGMA journal_mode = WAL")
        self._base.execute("PRAGMA synchronous = FULL")
        with self._at_once():
            ((application,),) = self._base.execute("PRAGMA application_id")
            ((version,),) = self._base.execute("PRAGMA user_version")
            tables = dict(self._base.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))
            if not tables and not application and not version:
                for statement in self.schema:
                    self._base.execute(statement)
                self._base.execute(f"PRAGMA application_id = {self.application}")
                self._base.execute(f"PRAGMA user_version = {self.version}")
                self._begin()
            else:
                self._take_up(application, version, tables)

    @contextmanager
    def _at_once(self) -> Iterator[None]:
        """Does all that is done inside as one transaction."""
        with self._input_errors():
            self._base.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._base.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._base.execute("ROLLBACK")
                raise

    @contextmanager
    def _input_errors(self) -> Iterator[None]:
        """Turns errors that the file is to blame for into InputErrors. Internal errors pass."""
        try:
            yield
        except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
            raise
        except (sqlite3.Error, OverflowError) as error:
            raise self._unfit(error) from None
