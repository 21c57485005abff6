"""A task of a run: candidates of one seed, and which of them are puzzles. It finds the same on every machine."""

from __future__ import annotations

import hashlib
import traceback
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from itertools import count, islice
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.puzzles.checker.certificate import PROVED, Json
from shatterproof_properties.puzzles.checker.symmetry_class import image_key
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.claims.puzzle import GENERATED, Puzzle
from shatterproof_properties.puzzles.compose.game_composer import COMPOSERS, simplified
from shatterproof_properties.puzzles.compose.source import CandidateSource, claim_search, fits
from shatterproof_properties.puzzles.edit.improve import lightened
from shatterproof_properties.puzzles.files.json_form import puzzle_to_json
from shatterproof_properties.puzzles.proof.acceptances import note_accepted
from shatterproof_properties.puzzles.proof.verification import UNKNOWN, verify
from shatterproof_properties.puzzles.rating.rated import rate
from shatterproof_properties.solving.adapters import search_adapter
from shatterproof_properties.solving.forcing import Forcing, OutOfLimits, SearchLimits

LIMITS = SearchLimits(positions=200_000, kept=500_000)
"""The limits for one question about one candidate. No seconds, so that a slower machine finds the same."""
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


@dataclass(frozen=True)
class TaskProgress:
    """The progress of a task: candidates looked at and left undecided, and finds, no image twice.

    Once the task is `done`, this is its result.
    """

    task: int
    looked_at: int = 0
    unknown: int = 0
    finds: tuple[Find, ...] = ()
    done: bool = False


@dataclass(frozen=True)
class Task:
    """The part of a job with this number, from 0."""

    job: Job
    number: int

    @property
    def seed(self) -> int:
        """The seed of its candidates, different for each task and job."""
        name = f"{self.job.seed}/{self.number}".encode()
        return int.from_bytes(hashlib.sha256(name).digest()[:8]) >> 1


Report = Callable[[TaskProgress], object]
"""What hears how far a task is, at its beginning and after each candidate."""
Work = Callable[[Task, Report], TaskProgress]
"""Does a task. It is a function of a module, so that other processes get it by its name."""


def work(task: Task, report: Report) -> TaskProgress:
    """Looks at the candidates of a task. Raises InputError for a board or readings that do not exist."""
    return look_through(task, CandidateSource, PuzzleMaker(task.job), report)


def look_through(
    task: Task, source_of: Callable[..., CandidateSource], maker: PuzzleMaker, report: Report
) -> TaskProgress:
    """The result of a task with candidates from a source. Exceptions of the source and the maker pass."""
    # Counted, not timed: the same task finds the same on a slower machine.
    job, asked = task.job, count()
    source = source_of(job.game, job.claim, job.board, task.seed, job.readings, lambda: next(asked) >= job.effort)
    progress = TaskProgress(task.number)
    # A run that is stopped before the first candidate keeps its seed.
    report(progress)
    for looked_at, position in enumerate(islice(source.candidates(), job.candidates), start=1):
        made, finds = maker.made_of(position), progress.finds
        if made is not None:
            puzzle, certificate, quality = made
            image = image_of(puzzle)
            if all(image != find.image for find in finds):
                puzzle = replace(puzzle, source=f"{GENERATED}{job.asked}, unit {task.number}")
                texts = strict_json.encode(puzzle_to_json(puzzle)), strict_json.encode(certificate)
                finds = (*finds, Find(image, *texts, quality))
        progress = TaskProgress(task.number, looked_at, maker.unknown, finds)
        report(progress)
    return replace(progress, done=True)


def image_of(puzzle: Puzzle) -> str:
    """A text that is equal, in every process, exactly for puzzles whose positions are images of one another."""
    key = image_key(puzzle.rules, puzzle.reference_position())
    return hashlib.sha256(repr(key).encode()).hexdigest()[:32]


def attempt(do: Work, task: Task, report: Report) -> TaskProgress | Exception:
    """The result of a task, or an error that can be sent between processes, which some cannot."""
    try:
        return do(task, report)
    except InputError as error:
        return InputError(error.what, error.where, error.expected)
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        return failure(task.number, f"{type(error).__name__}: {error} ({place.filename}, line {place.lineno})")


def failure(task: int, why: str) -> RuntimeError:
    return RuntimeError(f"unit {task} failed: {why}")


class PuzzleMaker:
    """Makes puzzles of the candidates of one job, each with its own searches, so that their order does not matter.

    `unknown` counts those on which a limit was reached. If it is cheap, z3 proves wins in one again; for other finds
    `puzzle verify` does it.
    """

    def __init__(self, job: Job) -> None:
        self.unknown = 0
        self._job = job
        self._again = COMPOSERS.of(job.game).is_reproved(job.claim, job.board)
        self._adapter = search_adapter(job.game, job.board, job.readings)

    def made_of(self, position: Json) -> tuple[Puzzle, Json, int] | None:
        """The puzzle of a candidate, as simple as possible, its certificate and quality; None without a proof."""
        job, forcing, test = self._job, Forcing(self._adapter, LIMITS), claim_search(self._adapter, self._job.claim)

        def holds(other: Json) -> bool:
            return fits(test, job.claim, self._adapter.read(other))

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
        return rated.puzzle, verdict.certificate, rated.quality
