"""A solver of Scrunch: it proves by search who wins from a position with perfect play."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from rich.progress import BarColumn, TaskProgressColumn, TextColumn

from shatterproof.errors import InputError
from shatterproof_properties.common.progress import Bar
from shatterproof_properties.second.scrunch.engine import Engine
from shatterproof_properties.second.scrunch.position import SIDES, Position
from shatterproof_properties.solving.forcing import LIMIT
from shatterproof_properties.solving.scrunch.exact_search import GameSolver
from shatterproof_properties.solving.scrunch.exact_search import TooLarge as TooLarge

BOARDS = ("2", "3")
"""The boards that can be solved from the opening."""


@dataclass(frozen=True)
class SolveProgress:
    """The progress of a search: positions searched and kept, the share done (0 to 1, roughly), seconds."""

    searched: int
    kept: int
    share: float
    seconds: float


class SolveBar(Bar):
    """A bar that shows the share of the search that is done.

    Use it in a `with` statement, and give `update` to `solve`.
    """

    def __init__(self, quiet: bool = False) -> None:
        counts = "{task.fields[searched]:,} positions searched, {task.fields[kept]:,} kept"
        columns = TextColumn("solving"), BarColumn(), TaskProgressColumn(), TextColumn(counts)
        super().__init__("solving", 1.0, *columns, quiet=quiet, searched=0, kept=0)

    def update(self, progress: SolveProgress) -> None:
        """Shows the progress of the search."""
        self.show(progress.share, searched=progress.searched, kept=progress.kept)


@dataclass(frozen=True)
class GameValue:
    """The value of a position.

    `winner` is dark or light. It is None if neither can force a win, so that play goes round for ever. `turn` is the
    first of the turns found to win, or to keep the other side from winning. It is None in a lost or decided position.
    `searched` counts positions searched, and `kept` those in the tables at the end, up to symmetry.
    """

    position: dict[str, Any]
    readings: dict[str, str]
    winner: str | None
    turn: str | None
    searched: int
    kept: int
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """The value as JSON."""
        return asdict(self)


def solve(
    position: str | dict[str, Any],
    readings: Mapping[str, str] | None = None,
    on_progress: Callable[[SolveProgress], None] | None = None,
    limit: int = LIMIT,
) -> GameValue:
    """The value of a position, given as JSON, or of the opening on a board, given by its name.

    Readings have full ids; others are at their defaults. `on_progress` is called now and then, and may stop the search
    by an exception. `limit` is the most positions kept. Raises InputError for a bad board, position or reading, and for
    readings under which play can go round even after creation. Raises TooLarge if a table of that size is not enough.
    """
    begun = time.monotonic()

    def report(search: GameSolver) -> None:
        if on_progress is not None and search.searched % 1000 == 0:
            on_progress(SolveProgress(search.searched, search.kept, search.share, time.monotonic() - begun))

    engine, here = _set_up(position, readings)
    search = GameSolver(engine, report, limit)
    winner, turn = None, None
    outcome = engine.outcome(here)
    if outcome is not None:
        winner = outcome.winner
    else:
        value = search.value(here)
        winner = None if value is None else SIDES[here.dark_moves != value]
        turn = None if value is False else _first_turn(engine, search, here, value)
    seconds = time.monotonic() - begun
    return GameValue(engine.write(here), dict(engine.readings), winner, turn, search.searched, search.kept, seconds)


def _set_up(position: str | dict[str, Any], readings: Mapping[str, str] | None) -> tuple[Engine, Position]:
    engine = Engine.on_board(position.get("board") if isinstance(position, dict) else position, readings)
    if engine.counts_before_removal:
        what = "removal-count=before-removal with removal-ends-turn=then-wriggle lets play go round past creation"
        raise InputError(what, expected="other readings: such play cannot be searched to its end")
    return engine, engine.opening() if isinstance(position, str) else engine.read(position)


def _first_turn(engine: Engine, search: GameSolver, here: Position, value: bool | None) -> str | None:
    for turn, after in engine.results(here):
        if search.is_kept_by(after, value):
            return engine.turn_text(here, turn)
    return None
