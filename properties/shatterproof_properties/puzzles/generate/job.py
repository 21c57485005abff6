"""The settings of a run that makes puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from math import ceil
from pathlib import Path
from typing import Any

from shatterproof.errors import InputError, shorten
from shatterproof.game import find_game
from shatterproof_properties.puzzles.claims.claim import Claim, read_claim
from shatterproof_properties.puzzles.compose.game_composer import composer_of

MOST_FINDS = 100_000
MOST_JOBS = 64
FEWEST_PER_CELL = 3
BEST = 100
LARGEST_SEED = 2**63 - 1
DEFAULT_SECONDS = 600.0
CANDIDATES = 8
"""The number of candidates of a task. A killed run repeats at most one task for each worker."""
EFFORT = 100_000
"""How often the source of a task may ask whether to stop, which it does about once a position.

This ends a task in which candidates are rare.
"""
MOST_EFFORT = 10**9


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
class GenerationSettings:
    """The settings of a run: `count` distinct puzzles into the folder `out`.

    `readings` are departures by full id. Without a `seed` a new one is drawn, or that of the run to resume is taken.
    Of those found `per_cell` are kept of one theme and difficulty, none of less than `quality`.
    `seconds` end the run, found or not. `jobs` are processes here, unless `scheduler` names a Dask cluster.
    """

    game: str
    claim: Claim
    board: str
    count: int
    out: Path
    readings: Mapping[str, str] = field(default_factory=dict)
    seed: int | None = None
    seconds: float = DEFAULT_SECONDS
    jobs: int = 1
    scheduler: str | None = None
    resume: bool = False
    candidates: int = CANDIDATES
    effort: int = EFFORT
    per_cell: int | None = None
    quality: int | None = None

    @property
    def least_quality(self) -> int:
        """The least quality of finds that are kept, by default that of the game."""
        return composer_of(self.game).LEAST_QUALITY if self.quality is None else self.quality

    @property
    def most_per_cell(self) -> int:
        """The most finds kept of one theme and one difficulty, by default a third of all, at least three."""
        return max(FEWEST_PER_CELL, ceil(self.count / 3)) if self.per_cell is None else self.per_cell

    def job(self, seed: int) -> Job:
        """The job under a seed."""
        return Job(self.game, self.claim, self.board, self.readings, seed, self.candidates, self.effort)

    def checked(self) -> GenerationSettings:
        """The settings, with their readings reduced to departures.

        Raises InputError for settings that no run can have.
        """
        with _given_by("GAME"):
            game = find_game(self.game)
        with _given_by("--claim"):
            read_claim(str(self.claim), self.claim.unique, game, game.SIDES[0])
        with _given_by("--board"):
            game.board_size(self.board)
        with _given_by("--readings"):
            readings = game.Readings.from_mapping(self.readings).departures()
        _within("--count", self.count, 1, MOST_FINDS)
        _within("--per-cell", self.most_per_cell, 1, MOST_FINDS)
        _within("--quality", self.least_quality, 0, BEST)
        _within("--jobs", self.jobs, 1, MOST_JOBS)
        _within("--candidates", self.candidates, 1, MOST_EFFORT)
        _within("--effort", self.effort, 1, MOST_EFFORT)
        if self.seed is not None:
            _within("--seed", self.seed, 0, LARGEST_SEED)
        if not self.seconds > 0:
            raise InputError(f"{self.seconds:g} seconds", "--time", "more than 0")
        return replace(self, readings=readings)


@contextmanager
def _given_by(option: str) -> Iterator[None]:
    try:
        yield
    except InputError as error:
        error.locate(option)
        raise


def _within(option: str, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        raise InputError(shorten(str(number), 40), option, f"a whole number from {least:,} to {most:,}")
