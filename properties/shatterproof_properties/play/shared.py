"""Helpers that the strategies of the three games share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from hypothesis import strategies as st

from shatterproof.game import AnyGame

Option = TypeVar("Option")
NearMiss = tuple[str, str | None]
"""The text of a turn, and the clause that it breaks; None if the grammar excludes the text."""
Embedding = tuple[Any, Callable[[str], str]]
"""A position set into a larger board, and a function that renames the texts of its turns."""


@dataclass(frozen=True)
class Family:
    """Positions set up on one board: `position(number)` for 0 <= number < `count`; None where the rules forbid it."""

    board: str
    count: int
    position: Callable[[int], Any | None]


def from_one_on(options: Sequence[Option], first: int) -> list[Option]:
    """All options, from the one numbered `first` on and around to the one before it. `first` may be any number."""
    at = first % len(options) if options else 0
    return [*options[at:], *options[:at]]


def renamed(names: str, rename: Callable[[str], str], text: str) -> str:
    """A text in which each match of the pattern `names` is replaced by what `rename` gives for it."""
    return re.sub(names, lambda found: rename(found.group()), text)


def clauses_in_turn(
    draw: st.DrawFn, game: AnyGame, position: object, known: Iterable[str], asked: tuple[str | None, ...]
) -> list[str | None]:
    """Clauses to try to break in a position, in order; None stands for the grammar.

    One drawn at random comes first. Clauses that were `asked` for come before the others that are `known`. Once the
    game is over only the clause about that can be broken; before, it cannot be.
    """
    finished = f"{game.NAME}.turn.finished"
    over = game.outcome(position) is not None
    wanted: list[str | None] = [*(clause for clause in known if (clause == finished) == over), None]
    chosen = [clause for clause in wanted if clause in asked] or wanted
    return [*from_one_on(chosen, draw(st.integers(0, len(chosen) - 1))), *wanted]
