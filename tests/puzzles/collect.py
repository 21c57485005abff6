"""Makes the collection under spec/puzzles anew: each puzzle is verified by the search and by z3, measured, numbered.

`python tests/puzzles/collect.py [--rated | --accepted] [GAME ...]`: solution, themes, difficulty and certificate are
written as found; the files are named by number and title, the easiest first. A new puzzle, made by hand or by
`puzzle generate`, needs a title and a place in the folder of its game. Where a claim does not hold, nothing is changed;
exits with 1.
With `--rated` first, the certificates are kept: the checker has to accept them, and all is measured anew from them.
With `--accepted` the puzzles are kept as well: only the list of certificates that the checker accepts is made anew,
which each change of the reference or of the checker asks for.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

from rich.console import Console
from rich.progress import track

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import GAMES
from shatterproof.spec import spec_folder
from shatterproof_properties.puzzles.checker.certificate import PROVED, Json, read_certificate
from shatterproof_properties.puzzles.checker.checker import check
from shatterproof_properties.puzzles.claims.puzzle import Puzzle, svg
from shatterproof_properties.puzzles.files.collection import name_of
from shatterproof_properties.puzzles.files.folders import certificate_beside
from shatterproof_properties.puzzles.files.text import format_puzzle, read_puzzle
from shatterproof_properties.puzzles.proof.acceptances import LIST, list_of
from shatterproof_properties.puzzles.proof.verification import verify
from shatterproof_properties.puzzles.rating.rated import rate

PUZZLES = spec_folder() / "puzzles"
SHOWN, PICTURE = "structural-survey", PUZZLES / "example.svg"
"""The puzzle in the README, by the end of its file's name, and its picture."""


def files_of(game: str) -> list[Path]:
    return sorted((PUZZLES / game).glob("*.puzzle"))


puzzle_in = cache(read_puzzle)


def measured(puzzle: Puzzle, certificate: Json) -> Puzzle:
    return rate(replace(puzzle, comment=""), certificate).puzzle


def verified(file: Path) -> tuple[Puzzle, Json]:
    """A puzzle and its certificate, made anew. Raises InputError if it has no title or its claim does not hold."""
    puzzle = read_puzzle(file)
    found = verify(puzzle, again=True)
    if found.verdict != PROVED or found.certificate is None or not puzzle.title:
        raise InputError(f"{puzzle.title or 'no title'}, {found.verdict}", str(file), "a title, and a claim that holds")
    return measured(puzzle, found.certificate), found.certificate


def as_it_stands(file: Path) -> tuple[Puzzle, Json]:
    """A puzzle and its certificate, with nothing changed."""
    return read_puzzle(file), read_certificate(certificate_beside(file).read_bytes())


def rated_again(file: Path) -> tuple[Puzzle, Json]:
    """A puzzle measured anew, and its certificate as it stands. Raises InputError if that does not hold."""
    puzzle, certificate = as_it_stands(file)
    return measured(puzzle, certificate), certificate


def collect(game: str, files: Iterable[Path], made: Callable[[Path], tuple[Puzzle, Json]] = verified) -> None:
    """Makes the puzzles of one game anew and replaces the old ones: the easiest first, then by the checker's work."""
    kept = sorted(
        map(made, files),
        key=lambda each: (each[0].difficulty or 0, check(each[1]).results, each[0].title),
    )
    for file in files_of(game):
        file.unlink()
        certificate_beside(file).unlink(missing_ok=True)
    for number, (puzzle, certificate) in enumerate(kept, start=1):
        file = PUZZLES / game / f"{name_of(number, puzzle.title)}.puzzle"
        file.write_text(format_puzzle(puzzle), encoding="utf-8")
        certificate_beside(file).write_text(strict_json.encode(certificate) + "\n", encoding="utf-8")
    accepted = list_of(game, (certificate for _, certificate in kept))
    (PUZZLES / game / LIST).write_text(accepted, encoding="ascii")


def example() -> Path:
    return next(file for file in files_of("crumble") if file.stem.endswith(SHOWN))


if __name__ == "__main__":
    asked = sys.argv[1:]
    modes = {"--rated": rated_again, "--accepted": as_it_stands}
    made = modes.get(asked[0], verified) if asked else verified
    for name in asked[made is not verified :] or GAMES:
        try:
            collect(name, track(files_of(name), name, console=Console(stderr=True), transient=True), made)
        except InputError as error:
            sys.exit(str(error))
    PICTURE.write_text(svg(read_puzzle(example())), encoding="utf-8")
