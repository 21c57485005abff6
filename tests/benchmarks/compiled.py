"""What the functions in C are worth: the bulk comparison of `check` with them and without, minutes apart.

Run on demand: `python tests/benchmarks/compiled.py [GAME ...] [--time SECONDS] [--seed N]`. Nothing fails here.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys

from rich.console import Console
from rich.table import Table

from shatterproof.game import GAMES


def rate(game: str, is_compiled: bool, chosen: argparse.Namespace) -> float:
    """Results a second that the bulk comparison compares of our second engine."""
    command = [sys.executable, "-m", "shatterproof_properties", "check", game, "--json", "--controls", "0",
               "--no-examples", "--time", f"{chosen.time:g}s", "--seed", str(chosen.seed)]  # fmt: skip
    environment = os.environ if is_compiled else {**os.environ, "SHATTERPROOF_COMPILED": "no"}
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
    verdict = json.loads(done.stdout)
    return float(1000 * verdict["by_second"] / verdict["milliseconds"])


def main() -> None:
    """Prints a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*GAMES, []])
    parser.add_argument("--time", type=float, default=20, help="seconds for each run")
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args()
    table = Table("game", "in Python, results/s", "in C, results/s", "times", title="the bulk comparison, all cores")
    for game in chosen.games or GAMES:
        slow, fast = (rate(game, is_compiled, chosen) for is_compiled in (False, True))
        table.add_row(game, f"{slow:,.0f}", f"{fast:,.0f}", f"{fast / slow:.1f}")
    Console().print(table)


if __name__ == "__main__":
    main()
