"""Two engines beside the rules over a million results a game: our second engine, and the one in JavaScript.

Run on demand: `python tests/benchmarks/million.py [GAME ...] [--seed N] [--times X]`, from the checkout. The second
engine is its own bulk comparison, so that of it the results of the reference are what tells. Exit code 1: a
difference, or fewer results than a million.
"""

from __future__ import annotations

import argparse
import sys

from rich.console import Console
from rich.table import Table

from shatterproof.game import GAMES
from shatterproof_properties.conformance.runs.check import Plan, run_check
from shatterproof_properties.conformance.settings import cores

WANTED = 1_000_000
ENGINES = (
    ("second engine", None, {"crumble": 60, "scrunch": 50, "splinter": 40}),
    ("in JavaScript", "node tests/engines/engine.mjs", {"crumble": 260, "scrunch": 390, "splinter": 190}),
)
"""What they are called, their command, and seconds for each game on two cores that do nothing else."""


def main() -> int:
    """Prints a line for each game and engine."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", choices=[*GAMES, []])
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--times", type=float, default=1, help="so many times as long: on a slow or busy machine")
    chosen = parser.parse_args()
    table = Table("game", "engine", "by the reference", "by the second engine", "refused turns", "verdict", "s")
    worst = 0
    for game in chosen.games or GAMES:
        for name, command, seconds in ENGINES:
            plan = Plan(game, command, seconds[game] * chosen.times, None, chosen.seed, cores(), controls=0)
            verdict = run_check(plan)
            coverage = verdict.coverage
            counts = f"{coverage.results:,}", f"{coverage.by_second:,}", f"{coverage.refusals:,}"
            table.add_row(game, name, *counts, verdict.headline, f"{verdict.seconds:.0f}")
            print(game, name, *counts, verdict.first_line(), sep=", ", file=sys.stderr, flush=True)
            worst |= bool(verdict.exit_code) or coverage.results + coverage.by_second < WANTED
    Console().print(table)
    return worst


if __name__ == "__main__":
    sys.exit(main())
