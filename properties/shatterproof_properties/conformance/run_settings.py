"""The settings of a run: which engine, under which rules, how much it may do, and its known differences."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass, field, replace
from math import ceil

from shatterproof_properties.common.clauses import clauses_like
from shatterproof_properties.conformance.history.known_file import KnownFile
from shatterproof_properties.conformance.reduce.difference_search import Budget as Budget
from shatterproof_properties.engines.engine_settings import EngineSettings

MOST_CORES = 8
"""Cores that a run takes by itself at most."""


def cores() -> int:
    """The number of processes of a run by default: the cores that this process may use, at most MOST_CORES."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(usable, MOST_CORES)


@dataclass(frozen=True)
class RunWorkers:
    """The processes of a run: `jobs` here, or a Dask cluster whose scheduler has this address."""

    jobs: int = 1
    scheduler: str | None = None

    def options(self) -> list[str]:
        """The options of a command line that ask for them."""
        return ["--scheduler", self.scheduler] if self.scheduler else ["--jobs", str(self.jobs)]


@dataclass(frozen=True)
class RunSettings:
    """The settings of a run.

    `readings` are those that were named, by their ids. `mutants` is the number of mutants that the run must find first.
    Without `examples` it leaves out the examples of the spec and the vectors. `clauses` are patterns of ids: only what
    exercises these clauses is asked.
    """

    game: str
    engine: EngineSettings = field(default_factory=EngineSettings)
    readings: dict[str, str] = field(default_factory=dict)
    budget: Budget = field(default_factory=Budget)
    workers: RunWorkers = RunWorkers()
    seed: int | None = None
    mutants: int = 1
    examples: bool = True
    known: KnownFile = field(default_factory=KnownFile)
    clauses: tuple[str, ...] = ()

    @property
    def only(self) -> frozenset[str]:
        """The clauses of the game that are asked about; empty for all. Raises InputError."""
        return frozenset().union(*(clauses_like(pattern, self.game) for pattern in self.clauses))

    def again(self, *more: str) -> str:
        """The command line of a check of the same engine."""
        chosen = [word for name, value in self.readings.items() for word in ("--readings", f"{name}={value}")]
        return shlex.join(["shatterproof", "check", self.game, *self.engine.options(), *chosen, *more])

    def repeated(self, seed: int) -> str:
        """The command line that repeats this run."""
        budget = self.budget
        results = ["--results", str(budget.results)] if budget.results is not None else []
        # A run of so many results has one job by default, any other as many as the machine has cores.
        by_itself = self.workers == RunWorkers() and budget.results is not None
        workers = [] if by_itself else self.workers.options()
        mutants = ["--mutants", str(self.mutants)] if self.mutants != 1 else []
        time = f"{budget.seconds:g}"
        return self.again("--seed", str(seed), "--time", time, *results, *workers, *mutants, *self.looked_for())

    def longer(self, seconds: float | None = None) -> str:
        """The command line of a longer run: of `seconds`, else of ten times as long."""
        time = f"{ceil(seconds or 10 * self.budget.seconds)}"
        return self.again("--time", time, *self.workers.options(), *self.looked_for())

    def slowed(self) -> str:
        """The command line of a run that gives the engine three times as long."""
        slower = replace(self, engine=replace(self.engine, slower=3 * self.engine.slower))
        return slower.again("--time", f"{self.budget.seconds:g}", *self.looked_for())

    def looked_for(self) -> list[str]:
        """The options of a command line that say what a run looks for, where that is not everything."""
        only = [word for pattern in self.clauses for word in ("--clauses", pattern)]
        most = ["--differences", str(self.budget.differences)] if self.budget.differences != 1 else []
        return [*only, *most, *self.known.options(), *([] if self.examples else ["--no-examples"])]
