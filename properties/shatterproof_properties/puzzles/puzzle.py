"""A puzzle: a position, what is claimed of it, and what people want to know about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from shatterproof.game import AnyGame, find_game
from shatterproof_properties.puzzles.claim import Claim


@dataclass(frozen=True)
class Puzzle:
    """A claim about a position. Whoever makes one answers for it; `text` makes only those that the rules allow.

    `position` is the canonical position JSON, which names no readings; `readings` holds those that depart from the
    defaults, by full id; `solution` the key turns as canonical text (for a defence: all turns that save); `difficulty`
    is 1 to 5.
    """

    game: str
    position: Mapping[str, Any]
    claim: Claim
    readings: Mapping[str, str] = field(default_factory=dict)
    solution: tuple[str, ...] = ()
    title: str = ""
    author: str = ""
    date: str = ""
    source: str = ""
    note: str = ""
    themes: tuple[str, ...] = ()
    difficulty: int | None = None

    @property
    def board(self) -> str:
        return str(self.position["board"])

    @property
    def to_move(self) -> str:
        return str(self.position["to_move"])

    @property
    def rules(self) -> AnyGame:
        """The game in the reference."""
        return find_game(self.game)

    def standing(self) -> Any:
        """The position as the reference has it, under the puzzle's readings. Raises IllegalPosition, InputError."""
        rules = self.rules
        return rules.from_json(dict(self.position), rules.Readings.from_mapping(self.readings))
