"""How many new puzzles are found in so many seconds: the five yields that are promised.

Run on demand: `python tests/benchmarks/yield.py [--seconds S] [--seed N] [--jobs N] [--verify]`. A find is distinct up
to symmetry and exchange of colours. With --verify each is verified with its certificate, as far as the time allows,
and only what is proved counts. Exits with 1 if, at this rate, ten minutes would not bring what is promised.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from shatterproof_properties.puzzles.claim import Claim
from shatterproof_properties.puzzles.compose import candidates, image_key
from shatterproof_properties.puzzles.puzzle import Puzzle
from shatterproof_properties.puzzles.verify import verify

TEN_MINUTES = 600


@dataclass(frozen=True)
class Wanted:
    """So many puzzles of a kind in ten minutes; the boards share the time."""

    game: str
    claims: tuple[Claim, ...]
    boards: tuple[str, ...]
    count: int


class Found(NamedTuple):
    """The images that one process found, and the seconds of processor time that took."""

    images: set[str]
    processor: float


WANTED = (
    Wanted("crumble", (Claim("mated", 1),), ("4x4",), 60),
    Wanted("crumble", (Claim("mated", 1),), ("6x6",), 10),
    Wanted("splinter", (Claim("wins", 2),), ("10x9",), 60),
    Wanted("scrunch", (Claim("wins", 1), Claim("wins", 2), Claim("wins", 3)), ("3", "4", "5", "7"), 60),
    Wanted("crumble", (Claim("wins", 2, unique=True),), ("4x4",), 10),
)


def until(end: float) -> Callable[[], bool]:
    """Whether it is later than a time of the monotonic clock."""
    return lambda: time.monotonic() > end


def find(wanted: Wanted, seconds: float, seed: int, verified: bool) -> Found:
    """What one process finds in that time."""
    begun, images = time.process_time(), set()
    kinds = [(claim, board) for claim in wanted.claims for board in wanted.boards]
    for claim, board in kinds:
        is_over = until(time.monotonic() + seconds / len(kinds))
        for position in candidates(wanted.game, claim, board, seed, stop=is_over):
            if not verified or verify(Puzzle(wanted.game, position, claim)).verdict == "proved":
                images.add(image_key(wanted.game, position))
            if is_over():
                break
    return Found(images, time.process_time() - begun)


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20, help="for each yield")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--verify", action="store_true")
    chosen = parser.parse_args()
    table = Table("puzzles", "boards", "found", "s", "CPU s", "a CPU min", "in 10 min", "promised")
    kept = True
    for wanted in WANTED:
        begun = time.monotonic()
        with ProcessPoolExecutor(chosen.jobs) as pool:
            seeds = range(chosen.seed, chosen.seed + chosen.jobs)
            works = [pool.submit(find, wanted, chosen.seconds, seed, chosen.verify) for seed in seeds]
            found = [work.result() for work in works]
        images, processor = set().union(*(each.images for each in found)), sum(each.processor for each in found)
        seconds = time.monotonic() - begun
        due = len(images) * TEN_MINUTES / seconds
        kept = kept and due >= wanted.count
        claims = ", ".join(f"{claim}{' unique' if claim.unique else ''}" for claim in wanted.claims)
        figures = (f"{seconds:.0f}", f"{processor:.1f}", f"{60 * len(images) / processor:,.0f}", f"{due:,.0f}")
        table.add_row(f"{wanted.game} {claims}", " ".join(wanted.boards), str(len(images)), *figures, f"{wanted.count}")
    Console().print(table)
    return 0 if kept else 1


if __name__ == "__main__":
    raise SystemExit(main())
