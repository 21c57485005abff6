"""Plies a second in random games, by the reference and by FastGame: `python tests/benchmarks/plies.py [--time S]`.

A ply is: list all turns, choose one, play it. Games begin with the opening and are left after so many plies. Times are
those of the processor; quote ratios of one run.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from random import Random
from typing import Any

from rich.console import Console
from rich.table import Table

from shatterproof.game import GAMES, find_game
from shatterproof_properties.second import FastGame

MOST_PLIES = 60


def plies_a_second(start: Any, turns: Callable[[Any], Any], play: Callable[[Any, Any], Any], seconds: float) -> float:
    """The number of plies played in a second of processor time."""
    chance, plies, here, length = Random(38), 0, start, 0
    begun = time.process_time()
    while (passed := time.process_time() - begun) < seconds:
        found = list(turns(here)) if length < MOST_PLIES else []
        here, length = (play(here, chance.choice(found)), length + 1) if found else (start, 0)
        plies += bool(found)
    return plies / passed


def in_python(game: str) -> FastGame:
    """A game that does not use its compiled functions."""
    fast = FastGame(game)
    fast._compiled = None
    return fast


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--time", type=float, default=10, help="seconds of processor time for each rate")
    chosen = parser.parse_args()
    table = Table("game", "reference", "FastGame, in Python", "FastGame, compiled", title="plies a second")
    for game in GAMES:
        rules = find_game(game)
        rates = [plies_a_second(rules.start(), rules.turns, rules.play, chosen.time)]
        for fast in (in_python(game), FastGame(game)):
            rates.append(plies_a_second(fast.start(), fast.turns, fast.play, chosen.time))
        table.add_row(game, *(f"{rate:,.0f} ({rate / rates[0]:,.0f}x)" for rate in rates))
    Console().print(table)


if __name__ == "__main__":
    main()
