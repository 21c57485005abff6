"""How long it takes to see a crumblemate, beside looking at everything with the reference.

`python tests/benchmarks/crumblemate.py` measures the positions of crumblemates.json and prints a table.
`python tests/benchmarks/crumblemate.py --find 14 --seed 1` finds them again, by play, and writes that file.
Nothing fails here. Times are of the processor, all of one run; times of different runs are not comparable.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Hashable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

from shatterproof.game import find_game
from shatterproof_properties.second.crumble.position import Position
from shatterproof_properties.second.crumble.shortcuts import edge_chains
from shatterproof_properties.solving.crumble.adapter import SearchAdapter
from shatterproof_properties.solving.forcing import Forcing

BOARD = "6x6"
FEWEST, MOST = 30, 60
FILE = Path(__file__).with_name("crumblemates.json")
SAMPLE = 3
"""Turns of the defender after which the reference looks at every answer."""
IN_FULL = 4
"""Positions, those with the fewest turns, of which the reference looks at everything."""
GAME = find_game("crumble")


# Looking at everything with the reference


def answers_won(position: Any) -> bool:
    """Whether the side to move wins at once; every result is looked at."""
    outcomes = [GAME.outcome(after) for _, after in GAME.results(position)]
    return any(outcome is not None and outcome.winner == position.to_move for outcome in outcomes)


def seconds_for(results: list[Any], opponent: str) -> float:
    """How long the reference takes to see that each of these results of the defender's turns loses."""
    begun = time.process_time()
    for after in results:
        outcome = GAME.outcome(after)
        lost = answers_won(after) if outcome is None else outcome.winner == opponent
        if not lost:
            raise RuntimeError("the reference knows a defence")
    return time.process_time() - begun


def exhaustive_seconds(position: Any, in_full: bool) -> float:
    """How long the reference takes for everything: measured, or told from some of the defender's results."""
    begun = time.process_time()
    results = [after for _, after in GAME.results(position)]
    listing = time.process_time() - begun
    opponent = next(side for side in ("black", "white") if side != position.to_move)
    looked_at = results if in_full else Random(0).sample(results, min(SAMPLE, len(results)))
    return listing + seconds_for(looked_at, opponent) * len(results) / len(looked_at)


# Finding crumblemates by play


def gaps(here: Position) -> int:
    """How many pieces each would complete the chain of the side that has just moved."""
    arrangement = here.arrangement
    own = arrangement.live ^ here.black if here.black_moves else here.black
    return (edge_chains(arrangement, own)[1] & ~own).bit_count()


def crumblemate_of_a_game(adapter: SearchAdapter, random: Random) -> Position | None:
    """One side makes for gaps, the other plays anything that does not lose at once, until a crumblemate or neither."""
    here, attacker_is_black, most = adapter.engine.opening(), random.random() < 0.5, random.randrange(FEWEST, MOST)
    while True:
        afters = [after for _, after in adapter.results(here) if after.outcome is None]
        afters = [after for after in afters if after.arrangement.live.bit_count() <= most] or afters
        if here.black_moves != attacker_is_black:
            random.shuffle(afters)
            safe = next((after for after in afters if adapter.win_now(after) is None), None)
            if safe is None or here.arrangement.live.bit_count() > MOST:
                return None
            here = safe
            continue
        ranked = sorted(
            ((gaps(after) + random.random() * 1.5, place) for place, after in enumerate(afters)), reverse=True
        )
        for worth, place in islice(ranked, 20):
            if worth > 3 and is_crumblemate(adapter, afters[place]):
                return afters[place]
        here = afters[ranked[0][1]]
        if adapter.win_now(here) is not None:
            return None


def is_crumblemate(adapter: SearchAdapter, here: Position) -> bool:
    """Whether it is one, and of the size wanted."""
    fits = FEWEST <= here.arrangement.live.bit_count() <= MOST
    return fits and adapter.win_now(here) is None and Forcing(adapter).is_mated(here, 1)


def found_by_play(count: int, seed: int) -> Iterator[Any]:
    """Crumblemates as JSON values, no two alike up to symmetry, always the same ones for a seed."""
    adapter, random = SearchAdapter(BOARD, {}), Random(seed)
    seen: set[Hashable] = set()
    while len(seen) < count:
        mate = crumblemate_of_a_game(adapter, random)
        if mate is not None and adapter.key(mate) not in seen:
            seen.add(adapter.key(mate))
            yield adapter.write(mate)


def find(count: int, seed: int) -> None:
    """Finds positions and writes them, one a line."""
    lines = []
    for position in found_by_play(count, seed):
        lines.append(json.dumps(position, separators=(",", ":")))
        print(f"{len(lines)} of {count}: {len(position['pieces'])} pieces", flush=True)
        FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


# Measuring


def seconds_to_see(position: Any) -> float:
    """How long the search takes to see that a position is a crumblemate, with nothing known before."""
    adapter = SearchAdapter(BOARD, {})
    here = adapter.read(position)
    begun = time.process_time()
    if not Forcing(adapter).is_mated(here, 1):
        raise RuntimeError("the search knows a defence")
    return time.process_time() - begun


def measure(positions: list[Any]) -> Table:
    """A row for each position, and two last ones for all."""
    title = (
        f"Crumblemates on {BOARD}. Of the reference ~ is told from {SAMPLE} of the defender's results, the rest in full"
    )
    table = Table("pieces", "results", "seconds", "reference, seconds", "times", title=title)
    adapter = SearchAdapter(BOARD, {})
    counts = [sum(1 for _ in adapter.results(adapter.read(position))) for position in positions]
    taken, times = [], []
    for row, place in enumerate(sorted(range(len(positions)), key=lambda place: counts[place])):
        position, about = positions[place], "" if row < IN_FULL else "~"
        taken.append(seconds_to_see(position))
        everything = exhaustive_seconds(GAME.from_json(position), row < IN_FULL)
        times.append(everything / taken[-1])
        sizes = str(len(position["pieces"])), str(counts[place])
        table.add_row(*sizes, f"{taken[-1]:.3f}", f"{about}{everything:.0f}", f"{about}{times[-1]:.0f}")
    table.add_section()
    table.add_row("median", "", f"{median(taken):.3f}", "", f"{median(times):.0f}")
    table.add_row("worst", "", f"{max(taken):.3f}", "", f"{min(times):.0f}")
    return table


def main() -> None:
    """Measures, or finds what is measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--find", type=int, metavar="COUNT", help="find so many crumblemates and write them")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.find:
        find(asked.find, asked.seed)
    else:
        Console().print(measure(json.loads(FILE.read_text(encoding="utf-8"))))


if __name__ == "__main__":
    main()
