"""What the strategies of the three games share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from hypothesis import strategies as st

from shatterproof.game import AnyGame

Option = TypeVar("Option")
NearMiss = tuple[str, str | None]
"""The text of a turn and the clause that it breaks; None for a text that the grammar of turns excludes."""
Embedding = tuple[Any, Callable[[str], str]]
"""A position set into a larger board, and what turns are called there."""


@dataclass(frozen=True)
class Family:
    """Positions set up on one board: `position(number)` for 0 <= number < `count`; None where the rules forbid it."""

    board: str
    count: int
    position: Callable[[int], Any | None]


def from_one_on(options: Sequence[Option], first: int) -> list[Option]:
    """All options in turn, from the one numbered `first` on; numbers beyond the last begin again."""
    at = first % len(options) if options else 0
    return [*options[at:], *options[:at]]


def renamed(names: str, rename: Callable[[str], str], text: str) -> str:
    """A text in which everything that the pattern `names` matches is called what `rename` says."""
    return re.sub(names, lambda found: rename(found.group()), text)


def clauses_in_turn(
    draw: st.DrawFn, game: AnyGame, position: object, known: Iterable[str], asked: tuple[str | None, ...]
) -> list[str | None]:
    """Clauses to try to break in a position, one drawn first; None stands for what the grammar excludes.

    `known` are those that can be broken; those `asked` for come before the others. Once the game is over only that can
    be overlooked, and before that it cannot.
    """
    finished = f"{game.NAME}.turn.finished"
    over = game.outcome(position) is not None
    wanted: list[str | None] = [*(clause for clause in known if (clause == finished) == over), None]
    chosen = [clause for clause in wanted if clause in asked] or wanted
    return [*from_one_on(chosen, draw(st.integers(0, len(chosen) - 1))), *wanted]
