"""Commands that say how good puzzles are, and choose among them: rate and select."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from shatterproof.errors import InputError
from shatterproof_properties.commands.certifying import certificate_accepted
from shatterproof_properties.commands.shell import (
    FINE,
    HARNESS_FAILED,
    FileArgument,
    json_option,
    print_json,
    with_clear_errors,
)
from shatterproof_properties.commands.verifying import jobs_option, refused_file, tell_each

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shatterproof_properties.puzzles.folder import FileVerdict
    from shatterproof_properties.puzzles.rate import Rated


@click.command()
@click.argument("file", type=FileArgument)
@jobs_option
@json_option
@with_clear_errors
def rate(file: Path, jobs: int, as_json: bool) -> None:
    """Say how good the puzzle in FILE is, how difficult, and what it shows; of a folder, a line for each.

    Quality goes from 0 to 100, and its parts say why; puzzles that are alike are named. The certificates beside the
    puzzles are needed: `puzzle verify` writes them.
    """
    from functools import partial

    from shatterproof_properties.common.files import is_folder
    from shatterproof_properties.puzzles.folder import PUZZLE, files_in

    if is_folder(file):
        files = files_in(file, PUZZLE)
        tell_each(partial(rate_file, alike=_alike(files)), files, jobs, "rate", as_json)
    rated = _rated(file)
    print_json(rated.to_json()) if as_json else click.echo(rated.to_text(), nl=False)


def rate_file(file: Path, alike: Mapping[str, Sequence[str]]) -> FileVerdict:
    """The rating of one puzzle of a folder, with the names of those that are alike."""
    from shatterproof_properties.puzzles.folder import FileVerdict
    from shatterproof_properties.solving.forcing import OutOfLimits

    try:
        rated = _rated(file)
    except InputError as error:
        return refused_file(file, error)
    except OutOfLimits as reached:
        return FileVerdict(file.name, HARNESS_FAILED, str(reached), {"error": str(reached)})
    like = alike.get(file.name, ())
    return FileVerdict(file.name, FINE, rated.to_line(like), {**rated.to_json(), "alike": list(like)})


def _rated(file: Path) -> Rated:
    from shatterproof_properties.puzzles.files.text import read_puzzle
    from shatterproof_properties.puzzles.rate import rate as rate_puzzle

    its = read_puzzle(file)
    certificate = certificate_accepted(file, its)
    if certificate is None:
        raise InputError("there is no certificate beside this puzzle", str(file), "one that puzzle verify writes")
    return rate_puzzle(its, certificate)


def _alike(files: Sequence[Path]) -> dict[str, list[str]]:
    """For each file the names of those whose puzzles are one with its own; files that are bad input have none."""
    from shatterproof_properties.puzzles.files.text import read_puzzle
    from shatterproof_properties.puzzles.likeness import is_alike, outline

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
