"""A task of a run: candidates of one seed, and which of them are puzzles. It finds the same on every machine."""

from __future__ import annotations

import hashlib
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from itertools import islice
from typing import Any, NamedTuple, Self

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.puzzles.checker.certificate import PROVED, Json
from shatterproof_properties.puzzles.checker.symmetry_class import image_key
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.claims.puzzle import GENERATED, Puzzle
from shatterproof_properties.puzzles.compose.game_composer import composer_of, simplified
from shatterproof_properties.puzzles.compose.source import BEGINNING, CandidateSource, ClaimTest, Standing
from shatterproof_properties.puzzles.edit.improve import lightened
from shatterproof_properties.puzzles.files.json_form import puzzle_to_json
from shatterproof_properties.puzzles.proof.acceptances import note_accepted
from shatterproof_properties.puzzles.proof.verification import UNKNOWN, verify
from shatterproof_properties.puzzles.rating.rated import rate
from shatterproof_properties.solving.adapters import search_adapter
from shatterproof_properties.solving.forcing import Forcing, OutOfLimits, SearchLimits

LIMITS = SearchLimits(positions=200_000, kept=500_000)
"""The limits for one question about one candidate. No seconds, so that a slower machine finds the same."""
REPORTS = 1.0
"""The seconds between two reports on the state of a source."""
CANDIDATES = 8
"""The number of candidates of a task. A killed run repeats at most one task for each worker."""
EFFORT = 100_000
"""How often the source of a task may ask whether to stop, which it does about once a position.

This ends a task in which candidates are rare.
"""


@dataclass(frozen=True)
class Job:
    """What is looked for, and everything that decides what is found: the same for all tasks of a run."""

    game: str
    claim: Claim
    board: str
    readings: Mapping[str, str]
    seed: int
    candidates: int = CANDIDATES
    effort: int = EFFORT

    @property
    def asked(self) -> str:
        """The job as the options of the command."""
        unique = " --unique" if self.claim.unique else ""
        readings = "".join(f" --readings {name}={value}" for name, value in self.readings.items())
        return f"{self.game} --claim {self.claim}{unique} --board {self.board}{readings} --seed {self.seed}"

    def to_json(self) -> dict[str, Any]:
        """The job as a JSON value; equal jobs find equal puzzles."""
        return {**asdict(self), "claim": str(self.claim), "unique": self.claim.unique}


@dataclass(frozen=True)
class Find:
    """A puzzle that a task found: its image key, puzzle and certificate as canonical JSON, and its quality."""

    image: str
    puzzle: str
    certificate: str
    quality: int = 0


class Made(NamedTuple):
    """A puzzle made of a candidate, its certificate and its quality."""

    puzzle: Puzzle
    certificate: Json
    quality: int


@dataclass(frozen=True)
class TaskProgress:
    """The progress of a task: candidates looked at and left undecided, finds, no image twice, and its source's state.

    The source may be behind the candidates: those of its present round come again and are skipped. Once the task is
    `done`, this is its result, and `standing` says nothing.
    """

    task: int
    looked_at: int = 0
    unknown: int = 0
    finds: tuple[Find, ...] = ()
    standing: Standing = BEGINNING
    seconds: float = 0.0
    done: bool = False

    def to_json(self) -> Json:
        """The progress as a JSON value."""
        answers, found = [list(each) for each in self.standing.answers], list(self.standing.found)
        return {
            "task": self.task,
            "looked_at": self.looked_at,
            "unknown": self.unknown,
            "milliseconds": round(1000 * self.seconds),
            "finds": [asdict(find) for find in self.finds],
            "standing": {**asdict(self.standing), "answers": answers, "found": found},
        }

    @classmethod
    def from_json(cls, data: Json) -> Self:
        """The progress in a JSON value."""
        said = data["standing"]
        answers = tuple((bool(answer), int(effort)) for answer, effort in said["answers"])
        standing = Standing(said["rounds"], tuple(said["found"]), said["effort"], answers)
        finds = tuple(Find(**find) for find in data["finds"])
        return cls(data["task"], data["looked_at"], data["unknown"], finds, standing, data["milliseconds"] / 1000)


@dataclass(frozen=True)
class Task:
    """The part of a job with this number, from 0. `begun` is the progress of an earlier worker."""

    job: Job
    number: int
    begun: TaskProgress | None = None

    @property
    def seed(self) -> int:
        """The seed of its candidates, different for each task and job."""
        name = f"{self.job.seed}/{self.number}".encode()
        return int.from_bytes(hashlib.sha256(name).digest()[:8]) >> 1


@dataclass(frozen=True)
class TaskFailure:
    """The failure of a task: the parts of an InputError, or what failed, and where."""

    task: int
    refused: tuple[str, str, str] | None
    failed: str = ""

    def error(self) -> Exception:
        """The failure as an exception for the process that asked for the task."""
        if self.refused is not None:
            return InputError(*self.refused)
        return RuntimeError(f"unit {self.task} failed: {self.failed}")


