"""Budgets: what things cost, beside what they may cost. Run on demand: `python tests/benchmarks/budgets.py [NAME ...]`.

Nothing fails here. Quote ratios of one run; times of different runs are not comparable.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from typing import Any
from unittest.mock import patch

from rich.console import Console
from rich.table import Table

from shatterproof import crumble
from shatterproof.game import AnyGame, find_game, perft
from shatterproof_properties.conformance.compare import bulk as bulk
from shatterproof_properties.conformance.compare.bulk import BulkComparison
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.generate.cases import playable_boards
from shatterproof_properties.conformance.runs.check import Plan, run_check
from shatterproof_properties.conformance.settings import cores
from shatterproof_properties.engines.engine import Engine
from shatterproof_properties.engines.session import Session
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.reference_table import position_to_json
from shatterproof_properties.second import crumble as fast_crumble
from shatterproof_properties.second import engine as second
from shatterproof_properties.second import scrunch as fast_scrunch
from shatterproof_properties.second import splinter as fast_splinter
from shatterproof_properties.second.engine import MOST, SecondEngine

IN_JAVASCRIPT = Path(__file__).parents[1] / "engines" / "engine.mjs"
POSITIONS = 30
SEED = 20
SECOND = {"crumble": fast_crumble.Engine, "scrunch": fast_scrunch.Engine, "splinter": fast_splinter.Engine}
BOARDS = {"crumble": ("6x6", "8x8"), "scrunch": ("7",), "splinter": ("10x9",)}
LENGTHS = {"crumble": (12, 36), "scrunch": (2, 90), "splinter": (0, 40)}
"""Turns after which a game is broken off, from and to."""
REACH = {"crumble": 60, "scrunch": None, "splinter": None}
"""How far into the list of turns a random game looks; None: to its end."""


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


Budgets = Iterator[Budget]


def seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def random_game(game: AnyGame, board: str, plies: int, random: Random) -> Any:
    """The position after some turns, each drawn from the first of the list; ends early with the game."""
    position = game.start(board)
    for _ in range(plies):
        turns = list(islice(game.turns(position), REACH[game.NAME]))
        if not turns:
            return position
        position = game.play(position, random.choice(turns))
    return position


@cache
def middle_games(name: str) -> list[Any]:
    """Undecided positions reached by play from the standard board; of Crumble also a larger one, of 40 to 80 pieces."""
    game, random = find_game(name), Random(SEED)
    found: list[Any] = []
    while len(found) < POSITIONS:
        position = random_game(game, random.choice(BOARDS[name]), random.randrange(*LENGTHS[name]), random)
        if game.outcome(position) is None and (name != "crumble" or 40 <= features.extent(game, position)[1] <= 80):
            found.append(position)
    return found


@cache
def rates(name: str) -> tuple[float, float]:
    """Results a second in full enumeration of the same positions: the reference, and the second engine."""
    game, positions = find_game(name), middle_games(name)
    second_engine: Any = SECOND[name]
    engines = [second_engine(*game.board_size(position.board), {}) for position in positions]
    read = [engine.read(position_to_json(game, position)) for engine, position in zip(engines, positions, strict=True)]
    counted = [0, 0]

    def slow() -> None:
        counted[0] = sum(1 for position in positions for _ in game.results(position))

    def fast() -> None:
        counted[1] = sum(1 for engine, position in zip(engines, read, strict=True) for _ in engine.results(position))

    times = seconds(slow), seconds(fast)
    if counted[0] != counted[1]:
        raise RuntimeError(f"the engines disagree: {counted[0]} and {counted[1]} results")
    return counted[0] / times[0], counted[1] / times[1]


@cache
def written_rate(name: str) -> float:
    """Results a second of the second engine in the same positions, written out as canonical JSON."""
    second_engine: Any = SECOND[name]
    game, positions = find_game(name), middle_games(name)
    engines = [second_engine(*game.board_size(position.board), {}) for position in positions]
    read = [engine.read(position_to_json(game, position)) for engine, position in zip(engines, positions, strict=True)]
    counted = 0

    def work() -> None:
        nonlocal counted
        counted = sum(len(engine.listed(engine.text(here), MOST)) for engine, here in zip(engines, read, strict=True))

    took = seconds(work)
    return counted / took


class TimedLane(BulkComparison):
    """A bulk comparison that knows how many seconds of its processor the second engine takes."""

    by_second = 0.0

    def _engine(self, board: str) -> SecondEngine[Any, Any]:
        engine = super()._engine(board)
        if "listed" not in vars(engine):
            # An instance is given the methods: which class it is decides about shortcuts.
            listed, read, verdict = engine.listed, engine.read, engine.verdict
            vars(engine)["listed"] = lambda text, most: self._timed(lambda: listed(text, most))
            vars(engine)["read"] = lambda data: self._timed(lambda: read(data))
            vars(engine)["verdict"] = lambda here, text: self._timed(lambda: verdict(here, text))
        return engine

    def _timed(self, work: Callable[[], Any]) -> Any:
        begun = time.process_time()
        found = work()
        self.by_second += time.process_time() - begun
        return found


def lane(name: str, command: str | None, counted: float, span: float = 15.0) -> tuple[TimedLane, float, float]:
    """A bulk comparison after some seconds against an engine, its seconds by the clock and of its processor.

    `counted` is the share of games in which it counts; nothing goes to the reference.
    """
    with (
        patch.multiple(bulk, COUNTED=counted, JUDGED_ONE_IN=10**9, SELDOM=0),
        Engine(Plan(name, command).argv) as engine,
    ):
        differential = DifferentialRun(Session.begin(engine, name))
        found = TimedLane(differential, playable_boards(differential.session), lambda: None)
        clock, processor = time.monotonic(), time.process_time()
        for _ in found.search(Random(SEED), 10**9, clock + span):
            raise RuntimeError("the engines differ")
        return found, time.monotonic() - clock, time.process_time() - processor


def leaves_rate(name: str) -> float:
    """Leaves a second counted in whole subtrees, against the second engine in a process of its own."""
    found, took, _ = lane(name, None, counted=1)
    return found.differential.coverage.leaves / took


def elsewhere(name: str) -> float:
    """Percent of the processor's time of the bulk comparison, against the engine in JavaScript, that is not the second
    engine's where that lists in Python."""
    with patch.object(second, "compiled", lambda game: None):
        found, _, processor = lane(name, shlex.join([shutil.which("node") or "node", str(IN_JAVASCRIPT)]), counted=0)
    return 100 * (1 - found.by_second / processor)


