"""How deep the search sees: how many wins in so many turns are decided within a number of positions or of seconds.

`python tests/benchmarks/depth.py [--games NAME ...] [--turns N ...] [--seconds S] [--positions N] [--first N] [--each]`
asks about the positions of depth.json, each with a search of its own, and prints a table. Nothing fails here.
`python tests/benchmarks/depth.py --draw` draws them again. Seconds are of the processor; positions looked into are the
same on every machine.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from shatterproof.game import find_game
from shatterproof_properties.solving.adapters import search_adapter
from shatterproof_properties.solving.forcing import LOST, Forcing, OutOfLimits, SearchAdapter, SearchLimits

FILE = Path(__file__).with_name("depth.json")
BOARDS = {"crumble": "6x6", "scrunch": "7", "splinter": "10x9"}
EACH = 20
"""Positions of a game from games of random turns, and as many from careful games."""
MOST_PIECES = 50
"""Of Crumble: turns that leave more are not drawn as long as there are others."""
LONGEST = 200


class Asked(NamedTuple):
    """One question: whether it is won, None for unknown, seconds of the processor, and positions looked into."""

    won: bool | None
    seconds: float
    looked_into: int


def drawn_afters(adapter: SearchAdapter, here: Any) -> list[Any]:
    """The results of a position from which a game of random turns goes on."""
    afters = [after for _, after in adapter.results(here)]
    return [after for after in afters if pieces_of(after) <= MOST_PIECES] or afters


def pieces_of(here: Any) -> int:
    """How many pieces a position of Crumble has; 0 in the other games."""
    return here.arrangement.live.bit_count() if hasattr(here, "arrangement") else 0


def late_position(adapter: SearchAdapter, opening: Any, number: int) -> Any:
    """A position a few turns before the end of a game of random turns, if its mover cannot win at once."""
    chance, game = Random(number), [opening]
    while adapter.verdict(game[-1]) is None and len(game) < LONGEST:
        game.append(chance.choice(drawn_afters(adapter, game[-1])))
    here = game[max(0, len(game) - 3 - number % 6)]
    return here if adapter.win_now(here) is None else None


def position_before_a_win(adapter: SearchAdapter, opening: Any, number: int) -> Any:
    """A position of the winner two or three turns before the loser of a careful game has no safe turn left."""
    chance, game = Random(number), [opening]
    while len(game) < LONGEST:
        won = adapter.win_now(game[-1])
        if won is not None:
            break
        afters = drawn_afters(adapter, game[-1])
        chance.shuffle(afters)
        safe = (after for after in afters if adapter.verdict(after) != -LOST and adapter.win_now(after) is None)
        game.append(next(safe, None) or afters[0])
        if adapter.verdict(game[-1]) is not None:
            break
    else:
        return None
    turns = 5 + 2 * (number % 2)
    here = game[len(game) - turns] if len(game) > turns else None
    return here if here is not None and adapter.win_now(here) is None else None


def drawn(name: str) -> Iterator[Any]:
    """The positions of a game as JSON values, always the same ones."""
    adapter, game = search_adapter(name, BOARDS[name]), find_game(name)
    opening = adapter.read(game.to_json(game.start(BOARDS[name])))
    for source in (late_position, position_before_a_win):
        found, number = 0, 0
        while found < EACH:
            here = source(adapter, opening, number)
            number += 1
            if here is not None and adapter.verdict(here) is None:
                found += 1
                yield adapter.write(here)


def draw() -> None:
    """Writes the positions, one a line."""
    lines = [json.dumps(value, separators=(",", ":"), sort_keys=True) for name in BOARDS for value in drawn(name)]
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def asked(adapter: SearchAdapter, here: Any, turns: int, seconds: float, positions: int | None) -> Asked:
    """The answer of a fresh search."""
    begun = time.process_time()

    def stop_in_time(search: Forcing) -> None:
        if time.process_time() - begun > seconds:
            raise OutOfLimits("not decided in time")

    search = Forcing(adapter, SearchLimits(positions=positions), stop_in_time)
    try:
        won: bool | None = search.is_won(here, turns)
    except OutOfLimits:
        won = None
    return Asked(won, time.process_time() - begun, search.looked_into)


def row(name: str, turns: int, found: list[Asked]) -> tuple[str, ...]:
    """One line of the table."""
    answers = [sum(each.won is value for each in found) for value in (True, False, None)]
    looked_into = sorted(each.looked_into for each in found)
    seconds = [each.seconds for each in found]
    counts = f"{median(looked_into):,.0f}", f"{sum(looked_into):,}"
    return name, f"wins-{turns}", *map(str, answers), *counts, f"{median(seconds):.3f}", f"{sum(seconds):.1f}"


def main() -> None:
    """Draws, or asks and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draw", action="store_true", help="draw the positions again and write them")
    parser.add_argument("--games", nargs="+", choices=BOARDS, default=list(BOARDS))
    parser.add_argument("--turns", nargs="+", type=int, default=[3, 4])
    parser.add_argument("--seconds", type=float, default=5, help="for each question")
    parser.add_argument("--positions", type=int, help="most positions looked into for each question")
    parser.add_argument("--first", type=int, default=2 * EACH, help="so many positions of each game, every so-manieth")
    parser.add_argument("--each", action="store_true", help="print each answer")
    chosen = parser.parse_args()
    if chosen.draw:
        draw()
        return
    columns = "game", "claim", "won", "not won", "unknown", "median positions", "all", "median s", "all s"
    table = Table(*columns, title=f"within {chosen.seconds:g} s, {chosen.positions or 'any number of'} positions")
    values = json.loads(FILE.read_text(encoding="utf-8"))
    for name in chosen.games:
        adapter, some = search_adapter(name, BOARDS[name]), [value for value in values if value["game"] == name]
        some = some[:: max(1, len(some) // chosen.first)]
        for turns in chosen.turns:
            found = []
            for place, value in enumerate(some):
                found.append(asked(adapter, adapter.read(value), turns, chosen.seconds, chosen.positions))
                if chosen.each:
                    print(name, turns, place, *found[-1], flush=True)
            table.add_row(*row(name, turns, found))
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
