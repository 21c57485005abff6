"""The command that says whether the claim of a puzzle holds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.commands import shell
from shatterproof_properties.commands.puzzle_certificate import FileVerdict, jobs_option, tell_each
from shatterproof_properties.common.files import STANDARD_INPUT, is_folder
from shatterproof_properties.common.outputs import CERTIFICATE as KIND
from shatterproof_properties.common.outputs import may_write, write_file
from shatterproof_properties.common.progress import counting
from shatterproof_properties.puzzles.claims.kind import Analysis
from shatterproof_properties.puzzles.claims.puzzle import claimed
from shatterproof_properties.puzzles.files.folders import PUZZLE, certificate_beside, files_in
from shatterproof_properties.puzzles.files.text import read_puzzle
from shatterproof_properties.puzzles.proof.acceptances import note_accepted
from shatterproof_properties.puzzles.proof.analysis import ThreatAnalysis, analyse, threats_against, wrong_solutions
from shatterproof_properties.puzzles.proof.verdict_text import more_to_text, verdict_to_text
from shatterproof_properties.puzzles.proof.verification import (
    UNKNOWN,
    Verification,
    prove_again,
    search_for,
    verdict_to_json,
)
from shatterproof_properties.puzzles.proof.verification import verify as verify_puzzle
from shatterproof_properties.solving.forcing import Forcing, OutOfLimits, SearchLimits

Found = TypeVar("Found")
EXITS = {"proved": shell.FINE, "refuted": shell.NO, "unknown": shell.HARNESS_FAILED}
tries_option = click.option("--tries", is_flag=True, help="Also list first turns that fail to one reply only.")
set_play_option = click.option(
    "--set-play", is_flag=True, help="Also list set play: answers to the other side's turns if it were to move."
)


@dataclass(frozen=True)
class VerifyOptions:
    seconds: float
    positions: int | None
    tries: bool
    set_play: bool
    with_z3: bool
    force: bool


@click.command()
@click.argument("file", type=shell.FileArgument)
@shell.file_option("--certificate", "OUT", "Where to write the certificate; by default beside FILE.")
@shell.time_option(300.0, "Seconds for each puzzle, for the search, the checker and the remarks each.")
@click.option("--positions", metavar="N", type=shell.Whole(1), help="Stop the search after N positions.")
@tries_option
@set_play_option
@click.option("--no-z3", "with_z3", is_flag=True, flag_value=False, default=True,
              help="Do not prove wins in one a second time by z3.")  # fmt: skip
@jobs_option
@shell.force_option
@shell.json_option
def verify(file: Path, certificate: Path | None, jobs: int, force: bool, as_json: bool, **options: Any) -> None:
    """Prove or refute the claim of a puzzle.

    The verdict is proved, refuted or unknown. Proved and refuted come with a certificate that the checker has accepted.
    FILE may be a folder: each puzzle gets a line. Exit code 0: proved; 1: refuted, or the solution in FILE is wrong; 3:
    unknown; of a folder the largest.
    """
    asked = VerifyOptions(force=force, **options)
    if is_folder(file):
        shell.refuse_together("a folder", True, {"--certificate": certificate})
        files = files_in(file, PUZZLE)
        for each in files:
            _certificate_of(each, None, force)
        tell_each(partial(verify_file, asked=asked), files, jobs, "verify", as_json)
    report = _verify_one(file, _certificate_of(file, certificate, force), asked, tell=not as_json)
    if as_json:
        shell.print_json(report.to_json())
    sys.exit(report.code)


@dataclass
class Report:
    """The report about one puzzle; `unfinished` says what a limit has cut short."""

    verdict: Verification
    written: str | None = None
    wrong: tuple[str, ...] = ()
    analysis: Analysis | None = None
    threats: ThreatAnalysis | None = None
    unfinished: list[str] = field(default_factory=list)

    @property
    def code(self) -> int:
        unchecked = any(remark.startswith("the solution") for remark in self.unfinished)
        if self.wrong:
            return shell.NO
        return shell.HARNESS_FAILED if unchecked and self.verdict.puzzle.solution else EXITS[self.verdict.verdict]

    def to_json(self) -> dict[str, object]:
        return {
            **verdict_to_json(self.verdict),
            "analysis": self.analysis and self.analysis.to_json(),
            "threats": self.threats and self.threats.to_json(),
            "wrong_solutions": list(self.wrong),
            "unfinished": self.unfinished,
            "certificate": self.written,
        }

    def unless(self, what: str, find: Callable[[], Found]) -> Found | None:
        """The value of a call; None if a limit stops it, which `unfinished` then names with `what`."""
        try:
            return find()
        except OutOfLimits as reached:
            self.unfinished.append(f"{what}, {reached}")
            return None

    def remarks(self) -> Iterator[str]:
        """The remarks after a verdict: wrong solutions, what a limit has cut short, the certificate."""
        yield from self.solution_remarks()
        for remark in self.unfinished:
            yield f"not looked at to the end: {remark}"
        if self.verdict.certificate is not None:
            accepted = "accepted by the checker" if self.verdict.verdict in ("proved", "refuted") else "not checked yet"
            yield f"certificate, {accepted}: {self.written or 'not written, --certificate OUT says where'}"

    def solution_remarks(self) -> Iterator[str]:
        for text in self.wrong:
            is_given = text in self.verdict.puzzle.solution
            yield f"the solution {text} does not achieve the claim" if is_given else f"the solution leaves out {text}"


def _verify_one(file: Path, out: Path | None, asked: VerifyOptions, tell: bool = False, alone: bool = True) -> Report:
    """Verifies a puzzle. With `tell` each part is printed as soon as it is known; one that is `alone` is analysed."""
    its = read_puzzle(file)
    with counting("verify", "searching", quiet=not tell) as show:
        limits = SearchLimits(asked.positions, asked.seconds)
        forcing = search_for(its, limits, lambda search: show(search.looked_into, "positions looked into: "))
        on_checked = partial(show, what="results made by the checker: ")
        report = Report(verify_puzzle(its, forcing=forcing, on_checked=on_checked))
    report.written = _write_certificate(report.verdict, out, file, asked.force)
    if tell:
        shell.print_text(verdict_to_text(report.verdict), nl=False)
    with counting("verify", "searching", quiet=not tell) as show:
        _look_further(report, forcing, asked, alone, partial(show, what="wins proved again by z3: "))
    if tell:
        shell.print_text(more_to_text(report.verdict, report.analysis, report.threats), nl=False)
        for line in report.remarks():
            shell.print_line(line)
    return report


def _look_further(
    report: Report, forcing: Forcing, asked: VerifyOptions, alone: bool, on_confirmed: Callable[[int], None]
) -> None:
    """Checks the solution in the time that is left after the verdict; finds cooks, duals, tries and set play."""
    its, proved = report.verdict.puzzle, report.verdict.verdict == "proved"
    if report.verdict.verdict not in ("proved", "refuted"):
        return
    if proved:
        report.wrong = report.unless("the solution", lambda: wrong_solutions(its, forcing)) or ()
    if asked.with_z3:
        report.verdict = prove_again(report.verdict, forcing, on_confirmed)
    if not alone:
        return
    report.analysis = report.unless("cooks and duals", lambda: analyse(its, forcing, asked.tries, asked.set_play))
    if proved and its.claim.is_mate_in_one and asked.with_z3:
        here = forcing.adapter.read(dict(its.position))
        report.threats = report.unless("threats", lambda: threats_against(forcing, here))


def verify_file(file: Path, asked: VerifyOptions) -> FileVerdict:
    """Verify one puzzle of a folder, check its solution, and write the certificate."""
    report = _verify_one(file, certificate_beside(file), asked, alone=False)
    verdict, why = report.verdict, [report.verdict.why] if report.verdict.why else []
    said = [f"{verdict.verdict}: {claimed(verdict.puzzle)}", *why, *report.solution_remarks(), *report.unfinished]
    return FileVerdict(report.code, "; ".join(said), report.to_json())


def _certificate_of(file: Path, certificate: Path | None, force: bool) -> Path | None:
    """The path for the certificate of a puzzle; None for a puzzle from the standard input. Raises InputError."""
    if certificate == shell.STANDARD_OUTPUT:
        raise InputError("a certificate cannot be printed", "--certificate", "the name of a file")
    if certificate is None and file != STANDARD_INPUT:
        certificate = certificate_beside(file)
    if certificate is not None:
        may_write(certificate, KIND, inputs=[file], force=force)
    return certificate


def _write_certificate(verdict: Verification, out: Path | None, file: Path, force: bool) -> str | None:
    """Writes a certificate if it is wanted. Returns the name of the file, or None."""
    if verdict.certificate is None or out is None:
        return None
    write_file(out, strict_json.encode(verdict.certificate) + "\n", KIND, inputs=[file], force=force)
    if verdict.verdict != UNKNOWN:
        note_accepted(verdict.certificate)
    return str(out)
