"""The command that shows puzzles: as diagrams, as a picture, on a sheet to print."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from shatterproof.errors import InputError
from shatterproof_properties.commands.certifying import accepted
from shatterproof_properties.commands.shell import (
    STANDARD_OUTPUT,
    FileArgument,
    force_option,
    json_option,
    print_json,
    with_clear_errors,
)

if TYPE_CHECKING:
    from shatterproof_properties.puzzles.certificate import Json
    from shatterproof_properties.puzzles.files.collection_file import Found


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=FileArgument)
@click.option("--svg", metavar="OUT", type=FileArgument, help="Write a picture to this file instead; - prints it.")
@click.option("--sheet", metavar="OUT", type=FileArgument,
              help="Write a page to print instead, in HTML; - prints its text.")  # fmt: skip
@click.option("--title", help="The title of that page.  [default: that of the collection, or Puzzles]")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="What it fits on.")
@force_option
@json_option
@with_clear_errors
def show(
    files: tuple[Path, ...],
    svg: Path | None,
    sheet: Path | None,
    title: str | None,
    paper: str,
    force: bool,
    as_json: bool,
) -> None:
    """Draw the puzzle in FILE, or print many on a sheet with their solutions at the end.

    FILE may be a folder, of which all puzzles are shown by name, or a collection. Solutions come from the certificates
    beside the puzzles, which the checker has to accept.
    """
    from shatterproof_properties.common.outputs import PAGE, SVG, may_write, write_file
    from shatterproof_properties.puzzles.files.collection_file import puzzles_in
    from shatterproof_properties.puzzles.files.json_form import puzzle_to_json
    from shatterproof_properties.puzzles.puzzle import svg as drawn
    from shatterproof_properties.puzzles.puzzle import terminal

    if svg is not None and sheet is not None:
        raise InputError("--svg and --sheet are both given", expected="one of them")
    found, heading = puzzles_in(files, with_certificates=sheet is not None)
    if sheet is not None:
        if sheet != STANDARD_OUTPUT:
            may_write(sheet, PAGE, inputs=_inputs(found), force=force, parents=True)
        text = _sheet(found, title or heading.title or "Puzzles", paper)
        if sheet == STANDARD_OUTPUT:
            click.echo(text, nl=False)
            return
        write_file(sheet, text, PAGE, inputs=_inputs(found), force=force, parents=True)
        print_json({"sheet": str(sheet)}) if as_json else click.echo(f"printed: {sheet}")
        return
    puzzles = [each.entry.puzzle for each in found]
    if svg is not None and len(puzzles) != 1:
        raise InputError(f"{len(puzzles)} puzzles and one picture", "--svg", "one puzzle, or --sheet for many")
    if svg == STANDARD_OUTPUT:
        click.echo(drawn(puzzles[0]), nl=False)
    elif svg is not None:
        write_file(svg, drawn(puzzles[0]), SVG, inputs=_inputs(found), force=force)
        print_json({"svg": str(svg)}) if as_json else click.echo(f"drawn: {svg}")
    elif as_json:
        for its in puzzles:
            print_json(puzzle_to_json(its))
    else:
        click.echo("\n".join(terminal(its) for its in puzzles), nl=False)


def _inputs(found: list[Found]) -> list[Path]:
    """What is read to show puzzles."""
    return [file for each in found for file in (each.file, each.proof)]


def _proof_of(found: Found) -> Json | None:
    """The certificate that proves a puzzle, checked; None, and a warning, where it shows something else."""
    its, certificate = found.entry.puzzle, found.entry.certificate
    checked = certificate and accepted(certificate, its)
    is_refuted = checked is not None and checked["verdict"] != "proved"
    if found.is_stale or is_refuted:
        why = "its claim is refuted" if is_refuted else f"it was changed since: shatterproof puzzle verify {found.file}"
        click.echo(f"not verified: {found.entry.name}: {why}", err=True)
    return None if is_refuted else checked


def _sheet(found: list[Found], title: str, paper: str) -> str:
    """The sheet of some puzzles, as the text of a page."""
    from rich.progress import BarColumn

    from shatterproof_properties.common.files import named
    from shatterproof_properties.common.progress import Bar
    from shatterproof_properties.puzzles.sheet import render_sheet

    certified = []
    with Bar("sheet", 2 * len(found), BarColumn()) as bar:
        for number, each in enumerate(found):
            bar.show(number)
            with named(each.proof), named(Path(each.entry.name)) if each.file == each.proof else nullcontext():
                certified.append((each.entry.puzzle, _proof_of(each)))
        drawn = len(found)
        return render_sheet(certified, title, lambda done: bar.show(drawn + done), paper)
