"""Under which clause every mutant is told: with all that is known of mistakes, and as one never met before.

Run on demand: `python tests/benchmarks/causes.py [GAME ...] [--rare] [--results N] [--seed N] [--first N] [--only NAME
...]`. Of each mistake a run is made as by `check`, in this process; then its cause is worked out once more without the
mistake itself among the changed rules. Right is the clause that the mistake breaks, or a reading that bears on it.
Nothing fails here.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache
from statistics import median
from typing import Any
from unittest.mock import patch

from rich.console import Console
from rich.progress import track
from rich.table import Table

from conformance.made import nothing_in_the_shadow, shrinking_briefly
from conformance.planted import in_process
from shatterproof.game import GAMES
from shatterproof.spec import find_clause
from shatterproof_properties.common.rules import readings_on
from shatterproof_properties.conformance.causes import known
from shatterproof_properties.conformance.causes.changed_rules import ChangedRule
from shatterproof_properties.conformance.causes.diagnosis import diagnose
from shatterproof_properties.conformance.causes.differences import Cause, Difference
from shatterproof_properties.conformance.mutants import EngineMutant, held_out_mutants, self_check_mutants
from shatterproof_properties.conformance.runs.check import Plan, run_check

HOUR = 3600.0
Follows = Callable[[ChangedRule], bool]
WAYS = ("witness alone", "cause", "cause, never met before")


@dataclass(frozen=True)
class Trial:
    """One mutant: the clauses told in each of WAYS, "" where it was not found."""

    game: str
    mutant: EngineMutant
    told: tuple[str, str, str]
    shown: Difference | None
    seconds: float

    @property
    def right(self) -> tuple[bool, ...]:
        return tuple(is_right(self.mutant.clause, told) for told in self.told)

    @property
    def cells(self) -> tuple[str, ...]:
        said = ("right" if right else told or "not found" for right, told in zip(self.right, self.told, strict=True))
        size = self.shown.question.size if self.shown else None
        witness = f"{self.shown.kind}, {size.turns} on {size.board}, {size.pieces}" if self.shown and size else ""
        return self.game, self.mutant.name, self.mutant.clause, *said, witness, f"{self.seconds:.0f}"


def is_right(broken: str, told: str) -> bool:
    """Whether a clause is the one broken, or one of them is a reading that bears on the other."""
    if not told:
        return False
    return told == broken or told in readings_on(find_clause(broken)) or broken in readings_on(find_clause(told))


def trial(game: str, mutant: EngineMutant, results: int, seed: int) -> Trial:
    told: list[tuple[Difference, tuple[str, str, str]]] = []

    def diagnosed(shown: Difference, witnesses: Any, rules: Any, agreements: Any, follows: Follows) -> Cause:
        once = cache(follows)
        cause = diagnose(shown, witnesses, rules, agreements, once)
        others = [rule for rule in rules if rule.name != mutant.name]
        told.append((shown, (shown.clause, cause.clause, diagnose(shown, witnesses, others, agreements, once).clause)))
        return cause

    with patch.object(known, "diagnose", diagnosed), nothing_in_the_shadow():
        name = mutant.name if mutant in self_check_mutants(game) else f"{game}-{mutant.name}"
        verdict = run_check(Plan(game, in_process(name), HOUR, results, seed, controls=0))
    if not told or verdict.difference is None:
        return Trial(game, mutant, ("", "", ""), None, verdict.seconds)
    shown, clauses = told[0]
    return Trial(game, mutant, clauses, shown, verdict.seconds)


def summary(trials: list[Trial]) -> Iterator[str]:
    """How many are told rightly, a line each way."""
    right = Counter(way for one in trials for way, is_so in zip(WAYS, one.right, strict=True) if is_so)
    for way in WAYS:
        yield f"{way}: {right[way]} of {len(trials)}, {100 * right[way] / len(trials):.0f} %"
    sizes = [one.shown.question.size for one in trials if one.shown]
    if sizes:
        yield (
            f"witness, in the median: {median(size.turns for size in sizes):g} turns, "
            f"{median(size.pieces for size in sizes):g} pieces"
        )


def main() -> None:
    """Prints a table and a summary."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*GAMES, []])
    parser.add_argument("--results", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--first", type=int, help="so many mutants of each game")
    parser.add_argument("--only", nargs="+", default=[], help="names of planted mistakes")
    parser.add_argument("--rare", action="store_true", help="the rare mistakes")
    parser.add_argument("--brief", action="store_true", help="shrink for about a second only")
    chosen = parser.parse_args()
    known_mistakes = held_out_mutants if chosen.rare else self_check_mutants
    planted = [(game, one) for game in chosen.games or GAMES for one in known_mistakes(game)[: chosen.first]]
    wanted = [(game, one) for game, one in planted if not chosen.only or one.name in chosen.only]
    columns = ("game", "planted mistake", "breaks", *WAYS, "witness", "s")
    table, trials = Table(*columns, title=f"clause told, seed {chosen.seed}"), []
    for game, mutant in track(wanted, "planted mistakes", console=Console(stderr=True)):
        with shrinking_briefly() if chosen.brief else nullcontext():
            trials.append(trial(game, mutant, chosen.results, chosen.seed))
        print(*trials[-1].cells, sep=", ", file=sys.stderr)
        table.add_row(*trials[-1].cells)
    Console(width=220).print(table, *summary(trials), sep="\n")


if __name__ == "__main__":
    main()
