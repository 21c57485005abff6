"""Composing for a game that offers nothing: random play, and no changes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

LEAST_QUALITY = 0
PASS_HELPS = False
USES_MEMORY = False


def most_turns(board: str) -> int:
    """More than most games take by chance."""
    return 200


def score(adapter: Any, here: Any) -> float:
    return 0.0


balance = score


def changed(position: Any, chance: Random) -> None:
    """Nothing."""


def composed(position: Any, claim: Any, chance: Random) -> Iterator[Any]:
    return iter(())


def is_sensible(position: Any) -> bool:
    return True


def is_reproved(claim: Any, board: str) -> bool:
    return False
