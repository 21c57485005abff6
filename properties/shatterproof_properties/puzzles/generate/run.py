"""A run that makes puzzles: tasks are given out, what they find is recorded, and the folder follows the record."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from math import ceil
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, TextColumn

from shatterproof import strict_json
from shatterproof.errors import InputError, shorten
from shatterproof_properties.common.interrupts import ClusterGone, held
from shatterproof_properties.common.progress import Bar
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.compose.game_composer import COMPOSERS
from shatterproof_properties.puzzles.generate.archive import Archive
from shatterproof_properties.puzzles.generate.run_folder import Folder
from shatterproof_properties.puzzles.generate.run_state import RunState
from shatterproof_properties.puzzles.generate.task import CANDIDATES, Job, Task, Work, work
from shatterproof_properties.puzzles.generate.workers import DaskWorkers, Processes, Workers

LOOKS = 0.2
"""Seconds between two looks at the workers."""
FULL, OVER, STOPPED = "count", "time", "interrupt"
"""The reasons for the end of a run: enough finds, no more time, or an interrupt."""


@dataclass(frozen=True)
class GenerationSettings:
    """The settings of a run: `count` distinct puzzles into the folder `out`.

    `readings` are departures by full id. Without a `seed` a new one is drawn, or that of the run to resume is taken.
    The numbers are within the ranges of the command's options.
    Of those found `per_cell` are kept of one theme and difficulty, by default a third of all, at least three; none of
    less than `quality`, by default that of the game.
    `seconds` end the run, found or not. `jobs` are processes here, unless `scheduler` names a Dask cluster.
    """

    game: str
    claim: Claim
    board: str
    count: int
    out: Path
    readings: Mapping[str, str] = field(default_factory=dict)
    seed: int | None = None
    seconds: float = 600.0
    jobs: int = 1
    scheduler: str | None = None
    resume: bool = False
    candidates: int = CANDIDATES
    per_cell: int | None = None
    quality: int | None = None

    def job(self, seed: int) -> Job:
        return Job(self.game, self.claim, self.board, self.readings, seed, self.candidates)


@dataclass(frozen=True)
class RunSummary:
    """The summary of a run: finds kept of those asked for, how many of them are `new` in the folder, and why it ended.

    `gone` says in words that its cluster is gone. `units` (tasks done), `begun` (tasks not done yet), `looked_at`
    (candidates) and `unknown` (left undecided) count all runs in the folder, `seconds` this one.
    """

    folder: Path
    seed: int
    asked: int
    found: int
    new: int
    units: int
    begun: int
    looked_at: int
    unknown: int
    seconds: float
    ended: str
    archive: Archive
    gone: str = ""

    def to_json(self) -> dict[str, Any]:
        said = {each.name: getattr(self, each.name) for each in fields(self) if each.name not in ("archive", "gone")}
        return {**said, "folder": str(self.folder), "seconds": round(self.seconds), "cells": self.archive.cells()}

    def to_text(self) -> str:
        rate = 60 * self.new / self.seconds if self.seconds else 0.0
        lines = [
            f"{self.found:,} of {self.asked:,} puzzles in {self.folder}, {self.new:,} of them new: "
            f"{rate:.1f} a minute, in {self.seconds:.0f} seconds",
            f"candidates: {self.looked_at:,}, of which {self.unknown:,} were left undecided; seed {self.seed}",
            *filter(None, [self.archive.to_text()]),
        ]
        if self.ended != FULL:
            lines.append((self.gone or "interrupted") if self.ended == STOPPED else "time is over")
            lines[-1] += "; go on with --resume"
        return "\n".join(lines)


def generate(settings: GenerationSettings, quiet: bool = False, do: Work = work) -> RunSummary:
    """Makes puzzles by the settings. An interrupt ends the run as time does, and keeps its finds.

    Shows a bar on a terminal unless `quiet`. `do` does each task, and must not depend on the process it is called in.
    Raises InputError for a folder that has another run, and for a board or readings that the rules do not have.
    """
    begun = time.monotonic()
    folder = Folder(settings.out)
    try:
        return _made(settings, folder, begun, quiet, do)
    except InputError:
        folder.unmake()
        raise


def _made(settings: GenerationSettings, folder: Folder, begun: float, quiet: bool, do: Work) -> RunSummary:
    with RunState(settings.out) as state:
        job = _job(settings, state)
        state.check()
        folder.clear()
        state.settle()
        before = {find.number for find in state.numbered() if folder.has(find)}
        run = GenerationRun(settings, job, state, folder, quiet)
        gone = ""
        try:
            address = settings.scheduler
            with Processes(settings.jobs, do) if address is None else DaskWorkers(address, do) as workers:
                ended = run.work(workers, begun)
        except KeyboardInterrupt as interrupt:
            ended, gone = STOPPED, str(interrupt) if isinstance(interrupt, ClusterGone) else ""
        if ended != FULL:
            state.settle(whole=True)
        run.take_up()
        folder.finish(job, run.archive, quiet)
        totals = state.totals()
    kept = {find.number for find in run.archive.kept}
    return RunSummary(
        settings.out, job.seed, settings.count, len(kept), len(kept - before), totals.tasks, totals.begun,
        totals.looked_at, totals.unknown, time.monotonic() - begun, ended, run.archive, gone,
    )  # fmt: skip


def _job(settings: GenerationSettings, state: RunState) -> Job:
    """The job of the run, which must agree with the state's.

    Raises InputError if they disagree.
    """
    said = state.job()
    if said is None:
        job = settings.job(secrets.randbelow(1 << 32) if settings.seed is None else settings.seed)
        state.begin(job)
        return job
    if not settings.resume:
        raise InputError(
            "there is a run in this folder", str(settings.out), "--resume to go on with it, or another folder"
        )
    job = settings.job(said["seed"] if settings.seed is None else settings.seed)
    for name, value in job.to_json().items():
        if said.get(name) != value:
            what = f"the run in this folder has another {name}: {shorten(strict_json.encode(said.get(name)), 60)}"
            raise InputError(what, str(settings.out), "the same to go on with it, or another folder")
    return job


class GenerationRun:
    """One run, from the first task given out to the last; `archive` has the kept finds."""

    def __init__(self, settings: GenerationSettings, job: Job, state: RunState, folder: Folder, quiet: bool) -> None:
        self._settings, self._job, self._state, self._folder = settings, job, state, folder
        self._quiet = quiet
        per_cell = max(3, ceil(settings.count / 3)) if settings.per_cell is None else settings.per_cell
        least = COMPOSERS.of(settings.game).LEAST_QUALITY if settings.quality is None else settings.quality
        self.archive = Archive(settings.count, per_cell, least)
        self._taken_up = self._next = 0
        self._written = {find.number: find for find in state.numbered()}
        self.take_up()
        self._before = len(self.archive.kept)

    def work(self, workers: Workers, begun: float) -> str:
        """Works until there are enough finds, or time is over. Returns the reason."""
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.fields[finds]} finds, {task.fields[rate]:.1f} a minute, {task.fields[units]:,} units"),
        )
        label = f"{self._job.game} {self._job.claim} {self._job.board}"
        with Bar(label, self._settings.count, *columns, quiet=self._quiet, finds=0, rate=0.0, units=0) as bar:
            while True:
                totals, kept = self._state.totals(), len(self.archive.kept)
                elapsed = time.monotonic() - begun
                rate = 60 * (kept - self._before) / elapsed
                bar.show(kept, finds=kept, rate=rate, units=totals.tasks)
                if self.archive.is_full:
                    return FULL
                if elapsed >= self._settings.seconds:
                    return OVER
                self._give_out(workers, enough=kept + totals.images - totals.numbered >= self._settings.count)
                for result in workers.take(min(LOOKS, self._settings.seconds - elapsed)):
                    if isinstance(result, Exception):
                        raise result
                    self._state.record(result)
                    # By half it would leave finds without their files: a later one takes up only what is new.
                    with held():
                        self.take_up()

    def take_up(self) -> None:
        """Adds finds that now have a number, and updates the folder."""
        new = list(self._state.numbered(self._taken_up))
        for find in new:
            self.archive.add(find)
        if new or not self._taken_up:
            self._taken_up = new[-1].number if new else 0
            kept = {find.number: find for find in self.archive.kept}
            self._folder.write(kept.values())
            self._folder.leave_out(find for number, find in self._written.items() if number not in kept)
            self._written = kept

    def _give_out(self, workers: Workers, enough: bool) -> None:
        """Gives out tasks that are not done; with `enough` finds only those up to the last begun."""
        last = self._state.last_begun()
        for _ in range(workers.room()):
            number = self._state.first_open(self._next)
            if enough and number > last:
                return
            workers.give(Task(self._job, number))
            self._next = number + 1
