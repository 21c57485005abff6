"""What the questions of `check` meet in pairs, and which mutants they show that need pairs.

`python tests/benchmarks/pairs.py [GAME ...] [--time S] [--seed N]`: seconds of processor time a game, without the
examples and vectors of the spec.
"""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.table import Table

from conformance.held_out.seeking import seek
from shatterproof.game import OURS, find_game
from shatterproof_properties.protocol import features


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", choices=[*OURS, []])
    parser.add_argument("--time", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args()
    columns = ("pairs", "met", "mutants", "found", "slowest, s", "not found")
    table = Table("game", *columns, title=f"pairs, {chosen.time:g} s of processor time a game")
    for game in chosen.games or OURS:
        watch, coverage = seek(game, chosen.time, chosen.seed)
        pairs = features.pairs(find_game(game))
        met = sum(1 for pair in pairs if coverage.pairs[pair])
        slowest = max(watch.found.values(), default=0.0)
        numbers = (len(pairs), met, len(watch.mutants), len(watch.found))
        missed = ", ".join(name for name in watch.mutants if name not in watch.found)
        table.add_row(game, *(f"{number:,}" for number in numbers), f"{slowest:.1f}", missed)
    Console().print(table)


if __name__ == "__main__":
    main()
