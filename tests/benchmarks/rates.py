"""Results a second of `check`, and leaves a second of perft: `python tests/benchmarks/rates.py [GAME ...] [--time S]`.

Quote ratios of one run; times of different machines do not compare.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time

from rich.console import Console
from rich.table import Table

from shatterproof.game import GAMES

DEPTH = {"reference": 2, "second": 3}
"""The depth in plies of perft from the standard opening."""
LEAST_SECONDS = 0.05
"""The least time of counting that can be told from the noise of starting a command."""


def command(*arguments: str, compiled: bool = True) -> tuple[str, float]:
    """The output of a command, and its seconds by the clock."""
    environment = os.environ if compiled else {**os.environ, "SHATTERPROOF_COMPILED": "no"}
    begun = time.perf_counter()
    asked = [sys.executable, "-m", "shatterproof_properties", *arguments]
    printed = subprocess.run(asked, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
    return printed, time.perf_counter() - begun


def check_rates(game: str, seconds: float) -> tuple[float, float]:
    """The results a second of a run on all cores: with the reference, and in the bulk comparison."""
    printed, _ = command("check", game, "--time", f"{seconds:g}s", "--seed", "20", "--mutants", "0", "--json")
    verdict = json.loads(printed)
    return tuple(1000 * verdict[counted] / verdict["milliseconds"] for counted in ("results", "bulk_results"))


def perft_rate(game: str, engine: str, compiled: bool) -> float | None:
    """The leaves a second, without the time to start the command; None where that hides how long it took."""
    idle = command("perft", game, "0", "--engine", engine, compiled=compiled)[1]
    printed, seconds = command("perft", game, str(DEPTH[engine]), "--engine", engine, compiled=compiled)
    counting = seconds - idle
    return int(printed.split()[-1]) / counting if counting > LEAST_SECONDS else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*GAMES, []])
    parser.add_argument("--time", type=float, default=30, help="seconds for each run of check")
    chosen = parser.parse_args()
    columns = ("check", "bulk comparison", "perft, reference", "perft, second engine", "perft, compiled")
    table = Table("game", *columns, title="results and leaves a second")
    for game in chosen.games or GAMES:
        perft = [perft_rate(game, "reference", True), *(perft_rate(game, "second", each) for each in (False, True))]
        rates = (*check_rates(game, chosen.time), *perft)
        table.add_row(game, *("too quick" if rate is None else f"{rate:,.0f}" for rate in rates))
    Console().print(table)


if __name__ == "__main__":
    main()
