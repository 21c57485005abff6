"""Puzzles from files, folders and collections. Several processes look at the files one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, TypeVar

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.common.files import STANDARD_INPUT, is_folder, is_json, named, read_text
from shatterproof_properties.common.interrupts import obey_parent
from shatterproof_properties.puzzles.checker.certificate import read_certificate
from shatterproof_properties.puzzles.files.collection import (
    Collection,
    Entry,
    collection_from_json,
    is_about,
    name_of,
    parse_collection,
)
from shatterproof_properties.puzzles.files.text import is_collection, puzzle_from_text

Outcome = TypeVar("Outcome")
PUZZLE, CERTIFICATE = ".puzzle", ".certificate.json"


def files_in(folder: Path, ending: str) -> list[Path]:
    """The files of a folder whose names have this ending, by name. Raises InputError if there are none."""
    found = sorted(folder.glob(f"*{ending}"))
    if not found:
        raise InputError("there is no such file in this folder", str(folder), f"files named *{ending}")
    return found


def certificate_beside(file: Path) -> Path:
    """The path of the certificate of a puzzle."""
    return file.with_name(file.name.removesuffix(PUZZLE).removesuffix(".json") + CERTIFICATE)


def puzzle_beside(file: Path) -> Path:
    """The path of the puzzle of a certificate."""
    return file.with_name(file.name.removesuffix(CERTIFICATE) + PUZZLE)


def stale(file: Path) -> InputError:
    """The message about a puzzle that was changed since its certificate was made."""
    what = "the puzzle was changed since it was verified: the certificate beside it is about another position or claim"
    return InputError(what, str(file), f"a certificate of this puzzle: shatterproof puzzle verify {file}")


def each_file(do: Callable[[Path], Outcome], files: Sequence[Path], jobs: int) -> Iterator[Outcome]:
    """The verdict on each file, in order. `do` must be a function of a module, since other processes call it."""
    if jobs == 1 or len(files) == 1:
        yield from map(do, files)
        return
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(min(jobs, len(files)), multiprocessing.get_context("spawn"), obey_parent) as pool:
        try:
            yield from pool.map(do, files)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in multiprocessing.active_children():
                process.kill()
            raise


class Found(NamedTuple):
    """A puzzle with its file, and that of its certificate.

    `is_stale`: the certificate is about an earlier form of the puzzle, and is left out.
    """

    entry: Entry
    file: Path
    proof: Path
    is_stale: bool = False

    def refuse_stale(self) -> None:
        """Raises InputError if the puzzle was changed after it was verified."""
        if self.is_stale:
            raise stale(self.file)


def read_collection(path: Path) -> Collection:
    """The collection in a file of either form. Raises InputError with the file and the place."""
    text = read_text(path, "a collection of puzzles")
    with named(path):
        return _collection_in(text)


def _collection_in(text: str) -> Collection:
    return collection_from_json(strict_json.decode(text)) if is_json(text) else parse_collection(text)


def puzzles_in(files: Sequence[Path], with_certificates: bool = True) -> tuple[list[Found], Collection]:
    """The puzzles of files, folders and collections, in order; and the heading, if it is one collection alone.

    A certificate is that of the collection, or stands beside the puzzle; it is not checked yet. Raises InputError with
    the file and the place.
    """
    headings: list[Collection] = []
    found = [each for file in files for each in _found(file, with_certificates, headings)]
    heading = headings[0] if len(files) == len(headings) == 1 else Collection()
    return found, replace(heading, entries=())


def _found(file: Path, with_certificates: bool, headings: list[Collection]) -> Iterator[Found]:
    if is_folder(file):
        for one in files_in(file, PUZZLE):
            yield from _found(one, with_certificates, headings)
        return
    text = read_text(file, "a puzzle")
    with named(file):
        if is_collection(text):
            headings.append(_collection_in(text))
            yield from (Found(entry, file, file) for entry in headings[-1].entries)
            return
        puzzle = puzzle_from_text(text)
    beside = certificate_beside(file)
    name = name_of(1, puzzle.title) if file == STANDARD_INPUT else beside.name.removesuffix(CERTIFICATE)
    entry, is_stale = Entry(name, puzzle), False
    if with_certificates and file != STANDARD_INPUT and beside.is_file():
        with named(beside):
            certificate = read_certificate(read_text(beside, "a certificate"))
        is_stale = not is_about(certificate, puzzle)
        entry = entry._replace(certificate=None if is_stale else certificate)
    yield Found(entry, file, beside, is_stale)
