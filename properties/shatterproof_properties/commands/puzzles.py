"""Commands about puzzles: verify, certificate, solution, solve, edit, show and generate."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from shatterproof.errors import InputError
from shatterproof_properties.commands.certifying import certificate, certificate_accepted
from shatterproof_properties.commands.editing import edit
from shatterproof_properties.commands.rating import rate, select
from shatterproof_properties.commands.shell import (
    FINE,
    HARNESS_FAILED,
    NO,
    STANDARD_OUTPUT,
    Commands,
    FileArgument,
    FileName,
    Seconds,
    Whole,
    force_option,
    game_argument,
    json_option,
    print_json,
    readings_option,
    with_clear_errors,
)
from shatterproof_properties.commands.solutions import solution
from shatterproof_properties.commands.solving import solve
from shatterproof_properties.commands.verifying import verify

if TYPE_CHECKING:
    from shatterproof_properties.puzzles.puzzle import Puzzle


@click.group(cls=Commands)
def puzzle() -> None:
    """Verify, show and make puzzles: positions with a claim about them."""


puzzle.add_command(verify)
puzzle.add_command(certificate)
puzzle.add_command(solution)
puzzle.add_command(solve)
puzzle.add_command(edit)
puzzle.add_command(rate)
puzzle.add_command(select)


@puzzle.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=FileArgument)
@click.option("--svg", metavar="OUT", type=FileArgument, help="Write a picture to this file instead; - prints it.")
@click.option("--sheet", metavar="OUT", type=FileArgument, help="Write a page to print instead, in HTML.")
@click.option("--title", default="Puzzles", help="The title of that page.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="What it fits on.")
@force_option
@json_option
@with_clear_errors
def show(
    files: tuple[Path, ...], svg: Path | None, sheet: Path | None, title: str, paper: str, force: bool, as_json: bool
) -> None:
    """Draw the puzzle in FILE, or print many on a sheet with their solutions at the end.

    FILE may be a folder: its puzzles, by name. Solutions come from the certificates beside the puzzles, which the
    checker has to accept.
    """
    from shatterproof_properties.common.outputs import PAGE, SVG, may_write, write_file
    from shatterproof_properties.puzzles.files.json_form import puzzle_to_json
    from shatterproof_properties.puzzles.files.text import read_puzzle
    from shatterproof_properties.puzzles.puzzle import svg as drawn
    from shatterproof_properties.puzzles.puzzle import terminal

    if svg is not None and sheet is not None:
        raise InputError("--svg and --sheet are both given", expected="one of them")
    every = list(_puzzle_files(files))
    if sheet is not None and sheet != STANDARD_OUTPUT:
        may_write(sheet, PAGE, inputs=_with_certificates(every), force=force, parents=True)
    puzzles = [read_puzzle(file) for file in every]
    if sheet is not None:
        _print_sheet(every, puzzles, sheet, title, paper, force)
        print_json({"sheet": str(sheet)}) if as_json else click.echo(f"printed: {sheet}")
        return
    if svg is not None and len(puzzles) != 1:
        raise InputError(f"{len(puzzles)} puzzles and one picture", "--svg", "one puzzle, or --sheet for many")
    if svg == STANDARD_OUTPUT:
        click.echo(drawn(puzzles[0]), nl=False)
    elif svg is not None:
        write_file(svg, drawn(puzzles[0]), SVG, inputs=_with_certificates(every), force=force)
        print_json({"svg": str(svg)}) if as_json else click.echo(f"drawn: {svg}")
    elif as_json:
        for its in puzzles:
            print_json(puzzle_to_json(its))
    else:
        click.echo("\n".join(terminal(its) for its in puzzles), nl=False)


def _puzzle_files(files: tuple[Path, ...]) -> Iterator[Path]:
    from shatterproof_properties.common.files import is_folder
    from shatterproof_properties.puzzles.folder import PUZZLE, files_in

    for file in files:
        if is_folder(file):
            yield from files_in(file, PUZZLE)
        else:
            yield file


def _with_certificates(files: list[Path]) -> list[Path]:
    """Puzzle files and the certificates beside them: what is read to show them."""
    from shatterproof_properties.puzzles.folder import certificate_beside

    return [*files, *map(certificate_beside, files)]


def _print_sheet(files: list[Path], puzzles: list[Puzzle], sheet: Path, title: str, paper: str, force: bool) -> None:
    from rich.progress import BarColumn

    from shatterproof_properties.common.progress import Bar
    from shatterproof_properties.puzzles.sheet import write_sheet

    certified = [(its, certificate_accepted(file, its)) for file, its in zip(files, puzzles, strict=True)]
    with Bar("sheet", len(certified), BarColumn()) as bar:
        inputs = _with_certificates(files)
        write_sheet(certified, sheet, title, bar.show, paper=paper, inputs=inputs, force=force)


@puzzle.command()
@game_argument
@click.option(
    "--claim", metavar="CLAIM", required=True, help='What is claimed, like mated-1, "wins in 2" or defends-1.'
)
@click.option("--unique", is_flag=True, help="Only puzzles with one key and no shorter win.")
@click.option("--board", metavar="B", help="The board, like 6x6, or 7 for a hexagon; else the usual one.")
@click.option("--count", metavar="N", type=Whole(), default=10, show_default=True, help="How many puzzles.")
@click.option("--out", metavar="DIR", required=True, type=FileName(path_type=Path), help="The folder for them.")
@click.option("--time", "seconds", metavar="S", type=Seconds(), default=600.0, show_default=True,
              help="Seconds after which the run ends, found or not.")  # fmt: skip
@click.option("--seed", metavar="N", type=Whole(), help="Repeat a run; without it, a new one is drawn.")
@click.option("--jobs", metavar="N", type=Whole(), default=1, show_default=True, help="Processes at work.")
@click.option("--scheduler", metavar="ADDRESS", help="A Dask cluster that works instead, like tcp://host:8786.")
@click.option("--resume", is_flag=True, help="Go on with the run in DIR.")
@readings_option
@json_option
@with_clear_errors
def generate(
    game: str, claim: str, unique: bool, board: str | None, count: int, out: Path, seconds: float, seed: int | None,
    jobs: int, scheduler: str | None, resume: bool, readings: tuple[str, ...], as_json: bool,
) -> None:  # fmt: skip
    """Make new puzzles of GAME: verified, no two alike up to symmetry and colour, rated, drawn.

    Every puzzle comes with its certificate and its picture; sheet.html has all of them to print. Work is done in units
    of a few finds, and what a unit finds is kept as soon as it is done: a run that is interrupted or killed goes on
    with --resume.
    """
    from shatterproof.game import find_game
    from shatterproof_properties.common.files import chosen_readings
    from shatterproof_properties.puzzles.claim import read_claim
    from shatterproof_properties.puzzles.generate.plan import RunPlan
    from shatterproof_properties.puzzles.generate.run import generate as generate_puzzles

    rules = find_game(game)
    try:
        wanted = read_claim(claim, unique, rules, rules.SIDES[0])
    except InputError as error:
        error.locate("--claim")
        raise
    chosen = chosen_readings(rules, readings) or rules.Readings()
    plan = RunPlan(
        game,
        wanted,
        board or rules.start().board,
        count,
        out,
        chosen.departures(),
        seed,
        seconds,
        jobs,
        scheduler,
        resume,
    )
    summary = generate_puzzles(plan, quiet=as_json)
    print_json(summary.to_json()) if as_json else click.echo(summary.to_text())
    sys.exit(HARNESS_FAILED if summary.ended == "interrupt" else FINE if summary.found else NO)
