"""Quick tasks for tests of the bookkeeping of runs: what they find proves nothing.

As a program, it begins or continues a run into a folder: `python -m puzzles.generate.quick FOLDER COUNT JOBS`.
QUICK_SLEEP has the seconds to sleep for each candidate. QUICK_FATAL names a file; the process that finds it removes it
and is killed, once.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from shatterproof.errors import InputError
from shatterproof_properties.puzzles.checker.certificate import PROVED
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.generate.run import GenerationSettings, RunSummary, generate
from shatterproof_properties.puzzles.generate.task import (
    Job,
    PuzzleMaker,
    Report,
    Task,
    TaskProgress,
    image_of,
    look_through,
)
from shatterproof_properties.puzzles.proof.verification import Proven

Json = dict[str, Any]
SQUARES = [f"{column}{row}" for column in "abc" for row in "123"]
PIECES = [[side, kind] for side in ("blue", "white") for kind in ("circle", "cross", "square")]
COUNT = 12
CANDIDATES = 3
"""The number of candidates in each task."""


def settings(out: Path, **other: Any) -> GenerationSettings:
    """The settings of a quick run."""
    asked = GenerationSettings(
        "splinter",
        Claim("wins", 1),
        "3x3",
        COUNT,
        out,
        seed=7,
        seconds=60,
        candidates=CANDIDATES,
        per_cell=COUNT,
        quality=0,
    )
    return replace(asked, **other)


def ran(out: Path, **other: Any) -> RunSummary:
    """A quick run."""
    return generate(settings(out, **other), quiet=True, do=work)


def files(out: Path) -> dict[str, bytes]:
    """The files in the folder of a run, without its state."""
    return {file.name: file.read_bytes() for file in out.iterdir() if not file.name.startswith("state.sqlite")}


class QuickSource:
    """Boards with every kind of piece, few enough for several tasks to have the same."""

    def __init__(self, _: str, claim: Claim, board: str, seed: int, readings: Json, stop: Callable[[], bool]) -> None:
        if board != "3x3":
            raise InputError(f"no room on {board}", expected="3x3")
        self._seed, self._stop = seed, stop

    def candidates(self) -> Iterator[Json]:
        for number in count():
            if self._stop():
                return
            time.sleep(float(os.environ.get("QUICK_SLEEP", "0")))
            die_once()
            yield quick_position(Random(f"{self._seed} {number}").randrange(2000))


def quick_position(number: int) -> Json:
    """One of many positions."""
    order = Random(number)
    pieces = [*PIECES, order.choice(PIECES)]
    order.shuffle(pieces)
    placed = [[square, *piece] for square, piece in zip(SQUARES, pieces, strict=False)]
    to_move = order.choice(("blue", "white"))
    return {"game": "splinter", "board": "3x3", "memory": [], "pieces": placed, "to_move": to_move}


def die_once() -> None:
    """Kills this process if the file of QUICK_FATAL is there."""
    if "QUICK_FATAL" in os.environ:
        with suppress(FileNotFoundError):
            Path(os.environ["QUICK_FATAL"]).unlink()
            os.kill(os.getpid(), signal.SIGKILL)


class QuickMaker(PuzzleMaker):
    """Takes two candidates of three for puzzles, with a well-formed but false certificate."""

    def __init__(self, job: Job) -> None:
        self.unknown = 0
        self._job = job

    def made_of(self, position: Json) -> tuple[Puzzle, Json, int] | None:
        """The candidate as it is, with any turn as its key."""
        puzzle = Puzzle(self._job.game, position, self._job.claim, self._job.readings)
        key = image_of(puzzle)
        if int(key, 16) % 3 == 0:
            self.unknown += 1
            return None
        here = puzzle.reference_position()
        turn = puzzle.rules.format_turn(here, next(puzzle.rules.turns(here)))
        proof = Proven(PROVED, {"key": {"by": turn, "then": None}}, [])
        certificate = proof.certificate(puzzle.game, position, puzzle.claim, puzzle.readings)
        made = replace(puzzle, solution=(turn,), difficulty=1 + int(key, 16) % 5, comment="The key is a turn.")
        return made, certificate, int(key, 16) % 101


def work(task: Task, report: Report) -> TaskProgress:
    """A quick task."""
    return look_through(task, QuickSource, QuickMaker(task.job), report)  # type: ignore[arg-type]


if __name__ == "__main__":
    # Under a shell's background jobs interrupts are ignored, and children inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    folder, wanted, jobs = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    print(ran(folder, count=wanted, jobs=jobs, resume=True).to_text())
