"""The folder of a run as people read it: for each find a puzzle, its certificate and its picture, and pages about all.

All of it follows from the state. Each file appears whole or not at all, and what stands is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from rich.progress import BarColumn

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.common.outputs import PART, replace_file, writing
from shatterproof_properties.common.progress import Bar
from shatterproof_properties.puzzles.claims.puzzle import Puzzle, svg
from shatterproof_properties.puzzles.files.folders import PUZZLE
from shatterproof_properties.puzzles.files.json_form import puzzle_from_json
from shatterproof_properties.puzzles.files.text import format_puzzle
from shatterproof_properties.puzzles.generate.archive import Archive
from shatterproof_properties.puzzles.generate.run_state import STATE, NumberedFind
from shatterproof_properties.puzzles.generate.task import Job
from shatterproof_properties.puzzles.sheet.sheet import render_sheet

INDEX, SHEET = "index.json", "sheet.html"


class Folder:
    """The folder with this path, made if needed.

    Raises InputError if it has files of somebody else's: it is not empty, and there is no run in it. Methods raise
    InputError if it cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._made = [each for each in (path, *path.parents) if not each.exists()]
        with writing(self.path):
            path.mkdir(parents=True, exist_ok=True)
            # Whoever cannot write here should hear it before hours of work.
            trial = path / f"trial{PART}"
            trial.touch()
            trial.unlink()
            held = [file.name for file in path.iterdir() if not file.name.endswith(PART)]
        if held and STATE not in held:
            raise InputError("there are files in this folder, and no run", str(self.path), "a new or an empty folder")

    def unmake(self) -> None:
        """Removes the folder, and those above it, if it was made for this run and has nothing but the state."""
        if self._made and all(file.name.startswith(STATE) for file in self.path.iterdir()):
            with writing(self.path):
                for file in self.path.iterdir():
                    file.unlink()
                for folder in self._made:
                    folder.rmdir()

    def clear(self) -> None:
        """Removes files that a killed run left half written. No other run may be at work here."""
        with writing(self.path):
            for file in self.path.glob(f"*{PART}"):
                file.unlink()

    def write(self, finds: Iterable[NumberedFind]) -> None:
        """Writes the files of finds that are missing."""
        for find in finds:
            names = names_of(find)
            missing = [end for end, name in names.items() if not (self.path / name).exists()]
            puzzle = puzzle_of(find) if missing else None
            for end in missing:
                assert puzzle is not None
                self._put(self.path / names[end], FORMS[end](find, puzzle))

    def has(self, find: NumberedFind) -> bool:
        return (self.path / names_of(find)[PUZZLE]).exists()

    def leave_out(self, finds: Iterable[NumberedFind]) -> None:
        """Removes the files of finds, unless somebody has changed the puzzle since."""
        with writing(self.path):
            for find in finds:
                file = self.path / names_of(find)[PUZZLE]
                if not file.exists() or file.read_bytes() == format_puzzle(puzzle_of(find)).encode():
                    for name in names_of(find).values():
                        (self.path / name).unlink(missing_ok=True)

    def finish(self, job: Job, archive: Archive, quiet: bool = False) -> None:
        """Writes the pages about all kept finds: an index for programs, a sheet for printing.

        Shows a bar on a terminal unless `quiet`.
        """
        puzzles = {find: puzzle_of(find) for find in archive.kept}
        entries = [
            {"number": find.number, "unit": find.task, "files": sorted(names_of(find).values()),
             "quality": find.quality, "difficulty": puzzle.difficulty, "themes": list(puzzle.themes)}
            for find, puzzle in puzzles.items()
        ]  # fmt: skip
        index = {**job.to_json(), "cells": archive.cells(), "puzzles": entries}
        self._put(self.path / INDEX, strict_json.encode(index) + "\n")
        rising = sorted(puzzles, key=lambda find: (puzzles[find].difficulty or 0, find.number))
        if rising:
            certified = [(puzzles[find], strict_json.decode(find.certificate)) for find in rising]
            title = f"{job.game.capitalize()} {job.board}"
            with Bar("sheet", len(certified), BarColumn(), quiet=quiet) as bar:
                self._put(self.path / SHEET, render_sheet(certified, title, on_progress=bar.show))

    def _put(self, file: Path, text: str) -> None:
        with writing(self.path):
            replace_file(file, text)


def names_of(find: NumberedFind) -> dict[str, str]:
    """The names of the files of a find, by their endings."""
    said = strict_json.decode(find.puzzle)
    stem = f"{find.number:03d}-{said['game']}-{said['position']['board']}-{re.sub('[ =]', '-', said['claim'])}"
    return {end: f"{stem}{end}" for end in FORMS}


def puzzle_of(find: NumberedFind) -> Puzzle:
    """The puzzle that a find is, with its number for a title."""
    return replace(puzzle_from_json(strict_json.decode(find.puzzle)), title=f"No. {find.number}")


FORMS: dict[str, Callable[[NumberedFind, Puzzle], str]] = {
    ".puzzle": lambda _, puzzle: format_puzzle(puzzle),
    ".certificate.json": lambda find, _: f"{find.certificate}\n",
    ".svg": lambda _, puzzle: svg(puzzle),
}
"""The files of a find: the endings of their names, and their contents."""
