"""Commands that put puzzles together in one file, and take such a file apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from shatterproof.errors import InputError
from shatterproof_properties.commands import shell

if TYPE_CHECKING:
    from shatterproof_properties.puzzles.files.collection import Entry
    from shatterproof_properties.puzzles.files.folders import Found


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=shell.FileArgument)
@click.option(
    "--out",
    cls=shell.Once,
    metavar="OUT",
    type=shell.FileArgument,
    required=True,
    help="The file to write: JSON with certificates if named .json, else text; - prints text.",
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
    from dataclasses import replace

    from shatterproof import strict_json
    from shatterproof.fields import placed
    from shatterproof_properties.common.files import is_folder
    from shatterproof_properties.puzzles.files.collection import (
        check_name,
        check_size,
        collection_to_json,
        format_collection,
        named_apart,
    )
    from shatterproof_properties.puzzles.files.folders import puzzles_in, stale
    from shatterproof_properties.puzzles.files.statement import one_line

    with_certificates = out.suffix == ".json"
    found, heading = puzzles_in(files, with_certificates)
    for each in found:
        if each.is_stale:
            shell.print_line(f"left out: a certificate: {stale(each.file)}", err=True)
    found, again = _each_once(found)
    for each in found:
        with placed(str(each.file)):
            check_name(each.entry.name)
    every = [each.entry if with_certificates else each.entry._replace(certificate=None) for each in found]
    try:
        entries = named_apart(every, lambda index: str(found[index].file))
    except InputError as error:
        if error.what.startswith("two puzzles"):
            error.expected = "another name for one of the files"
        raise
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
    _write_new([(out, text)], inputs=[file for each in found for file in (each.file, each.proof)], force=force)
    _tell(entries, out, as_json)
    if again and not as_json:
        shell.print_line(f"given twice, kept once: {', '.join(again)}")


def _each_once(found: Sequence[Found]) -> tuple[list[Found], list[str]]:
    """The puzzles, and the names of those left out because the same puzzle came before under the same name."""
    once: list[Found] = []
    again: list[str] = []
    by_name: dict[str, Found] = {}
    for each in found:
        first = by_name.setdefault(each.entry.name, each)
        if first is each or first.entry.puzzle != each.entry.puzzle:
            once.append(each)
        else:
            again.append(each.entry.name)
    return once, again


@click.command("import")
@click.argument("file", type=shell.FileArgument)
@click.option(
    "--out", metavar="DIR", cls=shell.Once, type=shell.FileOnDisk, required=True, help="The folder for the puzzles."
)
@shell.force_option
@shell.json_option
def import_(file: Path, out: Path, force: bool, as_json: bool) -> None:
    """Take a collection apart into files.

    Each puzzle and each certificate becomes a file. If one of them exists, nothing is written, unless you give --force.
    `puzzle certificate DIR` checks the certificates.
    """
    from shatterproof import strict_json
    from shatterproof_properties.puzzles.files.folders import CERTIFICATE, PUZZLE, read_collection
    from shatterproof_properties.puzzles.files.text import format_puzzle

    entries = read_collection(file).entries
    texts = [(out / f"{entry.name}{PUZZLE}", format_puzzle(entry.puzzle)) for entry in entries]
    texts += [
        (out / f"{name}{CERTIFICATE}", strict_json.encode(certificate) + "\n")
        for name, _, certificate in entries
        if certificate is not None
    ]
    _write_new(texts, inputs=[file], force=force)
    _tell(entries, out, as_json)


def _write_new(texts: Sequence[tuple[Path, str]], inputs: Iterable[Path], force: bool) -> None:
    """Writes new files. Unless `force`, raises InputError before writing any if one of them exists."""
    from shatterproof_properties.common.outputs import HANDMADE, may_write, write_file

    given = list(inputs)
    for file, _ in texts:
        may_write(file, HANDMADE, inputs=given, force=force, parents=True)
    for file, text in texts:
        write_file(file, text, HANDMADE, inputs=given, force=force, parents=True)


def _tell(entries: Sequence[Entry], out: Path, as_json: bool) -> None:
    """Says how many puzzles and certificates were written, and which puzzles are the same."""
    from shatterproof_properties.puzzles.files.collection import duplicates

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
