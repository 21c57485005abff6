"""How fast forced wins are found: positions looked into in a second, and seconds for each claim about late positions.

Run on demand: `python tests/benchmarks/forcing.py [GAME ...] [--boards B ...] [--games N] [--back N] [--seconds S]`.
The positions come from games of random turns with a seed, each taken some turns before its end. A claim gets a search
of its own, so that nothing is known from another. Nothing fails here.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from shatterproof.game import find_game
from shatterproof_properties.solving.adapters import search_adapter
from shatterproof_properties.solving.forcing import Forcing, OutOfLimits, SearchAdapter, SearchLimits

BOARDS = {"scrunch": ("3", "4", "5", "7"), "splinter": ("6x5", "8x7", "10x9")}
CLAIMS = {
    "wins-1": (Forcing.is_won, 1),
    "wins-2": (Forcing.is_won, 2),
    "wins-3": (Forcing.is_won, 3),
    "mated-1": (Forcing.is_mated, 1),
    "mated-2": (Forcing.is_mated, 2),
}


class Asked(NamedTuple):
    """One claim about one position: true, false or None for unknown, in so many seconds and positions."""

    answer: bool | None
    seconds: float
    looked_into: int


def late_positions(adapter: SearchAdapter, opening: Any, games: int, back: int) -> Iterator[Any]:
    """Undecided positions, each a few turns before the end of a game of random turns."""
    for number in range(games):
        chance, game = Random(number), [opening]
        while adapter.verdict(game[-1]) is None:
            game.append(chance.choice([after for _, after in adapter.results(game[-1])]))
        yield game[max(0, len(game) - 2 - number % back)]


def asked(adapter: SearchAdapter, here: Any, claim: str, seconds: float) -> Asked:
    """The answer of a fresh search."""
    holds, turns = CLAIMS[claim]
    search, begun = Forcing(adapter, SearchLimits(seconds=seconds)), time.perf_counter()
    try:
        answer: bool | None = holds(search, here, turns)
    except OutOfLimits:
        answer = None
    return Asked(answer, time.perf_counter() - begun, search.looked_into)


def row(claim: str, found: list[Asked]) -> tuple[str, ...]:
    """One line of the table."""
    seconds = sorted(each.seconds for each in found)
    answers = [sum(each.answer is value for each in found) for value in (True, False, None)]
    times = (median(seconds), seconds[len(seconds) * 9 // 10], seconds[-1])
    speed = sum(each.looked_into for each in found) / sum(seconds)
    return claim, *map(str, answers), *(f"{1000 * each:,.1f}" for each in times), f"{speed:,.0f}"


def main() -> None:
    """Prints a table for each board."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*BOARDS, []])
    parser.add_argument("--boards", nargs="*")
    parser.add_argument("--claims", nargs="*", choices=CLAIMS, default=list(CLAIMS))
    parser.add_argument("--games", dest="number", type=int, default=40)
    parser.add_argument("--back", type=int, default=6, help="the most turns before the end")
    parser.add_argument("--seconds", type=float, default=10)
    chosen = parser.parse_args()
    for name in chosen.games or BOARDS:
        for board in chosen.boards or BOARDS[name]:
            adapter = search_adapter(name, board)
            opening = adapter.read(find_game(name).to_json(find_game(name).start(board)))
            positions = list(late_positions(adapter, opening, chosen.number, chosen.back))
            title = f"{name} {board}, {len(positions)} positions up to {chosen.back} turns before the end"
            columns = ("claim", "true", "false", "unknown", "median ms", "90% ms", "most ms", "positions/s")
            table = Table(*columns, title=title)
            for claim in chosen.claims:
                table.add_row(*row(claim, [asked(adapter, here, claim, chosen.seconds) for here in positions]))
            Console(width=120).print(table)


if __name__ == "__main__":
    main()