Report = Callable[[TaskProgress], object]
"""What hears how far a task is."""
Work = Callable[[Task, Report], TaskProgress]
"""Does a task. It is a function of a module, so that other processes get it by its name."""


def work(task: Task, report: Report) -> TaskProgress:
    """Looks at the candidates of a task. Raises InputError for a board or readings that do not exist."""
    return TaskRun(task, CandidateSource, PuzzleMaker(task.job), report).work()


class TaskRun:
    """One task at work, begun anew or continued from earlier progress.

    `report` hears every candidate's verdict, and now and then the state of the source. Exceptions of the source and the
    maker pass.
    """

    def __init__(
        self, task: Task, source_of: Callable[..., CandidateSource], maker: PuzzleMaker, report: Report
    ) -> None:
        self._task, self._maker, self._report = task, maker, report
        self._before = task.begun or TaskProgress(task.number)
        self._began = self._reported = time.monotonic()
        self._looked_at, self._finds = self._before.looked_at, list(self._before.finds)
        # Counted, not timed: the same task finds the same on a slower machine.
        self._effort = task.job.effort
        job, standing = task.job, self._before.standing
        self._source: CandidateSource | None = None
        self._source = source_of(job.game, job.claim, job.board, task.seed, job.readings, self._is_spent, standing)

    def work(self) -> TaskProgress:
        """Does the task, or the rest of it."""
        assert self._source is not None
        job, over = self._task.job, len(self._before.standing.found)
        for position in islice(self._source.candidates(), self._looked_at - over, job.candidates - over):
            made = self._maker.made_of(position)
            self._looked_at += 1
            image = "" if made is None else image_of(made.puzzle)
            if made is not None and all(image != find.image for find in self._finds):
                puzzle = replace(made.puzzle, source=f"{GENERATED}{job.asked}, unit {self._task.number}")
                texts = strict_json.encode(puzzle_to_json(puzzle)), strict_json.encode(made.certificate)
                self._finds.append(Find(image, *texts, made.quality))
            self._tell()
        return replace(self._progress(), standing=BEGINNING, done=True)

    def _is_spent(self) -> bool:
        if self._source is not None and time.monotonic() > self._reported + REPORTS:
            self._tell()
        self._effort -= 1
        return self._effort < 0

    def _tell(self) -> None:
        self._report(self._progress())
        self._reported = time.monotonic()

    def _progress(self) -> TaskProgress:
        assert self._source is not None
        before, finds = self._before, tuple(self._finds)
        unknown, seconds = before.unknown + self._maker.unknown, before.seconds + time.monotonic() - self._began
        return TaskProgress(before.task, self._looked_at, unknown, finds, self._source.standing, seconds)


def image_of(puzzle: Puzzle) -> str:
    """A text that is equal, in every process, exactly for puzzles whose positions are images of one another."""
    key = image_key(puzzle.rules, puzzle.reference_position())
    return hashlib.sha256(repr(key).encode()).hexdigest()[:32]


def attempt(do: Work, task: Task, report: Report) -> TaskProgress | TaskFailure:
    """The result of a task as plain data, since some exceptions cannot be sent between processes."""
    try:
        return do(task, report)
    except InputError as error:
        return TaskFailure(task.number, (error.what, error.where, error.expected))
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        what = f"{type(error).__name__}: {error} ({place.filename}, line {place.lineno})"
        return TaskFailure(task.number, None, what)


class PuzzleMaker:
    """Makes puzzles of the candidates of one job, each with its own searches, so that their order does not matter.

    `unknown` counts those on which a limit was reached. If it is cheap, z3 proves wins in one again; for other finds
    `puzzle verify` does it.
    """

    def __init__(self, job: Job) -> None:
        self.unknown = 0
        self._job = job
        self._again = composer_of(job.game).is_reproved(job.claim, job.board)
        self._adapter = search_adapter(job.game, job.board, job.readings)

    def made_of(self, position: Json) -> Made | None:
        """The puzzle of a candidate, as simple as possible; None if the claim does not hold."""
        job, forcing, test = self._job, Forcing(self._adapter, LIMITS), ClaimTest(self._adapter, self._job.claim)

        def holds(other: Json) -> bool:
            return test.accepts(self._adapter.read(other))

        if not holds(position):
            return None
        simple = simplified(position, holds, readings=job.readings)
        puzzle = lightened(Puzzle(job.game, simple, job.claim, job.readings), holds)
        verdict = verify(puzzle, forcing=forcing, again=self._again)
        self.unknown += verdict.verdict == UNKNOWN
        if verdict.verdict != PROVED or verdict.certificate is None:
            return None
        note_accepted(verdict.certificate)
        try:
            forcing.looked_into = 0
            rated = rate(puzzle, verdict.certificate, forcing)
        except OutOfLimits:
            self.unknown += 1
            return None
        return Made(rated.puzzle, verdict.certificate, rated.quality)
