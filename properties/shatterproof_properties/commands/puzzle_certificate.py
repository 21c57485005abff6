"""The command that checks certificates."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import click

from shatterproof.errors import InputError
from shatterproof_properties.commands import shell
from shatterproof_properties.common.files import is_folder, named, read_text
from shatterproof_properties.common.progress import BAR, OF, Bar
from shatterproof_properties.puzzles.checker.certificate import Json, read_certificate, work_to_text
from shatterproof_properties.puzzles.checker.checker import Refused, TooManyResults, check
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.files.collection import check_about
from shatterproof_properties.puzzles.files.folders import CERTIFICATE, each_file, files_in, puzzle_beside
from shatterproof_properties.puzzles.files.text import read_puzzle
from shatterproof_properties.puzzles.proof.acceptances import by_second_engine, check_once, note_accepted

VERDICTS = ("proved", "refuted")
jobs_option = click.option("--jobs", metavar="N", type=shell.Whole(1, 64), default=1, show_default=True,
                           help="Processes for the files of a folder.")  # fmt: skip


class FileVerdict(NamedTuple):
    """The verdict on a file: the exit code for a command, a line about it, and the same as JSON."""

    code: int
    said: str
    data: dict[str, Any]


class CheckLimits(NamedTuple):
    """The limits of one check: seconds, and results to make. `also` names a second engine that must accept as well."""

    seconds: float
    results: int
    also: str | None = None


class OutOfTime(Exception):
    """There was no time to check a certificate to its end."""


@click.command()
@click.argument("file", type=shell.FileArgument)
@click.option(
    "--puzzle",
    "about",
    metavar="PUZZLE",
    type=shell.FileArgument,
    help="The puzzle whose claim the certificate must prove, or what --expect says.",
)
@click.option("--expect", type=click.Choice(VERDICTS), help="Exit with 1 unless the certificate shows this.")
@shell.time_option(3600.0, "Seconds for each certificate.")
@click.option("--most-work", metavar="N", type=shell.Whole(1, 10**12), default=5_000_000, show_default=True,
              help="Do not check a certificate that needs more results than N.")  # fmt: skip
@click.option("--also", type=click.Choice(["second"]), help="Check it by the second engine too; both must accept it.")
@jobs_option
@shell.json_option
def certificate(
    file: Path, about: Path | None, expect: str | None, seconds: float, most_work: int, also: str | None, jobs: int,
    as_json: bool,
) -> None:  # fmt: skip
    """Check a certificate with the checker alone.

    The checker replays what the certificate says with the reference, and searches for nothing but series. FILE may be a
    folder: each certificate is checked against the puzzle beside it. Exit code 0: it shows what it claims, and what was
    asked for; 1: not so; 3: a limit came first.
    """
    limits = CheckLimits(seconds, most_work, also)
    if is_folder(file):
        shell.refuse_together("a folder", True, {"--puzzle": about})
        files = files_in(file, CERTIFICATE)
        tell_each(partial(check_beside, expect=expect, limits=limits), files, jobs, "certificates", as_json)
    found = check_file(file, about, expect, limits, tell=not as_json)
    shell.print_json(found.data) if as_json else shell.print_line(found.said)
    sys.exit(found.code)


def check_beside(file: Path, expect: str | None, limits: CheckLimits) -> FileVerdict:
    about = puzzle_beside(file)
    return check_file(file, about if about.is_file() else None, expect, limits)


def check_file(
    file: Path, about: Path | None, expect: str | None, limits: CheckLimits, tell: bool = False
) -> FileVerdict:
    """The checker's verdict on a certificate.

    Raises InputError if it is no certificate, or is about another puzzle.
    """
    text, its = read_text(file, "a certificate"), None if about is None else read_puzzle(about)
    wanted = expect or ("proved" if its is not None else None)
    with named(file), Bar("certificate", 1, "{task.fields[note]}", quiet=not tell, note="") as bar:
        data, watch = read_certificate(text), Watch(limits, bar)
        if its is not None:
            check_about(data, its)
        try:
            checked = check(data, watch=watch.made, on_work=watch.begins, most=limits.results)
            note_accepted(data)
            also = _by_second(data, watch, limits) if limits.also else None
        except (TooManyResults, OutOfTime) as over:
            advice = "" if isinstance(over, OutOfTime) else "; --most-work allows more"
            unknown = {"accepted": None, "where": "", "why": str(over), "work": watch.work}
            return FileVerdict(shell.HARNESS_FAILED, f"unknown: {over}{advice}", unknown)
        except Refused as refused:
            why = {"accepted": False, "where": refused.where, "why": refused.why, "work": watch.work}
            return FileVerdict(shell.NO, f"refused: {refused}", why)
    is_wanted = wanted in (None, checked.verdict)
    about_it = {"claim": checked.claim, "unique": checked.unique, "verdict": checked.verdict}
    shown = {"accepted": True, "game": checked.game, **about_it, "results": checked.results, "work": watch.work}
    claim = Claim.parse(data["claim"], data["unique"]).describe(data["position"]["to_move"])
    said = f"accepted: {claim}, {checked.verdict} ({checked.results:,} results regenerated)"
    if also is not None:
        shown["second"] = also
        if not also["accepted"]:
            said = f"the reference accepts it, the second engine refuses it: {also['where']}: {also['why']}"
            return FileVerdict(shell.HARNESS_FAILED, said, shown)
        said += f"; accepted by the second engine too ({also['results']:,} results)"
    return FileVerdict(shell.FINE if is_wanted else shell.NO, said + ("" if is_wanted else f"; not {wanted}"), shown)


def _by_second(data: Json, watch: Watch, limits: CheckLimits) -> dict[str, Any]:
    """The checker's verdict with the second engine, on a certificate that the reference accepts."""
    try:
        checked = check(data, watch=watch.made, most=limits.results, play=by_second_engine)
    except Refused as refused:
        return {"accepted": False, "where": refused.where, "why": refused.why}
    return {"accepted": True, "results": checked.results}


