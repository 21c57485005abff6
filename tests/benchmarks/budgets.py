"""Budgets: what things cost, beside what they may cost. Run on demand: `python tests/benchmarks/budgets.py [NAME ...]`.

Nothing fails here. Quote ratios of one run; times of different runs are not comparable.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import islice
from random import Random
from typing import Any

from rich.console import Console
from rich.table import Table

from shatterproof import crumble
from shatterproof.game import perft
from shatterproof_properties.conformance.check import Plan, run_check
from shatterproof_properties.conformance.reference_table import position_to_json
from shatterproof_properties.search.crumble import Engine as SecondEngine

POSITIONS = 30
SEED = 20


@dataclass(frozen=True)
class Budget:
    """One figure: what is measured, its unit, what it should be, and whether that is a ceiling or a floor."""

    name: str
    unit: str
    limit: float
    ceiling: bool
    measure: Callable[[], float]

    def keeps(self, value: float) -> bool:
        return value <= self.limit if self.ceiling else value >= self.limit


def seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def random_game(board: str, plies: int, random: Random) -> Any:
    """The position after some turns, each drawn from the first few dozen of the list; ends early with the game."""
    position = crumble.start(board)
    for _ in range(plies):
        turns = list(islice(crumble.turns(position), random.randrange(1, 60)))
        if not turns:
            return position
        position = crumble.play(position, turns[-1])
    return position


@cache
def middle_games() -> list[Any]:
    """Undecided positions of 40 to 80 pieces, reached by play from 6x6 and 8x8."""
    random = Random(SEED)
    found: list[Any] = []
    while len(found) < POSITIONS:
        position = random_game(random.choice(("6x6", "8x8")), random.randrange(12, 36), random)
        if 40 <= len(position.arrangement.pieces) <= 80 and crumble.outcome(position) is None:
            found.append(position)
    return found


@cache
def rates() -> tuple[float, float]:
    """Results a second in full enumeration of the same positions: the reference, and the second engine."""
    positions = middle_games()
    engines = [SecondEngine(position.arrangement.columns, position.arrangement.rows) for position in positions]
    read = [
        engine.read(position_to_json(crumble, position)) for engine, position in zip(engines, positions, strict=True)
    ]
    counted = [0, 0]

    def slow() -> None:
        counted[0] = sum(1 for position in positions for _ in crumble.results(position))

    def fast() -> None:
        counted[1] = sum(1 for engine, position in zip(engines, read, strict=True) for _ in engine.results(position))

    times = seconds(slow), seconds(fast)
    if counted[0] != counted[1]:
        raise RuntimeError(f"the engines disagree: {counted[0]} and {counted[1]} results")
    return counted[0] / times[0], counted[1] / times[1]


def check_rate() -> float:
    """Results compared a second by `check`, drawing of positions included."""
    verdict = run_check(Plan("crumble", seconds=20, seed=SEED, controls=0))
    return verdict.census.results / verdict.seconds


BUDGETS = (
    Budget("perft 6x6 depth 2, reference", "s", 60, True, lambda: seconds(lambda: perft(crumble, crumble.start(), 2))),
    Budget(
        "random game of 40 plies, 6x6, reference",
        "s",
        10,
        True,
        lambda: seconds(lambda: random_game("6x6", 40, Random(SEED))),
    ),
    Budget("full enumeration, reference, 40 to 80 pieces", "results/s", 500, False, lambda: rates()[0]),
    Budget("full enumeration, second engine, same positions", "results/s", 40_000, False, lambda: rates()[1]),
    Budget("second engine to reference", "times", 50, False, lambda: rates()[1] / rates()[0]),
    Budget("check crumble, one job", "results/s", 400, False, check_rate),
)


def main(wanted: list[str]) -> None:
    """Measures the budgets whose names contain one of the words wanted, or all."""
    table = Table("figure", "measured", "budget", "kept", title="Budgets, measured one after another in one run")
    for budget in BUDGETS:
        if not wanted or any(word in budget.name for word in wanted):
            value = budget.measure()
            bound = f"{'at most' if budget.ceiling else 'at least'} {budget.limit:,g} {budget.unit}"
            table.add_row(budget.name, f"{value:,.1f} {budget.unit}", bound, "yes" if budget.keeps(value) else "NO")
    Console().print(table)


if __name__ == "__main__":
    main(sys.argv[1:])
