"""Commands that say how good puzzles are, and choose among them: rate and select."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import click

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.commands import shell
from shatterproof_properties.commands.puzzle_certificate import FileVerdict, accepted, jobs_option, tell_each
from shatterproof_properties.common.files import is_folder, named
from shatterproof_properties.common.outputs import may_write_folder, write_folder
from shatterproof_properties.common.progress import BAR, OF, Bar
from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.files.folders import CERTIFICATE, PUZZLE, each_file, files_in, puzzles_in
from shatterproof_properties.puzzles.files.text import format_puzzle, read_puzzle
from shatterproof_properties.puzzles.rating.rated import Rated
from shatterproof_properties.puzzles.rating.rated import rate as rate_puzzle
from shatterproof_properties.puzzles.rating.selection import Choosable, choose, is_alike, outline, shortfalls
from shatterproof_properties.puzzles.rating.solver_model import calibrated
from shatterproof_properties.puzzles.rating.themes import difficulty
from shatterproof_properties.puzzles.solve.solved_record import puzzle_digest, solved_at_once
from shatterproof_properties.solving.forcing import OutOfLimits


@click.command()
@click.argument("file", type=shell.FileArgument)
@click.option("--attempts", metavar="RECORD", multiple=True, type=shell.FileArgument,
              help="Fit difficulties to attempts that `puzzle solve --record` or the browser kept.")  # fmt: skip
@jobs_option
@shell.json_option
def rate(file: Path, attempts: tuple[Path, ...], jobs: int, as_json: bool) -> None:
    """Measure quality, difficulty, themes and idea of a puzzle.

    Quality goes from 0 to 100, and each part says why. FILE may be a folder: each puzzle gets a line, and those that
    are alike are named. Each puzzle needs a certificate beside it, which `puzzle verify` writes.
    """
    if attempts:
        _tell_fitted(files_in(file, PUZZLE) if is_folder(file) else [file], attempts, as_json)
        return
    if is_folder(file):
        files = files_in(file, PUZZLE)
        tell_each(partial(rate_file, alike=_alike(files)), files, jobs, "rate", as_json)
    rated, _ = _rated(file)
    shell.print_json(rated.to_json()) if as_json else shell.print_text(rated.to_text(), nl=False)


def _tell_fitted(files: Sequence[Path], records: Sequence[Path], as_json: bool) -> None:
    """Fits the model to the attempts of some records at these puzzles, and prints the new difficulties."""
    noted = solved_at_once(records)
    tried = {file: (rated.solving, noted[puzzle_digest(rated.puzzle)]) for file in files for rated, _ in [_rated(file)]}
    attempts = [(solving, solved) for solving, results in tried.values() for solved in results]
    if not attempts:
        raise InputError("no attempt at these puzzles is recorded", "--attempts", "a record that has some of them")
    solvers = calibrated(attempts)
    if not as_json:
        shell.print_line(f"{len(attempts)} attempts: half of such solvers look at {solvers.median:.1f} replies or more")
    for file, (solving, results) in tried.items():
        share, failed = solving.failing(solvers), results.count(False)
        found = {"file": file.name, "difficulty": difficulty(share), "failing": f"{share:.3f}"}
        people = f"{failed} of {len(results)} attempts did" if results else "nobody has tried"
        words = f"{file.name}: difficulty {found['difficulty']}: {share:.0%} of the model's solvers fail; {people}"
        shell.print_json({**found, "attempts": len(results), "failed": failed}) if as_json else shell.print_line(words)


@click.command()
@click.argument("folders", metavar="DIR...", nargs=-1, required=True, type=shell.FileArgument)
@click.option("--count", metavar="N", type=shell.Whole(1), default=40, show_default=True, help="How many puzzles.")
@click.option(
    "--quality",
    "least",
    metavar="N",
    type=shell.Whole(0, 100),
    default=0,
    help="Leave out puzzles of lower quality, 0 to 100.",
)
@shell.file_option("--out", "DIR", "The folder for the copies.", streams=False, required=True)
@jobs_option
@shell.force_option
@shell.json_option
def select(folders: tuple[Path, ...], count: int, least: int, out: Path, jobs: int, force: bool, as_json: bool) -> None:
    """Choose the best of many puzzles.

    Copy N puzzles from the folders into another, the easiest first. No two are alike. They are spread over
    difficulties, claims, boards and themes; at most a quarter are of difficulty 1. Puzzles without a certificate are
    left out. Exit code 1: there are fewer than N, or fewer than a fifth of difficulty 4 and 5.
    """
    may_write_folder(out, force=force)
    files = [file for folder in folders for file in files_in(folder, PUZZLE)]
    found: list[Choosable] = []
    left_out: list[str] = []
    with Bar("rate", len(files), BAR, OF, quiet=as_json) as bar:
        for each in each_file(choosable_file, files, jobs):
            left_out.append(each) if isinstance(each, str) else found.append(each)
            bar.show(len(found) + len(left_out))
    chosen = choose(found, count, least)
    by_name = {_name_of(number, each): each for number, each in enumerate(chosen, start=1)}
    texts: dict[str, str] = {}
    for name, each in by_name.items():
        texts[f"{name}{PUZZLE}"] = format_puzzle(each.rated.puzzle)
        texts[f"{name}{CERTIFICATE}"] = f"{each.certificate}\n"
    # What an earlier run has chosen is not left behind.
    is_written = bool(chosen) or out.is_dir()
    if is_written:
        write_folder(out, texts, inputs=files, force=force)
    lacks = shortfalls(chosen, count)
    if as_json:
        entries = [
            {"file": f"{name}{PUZZLE}", "from": each.name, **each.rated.to_json()} for name, each in by_name.items()
        ]
        folder = str(out) if is_written else None
        shell.print_json({"folder": folder, "of": len(found), "left_out": left_out, "lacks": lacks, "puzzles": entries})
    else:
        for name, each in by_name.items():
            shell.print_line(f"{name}: {each.rated.to_line()}; {each.name}")
        for why in left_out:
            shell.print_line(f"left out: {why}")
        shell.print_line(
            f"{len(chosen)} of {len(found)} puzzles{f' in {out}' if is_written else ', nothing is written'}"
        )
        for lack in lacks:
            shell.print_line(f"too few: {lack}")
    sys.exit(shell.NO if lacks else shell.FINE)


def choosable_file(file: Path) -> Choosable | str:
    """The puzzle of a file with its rating, or why it cannot be rated."""
    try:
        rated, certificate = _rated(file)
    except InputError as error:
        return str(error)
    except OutOfLimits as reached:
        return f"{file}: {reached}"
    return Choosable(str(file), rated, strict_json.encode(certificate), rated.quality)


def _name_of(number: int, each: Choosable) -> str:
    """The name of a puzzle's files: its number and title; without a title, what kind of puzzle it is."""
    its = each.rated.puzzle
    title = "" if its.title.startswith("No. ") else its.title
    words = re.findall("[a-z0-9]+", title.lower().replace("'", ""))
    return f"{number:02d}-{'-'.join(words or (its.game, its.board, str(its.claim)))}"


