"""The command that prints the whole solution of a puzzle."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from shatterproof_properties.commands.certifying import certificate_accepted
from shatterproof_properties.commands.shell import (
    HARNESS_FAILED,
    NO,
    FileArgument,
    Seconds,
    json_option,
    print_json,
    stop,
    with_clear_errors,
)

if TYPE_CHECKING:
    from shatterproof_properties.puzzles.certificate import Json
    from shatterproof_properties.puzzles.kinds import Analysis
    from shatterproof_properties.puzzles.puzzle import Puzzle

time_option = click.option("--time", "seconds", metavar="S", type=Seconds(0.1, 1e6), default=300.0, show_default=True,
                           help="Seconds for the search, and for the checker.")  # fmt: skip


@click.command()
@click.argument("file", type=FileArgument)
@click.option("--full", is_flag=True, help="Leave nothing out, however long the tree is.")
@click.option("--tries", is_flag=True, help="Of the tries, list those that fail to one reply only.")
@click.option("--set-play", is_flag=True, help="Also list what would answer the other side if it were to move.")
@time_option
@json_option
@with_clear_errors
def solution(file: Path, full: bool, tries: bool, set_play: bool, seconds: float, as_json: bool) -> None:
    """Print the solution of the puzzle in FILE as a tree: the key, every reply with its answer, to the end.

    It is what the certificate beside FILE proves; without one, the claim is proved first. Turns with a point after
    their number are the solver's; `!` marks what is right, `?` a try, with the reply that refutes it. Exit code 1 where
    the claim is refuted, so that there is no solution; 3 where there was no time.
    """
    from shatterproof_properties.puzzles.files.text import read_puzzle
    from shatterproof_properties.puzzles.puzzle import claimed
    from shatterproof_properties.puzzles.tree import solution_tree, tree_to_json
    from shatterproof_properties.puzzles.tree_text import tree_to_text

    its = read_puzzle(file)
    certificate = accepted_or_proved(file, its, seconds)
    if certificate["verdict"] == "refuted":
        print_json({"verdict": "refuted"}) if as_json else click.echo(f"refuted: {claimed(its)}; there is no solution")
        sys.exit(NO)
    analysis = _analysis(its, tries, set_play, seconds)
    with watched("solution") as show:
        tree = solution_tree(its, certificate, analysis, watch=show)
    if as_json:
        print_json({"verdict": "proved", **tree_to_json(tree)})
        return
    head = f"{its.title}: {claimed(its)}" if its.title else claimed(its)
    click.echo(f"{head}\n\n{tree_to_text(tree, full)}", nl=False)


def accepted_or_proved(file: Path, its: Puzzle, seconds: float) -> Json:
    """The certificate beside a puzzle, checked, or one made now; where there was no time, the program ends."""
    with watched("certificate") as show:
        found = certificate_accepted(file, its, show)
    return found or _proved_now(its, seconds)


def _proved_now(its: Puzzle, seconds: float) -> Json:
    from shatterproof_properties.puzzles.verify import UNKNOWN, Listener, search_for, verify
    from shatterproof_properties.solving.forcing import SearchLimits

    with watched("verify") as show:
        forcing = search_for(its, SearchLimits(seconds=seconds), lambda search: show(search.looked_into))
        verdict = verify(its, forcing=forcing, listener=Listener(on_checked=show))
    if verdict.verdict == UNKNOWN or verdict.certificate is None:
        stop(HARNESS_FAILED, f"unknown: {verdict.why}; there is no solution to show yet")
    return verdict.certificate


def _analysis(its: Puzzle, tries: bool, set_play: bool, seconds: float) -> Analysis | None:
    """What is asked of a search, if anything; where there is no time for it, the program ends."""
    from shatterproof_properties.puzzles.analysis import analyse
    from shatterproof_properties.puzzles.verify import search_for
    from shatterproof_properties.solving.forcing import OutOfLimits, SearchLimits

    if not tries and not set_play:
        return None
    with watched("analysis") as show:
        forcing = search_for(its, SearchLimits(seconds=seconds), lambda search: show(search.looked_into))
        try:
            return analyse(its, forcing, tries, set_play)
        except OutOfLimits as reached:
            stop(HARNESS_FAILED, f"tries and set play: {reached}")


@contextmanager
def watched(label: str) -> Iterator[Callable[[int], None]]:
    """What shows how far some work is: takes how many positions or results there have been."""
    from rich.progress import TextColumn

    from shatterproof_properties.common.progress import Bar

    with Bar(label, 1, TextColumn("{task.fields[note]}"), note="") as bar:

        def show(number: int) -> None:
            if number % 64 == 0:
                bar.show(0, note=f"{number:,}")

        yield show
