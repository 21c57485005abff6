"""The commands that hold a puzzle to its claim: verify, and certificate."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from shatterproof.errors import InputError
from shatterproof_properties.commands.shell import (
    FINE,
    HARNESS_FAILED,
    NO,
    STANDARD_OUTPUT,
    FileArgument,
    Seconds,
    Whole,
    force_option,
    json_option,
    print_json,
    with_clear_errors,
)

if TYPE_CHECKING:
    from shatterproof_properties.puzzles.certificate import Json
    from shatterproof_properties.puzzles.puzzle import Puzzle
    from shatterproof_properties.puzzles.verify import Verification
    from shatterproof_properties.solving.forcing import Forcing

Found = TypeVar("Found")
CERTIFICATE = ".certificate.json"
PUZZLE = ".puzzle"
EXITS = {"proved": FINE, "refuted": NO, "unknown": HARNESS_FAILED}


@click.command()
@click.argument("file", type=FileArgument)
@click.option("--certificate", metavar="OUT", type=FileArgument, help="Where the certificate goes; else beside FILE.")
@click.option("--time", "seconds", metavar="S", type=Seconds(0.1, 1e6), default=300.0, show_default=True,
              help="Seconds for the search.")  # fmt: skip
@click.option("--positions", metavar="N", type=Whole(1), help="Positions that the search looks into at most.")
@click.option("--tries", is_flag=True, help="Also list first turns that fail to one reply only.")
@click.option("--set-play", is_flag=True, help="Also list what would answer the other side if it were to move.")
@click.option("--no-z3", is_flag=True, help="Leave out z3, which proves the wins in one a second time.")
@force_option
@json_option
@with_clear_errors
def verify(
    file: Path, certificate: Path | None, seconds: float, positions: int | None, tries: bool, set_play: bool,
    no_z3: bool, force: bool, as_json: bool,
) -> None:  # fmt: skip
    """Say whether the claim of the puzzle in FILE holds: proved, refuted or unknown.

    Proved and refuted come with a certificate, which the checker has accepted. Exit code 0 for proved, 1 for refuted
    and for a solution in FILE that is none, 3 for unknown.
    """
    from shatterproof_properties.puzzles.analysis import analyse, threats_against, wrong_solutions
    from shatterproof_properties.puzzles.files.text import read_puzzle
    from shatterproof_properties.puzzles.verdict_text import threats_to_json, verdict_to_text
    from shatterproof_properties.puzzles.verify import search_for, verdict_to_json
    from shatterproof_properties.puzzles.verify import verify as verify_puzzle
    from shatterproof_properties.solving.forcing import SearchLimits

    out = _certificate_of(file, certificate, force)
    its = read_puzzle(file)
    unfinished = Unfinished()
    with _progress(quiet=as_json) as progress:
        forcing = search_for(its, SearchLimits(positions, seconds), progress.on_search)
        verdict = verify_puzzle(its, forcing=forcing, again=not no_z3, on_confirmed=progress.on_confirmed)
        proved = verdict.verdict == "proved"
        wrong: tuple[str, ...] = ()
        threats = None
        analysis = None
        if proved:
            wrong = unfinished.unless("the solution", lambda: wrong_solutions(its, forcing)) or ()
        if verdict.certificate is not None:
            analysis = unfinished.unless("cooks and duals", lambda: analyse(its, forcing, tries, set_play))
        if proved and its.claim.is_mate_in_one and not no_z3:
            here = forcing.face.read(dict(its.position))
            threats = unfinished.unless("threats", lambda: threats_against(forcing, here))
    written = _write_certificate(verdict, out, file, force)
    if as_json:
        more: dict[str, Any] = {"analysis": analysis and analysis.to_json(), "threats": threats_to_json(threats)}
        more |= {"wrong_solutions": list(wrong), "unfinished": unfinished.remarks, "certificate": written}
        print_json({**verdict_to_json(verdict), **more})
    else:
        click.echo(verdict_to_text(verdict, analysis, threats), nl=False)
        click.echo("".join(f"{line}\n" for line in _remarks(verdict, wrong, unfinished, written)), nl=False)
    unchecked = any(remark.startswith("the solution") for remark in unfinished.remarks) and bool(its.solution)
    sys.exit(NO if wrong else HARNESS_FAILED if unchecked else EXITS[verdict.verdict])


def _remarks(verdict: Verification, wrong: Iterable[str], unfinished: Unfinished, written: str | None) -> Iterator[str]:
    """What there is to say after a verdict: wrong solutions, what a limit has cut short, where the certificate is."""
    for text in wrong:
        is_given = text in verdict.puzzle.solution
        yield f"the solution {text} does not achieve the claim" if is_given else f"the solution leaves out {text}"
    for remark in unfinished.remarks:
        yield f"not looked at to the end: {remark}"
    if verdict.certificate is not None:
        yield f"certificate, accepted by the checker: {written or 'not written, --certificate OUT says where'}"


class Unfinished:
    """What a limit has cut short, in words."""

    def __init__(self) -> None:
        self.remarks: list[str] = []

    def unless(self, what: str, find: Callable[[], Found]) -> Found | None:
        """What is found, or None if a limit comes first."""
        from shatterproof_properties.solving.forcing import OutOfLimits

        try:
            return find()
        except OutOfLimits as reached:
            self.remarks.append(f"{what}, {reached}")
            return None


def _certificate_of(file: Path, certificate: Path | None, force: bool) -> Path | None:
    """Where the certificate of a puzzle goes; nowhere for one from the standard input. Raises InputError."""
    from shatterproof_properties.common.outputs import CERTIFICATE as KIND
    from shatterproof_properties.common.outputs import may_write

    if certificate == STANDARD_OUTPUT:
        raise InputError("--certificate - is no file", expected="a file for the certificate")
    if certificate is None and file != STANDARD_OUTPUT:
        certificate = certificate_beside(file)
    if certificate is not None:
        may_write(certificate, KIND, inputs=[file], force=force)
    return certificate


def _write_certificate(verdict: Verification, out: Path | None, file: Path, force: bool) -> str | None:
    """Writes a certificate where it is wanted, and returns the name of the file; none where there is none."""
    from shatterproof import strict_json
    from shatterproof_properties.common.outputs import CERTIFICATE as KIND
    from shatterproof_properties.common.outputs import write_file

    if verdict.certificate is None or out is None:
        return None
    write_file(out, strict_json.encode(verdict.certificate) + "\n", KIND, inputs=[file], force=force)
    return str(out)


def certificate_beside(file: Path) -> Path:
    return file.with_name(file.name.removesuffix(PUZZLE).removesuffix(".json") + CERTIFICATE)


class Progress(NamedTuple):
    """What a verification calls as it goes on."""

    on_search: Callable[[Forcing], None]
    on_confirmed: Callable[[int], None]


@contextmanager
def _progress(quiet: bool) -> Iterator[Progress]:
    """What shows how far a verification is."""
    from rich.progress import TextColumn

    from shatterproof_properties.common.progress import Bar

    with Bar("verify", 1, TextColumn("{task.fields[note]}"), quiet=quiet, note="searching") as bar:

        def on_search(forcing: Forcing) -> None:
            if forcing.looked_into % 64 == 0:
                bar.show(0, note=f"positions looked into: {forcing.looked_into:,}")

        def on_confirmed(number: int) -> None:
            bar.show(0, note=f"wins proved again by z3: {number:,}")

        yield Progress(on_search, on_confirmed)


@click.command()
@click.argument("file", type=FileArgument)
@click.option("--puzzle", "about", metavar="PUZZLE", type=FileArgument, help="The puzzle that it must be about.")
@json_option
@with_clear_errors
def certificate(file: Path, about: Path | None, as_json: bool) -> None:
    """Check the certificate in FILE with the checker alone: it regenerates and replays, and searches for nothing.

    Exit code 0 if it shows what it claims, 1 if it does not.
    """
    from shatterproof_properties.common.files import named, read_text
    from shatterproof_properties.puzzles.certificate import read_certificate
    from shatterproof_properties.puzzles.checker import Refused, check
    from shatterproof_properties.puzzles.claim import Claim
    from shatterproof_properties.puzzles.files.text import read_puzzle

    text = read_text(file)
    its = None if about is None else read_puzzle(about)
    with named(file):
        data = read_certificate(text)
        if its is not None:
            check_about(data, its)
        try:
            checked = check(data)
        except Refused as refused:
            print_json({"accepted": False, "where": refused.where, "why": refused.why}) if as_json else click.echo(
                f"refused: {refused}"
            )
            sys.exit(NO)
    if as_json:
        about_it = {"claim": checked.claim, "unique": checked.unique, "verdict": checked.verdict}
        print_json({"accepted": True, "game": checked.game, **about_it, "results": checked.results})
    else:
        said = Claim.parse(checked.claim, checked.unique).describe(checked.position["to_move"])
        click.echo(f"accepted: {said}, {checked.verdict} ({checked.results:,} results regenerated)")
    sys.exit(FINE)


def check_about(data: Json, its: Puzzle) -> None:
    """Raises InputError where a certificate is about something else than a puzzle."""
    wanted = {"game": its.game, "position": its.position, "readings": its.readings, "claim": str(its.claim)}
    for name, value in {**wanted, "unique": its.claim.unique}.items():
        if data[name] != value:
            raise InputError(f"the certificate has another {name} than the puzzle", f"/{name}", "that of the puzzle")
