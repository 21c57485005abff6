"""How soon random search alone finds each planted mistake, without the examples of the spec, and how far it shrinks.

Run on demand: `python tests/benchmarks/controls.py [GAME ...] [--seed N]`. Nothing fails here.
"""

from __future__ import annotations

import argparse
import shlex
import time
from unittest.mock import patch

from rich.console import Console
from rich.table import Table

from shatterproof.game import GAMES
from shatterproof_properties.conformance import check, controls
from shatterproof_properties.conformance.controls import Control


def row(game: str, control: Control, seed: int) -> tuple[str, ...]:
    """One planted mistake: seconds until it was found, and shrunk; the turns and the board of the witness."""
    begun = time.perf_counter()
    command = shlex.join(controls.argv(game, control.name))
    with patch.object(check, "known_cases", lambda *_: []):
        verdict = check.run_check(check.Plan(game, command, seed=seed, controls=0))
    found = verdict.difference
    if found is None or verdict.found_after is None:
        return control.name, "no", "", "", ""
    seconds = time.perf_counter() - begun
    return control.name, f"{verdict.found_after:.1f}", f"{seconds:.1f}", str(found.turns), found.start.board


def main() -> None:
    """Prints a table for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=GAMES)
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args()
    for game in chosen.games or GAMES:
        table = Table(
            "planted mistake", "found (s)", "shrunk (s)", "turns", "board", title=f"{game}, seed {chosen.seed}"
        )
        for control in controls.controls(game):
            table.add_row(*row(game, control, chosen.seed))
        Console().print(table)


if __name__ == "__main__":
    main()
