"""Whole folders of puzzles or certificates: each file is looked at on its own, perhaps by several processes at once."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import TypeVar

from shatterproof.errors import InputError
from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.claims.puzzle import Puzzle

Found = TypeVar("Found")
PUZZLE, CERTIFICATE = ".puzzle", ".certificate.json"


@dataclass(frozen=True)
class FileVerdict:
    """What became of a file: the exit code it would end a command with, a line about it, and the same as JSON."""

    file: str
    code: int
    said: str
    data: Json


def files_in(folder: Path, ending: str) -> list[Path]:
    """The files of a folder whose names end so, by name. Raises InputError where there is none."""
    found = sorted(folder.glob(f"*{ending}"))
    if not found:
        raise InputError("there is no such file in this folder", str(folder), f"files named *{ending}")
    return found


def certificate_beside(file: Path) -> Path:
    """Where the certificate of a puzzle stands."""
    return file.with_name(file.name.removesuffix(PUZZLE).removesuffix(".json") + CERTIFICATE)


def puzzle_beside(file: Path) -> Path:
    """Where the puzzle of a certificate stands."""
    return file.with_name(file.name.removesuffix(CERTIFICATE) + PUZZLE)


def check_about(certificate: Json, puzzle: Puzzle) -> None:
    """Raises InputError where a certificate is about something else than a puzzle."""
    if name := _other_in(certificate, puzzle):
        raise InputError(f"the certificate has another {name} than the puzzle", f"/{name}", "that of the puzzle")


def check_current(certificate: Json, puzzle: Puzzle, file: Path) -> None:
    """Raises InputError where a puzzle was changed since the certificate beside its file was made."""
    if not is_about(certificate, puzzle):
        raise stale(file)


def is_about(certificate: Json, puzzle: Puzzle) -> bool:
    """Whether a certificate is about a puzzle, as it is now."""
    return not _other_in(certificate, puzzle)


def _other_in(certificate: Json, puzzle: Puzzle) -> str:
    """The first member of a certificate that is another than the puzzle's; empty where none is."""
    wanted: Json = {"game": puzzle.game, "position": puzzle.position, "readings": puzzle.readings}
    wanted |= {"claim": str(puzzle.claim), "unique": puzzle.claim.unique}
    return next((name for name, value in wanted.items() if certificate[name] != value), "")


def stale(file: Path) -> InputError:
    """What is said of a puzzle that was changed since its certificate was made."""
    return InputError(f"the puzzle was changed since it was verified: shatterproof puzzle verify {file}", str(file))


def each_file(do: Callable[[Path], Found], files: Sequence[Path], jobs: int) -> Iterator[Found]:
    """What becomes of each file, in order. `do` has to be a function that can be sent to other processes."""
    if jobs == 1 or len(files) == 1:
        yield from map(do, files)
        return
    with ProcessPoolExecutor(min(jobs, len(files)), multiprocessing.get_context("spawn"), _begin) as pool:
        try:
            yield from pool.map(do, files)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in multiprocessing.active_children():
                process.kill()
            raise


def _begin() -> None:
    """What a process does first: interrupts are for the parent, and without that there is nothing to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
