"""What a run is asked to do."""

from __future__ import annotations

import os
import shlex
import sys
from dataclasses import dataclass, field, replace

from shatterproof.errors import InputError
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.history.declared import Declared
from shatterproof_properties.engines.limits import Limits

DEFAULT_SECONDS = 20.0
MOST_CORES = 8
"""Cores that a run takes unless it is told to."""


def cores() -> int:
    """How many processor cores a run takes by itself: those that this process may use."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(usable, MOST_CORES)


@dataclass(frozen=True)
class Plan:
    """What a run is asked to do; `command` None means our own second engine, `results` None no limit but time.

    `readings` are those to play under, by their ids, where they are said; `differences` is how many unlike differences
    to look for; `declared` are known ones, with the file that says so; `known` are others that need not be found again.
    `scheduler` is the address of a Dask cluster that does the work instead of `jobs` processes here; `part` is which
    part of a campaign this is, `begins_run` whether the run begins with it. `engine_memory` and `engine_disk` are in
    MiB, None for the usual limit; `engine_env` holds variables as NAME=VALUE, or NAME for one of ours. Without
    `examples` what is known beforehand is left out: the examples of the spec, and frozen questions.
    """

    game: str
    command: str | None = None
    seconds: float = DEFAULT_SECONDS
    results: int | None = None
    seed: int | None = None
    jobs: int = 1
    controls: int = 1
    readings: dict[str, str] = field(default_factory=dict)
    differences: int = 1
    declared: tuple[Declared, ...] = ()
    declared_file: str = ""
    known: tuple[Difference, ...] = ()
    slower: float = 1.0
    engine_memory: int | None = None
    engine_disk: int | None = None
    engine_processes: int | None = None
    engine_env: tuple[str, ...] = ()
    examples: bool = True
    scheduler: str | None = None
    part: int = 0
    begins_run: bool = True

    @property
    def limits(self) -> Limits:
        """What the engine is allowed."""
        return Limits.chosen(
            self.slower, self.engine_memory, self.engine_disk, self.engine_processes, self.engine_env
        )  # fmt: skip

    @property
    def argv(self) -> list[str]:
        """The engine's command as a list. Raises InputError if it cannot be split."""
        if self.command is None:
            return [sys.executable, "-m", "shatterproof_properties.protocol.served", self.game, "--second"]
        try:
            words = shlex.split(self.command)
        except ValueError as error:
            raise InputError(f"the command cannot be split: {error}", "--engine", "words as in a shell") from None
        if not words:
            raise InputError("the command is empty", "--engine", "a program and its arguments")
        return words

    def again(self, *more: str) -> str:
        """The command line of a check of the same engine."""
        engine = ["--engine", self.command] if self.command is not None else []
        engine += ["--slower", f"{self.slower:g}"] if self.slower != 1 else []
        engine += self._limits()
        chosen = [word for name, value in self.readings.items() for word in ("--readings", f"{name}={value}")]
        return shlex.join(["shatterproof", "check", self.game, *engine, *chosen, *more])

    def repeated(self, seed: int) -> str:
        """The command line that repeats this run."""
        results = ["--results", str(self.results)] if self.results is not None else []
        # A run of so many results has one job unless told otherwise, any other as many as the machine has cores.
        jobs = self._workers() if self.scheduler or self.jobs > 1 or self.results is None else []
        controls = ["--controls", str(self.controls)] if self.controls != 1 else []
        return self.again(
            "--seed", str(seed), "--time", f"{self.seconds:g}", *results, *jobs, *controls, *self._expectations()
        )

    def longer(self) -> str:
        """The command line of a run ten times as long, elsewhere."""
        return self.again("--time", f"{10 * self.seconds:g}", *self._workers(), *self._expectations())

    def slowed(self) -> str:
        """The command line of a run that gives the engine three times as long."""
        return replace(self, slower=3 * self.slower).again("--time", f"{self.seconds:g}")

    def _workers(self) -> list[str]:
        return ["--scheduler", self.scheduler] if self.scheduler else ["--jobs", str(self.jobs)]

    def _limits(self) -> list[str]:
        numbers = {"memory": self.engine_memory, "disk": self.engine_disk, "processes": self.engine_processes}
        limits = [(f"--engine-{name}", str(number)) for name, number in numbers.items() if number is not None]
        return [word for pair in (*limits, *(("--engine-env", each) for each in self.engine_env)) for word in pair]

    def _expectations(self) -> list[str]:
        most = ["--differences", str(self.differences)] if self.differences != 1 else []
        known = [] if self.examples else ["--no-examples"]
        return [*most, *(["--declared", self.declared_file] if self.declared_file else []), *known]
