"""The commands that hold a puzzle to its claim: verify, and certificate."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from shatterproof.errors import InputError
from shatterproof_properties.commands.shell import (
    FINE,
    HARNESS_FAILED,
    NO,
    STANDARD_OUTPUT,
    FileArgument,
    json_option,
    print_json,
    with_clear_errors,
    write_text,
)

if TYPE_CHECKING:
    from shatterproof_properties.puzzles.analysis import Analysis
    from shatterproof_properties.puzzles.certificate import Json
    from shatterproof_properties.puzzles.verify import Verdict
    from shatterproof_properties.search.forcing import Forcing

CERTIFICATE = ".certificate.json"
PUZZLE = ".puzzle"
EXITS = {"proved": FINE, "refuted": NO, "unknown": HARNESS_FAILED}


@click.command()
@click.argument("file", type=FileArgument)
@click.option("--certificate", metavar="OUT", type=FileArgument, help="Where the certificate goes; else beside FILE.")
@click.option("--time", "seconds", metavar="S", type=click.FloatRange(0.1, 1e6), default=300.0, show_default=True,
              help="Seconds for the search.")  # fmt: skip
@click.option("--positions", metavar="N", type=click.IntRange(1), help="Positions that the search looks into at most.")
@click.option("--tries", is_flag=True, help="Also list first turns that fail to one reply only.")
@click.option("--set-play", is_flag=True, help="Also list what would answer the other side if it were to move.")
@click.option("--no-z3", is_flag=True, help="Leave out z3, which proves the wins in one a second time.")
@json_option
@with_clear_errors
def verify(
    file: Path, certificate: Path | None, seconds: float, positions: int | None, tries: bool, set_play: bool,
    no_z3: bool, as_json: bool,
) -> None:  # fmt: skip
    """Say whether the claim of the puzzle in FILE holds: proved, refuted or unknown.

    Proved and refuted come with a certificate, which the checker has accepted. Exit code 0 for proved, 1 for refuted
    and for a solution in FILE that is none, 3 for unknown.
    """
    from shatterproof_properties.puzzles.analysis import wrong_solutions
    from shatterproof_properties.puzzles.files.text import read_puzzle
    from shatterproof_properties.puzzles.telling import threats_to_json, verdict_to_text
    from shatterproof_properties.puzzles.threats import threats_against
    from shatterproof_properties.puzzles.verify import searching, verdict_to_json
    from shatterproof_properties.puzzles.verify import verify as verified
    from shatterproof_properties.search.forcing import Limits, OutOfLimits

    its = read_puzzle(file)
    with _told(as_json) as told:
        forcing = searching(its, Limits(positions, seconds), told.searching)
        verdict = verified(its, forcing=forcing, again=not no_z3, proved=told.proving)
        analysis, threats = None, None
        if verdict.certificate is not None:
            try:
                analysis = _analysed(verdict, forcing, tries, set_play)
                if verdict.verdict == "proved" and str(its.claim) == "mated-1" and not no_z3:
                    threats = threats_against(forcing, forcing.face.read(dict(its.position)))
            except OutOfLimits as reached:
                told.remark(f"cooks, duals and threats are not looked for to the end: {reached}")
    written = _write_certificate(verdict, file, certificate)
    wrong = wrong_solutions(its, analysis) if analysis and verdict.verdict == "proved" else ()
    if as_json:
        more = {"analysis": analysis and analysis.to_json(), "threats": threats_to_json(threats)}
        print_json({**verdict_to_json(verdict), **more, "wrong_solutions": list(wrong), "certificate": written})
    else:
        click.echo(verdict_to_text(verdict, analysis, threats), nl=False)
        for text in wrong:
            click.echo(f"the solution {text} does not achieve the claim")
        if written:
            click.echo(f"certificate, accepted by the checker: {written}")
    sys.exit(NO if wrong else EXITS[verdict.verdict])


def _analysed(verdict: Verdict, forcing: Forcing, tries: bool, set_play: bool) -> Analysis:
    from shatterproof_properties.puzzles.analysis import analyse

    return analyse(verdict.puzzle, forcing, tries, set_play)


def _write_certificate(verdict: Verdict, file: Path, out: Path | None) -> str | None:
    """Writes a certificate where it is wanted, and returns the name of the file; none where there is none."""
    from shatterproof import strict_json

    if out is None and file != STANDARD_OUTPUT:
        out = certificate_beside(file)
    if verdict.certificate is None or out is None:
        return None
    text = strict_json.encode(verdict.certificate) + "\n"
    if out == STANDARD_OUTPUT:
        click.echo(text, nl=False)
    else:
        write_text(out, text)
    return str(out)


def certificate_beside(file: Path) -> Path:
    return file.with_name(file.name.removesuffix(PUZZLE).removesuffix(".json") + CERTIFICATE)


@contextmanager
def _told(quiet: bool) -> Iterator[Any]:
    """What shows how far a verification is."""
    from rich.progress import TextColumn

    from shatterproof_properties.progress import Bar

    class Telling:
        def searching(self, forcing: Forcing) -> None:
            if forcing.looked_into % 64 == 0:
                bar.show(0, note=f"positions looked into: {forcing.looked_into:,}")

        def proving(self, number: int) -> None:
            bar.show(0, note=f"wins proved again by z3: {number:,}")

        def remark(self, text: str) -> None:
            if not quiet:
                click.echo(text, err=True)

    with Bar("verify", 1, TextColumn("{task.fields[note]}"), quiet=quiet, note="searching") as bar:
        yield Telling()


@click.command()
@click.argument("file", type=FileArgument)
@click.option("--puzzle", "about", metavar="PUZZLE", type=FileArgument, help="The puzzle that it must be about.")
@json_option
@with_clear_errors
def certificate(file: Path, about: Path | None, as_json: bool) -> None:
    """Check the certificate in FILE with the checker alone: it regenerates and replays, and searches for nothing.

    Exit code 0 if it shows what it claims, 1 if it does not.
    """
    from shatterproof_properties.load import named, read_text
    from shatterproof_properties.puzzles.certificate import read_certificate
    from shatterproof_properties.puzzles.checker import Refused, check

    text = read_text(file)
    with named(file):
        data = read_certificate(text)
        if about is not None:
            check_about(data, about)
        try:
            checked = check(data)
        except Refused as refused:
            print_json({"accepted": False, "where": refused.where, "why": refused.why}) if as_json else click.echo(
                f"refused: {refused}"
            )
            sys.exit(NO)
    if as_json:
        about_it = {"claim": str(checked.claim), "unique": checked.claim.unique, "verdict": checked.verdict}
        print_json({"accepted": True, "game": checked.game, **about_it, "results": checked.results})
    else:
        said = checked.claim.describe(checked.position["to_move"])
        click.echo(f"accepted: {said}, {checked.verdict} ({checked.results:,} results regenerated)")
    sys.exit(FINE)


def check_about(data: Json, about: Path) -> None:
    """Raises InputError where a certificate is about something else than a puzzle."""
    from shatterproof_properties.puzzles.files.text import read_puzzle

    its = read_puzzle(about)
    wanted = {"game": its.game, "position": its.position, "readings": its.readings, "claim": str(its.claim)}
    for name, value in {**wanted, "unique": its.claim.unique}.items():
        if data[name] != value:
            raise InputError(f"the certificate has another {name} than {about}", f"/{name}", "that of the puzzle")
