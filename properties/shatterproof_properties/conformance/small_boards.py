"""Small boards gone through by the second engine: position by position, with all results of each."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from shatterproof.game import AnyGame
from shatterproof_properties import play
from shatterproof_properties.conformance.cases import SIZES, Case
from shatterproof_properties.conformance.exhaustive import ALONE, Plies, SetUp, Share, in_order_of_size, told_of
from shatterproof_properties.conformance.exhaustive import WalkTask as WalkTask
from shatterproof_properties.conformance.lockstep import MOST_RESULTS
from shatterproof_properties.protocol.boards import has_opening
from shatterproof_properties.second.engine import ResultText, SecondEngine

MOST_WAITING, MOST_SEEN = 20_000, 300_000
"""Positions of the next ply that a walk keeps, and those of a board that it tells apart."""

EngineFor = Callable[[str], SecondEngine[Any, Any]]


class Visited(NamedTuple):
    """A position in canonical JSON, its board, and its results, of which there is one more than MOST_RESULTS where
    there are too many."""

    board: str
    text: str
    results: list[ResultText]


class PliesBySecond(Plies[Visited, str]):
    """The positions that play reaches by the second engine."""

    def __init__(self, board: str, area: int, engine_for: EngineFor) -> None:
        self._engine_for = engine_for
        opening = engine_for(board)
        written = opening.text(opening.opening())
        super().__init__(board, area, written, written, (MOST_WAITING, MOST_SEEN))

    def visit(self, waiting: str) -> tuple[Visited, Iterator[tuple[str, str]]]:
        """A position, and what follows."""
        visited = _visited(self._engine_for, self._board, waiting)
        return visited, ((result.position, result.position) for result in visited.results)


class SmallBoards:
    """Positions of the smallest boards in the order of the size of the task, each once, until none is left: those that
    play reaches, and those of the families that are set up, from their other end.

    Each of several processes has boards and families of its own.
    """

    def __init__(
        self, game: AnyGame, boards: Sequence[str], readings: Any, engine_for: EngineFor, share: Share = ALONE
    ) -> None:
        smallest = [board for board in dict.fromkeys(boards) if has_opening(game, board)][: SIZES[game.NAME].small]
        walks = [PliesBySecond(board, math.prod(game.board_size(board)), engine_for) for board in smallest]
        known = [family for family in play.families(game, readings) if family.board in boards]
        families: list[WalkTask[Any]] = [SetUp(game, family, backwards=True) for family in known]
        self._engine_for = engine_for
        self._tasks = [*families, *walks][share.index :: share.jobs]

    def __iter__(self) -> Iterator[Visited]:
        for item in in_order_of_size(self._tasks, ALONE):
            yield self._set_up(item) if isinstance(item, Case) else item

    def _set_up(self, case: Case) -> Visited:
        question = case.question
        assert question.start is not None
        return _visited(self._engine_for, question.board, question.start)

    def reached(self) -> list[str]:
        """How far it has got, a line for each board and family begun."""
        return told_of(self._tasks)


def _visited(engine_for: EngineFor, board: str, text: str) -> Visited:
    engine = engine_for(board)
    # We have written the text ourselves.
    results = engine.result_texts(engine.read(json.loads(text)))
    return Visited(board, text, [result for _, result in islice(results, MOST_RESULTS + 1)])