@cache
def check_rates(name: str) -> tuple[float, float]:
    """Results compared a second by one run of `check` on all cores, drawing of positions included: by the reference,
    and besides in the bulk comparison."""
    verdict = run_check(Plan(name, seconds=30, seed=SEED, controls=0, jobs=cores()))
    return verdict.coverage.results / verdict.seconds, verdict.coverage.by_second / verdict.seconds


def budgets_of(name: str, reference: float, written: float, checking: float, fast: float, leaves: float) -> Budgets:
    """The budgets that every game has; the numbers are results, or leaves, a second, at least."""
    yield Budget(f"{name}: full enumeration, reference", "results/s", reference, False, lambda: rates(name)[0])
    yield Budget(f"{name}: same positions, second engine", "results/s", 40_000, False, lambda: rates(name)[1])
    yield Budget(f"{name}: same positions, written out", "results/s", written, False, lambda: written_rate(name))
    yield Budget(f"{name}: second engine to reference", "times", 50, False, lambda: rates(name)[1] / rates(name)[0])
    yield Budget(f"{name}: check, all cores", "results/s", checking, False, lambda: check_rates(name)[0])
    yield Budget(
        f"{name}: check, all cores, bulk comparison besides", "results/s", fast, False, lambda: check_rates(name)[1]
    )
    yield Budget(f"{name}: whole subtrees counted", "leaves/s", leaves, False, lambda: leaves_rate(name))
    yield Budget(f"{name}: bulk comparison, not in the second engine in Python", "%", 40, True, lambda: elsewhere(name))


def import_time() -> float:
    """Milliseconds that `import shatterproof` takes in a new process, by its own account: the median of five."""
    found = []
    for _ in range(5):
        command = [sys.executable, "-X", "importtime", "-c", "import shatterproof"]
        told = subprocess.run(command, capture_output=True, text=True, check=True).stderr
        found.append(int(told.splitlines()[-1].split("|")[1]) / 1000)
    return median(found)


def random_crumble() -> float:
    return seconds(lambda: random_game(crumble, "6x6", 40, Random(SEED)))


BUDGETS = (
    Budget("import shatterproof", "ms", 100, True, import_time),
    Budget(
        "crumble: perft 6x6 depth 2, reference",
        "s",
        60,
        True,
        lambda: seconds(lambda: perft(crumble, crumble.start(), 2)),
    ),
    Budget("crumble: random game of 40 plies, 6x6, reference", "s", 10, True, random_crumble),
    *budgets_of("crumble", 500, 122_000, 250, 9_000, 100_000),
    *budgets_of("scrunch", 500, 220_000, 400, 25_000, 500_000),
    *budgets_of("splinter", 500, 396_000, 400, 25_000, 500_000),
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
