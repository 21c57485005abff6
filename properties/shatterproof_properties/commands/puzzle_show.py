"""The command that shows puzzles: as diagrams, as a picture, on a sheet to print."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from shatterproof.errors import InputError
from shatterproof_properties.commands import shell
from shatterproof_properties.commands.puzzle_certificate import accepted

if TYPE_CHECKING:
    from shatterproof_properties.puzzles.checker.certificate import Json
    from shatterproof_properties.puzzles.claims.puzzle import Puzzle
    from shatterproof_properties.puzzles.files.folders import Found


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=shell.FileArgument)
@shell.svg_option
@click.option("--sheet", metavar="OUT", cls=shell.Once, type=shell.FileArgument,
              help="Write a page for paper, in HTML; - prints it.")  # fmt: skip
@click.option("--title", help="The title of that page.  [default: that of the collection, or Puzzles]")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="The paper.")
@shell.force_option
@shell.json_option
def show(
    files: tuple[Path, ...],
    svg: Path | None,
    sheet: Path | None,
    title: str | None,
    paper: str,
    force: bool,
    as_json: bool,
) -> None:
    """Draw puzzles, or print them on a sheet.

    FILE is a puzzle, a folder or a collection. On a sheet the solutions come last, from certificates beside the puzzles
    that the checker accepts.
    """
    from shatterproof_properties.puzzles.files.folders import puzzles_in

    if svg is not None and sheet is not None:
        raise InputError("--svg and --sheet cannot be used together", expected="only one of them")
    found, heading = puzzles_in(files, with_certificates=sheet is not None)
    if sheet is not None:
        _print_sheet(found, sheet, title or heading.title or "Puzzles", paper, force, as_json)
    elif svg is not None:
        _draw(found, svg, force, as_json)
    else:
        _tell([each.entry.puzzle for each in found], as_json)


def _print_sheet(found: list[Found], out: Path, title: str, paper: str, force: bool, as_json: bool) -> None:
    from shatterproof_properties.common.outputs import PAGE, may_write, write_file

    is_file = out != shell.STANDARD_OUTPUT
    if is_file:
        # What may not be written is refused before the work.
        may_write(out, PAGE, inputs=_inputs(found), force=force, parents=True)
    text = _sheet(found, title, paper)
    if not is_file:
        shell.print_text(text, nl=False)
        return
    write_file(out, text, PAGE, inputs=_inputs(found), force=force, parents=True)
    shell.print_json({"sheet": str(out)}) if as_json else shell.print_line(f"printed: {out}")


def _draw(found: list[Found], out: Path, force: bool, as_json: bool) -> None:
    from shatterproof_properties.common.outputs import SVG, write_file
    from shatterproof_properties.puzzles.claims.puzzle import svg

    if len(found) != 1:
        raise InputError(
            f"--svg draws one puzzle, and there are {len(found)}", "--svg", "one puzzle, or --sheet for many"
        )
    picture = svg(found[0].entry.puzzle)
    if out == shell.STANDARD_OUTPUT:
        shell.print_text(picture, nl=False)
        return
    write_file(out, picture, SVG, inputs=_inputs(found), force=force)
    shell.print_json({"svg": str(out)}) if as_json else shell.print_line(f"drawn: {out}")


def _tell(puzzles: list[Puzzle], as_json: bool) -> None:
    from shatterproof_properties.puzzles.claims.puzzle import terminal
    from shatterproof_properties.puzzles.files.json_form import puzzle_to_json

    if not as_json:
        shell.print_text("\n".join(terminal(its) for its in puzzles), nl=False)
        return
    for its in puzzles:
        shell.print_json(puzzle_to_json(its))


def _inputs(found: list[Found]) -> list[Path]:
    return [file for each in found for file in (each.file, each.proof)]


def _proof_of(found: Found) -> Json | None:
    """The certificate that proves a puzzle, checked. If it shows something else, None and a warning."""
    its, certificate = found.entry.puzzle, found.entry.certificate
    checked = certificate and accepted(certificate, its)
    is_refuted = checked is not None and checked["verdict"] != "proved"
    if found.is_stale or is_refuted:
        why = "its claim is refuted" if is_refuted else f"it was changed since: shatterproof puzzle verify {found.file}"
        shell.print_line(f"not verified: {found.entry.name}: {why}", err=True)
    return None if is_refuted else checked


def _sheet(found: list[Found], title: str, paper: str) -> str:
    """The sheet of some puzzles, as the text of a page."""
    from rich.progress import BarColumn

    from shatterproof_properties.common.files import named
    from shatterproof_properties.common.progress import Bar
    from shatterproof_properties.puzzles.sheet.sheet import render_sheet

    certified = []
    with Bar("sheet", 2 * len(found), BarColumn()) as bar:
        for number, each in enumerate(found):
            bar.show(number)
            with named(each.proof), named(Path(each.entry.name)) if each.file == each.proof else nullcontext():
                certified.append((each.entry.puzzle, _proof_of(each)))
        drawn = len(found)
        return render_sheet(certified, title, lambda done: bar.show(drawn + done), paper)
