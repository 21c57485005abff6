"""What the harness itself costs: where the time of a run goes, and whether its memory stays flat.

Run on demand: `python tests/benchmarks/harness.py [GAME ...] [--minutes M] [--seed N]`. The stack of the run is looked
at every few milliseconds. Time inside the reference counts for the reference, be it for comparing or for drawing
questions, and the second engine's for itself; what is none of that nor waiting for the engine is the harness's own.
Nothing fails here.
"""

from __future__ import annotations

import argparse
import signal
import time
from pathlib import Path
from types import FrameType
from typing import Self

from rich.console import Console
from rich.table import Table

import shatterproof
from shatterproof.game import GAMES
from shatterproof_properties.conformance.runs.check import Plan, run_check

BETWEEN_LOOKS = 0.005
"""Seconds."""
BETWEEN_WEIGHINGS = 2.0
REFERENCE = str(Path(shatterproof.__file__).parent)
KINDS = ("reference, comparing", "reference, drawing", "second engine", "waiting for the engine", "drawing",
         "comparing and the rest")  # fmt: skip


class Observer:
    """Tells by kind what the main thread spends its time at, and weighs the process now and then.

    It looks from a signal's handler: Python 3.11 crashes now and then where one thread looks at the stack of another.
    """

    def __init__(self) -> None:
        self.seconds = dict.fromkeys(KINDS, 0.0)
        self.weights: list[float] = []
        self._before = self._weighed = time.monotonic()

    def __enter__(self) -> Self:
        signal.signal(signal.SIGALRM, self._look)
        signal.setitimer(signal.ITIMER_REAL, BETWEEN_LOOKS, BETWEEN_LOOKS)
        return self

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)

    def _look(self, _: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        # What cannot be interrupted is looked at once it is over: each look counts for its time.
        self.seconds[_kind(frame)] += now - self._before
        self._before = now
        if now - self._weighed > BETWEEN_WEIGHINGS:
            self._weighed = now
            self.weights.append(resident())


def _kind(frame: FrameType | None) -> str:
    """What a stack is at, innermost frame first."""
    files = []
    while frame is not None:
        files.append(frame.f_code.co_filename)
        frame = frame.f_back
    drawing = any("/shatterproof_properties/play/" in file or "/hypothesis/strategies/" in file for file in files)
    if any(file.startswith(REFERENCE) and not file.endswith("strict_json.py") for file in files):
        return KINDS[1] if drawing else KINDS[0]
    if any("/shatterproof_properties/second/" in file for file in files):
        return KINDS[2]
    if any(file.endswith(("/process.py", "/selectors.py")) for file in files):
        return KINDS[3]
    return KINDS[4] if drawing else KINDS[5]


def resident() -> float:
    """Resident memory of this process, in MiB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 2**20


def row(game: str, minutes: float, seed: int) -> tuple[str, ...]:
    """Shares of the time of a run, by kind, and the memory at its beginning, in its middle and at its end."""
    with Observer() as observer:
        verdict = run_check(Plan(game, seconds=60 * minutes, seed=seed, controls=0))
    total = sum(observer.seconds.values())
    shares = [f"{100 * observer.seconds[kind] / total:.0f} %" for kind in KINDS]
    own = sum(observer.seconds[kind] for kind in KINDS[4:]) / total
    weights = observer.weights
    weighed = [f"{weight:.0f}" for weight in (weights[len(weights) // 5], weights[len(weights) // 2], weights[-1])]
    return game, f"{verdict.coverage.results:,}", *shares, f"{100 * own:.0f} %", *weighed


def main() -> None:
    """Prints a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*GAMES, []])
    parser.add_argument("--minutes", type=float, default=0.5)
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args()
    memory = ("MiB at a fifth", "in the middle", "at the end")
    table = Table("game", "results", *KINDS, "harness's own", *memory, title=f"{chosen.minutes:g} minutes a game")
    for game in chosen.games or GAMES:
        table.add_row(*row(game, chosen.minutes, chosen.seed))
    Console(width=200).print(table)


if __name__ == "__main__":
    main()
