"""The group of commands about puzzles, and the command that makes them."""

from __future__ import annotations

import sys
from typing import Any

import click

from shatterproof.game import find_game
from shatterproof_properties.commands import shell
from shatterproof_properties.common.files import inside, opening_of

COMMANDS = shell.CommandModules(
    {
        "certificate": ("puzzle_certificate", "Check a certificate with the checker alone."),
        "edit": ("puzzle_edit", "Change a piece of a puzzle, and see what becomes of the claim."),
        "export": ("puzzle_collections", "Put puzzles into one file."),
        "import": ("puzzle_collections", "Take a collection apart into files."),
        "improve": ("puzzle_edit", "Make a draft sound and light."),
        "rate": ("puzzle_rating", "Measure quality, difficulty, themes and idea of a puzzle."),
        "select": ("puzzle_rating", "Choose the best of many puzzles."),
        "show": ("puzzle_collections", "Draw puzzles, or print them on a sheet."),
        "solution": ("puzzle_solve", "Print the solution of a puzzle as a tree."),
        "solve": ("puzzle_solve", "Solve puzzles in the terminal."),
        "verify": ("puzzle_verify", "Prove or refute the claim of a puzzle."),
    }
)


@click.group(cls=shell.Commands, commands=COMMANDS)
def puzzle() -> None:
    """Verify, solve, rate, improve, print and make puzzles.

    A puzzle is a position with a claim about the side to move.
    """


@puzzle.command()
@shell.game_argument
@click.option(
    "--claim",
    metavar="CLAIM",
    required=True,
    help='The claim: mated-1, "wins in 2", defends-1, threats-3, passes-2, series-2, "differs-1 READING=VALUE".',
)
@click.option("--unique", is_flag=True, help="Only puzzles with one key and no shorter win.")
@shell.board_option
@click.option(
    "--count", metavar="N", type=shell.Whole(1, 100_000), default=10, show_default=True, help="How many puzzles."
)
@click.option("--per-cell", metavar="N", type=shell.Whole(1, 100_000),
              help="Keep N of one theme and difficulty; by default a third of all.")  # fmt: skip
@click.option(
    "--quality",
    metavar="N",
    type=shell.Whole(0, 100),
    help="Drop puzzles below this quality, 0 to 100, and those without an idea; 0 keeps all.  [default: by game]",
)
@shell.file_option("--out", "DIR", "The folder for the puzzles.", streams=False, required=True)
@shell.time_option(600.0, "Seconds after which the run ends.", most=None)
@click.option(
    "--seed", metavar="N", type=shell.Whole(0), help="Find the same puzzles again; without it, each run draws anew."
)
@click.option("--jobs", metavar="N", type=shell.Whole(1, 64), default=1, show_default=True, help="Processes.")
@click.option("--scheduler", metavar="ADDRESS", help="Run on a Dask cluster, like tcp://host:8786.")
@click.option("--resume", is_flag=True, help="Go on with the run in --out.")
@shell.readings_option
@shell.json_option
def generate(
    game: str, claim: str, unique: bool, board: str | None, readings: tuple[str, ...], as_json: bool, **asked: Any
) -> None:
    """Make new puzzles.

    Each puzzle is verified, rated and drawn, and comes with its certificate. Of puzzles that are alike, and of one
    theme and difficulty, only the best are kept; the end of a run says how many. sheet.html has all of them to print.
    What is found is saved at once: after an interrupt go on with --resume.
    """
    from shatterproof_properties.puzzles.claims.claim import read_claim
    from shatterproof_properties.puzzles.generate.run import GenerationSettings
    from shatterproof_properties.puzzles.generate.run import generate as generate_puzzles

    rules = find_game(game)
    with inside("--claim"):
        wanted = read_claim(claim, unique, rules, rules.SIDES[0])
    begun = opening_of(rules, board, readings)
    settings = GenerationSettings(game, wanted, begun.board, readings=begun.readings.departures(), **asked)
    summary = generate_puzzles(settings, quiet=as_json)
    shell.print_json(summary.to_json()) if as_json else shell.print_text(summary.to_text())
    sys.exit(shell.HARNESS_FAILED if summary.ended == "interrupt" else shell.FINE if summary.found else shell.NO)
