"""Lessons: a position, what is to be known there, and a task that a turn on the board does or does not do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from shatterproof.api import parse_position
from shatterproof.game import AnyGame


class Lesson(NamedTuple):
    """A step of learning a game.

    `diagram` is the position, `text` what is to be known, `task` what is to be done, `example` a turn that does it.
    `is_done` says whether a legal turn does it, from the position before it, the turn, and the position after it.
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
    """Whether a turn wins for the one who plays it."""

    def is_won(before: Any, turn: Any, after: Any) -> bool:
        ended = game.outcome(after)
        return ended is not None and ended.winner == before.to_move

    return is_won
