"""How soon `check` finds mutants, and how often it names the clause that they break.

`python tests/benchmarks/mutants.py [KIND] [GAME ...] [--seed N] [--time S] [--named NAME ...]`, with a KIND of
self-check, held-out, unlisted, kinds and aside.
Mutants are engines in this process. Held-out and unlisted ones are looked for without the examples and vectors of the
spec. The cause is right if it is the broken clause, or one of the two is a reading on the other. `kinds` are those of
`tests/conformance/held_out/kinds`, of which any of the clauses that are listed there is right; `aside` is their third
that is set aside.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from rich.console import Console
from rich.progress import track
from rich.table import Table

from conformance.held_out import held_out_mutants, unlisted_mutants
from conformance.held_out.kinds import is_named_rightly, mutants_of_kinds
from conformance.in_process import in_process
from conformance.made import run_settings, shrinking_briefly
from shatterproof.game import GAMES
from shatterproof_properties.conformance.mutants import self_check_mutants
from shatterproof_properties.conformance.run_settings import RunSettings
from shatterproof_properties.conformance.runs.check import run_check

SOON = 5.0
"""Most mutants should be found within this many seconds."""
SHRINKING = 1200
"""The most results and questions for each way to shrink."""


@dataclass(frozen=True)
class Trial:
    """One run: the clauses broken and the reported one, the seconds and results until the first difference."""

    game: str
    name: str
    broken: tuple[str, ...]
    reported: str
    found_after: float | None
    results: int

    @property
    def is_right(self) -> bool:
        """Whether the reported clause is a broken one, or one of them is a reading on the other."""
        return is_named_rightly(self.reported, self.broken)

    @property
    def cells(self) -> tuple[str, ...]:
        found = "not found" if self.found_after is None else f"{self.found_after:.1f}"
        return (
            self.game,
            self.name,
            self.broken[0],
            "right" if self.is_right else self.reported,
            found,
            f"{self.results:,}",
        )


def commands(kind: str, game: str) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """The mutants of a kind: name, broken clauses and command."""
    if kind in ("kinds", "aside"):
        for each in mutants_of_kinds(game):
            if each.set_aside == (kind == "aside"):
                yield each.name, each.clauses, in_process(f"{game}-{each.name}")
        return
    listed = {"held-out": held_out_mutants, "unlisted": unlisted_mutants}
    for mutant in self_check_mutants(game) if kind == "self-check" else listed[kind](game):
        served = mutant.name if kind == "self-check" else f"{game}-{mutant.name}"
        yield mutant.name, (mutant.clause,), in_process(served)


def trial(game: str, name: str, broken: tuple[str, ...], asked: RunSettings) -> Trial:
    """Check one mutant; no other one is looked for beforehand."""
    with shrinking_briefly(SHRINKING):
        verdict = run_check(asked)
    reported = verdict.difference.reported if verdict.difference else ""
    results = verdict.coverage.results + verdict.coverage.bulk_results
    return Trial(game, name, broken, reported, verdict.result.findings.found_after, results)


def summary(trials: list[Trial]) -> Iterator[str]:
    """Say what the trials come to, a line each."""
    times = [one.found_after for one in trials if one.found_after is not None]
    yield f"found: {len(times)} of {len(trials)}, within {SOON:g} s: {sum(after <= SOON for after in times)}"
    if times:
        yield f"median: {median(times):.1f} s; slowest: {max(times):.1f} s"
    yield f"cause right: {sum(one.is_right for one in trials)} of {len(trials)}"


def main() -> None:
    """Print a table and a summary."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "kind", nargs="?", choices=["self-check", "held-out", "unlisted", "kinds", "aside"], default="held-out"
    )
    parser.add_argument("games", nargs="*", choices=[*GAMES, []])
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--time", type=float, default=60.0, help="seconds for each")
    parser.add_argument("--named", nargs="+", default=[], help="these mutants only")
    chosen = parser.parse_args()
    asked = [
        (game, name, clauses, run_settings(game, command, chosen.time, seed=chosen.seed, examples=is_listed))
        for is_listed in [chosen.kind not in ("held-out", "unlisted")]
        for game in chosen.games or GAMES
        for name, clauses, command in commands(chosen.kind, game)
        if not chosen.named or name in chosen.named
    ]
    trials = [trial(*each) for each in track(asked, "mutants", console=Console(stderr=True))]
    table = Table("game", "mutant", "breaks", "reported", "after, s", "results", title=f"{chosen.kind} mutants")
    for one in trials:
        table.add_row(*one.cells)
    Console().print(table, *summary(trials), sep="\n")


if __name__ == "__main__":
    main()
