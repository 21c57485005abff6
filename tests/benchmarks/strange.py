"""Mistakes as a stranger might make them, in no list of planted ones: which `check` finds, and under which clause.

Run on demand: `python tests/benchmarks/strange.py [GAME ...] [--seed N] [--time S] [--named NAME ...]`, with
`PYTHONPATH=tests`. Each is an engine in this process, checked with default settings, shrunk briefly. Right is the
clause that the mistake breaks, or a reading that bears on it. Nothing fails here.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.causes import is_right
from benchmarks.strange_crumble import STRANGE_CRUMBLE
from benchmarks.strange_scrunch import STRANGE_SCRUNCH
from benchmarks.strange_splinter import STRANGE_SPLINTER
from conformance.made import nothing_in_the_shadow, shrinking_for
from shatterproof.game import GAMES, find_game
from shatterproof_properties.conformance.runs.check import Plan, run_check
from shatterproof_properties.protocol import table
from shatterproof_properties.protocol.serve import ServedGame
from shatterproof_properties.protocol.served import BOARDS, opened

STRANGE: Mapping[str, Mapping[type[Any], str]] = {
    "crumble": STRANGE_CRUMBLE,
    "scrunch": STRANGE_SCRUNCH,
    "splinter": STRANGE_SPLINTER,
}
SHRINKING = 1200
"""Results and questions that each way to shrink takes at most."""


def _open(engine: type[Any], board: str, readings: Mapping[str, str]) -> table.Table:
    return opened(engine, board, readings)


# Engines in this process: `python:benchmarks.strange:GAME_NAME`.
globals().update(
    {
        f"{game}_{engine.__name__}": ServedGame(
            game, BOARDS[game], find_game(game).Readings.choices(), partial(_open, engine)
        )
        for game, engines in STRANGE.items()
        for engine in engines
    }
)


@dataclass(frozen=True)
class Trial:
    """One mistake: the clause that it breaks and the one told, "" where it was not found; seconds of the processor."""

    game: str
    engine: type[Any]
    breaks: str
    told: str
    is_found: bool
    seconds: float

    @property
    def cells(self) -> tuple[str, ...]:
        told = "right" if is_right(self.breaks, self.told) else self.told or "no clause"
        said = told if self.is_found else "not found"
        return self.game, self.engine.__name__, self.breaks, said, f"{self.seconds:.1f}"


def trial(game: str, engine: type[Any], chosen: argparse.Namespace) -> Trial:
    begun = time.process_time()
    plan = Plan(game, f"python:benchmarks.strange:{game}_{engine.__name__}", chosen.time, seed=chosen.seed, controls=0)
    with shrinking_for(SHRINKING), nothing_in_the_shadow():
        found = run_check(plan).difference
    told = found.clause if found else ""
    return Trial(game, engine, STRANGE[game][engine], told, found is not None, time.process_time() - begun)


def summary(trials: list[Trial]) -> Iterator[str]:
    """How many are found, and told rightly."""
    yield f"found: {sum(one.is_found for one in trials)} of {len(trials)}"
    yield f"told rightly: {sum(is_right(one.breaks, one.told) for one in trials)}"


def main() -> None:
    """Prints a table and a summary."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*GAMES, []])
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--time", type=float, default=40.0, help="seconds for each")
    parser.add_argument("--named", nargs="+", default=[], help="these mistakes only")
    chosen = parser.parse_args()
    wanted = [
        (game, engine)
        for game in chosen.games or GAMES
        for engine in STRANGE[game]
        if not chosen.named or engine.__name__ in chosen.named
    ]
    columns = ("game", "mistake", "breaks", "told", "s")
    shown, trials = Table(*columns, title=f"clause told, seed {chosen.seed}"), []
    for game, engine in track(wanted, "mistakes", console=Console(stderr=True)):
        trials.append(trial(game, engine, chosen))
        print(*trials[-1].cells, sep=", ", file=sys.stderr)
        shown.add_row(*trials[-1].cells)
    Console(width=160).print(shown, *summary(trials), sep="\n")


if __name__ == "__main__":
    main()
