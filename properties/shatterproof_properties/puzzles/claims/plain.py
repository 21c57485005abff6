"""The words of puzzles for a game without words of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

LEGEND = NOTATION = ""
BETWEEN_TURNS = ", "
NICKNAMES: Mapping[str, str] = {}
IMPOSSIBLE: Mapping[str, str] = {}


def labelled(position: Any, rows: list[str]) -> list[str]:
    """The rows as they are."""
    return rows


def described(position: Any, turn: Any) -> tuple[str, tuple[Any, ...]]:
    """A turn, about nothing in particular."""
    return "a turn", ()


def places(position: Any, about: Iterable[Any]) -> str:
    """What the pieces are called."""
    return ", ".join(map(str, about))


def not_won(position: Any, attacker: str, defender: str) -> str:
    """Says only that the side has not won."""
    return f"{attacker.capitalize()} has not won."
