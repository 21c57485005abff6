"""How large the certificates of wins on the standard boards are, and how long it takes to check them.

`python tests/benchmarks/certificates.py [--game NAME] [--turns N] [--first N] [--seconds S]` takes every so-manieth
of the positions of depth.json, claims that its side to move wins, and prints what search, certificate and checker
came to. Nothing fails here. Seconds are of the processor; each of search and checker gets so many.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from shatterproof import strict_json
from shatterproof_properties.puzzles.certificate import Json, read_certificate
from shatterproof_properties.puzzles.checker import check
from shatterproof_properties.puzzles.claim import Claim
from shatterproof_properties.puzzles.puzzle import Puzzle
from shatterproof_properties.puzzles.verify import prove, search_for
from shatterproof_properties.puzzles.writer import ProofTooLong
from shatterproof_properties.solving.forcing import OutOfLimits

FILE = Path(__file__).with_name("depth.json")


class Clock:
    """Raises OutOfLimits once so many seconds of the processor have passed."""

    def __init__(self, seconds: float) -> None:
        self._begun, self._seconds = time.process_time(), seconds

    @property
    def passed(self) -> float:
        """Seconds since the beginning."""
        return time.process_time() - self._begun

    def __call__(self, _: Any) -> None:
        if self.passed > self._seconds:
            raise OutOfLimits("not done in time")


def written(puzzle: Puzzle, clock: Clock) -> Json | None:
    """The certificate of a puzzle; None where it is not written in time."""
    forcing = search_for(puzzle, on_progress=clock)
    try:
        proof = prove(forcing, forcing.adapter.read(dict(puzzle.position)), puzzle.claim)
    except (OutOfLimits, ProofTooLong):
        return None
    return proof.certificate(puzzle.game, dict(puzzle.position), puzzle.claim, puzzle.readings)


def row(place: int, value: Json, turns: int, seconds: float) -> tuple[str, ...]:
    """One line of the table: the place, the verdict, search, certificate and checker."""
    clock = Clock(seconds)
    certificate = written(Puzzle(value["game"], value, Claim("wins", turns)), clock)
    search = f"{clock.passed:.1f}"
    if certificate is None:
        return str(place), "unknown", search, "", "", ""
    text = strict_json.encode(certificate)
    clock = Clock(seconds)
    try:
        results = f"{check(read_certificate(text), watch=clock).results:,}"
    except OutOfLimits:
        results = "not done"
    return str(place), certificate["verdict"], search, f"{len(text):,}", results, f"{clock.passed:.1f}"


def main() -> None:
    """Asks, telling each line as it goes, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="crumble")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--first", type=int, default=20, help="so many positions, every so-manieth")
    parser.add_argument("--seconds", type=float, default=60, help="for each search, and for each check")
    chosen = parser.parse_args()
    values = [value for value in json.loads(FILE.read_text(encoding="utf-8")) if value["game"] == chosen.game]
    table = Table("place", "verdict", "search and writing, s", "bytes", "results", "checking, s")
    for place, value in list(enumerate(values))[:: max(1, len(values) // chosen.first)]:
        found = row(place, value, chosen.turns, chosen.seconds)
        table.add_row(*found)
        print(*found, file=sys.stderr, flush=True)
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
