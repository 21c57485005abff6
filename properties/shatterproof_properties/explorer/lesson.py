"""Lessons: a position, an explanation, and a task that a turn on the board may fulfil."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from shatterproof.api import parse_position
from shatterproof.game import AnyGame


class Lesson(NamedTuple):
    """A step of learning a game.

    `diagram` is the position, `text` the explanation, `task` the task, and `example` a turn that fulfils it. `is_done`
    says whether a legal turn fulfils it. It gets the position before the turn, the turn, and the position after it.
    """

    text: str
    task: str
    diagram: str
    example: str
    is_done: Callable[[Any, Any, Any], bool]

    @property
    def position(self) -> Any:
        return parse_position(self.diagram)


def wins(game: AnyGame) -> Callable[[Any, Any, Any], bool]:
    """Whether a turn wins for its player."""

    def is_won(before: Any, turn: Any, after: Any) -> bool:
        ended = game.outcome(after)
        return ended is not None and ended.winner == before.to_move

    return is_won