class Watch:
    """Ends a check that takes too long, and shows its progress, out of `work` once that is known."""

    def __init__(self, limits: CheckLimits, bar: Bar) -> None:
        self.work: int | None = None
        self._limits, self._bar = limits, bar
        self._end = time.monotonic() + limits.seconds

    def begins(self, work: int) -> None:
        """Takes the approximate number of results that the certificate asks for."""
        self.work = work
        self.made(0)

    def made(self, results: int) -> None:
        """Takes the number of results made so far. Raises OutOfTime."""
        if time.monotonic() > self._end:
            raise OutOfTime(f"not checked within {self._limits.seconds:g} seconds")
        if results % 64 == 0:
            self._bar.show(0, note=f"results: {results:,}" + (f" of {work_to_text(self.work)}" if self.work else ""))


def accepted(data: Json, its: Puzzle, watch: Callable[[int], None] | None = None) -> Json:
    """A certificate that the checker accepts for a puzzle, now or before.

    `watch` is called with the number of results made. Raises InputError for any other certificate.
    """
    check_about(data, its)
    try:
        check_once(data, watch)
    except Refused as refused:
        raise InputError(f"the certificate is refused: {refused.why}", refused.where, "one that holds") from None
    return data


def tell_each(do: Callable[[Path], FileVerdict], files: list[Path], jobs: int, label: str, as_json: bool) -> NoReturn:
    """Prints a line for each file as soon as it is done, and ends the program with the largest of their codes."""
    worst = shell.FINE
    found = each_file(partial(_verdict_on, do=do), files, jobs)
    for number, file in enumerate(files):
        # No bar while something is printed: they would get into each other's way.
        with Bar(label, len(files), BAR, OF, quiet=as_json) as bar:
            bar.show(number)
            code, said, data = next(found)
        worst = max(worst, code)
        shell.print_json({"file": file.name, **data}) if as_json else shell.print_line(f"{file.name}: {said}")
    sys.exit(worst)


def _verdict_on(file: Path, do: Callable[[Path], FileVerdict]) -> FileVerdict:
    """The verdict on a file of a folder, which may be bad input."""
    try:
        return do(file)
    except InputError as error:
        return FileVerdict(shell.BAD_INPUT, f"bad input: {error}", {"error": str(error)})