def rate_file(file: Path, alike: Mapping[str, Sequence[str]]) -> FileVerdict:
    """The rating of one puzzle of a folder, with the names of those that are alike."""
    try:
        rated, _ = _rated(file)
    except OutOfLimits as reached:
        return FileVerdict(shell.HARNESS_FAILED, str(reached), {"error": str(reached)})
    like = alike.get(file.name, ())
    return FileVerdict(shell.FINE, rated.to_line(like), {**rated.to_json(), "alike": list(like)})


def _rated(file: Path) -> tuple[Rated, Json]:
    """The rating of a puzzle in a file, and its certificate. Raises InputError, OutOfLimits."""
    (found, *others), _ = puzzles_in([file])
    if others:
        raise InputError(f"there are {len(others) + 1} puzzles", str(file), "one puzzle, or a folder")
    found.refuse_stale()
    its, certificate = found.entry.puzzle, found.entry.certificate
    if certificate is None:
        raise InputError("there is no certificate beside this puzzle", str(file), "one that puzzle verify writes")
    with named(found.proof):
        accepted(certificate, its)
    if certificate["verdict"] != "proved":
        raise InputError("its claim is refuted", str(file), "a puzzle whose claim is proved")
    return rate_puzzle(its, certificate), certificate


def _alike(files: Sequence[Path]) -> dict[str, list[str]]:
    """For each file, the names of the puzzles that are alike; none for files that are bad input."""
    outlines = {}
    for file in files:
        try:
            outlines[file.name] = outline(read_puzzle(file))
        except InputError:
            continue
    return {
        name: [other for other, there in outlines.items() if other != name and is_alike(here, there)]
        for name, here in outlines.items()
    }
