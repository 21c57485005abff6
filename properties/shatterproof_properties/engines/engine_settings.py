"""Engines as the options of a command, or a file of several, name them: how they are started, and what they may use."""

from __future__ import annotations

import os
import shlex
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from shatterproof.errors import InputError, shorten
from shatterproof_properties.common.files import read_text
from shatterproof_properties.common.prose import printable
from shatterproof_properties.engines.client import EngineClient
from shatterproof_properties.engines.in_process import is_in_process
from shatterproof_properties.engines.limits import MIB, Limits, read_variables
from shatterproof_properties.engines.session import Session


@dataclass(frozen=True)
class EngineSettings:
    """An engine by its command, None for our second engine.

    `slower` multiplies the time for every answer. `memory` and `disk` are in MiB, None for the usual limit. `variables`
    go into its environment, as NAME=VALUE, or NAME for one of ours. It runs in the folder `cwd`, or in an empty one for
    None. The files `transcript` and `errors` keep all lines in both directions, and its stderr.
    """

    command: str | None = None
    slower: float = 1.0
    memory: int | None = None
    disk: int | None = None
    processes: int | None = None
    variables: tuple[str, ...] = ()
    cwd: str | None = None
    transcript: str | None = None
    errors: str | None = None

    @property
    def keeps_files(self) -> bool:
        """Whether what is said is kept in files, which one process at a time can write."""
        return bool(self.transcript or self.errors)

    @property
    def limits(self) -> Limits:
        """The limits of the engine. Raises InputError for a variable that is not set."""
        cwd = None if self.cwd is None else os.path.abspath(self.cwd)
        given = read_variables(self.variables)
        usual = Limits(environment=given, cwd=cwd, transcript=self.transcript, errors=self.errors).scaled(self.slower)
        asked = {"memory": (self.memory, MIB), "disk": (self.disk, MIB), "processes": (self.processes, 1)}
        chosen: dict[str, Any] = {name: most * unit for name, (most, unit) in asked.items() if most is not None}
        return replace(usual, **chosen)

    def argv(self, game: str) -> list[str]:
        """The command as a list; our second engine serves that game. Raises InputError if it cannot be split."""
        if self.command is None:
            return [sys.executable, "-m", "shatterproof_properties.protocol.served", game, "--second"]
        try:
            words = shlex.split(self.command)
        except ValueError as error:
            raise InputError(f"the command cannot be split: {error}", "--engine", "words as in a shell") from None
        if not words:
            raise InputError("the command is empty", "--engine", "a program and its arguments")
        if self.cwd is not None and is_in_process(words):
            raise InputError("an engine in this process runs where it does", "--engine-cwd", "a program for --engine")
        return words

    def engine(self, game: str) -> EngineClient:
        """The engine, not started yet; our second engine serves that game. Raises InputError."""
        return EngineClient(self.argv(game), self.limits)

    @contextmanager
    def session(self, game: str, readings: Mapping[str, str] | None = None) -> Iterator[Session]:
        """A session with the engine, as long as the block. Raises InputError where it does not introduce itself."""
        with self.engine(game) as engine:
            yield Session.begin(engine, game, readings)

    def options(self) -> list[str]:
        """The options of a command line that name this engine."""
        given = {"": self.command, "-memory": self.memory, "-disk": self.disk, "-processes": self.processes,
                 "-cwd": self.cwd}  # fmt: skip
        words = [word for name, value in given.items() if value is not None for word in (f"--engine{name}", str(value))]
        words += ["--slower", f"{self.slower:g}"] if self.slower != 1 else []
        return [*words, *(word for each in self.variables for word in ("--engine-env", each))]


# Several engines


MOST = 100
"""Engines of a file."""
LONGEST_NAME = 40
_TEXT = "a text", lambda value: isinstance(value, str) and value.strip() and value.isprintable()
_TEXTS = 'a list like ["NAME=VALUE"]', lambda value: isinstance(value, list) and all(isinstance(x, str) for x in value)
_WHOLE = "a number above 0", lambda value: type(value) is int and value > 0
_NUMBER = "a number above 0", lambda value: type(value) in (int, float) and value > 0
_FIELDS: dict[str, tuple[str, Callable[[Any], object]]] = {
    "name": _TEXT, "command": _TEXT, "cwd": _TEXT, "known": _TEXT, "env": _TEXTS,
    "slower": _NUMBER, "memory": _WHOLE, "disk": _WHOLE, "processes": _WHOLE,
}  # fmt: skip
"""The fields of an engine in a file, each with its form in words, and whether a value has it."""
EXPECTED = 'tables [[engine]] with name = "..." and command = "..."'


@dataclass(frozen=True)
class ListedEngine:
    """One of several engines: its name, and the file of its known differences.

    `name` is "" if the engine gives its own name. `number` is its place in the command, from 1, for an engine without
    one.
    """

    settings: EngineSettings
    name: str = ""
    known: Path | None = None
    number: int = 0

    def called(self, title: str = "") -> str:
        """Its name; else the `title` that it gives itself, or its number as long as it has said nothing."""
        return self.name or title or f"engine {self.number}"


def read_engines(file: Path, common: EngineSettings) -> list[ListedEngine]:
    """Read a list of engines.

    Args:
        file: A TOML file with a table [[engine]] for each; `cwd` and `known` count from its folder.
        common: What holds for every engine that does not say it otherwise.

    Returns:
        The engines, at least one, each with a name of its own.

    Raises:
        InputError: The file has another form; `where` names the engine.
    """
    try:
        data = tomllib.loads(read_text(file, "a list of engines"))
    except (ValueError, RecursionError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"not TOML: {printable(shorten(str(error), 100))}", str(file), EXPECTED) from None
    entries = data.get("engine")
    if set(data) != {"engine"} or not isinstance(entries, list) or not 0 < len(entries) <= MOST:
        raise InputError(f"no list of 1 to {MOST} engines, or more than that", str(file), EXPECTED)
    found = [_listed(each, f"{file}, engine {number}", file.parent, common) for number, each in enumerate(entries, 1)]
    names = [engine.name for engine in found]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"two engines are called {name!r}", str(file), "another name for each")
    return found


def _listed(entry: Any, where: str, folder: Path, common: EngineSettings) -> ListedEngine:
    if not isinstance(entry, Mapping):
        raise InputError("it is no table", where, EXPECTED)
    for field in ("name", "command"):
        if field not in entry:
            raise InputError(f"{field} is missing", where, EXPECTED)
    for field, value in entry.items():
        if field not in _FIELDS:
            wish = f"one of {', '.join(_FIELDS)}"
            raise InputError(f"unknown field {printable(shorten(field, 40))!r}", where, wish)
        expected, is_right = _FIELDS[field]
        if not is_right(value):
            raise InputError(f"{field} is {printable(shorten(repr(value), 60))}", where, expected)
        if field == "name" and len(value) > LONGEST_NAME:
            raise InputError(f"a name of {len(value)} characters", where, f"at most {LONGEST_NAME}")
    given = dict(entry)
    variables = given.pop("env", [])
    name, known = given.pop("name"), given.pop("known", None)
    if "cwd" in given:
        given["cwd"] = str(folder / given["cwd"])
    settings = replace(common, **given, variables=(*common.variables, *variables))
    return ListedEngine(settings, name, folder / known if known else None)
