"""Finite families of positions, numbered, so that one can go through all of them or through a part."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Family:
    """Positions set up on one board: `position(number)` for 0 <= number < `count`; None where the rules forbid it."""

    board: str
    count: int
    position: Callable[[int], Any | None]
