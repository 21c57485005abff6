"""Commands to solve puzzles in a terminal, and to print their solutions: solve and solution."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import click

from shatterproof.errors import InputError
from shatterproof_properties.commands import shell
from shatterproof_properties.commands.puzzle_certificate import accepted
from shatterproof_properties.commands.puzzle_verify import set_play_option, tries_option
from shatterproof_properties.common.files import STANDARD_INPUT, named
from shatterproof_properties.common.progress import counting
from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.claims.puzzle import claimed
from shatterproof_properties.puzzles.files.folders import Found, puzzles_in
from shatterproof_properties.puzzles.proof.analysis import analyse
from shatterproof_properties.puzzles.proof.tree import solution_tree, tree_to_json
from shatterproof_properties.puzzles.proof.tree_text import tree_to_text
from shatterproof_properties.puzzles.proof.verification import UNKNOWN, search_for, verify
from shatterproof_properties.puzzles.solve.solved_record import SolvedPuzzle, note_solved, puzzle_digest, read_solved
from shatterproof_properties.puzzles.solve.training import Training
from shatterproof_properties.solving.forcing import OutOfLimits, SearchLimits

LONGEST_LINE = 4096
"""Bytes of a line that is typed."""
QUIT = ("quit", "exit", "q")
time_option = shell.time_option(300.0, "Seconds for the search, and for the checker.")


@click.command()
@click.argument("file", type=shell.FileArgument)
@shell.file_option(
    "--record", "OUT", "Record what you solve in this file, and skip puzzles that it has.", streams=False
)
@click.option("--theme", metavar="THEME", cls=shell.Once, help="Ask only puzzles that show this theme.")
@time_option
def solve(file: Path, record: Path | None, theme: str | None, seconds: float) -> None:
    """Solve puzzles in the terminal.

    You type turns, and the program answers with the defence that holds out longest, and says why a try fails. `help`
    lists what else you can type. FILE is a puzzle, a folder or a collection. A puzzle without a certificate is proved
    first. Exit code 0: you solved one; 1: none; 3: no time to prove one.
    """
    if file == STANDARD_INPUT:
        raise InputError("the turns are read from the standard input, not the puzzle", "-", "a file or a folder")
    entries, cut = ([], []) if record is None else read_solved(record)
    for number in cut:
        shell.print_line(f"passed over: {record}, line {number}: the line is not whole", err=True)
    done = {entry.puzzle for entry in entries if entry.solved}
    every, _ = puzzles_in([file])
    puzzles = [each for each in every if theme in (None, *each.entry.puzzle.themes)]
    if not puzzles:
        there = ", ".join(sorted({name for each in every for name in each.entry.puzzle.themes}))
        raise InputError(f"no puzzle shows {theme!r}"[:80], "--theme", f"one of: {there or 'none is shown'}")
    left = [each for each in puzzles if puzzle_digest(each.entry.puzzle) not in done] if len(puzzles) > 1 else puzzles
    if not left:
        shell.print_line(f"all {len(puzzles)} puzzles are solved")
        sys.exit(shell.FINE)
    sys.exit(shell.FINE if _solve_all(left, record, seconds) else shell.NO)


def _solve_all(puzzles: list[Found], record: Path | None, seconds: float) -> int:
    """Asks for solutions of puzzles as long as anything is typed. Returns how many were solved."""
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
            its, now = training.puzzle, datetime.now(UTC).isoformat(timespec="seconds")
            note_solved(record, SolvedPuzzle(puzzle_digest(its), its.title, training.solved, *training.score, now))
        if number + 1 < len(puzzles):
            following = puzzles[number + 1].entry
            _say(f"Next: {following.puzzle.title or following.name}. An empty line goes on, quit ends.")
            line = next(lines, QUIT[0])
            while line is None or line.strip().lower() not in ("", "next", *QUIT):
                _say("An empty line goes on, quit ends.")
                line = next(lines, QUIT[0])
            if line.strip().lower() in QUIT:
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
            with counting("judging"):
                said = training.answer(line)
            _say(said)
    return True


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


@click.command()
@click.argument("file", type=shell.FileArgument)
@click.option("--full", is_flag=True, help="Print the whole tree, however long.")
@tries_option
@set_play_option
@time_option
@shell.json_option
def solution(file: Path, full: bool, tries: bool, set_play: bool, seconds: float, as_json: bool) -> None:
    """Print the solution of a puzzle as a tree.

    The tree has the key and every reply with its answer, to the end, as the certificate beside FILE proves it; without
    one, the claim is proved first. FILE may be a folder or a collection. Your turns have a point after their number;
    `!` marks what is right, `?` a try, with the reply that refutes it. Exit code 1: the claim is refuted; 3: unknown.
    """
    found, _ = puzzles_in([file])
    are_proved = []
    for number, each in enumerate(found):
        if number and not as_json:
            shell.print_text()
        are_proved.append(_print_solution(each, full, tries, set_play, seconds, as_json))
    sys.exit(shell.FINE if all(are_proved) else shell.NO)


def _print_solution(found: Found, full: bool, tries: bool, set_play: bool, seconds: float, as_json: bool) -> bool:
    """Prints the solution of a puzzle if its claim is proved. Returns whether it is."""
    its, certificate = found.entry.puzzle, accepted_or_proved(found, seconds)
    head = f"{its.title}: {claimed(its)}" if its.title else claimed(its)
    if certificate["verdict"] == "refuted":
        shell.print_json({"verdict": "refuted"}) if as_json else shell.print_line(
            f"refuted: {head}; there is no solution"
        )
        return False
    analysis = None
    if tries or set_play:
        with counting("analysis") as show:
            forcing = search_for(its, SearchLimits(seconds=seconds), lambda search: show(search.looked_into))
            try:
                analysis = analyse(its, forcing, tries, set_play)
            except OutOfLimits as reached:
                shell.stop(shell.HARNESS_FAILED, f"tries and set play: {reached}")
    with counting("solution") as show:
        tree = solution_tree(its, certificate, analysis, watch=show)
    lines = list(its.claim.meaning.proof_lines(certificate["proof"]))
    if as_json:
        shell.print_json({"verdict": "proved", "told": lines, **tree_to_json(tree)})
    else:
        for line in (head, *lines, "", *tree_to_text(tree, full).splitlines()):
            shell.print_line(line)
    return True


def accepted_or_proved(found: Found, seconds: float) -> Json:
    """The checked certificate of a puzzle, or a new one. The program ends if there is no time to make one."""
    found.refuse_stale()
    its, certificate = found.entry.puzzle, found.entry.certificate
    if certificate is not None:
        with named(found.proof), counting("certificate") as show:
            return accepted(certificate, its, show)

    with counting("verify") as show:
        forcing = search_for(its, SearchLimits(seconds=seconds), lambda search: show(search.looked_into))
        verdict = verify(its, forcing=forcing, on_checked=show)
    if verdict.verdict == UNKNOWN or verdict.certificate is None:
        shell.stop(shell.HARNESS_FAILED, f"unknown: {verdict.why}; there is no solution to show yet")
    return verdict.certificate
