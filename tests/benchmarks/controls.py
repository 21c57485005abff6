"""How soon every mutant is found, and how far what shows it shrinks: under default settings, and by random
search alone, without the examples of the spec (`--no-examples`). With `--rare` the rare mistakes.

Run on demand: `python tests/benchmarks/controls.py [GAME ...] [--rare] [--seed N] [--only default|random] [--first N]
[--named NAME ...] [--time S] [--jobs N]`. Nothing fails here. Times are those of one run on one machine.
"""

from __future__ import annotations

import argparse
import shlex
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from statistics import median

from rich.console import Console
from rich.table import Table

from shatterproof.game import GAMES, find_game
from shatterproof_properties.conformance import mutants
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.mutants import EngineMutant
from shatterproof_properties.conformance.runs import check
from shatterproof_properties.protocol.boards import area

ALLOWED, SOON = 60.0, 5.0
"""Seconds within which every mutant, and half of them, should be found."""
SETTINGS = {"default": "default settings", "random": "random search alone"}


@dataclass(frozen=True)
class Trial:
    """One mutant: seconds until it was found and until it was shrunk, None where it was not found; after how
    many results."""

    game: str
    name: str
    clauses: tuple[str, ...]
    found_after: float | None
    results: int
    seconds: float
    shown: Difference | None

    @property
    def cells(self) -> tuple[str, ...]:
        if self.found_after is None or self.shown is None:
            return self.game, self.name, "no", "", f"{self.results:,}", "", "", "", ""
        question = self.shown.question
        times = f"{self.found_after:.1f}", f"{self.seconds:.1f}"
        size = str(len(question.texts)), question.board, str(question.size.pieces)
        return self.game, self.name, *times, f"{self.results:,}", self.told, *size

    @property
    def told(self) -> str:
        """The clause that the witness is told under; in brackets one that has nothing to do with the mistake."""
        clause = self.shown.told if self.shown else ""
        return clause if clause.startswith(self.clauses) else f"({clause})"

    @property
    def is_small(self) -> bool:
        """Whether the witness is on a board smaller than the standard one."""
        game = find_game(self.game)
        return self.shown is not None and self.shown.question.size.area < area(game, game.start().board)


def trial(game: str, mutant: EngineMutant, setting: str, chosen: argparse.Namespace) -> Trial:
    begun = time.perf_counter()
    command = shlex.join(mutants.argv(game, mutant.name))
    plan = check.Plan(game, command, chosen.time, seed=chosen.seed, controls=0, jobs=chosen.jobs)
    verdict = check.run_check(replace(plan, examples=setting == "default"))
    results = verdict.coverage.results + verdict.coverage.by_second
    spent = time.perf_counter() - begun
    return Trial(game, mutant.name, mutant.clauses, verdict.found_after, results, spent, verdict.difference)


def summary(trials: list[Trial]) -> Iterator[str]:
    """What the times and the witnesses come to, a line each."""
    times = [one.found_after for one in trials if one.found_after is not None]
    turns = [len(one.shown.question.texts) for one in trials if one.shown]
    yield f"found: {len(times)} of {len(trials)}, within {ALLOWED:g} s {sum(after <= ALLOWED for after in times)}"
    yield f"told under a clause of theirs: {sum(one.shown is not None and '(' not in one.told for one in trials)}"
    if times:
        soon = sum(after <= SOON for after in times)
        yield f"found within {SOON:g} s: {soon} of {len(trials)}, {100 * soon / len(trials):.0f} %"
        yield f"slowest: {max(times):.1f} s; median: {median(times):.1f} s"
        yield f"turns of the witness: {median(turns):g} in the median, {max(turns)} at most"
        small = sum(one.is_small for one in trials)
        yield f"on a board smaller than the standard one: {small} of {len(trials)}, {100 * small / len(trials):.0f} %"


def main() -> None:
    """Prints a table and a summary for each setting."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*GAMES, []])
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--only", choices=SETTINGS)
    parser.add_argument("--first", type=int, help="so many mutants of each game")
    parser.add_argument("--rare", action="store_true", help="the rare mistakes")
    parser.add_argument("--named", nargs="+", help="these mistakes only")
    parser.add_argument("--time", type=float, default=ALLOWED, help="seconds for each")
    parser.add_argument("--jobs", type=int, default=1)
    chosen = parser.parse_args()
    known = mutants.held_out_mutants if chosen.rare else mutants.self_check_mutants
    planted = [(game, one) for game in chosen.games or GAMES for one in known(game)[: chosen.first]
               if not chosen.named or one.name in chosen.named]  # fmt: skip
    for setting in [chosen.only] if chosen.only else SETTINGS:
        trials = [trial(game, mutant, setting, chosen) for game, mutant in planted]
        columns = ("game", "planted mistake", "found (s)", "shrunk (s)", "results", "told", "turns", "board", "pieces")
        table = Table(*columns, title=f"{SETTINGS[setting]}, seed {chosen.seed}")
        for one in trials:
            table.add_row(*one.cells)
        Console().print(table, *summary(trials), sep="\n")


if __name__ == "__main__":
    main()
