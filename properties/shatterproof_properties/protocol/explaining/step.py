"""One step of an explanation, and helpers for games that say no more about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Step:
    """One thing that a turn does or causes.

    `clauses` are the ids of the clauses that say so, the most specific first. `about` are the pieces, cells or squares
    that it is about, as tuples of the reference.
    """

    text: str
    clauses: tuple[str, ...]
    about: tuple[tuple[int, ...], ...] = ()


def listed(names: Iterable[str]) -> str:
    """Names in a sentence: `a`, `a and b`, `a, b and c`."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: `1 piece`, `2 pieces`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def worded(position: Any, reason: str, picture: str) -> str:
    """A reason of the reference, unchanged: it already names cells and squares."""
    return reason


def between(position: Any, turn: Any) -> None:
    """None: the turn has no position between its first and its last."""
