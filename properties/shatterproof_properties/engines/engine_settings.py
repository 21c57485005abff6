"""An engine as the options of a command name it: how it is started, and what it is allowed and given."""

from __future__ import annotations

import os
import shlex
import sys
from dataclasses import dataclass, replace

from shatterproof.errors import InputError
from shatterproof_properties.engines.client import EngineClient
from shatterproof_properties.engines.in_process import is_in_process
from shatterproof_properties.engines.limits import MIB, Limits, read_variables


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
        return replace(
            usual,
            memory=usual.memory if self.memory is None else self.memory * MIB,
            disk=usual.disk if self.disk is None else self.disk * MIB,
            processes=usual.processes if self.processes is None else self.processes,
        )

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

    def options(self) -> list[str]:
        """The options of a command line that name this engine."""
        given = {
            "": self.command,
            "-memory": self.memory,
            "-disk": self.disk,
            "-processes": self.processes,
            "-cwd": self.cwd,
        }
        words = [word for name, value in given.items() if value is not None for word in (f"--engine{name}", str(value))]
        words += ["--slower", f"{self.slower:g}"] if self.slower != 1 else []
        return [*words, *(word for each in self.variables for word in ("--engine-env", each))]
