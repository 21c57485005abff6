"""A task of a run: candidates of one seed, and which of them are puzzles. The same task finds the same anywhere."""

from __future__ import annotations

import hashlib
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from math import prod
from typing import Protocol

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.puzzles.analysis import analyse
from shatterproof_properties.puzzles.certificate import PROVED, Json
from shatterproof_properties.puzzles.claim import Claim
from shatterproof_properties.puzzles.compose import candidates, image_key, simplified
from shatterproof_properties.puzzles.compose.source import ClaimTest, never
from shatterproof_properties.puzzles.features import measure
from shatterproof_properties.puzzles.files.json_form import puzzle_to_json
from shatterproof_properties.puzzles.generate.plan import Job
from shatterproof_properties.puzzles.puzzle import Puzzle
from shatterproof_properties.puzzles.rating import difficulty, themes_of
from shatterproof_properties.puzzles.verify import UNKNOWN, verify
from shatterproof_properties.second.crumble.values import read_board
from shatterproof_properties.solving.faces import face_of
from shatterproof_properties.solving.forcing import Forcing, OutOfLimits, SearchLimits

LIMITS = SearchLimits(positions=200_000, kept=500_000)
"""For one question about one candidate. No seconds: the same task finds the same on a slower machine."""
TRIES = 60
"""At simpler positions, for one candidate."""
MOST_AGAIN = 16
"""Squares of a Crumble board on which z3 proves the wins of a find in one turn again: there that costs less than the
find itself, elsewhere many times as much."""


@dataclass(frozen=True)
class Task:
    """The part of a job with this number, from 0."""

    job: Job
    number: int

    @property
    def seed(self) -> int:
        """The seed of its candidates: other tasks and other jobs have nothing in common with it."""
        name = f"{self.job.seed}/{self.number}".encode()
        return int.from_bytes(hashlib.sha256(name).digest()[:8]) >> 1


@dataclass(frozen=True)
class Find:
    """A puzzle that a task found: its image key, and puzzle and certificate as canonical JSON."""

    image: str
    puzzle: str
    certificate: str


@dataclass(frozen=True)
class TaskResult:
    """What a task came to: candidates looked at, those left undecided, and finds, no image twice."""

    task: int
    looked_at: int
    unknown: int
    finds: tuple[Find, ...]
    seconds: float


@dataclass(frozen=True)
class TaskFailure:
    """What a task came to that could not be done: the parts of an InputError, or what failed, and where."""

    task: int
    refused: tuple[str, str, str] | None
    failed: str = ""

    def error(self) -> Exception:
        """The failure as an exception of whoever asked for the task."""
        if self.refused is not None:
            return InputError(*self.refused)
        return RuntimeError(f"unit {self.task} failed: {self.failed}")


Source = Callable[[str, Claim, str, int, Mapping[str, str], Callable[[], bool]], Iterator[Json]]
"""Where candidates come from: `puzzles.compose.candidates`, or what takes the same arguments."""


class Maker(Protocol):
    """What makes a puzzle of a candidate; `unknown` counts those on which a limit was reached."""

    unknown: int

    def made_of(self, position: Json) -> tuple[Puzzle, Json] | None:
        """The puzzle of a candidate, as simple as may be, and its certificate; None where the claim does not hold."""


Work = Callable[[Task], TaskResult]
"""What does a task: a function of some module, so that it can be sent to other processes by its name."""


def work(task: Task) -> TaskResult:
    """Looks at the candidates of a task. Raises InputError for a board or readings that do not exist."""
    return work_with(task, candidates, PuzzleMaker(task.job))


def work_with(task: Task, source: Source, maker: Maker) -> TaskResult:
    """Looks at the candidates that a source has for a task. Raises whatever the source and the maker raise."""
    begun = time.monotonic()
    job, effort = task.job, Effort(task.job.effort)
    looked_at, images, finds = 0, set(), []
    found = source(job.game, job.claim, job.board, task.seed, job.readings, effort.is_spent)
    for position in islice(found, job.candidates):
        looked_at += 1
        made = maker.made_of(position)
        if made is None:
            continue
        puzzle, certificate = made
        image = image_key(job.game, puzzle.position)
        if image not in images:
            images.add(image)
            puzzle = replace(puzzle, source=f"shatterproof puzzle generate {job.asked}, unit {task.number}")
            finds.append(Find(image, strict_json.encode(puzzle_to_json(puzzle)), strict_json.encode(certificate)))
    return TaskResult(task.number, looked_at, maker.unknown, tuple(finds), time.monotonic() - begun)


def attempt(do: Work, task: Task) -> TaskResult | TaskFailure:
    """What a task comes to, as plain data: some exceptions do not survive the way between processes."""
    try:
        return do(task)
    except InputError as error:
        return TaskFailure(task.number, (error.what, error.where, error.expected))
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        what = f"{type(error).__name__}: {error} ({place.filename}, line {place.lineno})"
        return TaskFailure(task.number, None, what)


class Effort:
    """How much a source may still do. Counted, not timed: the same task finds the same on a slower machine."""

    def __init__(self, most: int) -> None:
        self._left = most

    def is_spent(self) -> bool:
        """Whether that was too much."""
        self._left -= 1
        return self._left < 0


def is_cheap_again(job: Job) -> bool:
    """Whether z3 proves the wins in one of a find again for less than the find costs."""
    return job.game == "crumble" and job.claim.turns == 1 and prod(read_board(job.board)) <= MOST_AGAIN


class PuzzleMaker:
    """Makes puzzles of the candidates of one job; what its searches find out is kept from one to the next.

    On small Crumble boards z3 proves wins in one again; for other finds `puzzle verify` does it.
    """

    def __init__(self, job: Job) -> None:
        self.unknown = 0
        self._job = job
        self._again = is_cheap_again(job)
        face = face_of(job.game, job.board, job.readings)
        self._forcing = Forcing(face, LIMITS)
        self._test = ClaimTest(face, job.claim, never)

    def made_of(self, position: Json) -> tuple[Puzzle, Json] | None:
        """The puzzle of a candidate, as simple as may be, and its certificate; None where the claim does not hold."""
        if not self._holds(position):
            return None
        job = self._job
        simple = simplified(position, self._holds, TRIES, job.readings)
        puzzle = Puzzle(job.game, simple, job.claim, job.readings)
        self._forcing.looked_into = 0
        verdict = verify(puzzle, forcing=self._forcing, again=self._again)
        self.unknown += verdict.verdict == UNKNOWN
        if verdict.verdict != PROVED or verdict.certificate is None:
            return None
        try:
            self._forcing.looked_into = 0
            analysis = analyse(puzzle, self._forcing, tries=True)
        except OutOfLimits:
            self.unknown += 1
            return None
        puzzle = replace(puzzle, solution=analysis.keys)
        features = measure(puzzle, verdict.certificate, analysis)
        return replace(puzzle, themes=themes_of(features), difficulty=difficulty(features)), verdict.certificate

    def _holds(self, position: Json) -> bool:
        return self._test.accepts(self._test.face.read(position))
