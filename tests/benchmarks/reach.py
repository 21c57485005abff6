"""After how many compared results of one run each mistake would have been found: rare ones hear every question of a run
against our own second engine, those of the bulk comparison too.

Run on demand: `python tests/benchmarks/reach.py [GAME ...] [--results N] [--seed N] [--planted] [--examples]`. What
time a run takes says nothing here, since dozens of engines answer. Nothing fails here.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

from rich.console import Console
from rich.table import Table as Printed

from shatterproof.game import GAMES
from shatterproof_properties.conformance.compare.bulk import BulkComparison
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.compare.mutant_probes import MutantProbes
from shatterproof_properties.conformance.mutants import held_out_mutants, self_check_mutants
from shatterproof_properties.conformance.runs import shard as share
from shatterproof_properties.conformance.runs.check import Plan, run_check
from shatterproof_properties.protocol.expected import ExpectedResults
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.second.engine import SecondEngine

HOUR = 3600.0


class Reach(MutantProbes):
    """Shadow controls that note after how many results each was caught: of those that the reference judged, and of all;
    and by which question."""

    def __init__(self, game: str, readings: dict[str, str], planted: bool) -> None:
        super().__init__(game, readings, self_check_mutants(game) if planted else held_out_mutants(game))
        self.found: dict[str, tuple[int, int, str]] = {}
        self.coverage: Any = None

    def _each(self, question: Question, is_right: Callable[[SecondEngine[Any, Any]], bool]) -> None:
        super()._each(question, is_right)
        for name, caught in self.caught.items():
            if caught and name not in self.found:
                judged = self.coverage.results
                self.found[name] = judged, judged + self.coverage.by_second, f"{question.do} on {question.board}"


def run(game: str, results: int, seed: int, planted: bool, examples: bool) -> Reach:
    """A run of so many results judged by the reference, heard by mistakes."""
    heard: list[Reach] = []

    def probes(name: str, readings: dict[str, str]) -> Reach:
        heard.append(Reach(name, readings, planted))
        return heard[-1]

    compare = BulkComparison._compare

    def comparing(lane: Any, question: Question, expected: ExpectedResults, *rest: Any) -> Iterator[Any]:
        heard[-1].coverage = lane.differential.coverage
        heard[-1].ask(question, expected.answer)
        yield from compare(lane, question, expected, *rest)

    def differential(*given: Any, **more: Any) -> Any:
        made = DifferentialRun(*given, **more)
        heard[-1].coverage = made.coverage
        return made

    plan = Plan(game, seconds=HOUR, results=results, seed=seed, controls=0, examples=examples)
    with (
        patch.object(share, "ShadowControls", probes),
        patch.object(share, "Lockstep", differential),
        patch.object(BulkComparison, "_compare", comparing),
    ):
        run_check(plan)
    return heard[-1]


def main() -> None:
    """Prints a table for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*GAMES, []])
    parser.add_argument("--results", type=int, default=4000, help="judged by the reference, after which a run ends")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--planted", action="store_true", help="the mutants instead of the rare ones")
    parser.add_argument("--examples", action="store_true", help="with the examples of the spec")
    chosen = parser.parse_args()
    for game in chosen.games or GAMES:
        reach = run(game, chosen.results, chosen.seed, chosen.planted, chosen.examples)
        printed = Printed("mistake", "results", "with the fast lane", "shown by", title=f"{game}, seed {chosen.seed}")
        for name, (judged, results, by) in sorted(reach.found.items(), key=lambda one: one[1]):
            printed.add_row(name, f"{judged:,}", f"{results:,}", by)
        for name in sorted(reach.caught.keys() - reach.found.keys()):
            printed.add_row(name, "no", "", "")
        total = f"found: {len(reach.found)} of {len(reach.caught)} within {reach.coverage.results:,} results judged"
        Console().print(printed, f"{total} and {reach.coverage.by_second:,} more")


if __name__ == "__main__":
    main()
