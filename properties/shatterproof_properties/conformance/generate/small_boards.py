"""Small boards enumerated by the second engine: position by position, with all results of each."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from shatterproof.game import AnyGame
from shatterproof_properties import play
from shatterproof_properties.conformance.generate import sizes_of
from shatterproof_properties.conformance.generate.cases import MOST_RESULTS, Case
from shatterproof_properties.conformance.generate.exhaustive import (
    ALONE,
    Plies,
    SetUp,
    Shard,
    in_order_of_size,
    lines_of,
)
from shatterproof_properties.conformance.generate.exhaustive import WalkTask as WalkTask
from shatterproof_properties.protocol.boards import has_opening
from shatterproof_properties.second.engine import SecondEngine
from shatterproof_properties.second.texts import ResultTexts

MOST_WAITING, MOST_SEEN = 20_000, 300_000
"""The most positions of the next ply that a walk keeps, and the most of a board that it tells apart."""


EngineFor = Callable[[str], SecondEngine[Any, Any]]


class Visited(NamedTuple):
    """A position in canonical JSON, its board, and its results: MOST_RESULTS and one if there are too many."""

    board: str
    text: str
    results: ResultTexts


class PliesBySecond(Plies[Visited, str]):
    """The positions that play reaches by the second engine from the opening.

    In later parts of a run it begins some turns further on, at another position in each part.
    """

    def __init__(self, board: str, area: int, engine_for: EngineFor, part: int = 0) -> None:
        self._engine_for = engine_for
        written, turns = _further_on(engine_for(board), Random(f"{board} {part}"), 12 if part else 0)
        self._further = f" from {turns} turns on" if part else ""
        super().__init__(board, area, written, written, (MOST_WAITING, MOST_SEEN))

    def reached(self) -> str:
        """The plies done, and how much of the present one."""
        reached = super().reached()
        return reached.replace(":", f"{self._further}:", 1)

    def visit(self, waiting: str) -> tuple[Visited, Iterator[tuple[str, str]]]:
        """A position, and what follows."""
        visited = _visited(self._engine_for, self._board, waiting)
        return visited, ((result.position, result.position) for result in visited.results)


class SmallBoards:
    """Positions of the smallest boards, smallest tasks first, each once, until none is left.

    They are those that play reaches, and those of the families of set-up positions, begun at their other end. Each of
    several processes has boards and families of its own.
    """

    def __init__(
        self, game: AnyGame, boards: Sequence[str], readings: Any, engine_for: EngineFor, shard: Shard = ALONE
    ) -> None:
        smallest = [board for board in dict.fromkeys(boards) if has_opening(game, board)][: sizes_of(game.NAME).small]
        areas = {board: math.prod(game.board_size(board)) for board in smallest}
        walks = [PliesBySecond(board, area, engine_for, shard.part) for board, area in areas.items()]
        known = [family for family in play.families(game, readings) if family.board in boards]
        families: list[WalkTask[Any]] = [SetUp(game, family, backwards=True, part=shard.part) for family in known]
        self._engine_for = engine_for
        self._tasks = [*families, *walks][shard.index :: shard.jobs]

    def __iter__(self) -> Iterator[Visited]:
        for item in in_order_of_size(self._tasks, ALONE):
            yield self._set_up(item) if isinstance(item, Case) else item

    def _set_up(self, case: Case) -> Visited:
        question = case.question
        assert question.start is not None
        return _visited(self._engine_for, question.board, question.start)

    def reached(self) -> list[str]:
        """The progress of each board and family that has begun, a line each."""
        return lines_of(self._tasks)


def _further_on(engine: SecondEngine[Any, Any], random: Random, most: int) -> tuple[str, int]:
    """An undecided position up to n turns after the opening, in canonical JSON, and the number of turns."""
    here, turns = engine.opening(), 0
    for _ in range(random.randint(1, most) if most else 0):
        following = [after for _, after in islice(engine.results(here), MOST_RESULTS)]
        open_ones = [after for after in following if engine.outcome(after) is None]
        if not open_ones:
            break
        here, turns = random.choice(open_ones), turns + 1
    return engine.text(here), turns


def _visited(engine_for: EngineFor, board: str, text: str) -> Visited:
    return Visited(board, text, engine_for(board).listed(text, MOST_RESULTS + 1))
