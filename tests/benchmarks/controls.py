"""How soon every planted mistake is found, and how far what shows it shrinks: under default settings, and by random
search alone, without the examples of the spec.

Run on demand: `python tests/benchmarks/controls.py [GAME ...] [--seed N] [--only default|random] [--first N]`. Nothing
fails here. Times are those of one run on one machine.
"""

from __future__ import annotations

import argparse
import shlex
import time
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from statistics import median
from unittest.mock import patch

from rich.console import Console
from rich.table import Table

from shatterproof.game import GAMES, find_game
from shatterproof_properties.conformance import check, controls, share
from shatterproof_properties.conformance.controls import Control
from shatterproof_properties.conformance.difference import Difference
from shatterproof_properties.protocol.boards import area

ALLOWED, SOON = 60.0, 5.0
"""Seconds within which every planted mistake, and half of them, should be found."""
SETTINGS = {"default": "default settings", "random": "random search alone"}


@dataclass(frozen=True)
class Trial:
    """One planted mistake: seconds until it was found and until it was shrunk; None where it was not found."""

    game: str
    name: str
    found_after: float | None
    seconds: float
    shown: Difference | None

    @property
    def cells(self) -> tuple[str, ...]:
        if self.found_after is None or self.shown is None:
            return self.game, self.name, "no", "", "", "", ""
        question = self.shown.question
        times = f"{self.found_after:.1f}", f"{self.seconds:.1f}"
        return self.game, self.name, *times, str(len(question.texts)), question.board, str(question.size.pieces)

    @property
    def is_small(self) -> bool:
        """Whether the witness is on a board smaller than the standard one."""
        game = find_game(self.game)
        return self.shown is not None and self.shown.question.size.area < area(game, game.start().board)


def trial(game: str, control: Control, seed: int, setting: str) -> Trial:
    begun = time.perf_counter()
    command = shlex.join(controls.argv(game, control.name))
    with patch.object(share, "known_cases", lambda *_: []) if setting == "random" else nullcontext():
        verdict = check.run_check(check.Plan(game, command, ALLOWED, seed=seed, controls=0))
    return Trial(game, control.name, verdict.found_after, time.perf_counter() - begun, verdict.difference)


def summary(trials: list[Trial]) -> Iterator[str]:
    """What the times and the witnesses come to, a line each."""
    times = [one.found_after for one in trials if one.found_after is not None]
    turns = [len(one.shown.question.texts) for one in trials if one.shown]
    yield f"found within {ALLOWED:g} s: {len(times)} of {len(trials)}"
    if times:
        soon = sum(after <= SOON for after in times)
        yield f"found within {SOON:g} s: {soon} of {len(trials)}, {100 * soon / len(trials):.0f} %"
        yield f"slowest: {max(times):.1f} s; median: {median(times):.1f} s"
        yield f"turns of the witness: {median(turns):g} in the median, {max(turns)} at most"
        small = sum(one.is_small for one in trials)
        yield f"on a board smaller than the standard one: {small} of {len(trials)}, {100 * small / len(trials):.0f} %"


def main() -> None:
    """Prints a table and a summary for each setting."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*GAMES, []])
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--only", choices=SETTINGS)
    parser.add_argument("--first", type=int, help="so many planted mistakes of each game")
    chosen = parser.parse_args()
    planted = [(game, one) for game in chosen.games or GAMES for one in controls.controls(game)[: chosen.first]]
    for setting in [chosen.only] if chosen.only else SETTINGS:
        trials = [trial(game, control, chosen.seed, setting) for game, control in planted]
        columns = ("game", "planted mistake", "found (s)", "shrunk (s)", "turns", "board", "pieces")
        table = Table(*columns, title=f"{SETTINGS[setting]}, seed {chosen.seed}")
        for one in trials:
            table.add_row(*one.cells)
        Console().print(table, *summary(trials), sep="\n")


if __name__ == "__main__":
    main()
