"""The command that prints the whole solution of a puzzle."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from shatterproof_properties.commands import shell
from shatterproof_properties.commands.puzzle_certificate import accepted

if TYPE_CHECKING:
    from shatterproof_properties.puzzles.checker.certificate import Json
    from shatterproof_properties.puzzles.claims.kind import Analysis
    from shatterproof_properties.puzzles.claims.puzzle import Puzzle
    from shatterproof_properties.puzzles.files.folders import Found

time_option = click.option("--time", "seconds", metavar="S", type=shell.Seconds(0.1, 1e6), default=300.0,
                           show_default=True, help="Seconds for the search, and for the checker.")  # fmt: skip


@click.command()
@click.argument("file", type=shell.FileArgument)
@click.option("--full", is_flag=True, help="Print the whole tree, however long.")
@click.option("--tries", is_flag=True, help="Also list first turns that fail to one reply only.")
@click.option(
    "--set-play", is_flag=True, help="Also list set play: answers to the other side's turns if it were to move."
)
@time_option
@shell.json_option
def solution(file: Path, full: bool, tries: bool, set_play: bool, seconds: float, as_json: bool) -> None:
    """Print the solution of a puzzle as a tree.

    The tree has the key and every reply with its answer, to the end, as the certificate beside FILE proves it; without
    one, the claim is proved first. FILE may be a folder or a collection. Your turns have a point after their number;
    `!` marks what is right, `?` a try, with the reply that refutes it. Exit code 1: the claim is refuted; 3: unknown.
    """
    from shatterproof_properties.puzzles.files.folders import puzzles_in

    found, _ = puzzles_in([file])
    are_proved = []
    for number, each in enumerate(found):
        if number and not as_json:
            shell.print_text()
        are_proved.append(_print_solution(each, full, tries, set_play, seconds, as_json))
    sys.exit(shell.FINE if all(are_proved) else shell.NO)


def _print_solution(found: Found, full: bool, tries: bool, set_play: bool, seconds: float, as_json: bool) -> bool:
    """Prints the solution of a puzzle if its claim is proved. Returns whether it is."""
    from shatterproof_properties.puzzles.claims.puzzle import claimed
    from shatterproof_properties.puzzles.proof.tree import solution_tree, tree_to_json
    from shatterproof_properties.puzzles.proof.tree_text import tree_to_text

    its, certificate = found.entry.puzzle, accepted_or_proved(found, seconds)
    head = f"{its.title}: {claimed(its)}" if its.title else claimed(its)
    if certificate["verdict"] == "refuted":
        shell.print_json({"verdict": "refuted"}) if as_json else shell.print_line(
            f"refuted: {head}; there is no solution"
        )
        return False
    analysis = _analysis(its, tries, set_play, seconds) if tries or set_play else None
    with watched("solution") as show:
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
    from shatterproof_properties.common.files import named

    found.refuse_stale()
    its, certificate = found.entry.puzzle, found.entry.certificate
    if certificate is None:
        return _proved_now(its, seconds)
    with named(found.proof), watched("certificate") as show:
        return accepted(certificate, its, show)


def _proved_now(its: Puzzle, seconds: float) -> Json:
    from shatterproof_properties.puzzles.proof.verification import UNKNOWN, search_for, verify
    from shatterproof_properties.solving.forcing import SearchLimits

    with watched("verify") as show:
        forcing = search_for(its, SearchLimits(seconds=seconds), lambda search: show(search.looked_into))
        verdict = verify(its, forcing=forcing, on_checked=show)
    if verdict.verdict == UNKNOWN or verdict.certificate is None:
        shell.stop(shell.HARNESS_FAILED, f"unknown: {verdict.why}; there is no solution to show yet")
    return verdict.certificate


def _analysis(its: Puzzle, tries: bool, set_play: bool, seconds: float) -> Analysis:
    """The analysis that the options ask for. Ends the program if there is no time for it."""
    from shatterproof_properties.puzzles.proof.analysis import analyse
    from shatterproof_properties.puzzles.proof.verification import search_for
    from shatterproof_properties.solving.forcing import OutOfLimits, SearchLimits

    with watched("analysis") as show:
        forcing = search_for(its, SearchLimits(seconds=seconds), lambda search: show(search.looked_into))
        try:
            return analyse(its, forcing, tries, set_play)
        except OutOfLimits as reached:
            shell.stop(shell.HARNESS_FAILED, f"tries and set play: {reached}")


@contextmanager
def watched(label: str) -> Iterator[Callable[[int], None]]:
    """A callback that shows progress: it takes the number of positions or results so far."""
    from rich.progress import TextColumn

    from shatterproof_properties.common.progress import Bar

    with Bar(label, 1, TextColumn("{task.fields[note]}"), note="") as bar:

        def show(number: int) -> None:
            if number % 64 == 0:
                bar.show(0, note=f"{number:,}")

        yield show
