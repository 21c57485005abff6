"""The command that makes a draft of a puzzle sound, its key the only one, and its position light."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from shatterproof_properties.commands import shell
from shatterproof_properties.commands.puzzle_edit import puzzle_file, read_draft, write_puzzle

if TYPE_CHECKING:
    from shatterproof_properties.puzzles.claims.puzzle import Puzzle
    from shatterproof_properties.puzzles.edit.improve import Improver

SHOWN = 10
"""Improvements that are listed."""


@click.command()
@click.argument("file", type=shell.FileArgument)
@click.option("--any", "places", metavar="PLACE", multiple=True,
              help="Change this place only. Can be repeated.")  # fmt: skip
@click.option("--time", "seconds", metavar="S", type=shell.Seconds(0.1, 1e6), default=60.0, show_default=True,
              help="Seconds in all; then, or on Ctrl-C, print the best so far.")  # fmt: skip
@click.option(
    "--out", metavar="OUT", cls=shell.Once, type=shell.FileArgument, help="Write the best to this file; - prints it."
)
@shell.force_option
@shell.json_option
def improve(file: Path, places: tuple[str, ...], seconds: float, out: Path | None, force: bool, as_json: bool) -> None:
    """Make a draft sound and light.

    Try changes of one piece, then of two or three, and list those that make the claim true, the key the only one, or
    the position lighter. Then take needless pieces away from the best. PLACE is a cell or a square like c3; in
    Crumble a letter of the diagram, or a location. Verify the result with `puzzle verify`. Exit code 0: it is sound;
    1: nothing makes it so; 3: there was no time for all tries.
    """
    from shatterproof_properties.common.outputs import may_write
    from shatterproof_properties.puzzles.edit.editor import LIMITS
    from shatterproof_properties.puzzles.edit.improve import Improver

    end = time.monotonic() + seconds
    if out not in (None, shell.STANDARD_OUTPUT):
        may_write(out, puzzle_file(), inputs=[file], force=force)
    its, diagram = read_draft(file)
    improver = Improver(its, LIMITS, diagram, places)
    tried_all = _try(improver, end)
    result = improver.result(lambda: time.monotonic() > end)
    is_sound = result is not None
    said = [found.words for found in improver.best[:SHOWN]]
    if as_json:
        shell.print_json({"begun": improver.begun.becomes, "best": said, "sound": is_sound, "complete": tried_all})
    elif out != shell.STANDARD_OUTPUT:
        _tell(improver, said, result, tried_all)
    if result is not None and out is not None:
        write_puzzle(result, file, out, force)
    sys.exit(shell.FINE if is_sound else shell.NO if tried_all else shell.HARNESS_FAILED)


def _try(improver: Improver, end: float) -> bool:
    """Tries changes until none is left, time is over, or somebody interrupts."""
    from rich.progress import BarColumn, TextColumn

    from shatterproof_properties.common.progress import Bar

    total = len(improver.singles)
    with (
        Bar("improve", total, BarColumn(), TextColumn("{task.fields[note]}"), note="") as bar,
        suppress(KeyboardInterrupt),
    ):
        for number in improver.tries():
            helped = len(improver.best)
            bar.show(min(number, total), note=f"{number:,} changes tried, {helped:,} help")
            if time.monotonic() > end:
                return False
        return True
    return False


def _tell(improver: Improver, said: list[str], result: Puzzle | None, tried_all: bool) -> None:
    """Print the improvements, and the best without needless pieces."""
    from shatterproof_properties.puzzles.claims.puzzle import terminal

    shell.print_line(f"as it is: {improver.begun.becomes}")
    for line in said:
        shell.print_line(line)
    if not said:
        shell.print_line("no change helps" if tried_all else "nothing that was tried helps")
    if not tried_all:
        shell.print_line("not everything was tried: --time gives it longer")
    if result is not None:
        shell.print_text(f"\nthe best, without what is needless:\n\n{terminal(result)}", nl=False)
