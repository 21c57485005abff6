"""Scrunch solved on its smallest boards, under each value of each reading: the winner, and what it takes to find out.

Run on demand: `python tests/benchmarks/solved.py [--boards SIDE ...]`. Each value is a command of its own. Nothing
fails here.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator

from rich.console import Console
from rich.progress import track
from rich.table import Table

from shatterproof import scrunch


def readings() -> Iterator[str]:
    """The defaults, then each other value of a reading by itself, as `--readings` takes them."""
    yield ""
    for name, (_, *others) in scrunch.Readings.choices().items():
        yield from (f"{name}={value}" for value in others)


def row(board: str, reading: str) -> tuple[str, ...]:
    """One line of the table."""
    command = [sys.executable, "-m", "shatterproof_properties", "solve", "scrunch", "--board", board, "--json"]
    solving = subprocess.Popen([*command, *(["--readings", reading] if reading else [])], stdout=subprocess.PIPE)
    assert solving.stdout is not None
    found = json.loads(solving.stdout.read())
    _, _, used = os.wait4(solving.pid, 0)
    seconds, memory = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
    winner = found["winner"] or "nobody"
    return board, reading or "the defaults", winner, f"{found['searched']:,}", f"{seconds:.1f}", f"{memory:.0f}"


def main() -> None:
    """Prints a line for each board and value."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", nargs="+", default=["2", "3"], metavar="SIDE")
    chosen = parser.parse_args()
    table = Table("side", "under", "wins", "positions searched", "s", "MiB")
    wanted = [(board, reading) for board in chosen.boards for reading in readings()]
    for board, reading in track(wanted, "solved", console=Console(stderr=True)):
        table.add_row(*row(board, reading))
    Console().print(table)


if __name__ == "__main__":
    main()
