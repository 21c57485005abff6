"""The command to solve puzzles in a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from shatterproof.errors import InputError
from shatterproof_properties.commands import shell
from shatterproof_properties.commands.puzzle_solution import accepted_or_proved, time_option, watched

if TYPE_CHECKING:
    from shatterproof_properties.puzzles.files.collection import Entry
    from shatterproof_properties.puzzles.files.folders import Found
    from shatterproof_properties.puzzles.solve.training import Training

LONGEST_LINE = 4096
"""Bytes of a line that is typed."""
QUIT = ("quit", "exit", "q")


@click.command()
@click.argument("file", type=shell.FileArgument)
@click.option(
    "--record",
    cls=shell.Once,
    metavar="OUT",
    type=shell.FileOnDisk,
    help="Record what you solve in this file, and skip puzzles that it has.",
)
@click.option("--theme", metavar="THEME", cls=shell.Once, help="Ask only puzzles that show this theme.")
@time_option
def solve(file: Path, record: Path | None, theme: str | None, seconds: float) -> None:
    """Solve puzzles in the terminal.

    You type turns, and the program answers with the defence that holds out longest, and says why a try fails. `help`
    lists what else you can type. FILE is a puzzle, a folder or a collection. A puzzle without a certificate is proved
    first. Exit code 0: you solved one; 1: none; 3: no time to prove one.
    """
    from shatterproof_properties.common.files import STANDARD_INPUT
    from shatterproof_properties.puzzles.files.folders import puzzles_in
    from shatterproof_properties.puzzles.solve.solved_record import puzzle_digest

    if file == STANDARD_INPUT:
        raise InputError("the turns are read from the standard input, not the puzzle", "-", "a file or a folder")
    done = _solved_in(record) if record is not None else set()
    puzzles, _ = puzzles_in([file])
    puzzles = puzzles if theme is None else _with_theme(puzzles, theme)
    left = [each for each in puzzles if puzzle_digest(each.entry.puzzle) not in done] if len(puzzles) > 1 else puzzles
    if not left:
        shell.print_line(f"all {len(puzzles)} puzzles are solved")
        sys.exit(shell.FINE)
    sys.exit(shell.FINE if _solve_all(left, record, seconds) else shell.NO)


def _with_theme(puzzles: list[Found], theme: str) -> list[Found]:
    """The puzzles that show a theme. Raises InputError where none does."""
    chosen = [each for each in puzzles if theme in each.entry.puzzle.themes]
    if not chosen:
        there = sorted({name for each in puzzles for name in each.entry.puzzle.themes})
        raise InputError(f"no puzzle shows {theme!r}"[:80], "--theme", f"one of: {', '.join(there) or 'none is shown'}")
    return chosen


def _solved_in(record: Path) -> set[str]:
    """The digests of the puzzles that a record counts as solved. Broken lines are reported."""
    from shatterproof_properties.puzzles.solve.solved_record import read_solved

    entries, cut = read_solved(record)
    for number in cut:
        shell.print_line(f"passed over: {record}, line {number}: the line is not whole", err=True)
    return {entry.puzzle for entry in entries if entry.solved}


def _solve_all(puzzles: list[Found], record: Path | None, seconds: float) -> int:
    """Asks for solutions of puzzles as long as anything is typed. Returns how many were solved."""
    from shatterproof_properties.puzzles.solve.training import Training

    lines, solved = _typed(), 0
    for number, found in enumerate(puzzles):
        certificate = accepted_or_proved(found, seconds)
        if certificate["verdict"] == "refuted":
            shell.stop(shell.NO, f"{found.entry.name}: its claim is refuted: there is nothing to solve")
        training = Training(found.entry.puzzle, certificate)
        if not _solve_one(training, lines):
            return solved
        solved += training.solved
        if record is not None:
            _note(record, training)
        if number + 1 < len(puzzles) and not _goes_on(puzzles[number + 1].entry, lines):
            return solved
    return solved


def _solve_one(training: Training, lines: Iterator[str | None]) -> bool:
    """Whether somebody solved a puzzle or gave it up; false if they quit or the input ended."""
    _say(training.begin())
    while not training.is_over:
        line = next(lines, QUIT[0])
        if line is None:
            _say(f"The line is too long; expected at most {LONGEST_LINE} characters.")
        elif line.strip().lower() in QUIT:
            return False
        else:
            with watched("judging"):
                said = training.answer(line)
            _say(said)
    return True


def _goes_on(following: Entry, lines: Iterator[str | None]) -> bool:
    _say(f"Next: {following.puzzle.title or following.name}. An empty line goes on, quit ends.")
    line = next(lines, QUIT[0])
    while line is None or line.strip().lower() not in ("", "next", *QUIT):
        _say("An empty line goes on, quit ends.")
        line = next(lines, QUIT[0])
    return line.strip().lower() not in QUIT


def _typed() -> Iterator[str | None]:
    """The lines of the standard input, None for one that is too long. Characters that cannot be read are replaced."""
    if sys.stdin is None:
        raise InputError("it is closed", "standard input", "turns, one a line")
    while True:
        if sys.stdin.isatty():
            shell.print_text("> ", nl=False)
        line = sys.stdin.buffer.readline(LONGEST_LINE + 1)
        if not line:
            return
        is_long = len(line) > LONGEST_LINE and not line.endswith(b"\n")
        while len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            line = sys.stdin.buffer.readline(LONGEST_LINE + 1)
        yield None if is_long else line.decode("utf-8", "replace")


def _say(text: str) -> None:
    if text:
        shell.print_text(text + "\n")


def _note(record: Path, training: Training) -> None:
    from datetime import UTC, datetime

    from shatterproof_properties.puzzles.solve.solved_record import SolvedPuzzle, note_solved, puzzle_digest

    its, now = training.puzzle, datetime.now(UTC).isoformat(timespec="seconds")
    note_solved(record, SolvedPuzzle(puzzle_digest(its), its.title, training.solved, *training.score, now))
