"""Puzzles from wherever they are: single files, folders, collections in one file of either form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from shatterproof import strict_json
from shatterproof_properties.common.files import STANDARD_INPUT, is_folder, is_json, named, read_text
from shatterproof_properties.puzzles.checker.certificate import read_certificate
from shatterproof_properties.puzzles.files.collection import Collection, Entry, name_of
from shatterproof_properties.puzzles.files.collection_json import collection_from_json
from shatterproof_properties.puzzles.files.collection_text import parse_collection
from shatterproof_properties.puzzles.files.folders import (
    CERTIFICATE,
    PUZZLE,
    certificate_beside,
    files_in,
    is_about,
    stale,
)
from shatterproof_properties.puzzles.files.text import is_collection, puzzle_from_text


class Found(NamedTuple):
    """A puzzle with the file that it stands in, and the one that its certificate does.

    `is_stale`: that certificate is about what the puzzle was before, and left out.
    """

    entry: Entry
    file: Path
    proof: Path
    is_stale: bool = False

    def refuse_stale(self) -> None:
        """Raises InputError where the puzzle was changed since it was verified."""
        if self.is_stale:
            raise stale(self.file)


def read_collection(path: Path) -> Collection:
    """The collection in a file of either form. Raises InputError with the file and the place of what is wrong."""
    text = read_text(path, "a collection of puzzles")
    with named(path):
        return _collection_in(text)


def _collection_in(text: str) -> Collection:
    return collection_from_json(strict_json.decode(text)) if is_json(text) else parse_collection(text)


def puzzles_in(files: Sequence[Path], with_certificates: bool = True) -> tuple[list[Found], Collection]:
    """The puzzles of files, folders and collections, in order; and of one collection alone what is said of it.

    A certificate is that of the collection, or stands beside the puzzle; the checker has not seen it yet. Raises
    InputError with the file and the place of what is wrong.
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
