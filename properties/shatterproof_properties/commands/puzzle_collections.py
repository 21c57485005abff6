"""Commands about many puzzles: show draws them, export puts them into one file, and import takes such a file apart."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import click

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.fields import placed
from shatterproof_properties.commands import shell
from shatterproof_properties.commands.puzzle_certificate import accepted
from shatterproof_properties.common.files import is_folder, named
from shatterproof_properties.common.outputs import HANDMADE, PAGE, SVG, may_write, write_file
from shatterproof_properties.common.progress import BAR, Bar
from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.claims.puzzle import svg, terminal
from shatterproof_properties.puzzles.files.collection import (
    Entry,
    check_name,
    check_size,
    collection_to_json,
    duplicates,
    format_collection,
    named_apart,
)
from shatterproof_properties.puzzles.files.folders import CERTIFICATE, PUZZLE, Found, puzzles_in, read_collection, stale
from shatterproof_properties.puzzles.files.json_form import puzzle_to_json
from shatterproof_properties.puzzles.files.statement import one_line
from shatterproof_properties.puzzles.files.text import format_puzzle


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=shell.FileArgument)
@shell.file_option(
    "--out", "OUT", "The file to write: JSON with certificates if named .json, else text; - prints text.", required=True
)
@click.option("--title", help="The title of the collection.  [default: that of the folder or collection]")
@click.option("--editor", help="The editor of the collection.")
@shell.force_option
@shell.json_option
def export(
    files: tuple[Path, ...], out: Path, title: str | None, editor: str | None, force: bool, as_json: bool
) -> None:
    """Put puzzles into one file.

    FILE is a puzzle, a folder or a collection. Only a file named .json has the certificates as well.
    """
    with_certificates = out.suffix == ".json"
    found, heading = puzzles_in(files, with_certificates)
    for each in found:
        if each.is_stale:
            shell.print_line(f"left out: a certificate: {stale(each.file)}", err=True)
    by_name: dict[str, Found] = {}
    once, again = list[Found](), list[str]()
    for each in found:
        first = by_name.setdefault(each.entry.name, each)
        if first is each or first.entry.puzzle != each.entry.puzzle:
            once.append(each)
        else:
            again.append(each.entry.name)
    for each in once:
        with placed(str(each.file)):
            check_name(each.entry.name)
    every = [each.entry if with_certificates else each.entry._replace(certificate=None) for each in once]
    entries = named_apart(every, lambda index: str(once[index].file))
    called = heading.title or (files[0].resolve().name if len(files) == 1 and is_folder(files[0]) else "Puzzles")
    said = {"title": one_line(title or called, "--title"), "editor": one_line(editor or heading.editor, "--editor")}
    collection = replace(heading, entries=entries, **said)
    text = (
        strict_json.encode(collection_to_json(collection)) + "\n"
        if with_certificates
        else format_collection(collection)
    )
    check_size(text)
    if out == shell.STANDARD_OUTPUT:
        shell.print_text(text, nl=False)
        return
    _write_new([(out, text)], inputs=_inputs(once), force=force)
    _tell_written(entries, out, as_json)
    if again and not as_json:
        shell.print_line(f"given twice, kept once: {', '.join(again)}")


@click.command("import")
@click.argument("file", type=shell.FileArgument)
@shell.file_option("--out", "DIR", "The folder for the puzzles.", streams=False, required=True)
@shell.force_option
@shell.json_option
def import_(file: Path, out: Path, force: bool, as_json: bool) -> None:
    """Take a collection apart into files.

    Each puzzle and each certificate becomes a file. If one of them exists, nothing is written, unless you give --force.
    `puzzle certificate DIR` checks the certificates.
    """
    entries = read_collection(file).entries
    texts = [(out / f"{entry.name}{PUZZLE}", format_puzzle(entry.puzzle)) for entry in entries]
    texts += [
        (out / f"{name}{CERTIFICATE}", strict_json.encode(certificate) + "\n")
        for name, _, certificate in entries
        if certificate is not None
    ]
    _write_new(texts, inputs=[file], force=force)
    _tell_written(entries, out, as_json)


def _write_new(texts: Sequence[tuple[Path, str]], inputs: Sequence[Path], force: bool) -> None:
    """Writes new files. Unless `force`, raises InputError before writing any if one of them exists."""
    for file, _ in texts:
        may_write(file, HANDMADE, inputs=inputs, force=force, parents=True)
    for file, text in texts:
        write_file(file, text, HANDMADE, inputs=inputs, force=force, parents=True)


def _tell_written(entries: Sequence[Entry], out: Path, as_json: bool) -> None:
    """Says how many puzzles and certificates were written, and which puzzles are the same."""
    certificates = sum(entry.certificate is not None for entry in entries)
    same = duplicates(entries)
    if as_json:
        about = {"puzzles": len(entries), "certificates": certificates, "same": same}
        shell.print_json({"out": str(out), **about})
        return
    puzzles = "1 puzzle" if len(entries) == 1 else f"{len(entries)} puzzles"
    more = {0: "", 1: " and 1 certificate"}.get(certificates, f" and {certificates} certificates")
    shell.print_line(f"{puzzles}{more}: {out}")
    for names in same:
        shell.print_line(f"the same puzzle: {', '.join(names)}")


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=shell.FileArgument)
@shell.svg_option
@shell.file_option("--sheet", "OUT", "Write a page for paper, in HTML; - prints it.")
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
    shell.refuse_together("--svg", svg, {"--sheet": sheet})
    found, heading = puzzles_in(files, with_certificates=sheet is not None)
    if sheet is not None:
        _print_sheet(found, sheet, title or heading.title or "Puzzles", paper, force, as_json)
    elif svg is not None:
        _draw(found, svg, force, as_json)
    elif as_json:
        for each in found:
            shell.print_json(puzzle_to_json(each.entry.puzzle))
    else:
        shell.print_text("\n".join(terminal(each.entry.puzzle) for each in found), nl=False)


def _print_sheet(found: list[Found], out: Path, title: str, paper: str, force: bool, as_json: bool) -> None:
    if out != shell.STANDARD_OUTPUT:
        # What may not be written is refused before the work.
        may_write(out, PAGE, inputs=_inputs(found), force=force, parents=True)
    from shatterproof_properties.puzzles.sheet.sheet import render_sheet

    certified = []
    with Bar("sheet", 2 * len(found), BAR) as bar:
        for number, each in enumerate(found):
            bar.show(number)
            with named(each.proof), named(Path(each.entry.name)) if each.file == each.proof else nullcontext():
                certified.append((each.entry.puzzle, _proof_of(each)))
        text = render_sheet(certified, title, lambda drawn: bar.show(len(found) + drawn), paper)
    if out == shell.STANDARD_OUTPUT:
        shell.print_text(text, nl=False)
        return
    write_file(out, text, PAGE, inputs=_inputs(found), force=force, parents=True)
    shell.print_json({"sheet": str(out)}) if as_json else shell.print_line(f"printed: {out}")


def _draw(found: list[Found], out: Path, force: bool, as_json: bool) -> None:
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
