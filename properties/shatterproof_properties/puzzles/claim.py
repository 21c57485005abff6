"""Claims: what a puzzle says about its position."""

from __future__ import annotations

import re
from dataclasses import dataclass

from shatterproof.errors import InputError, shorten

KINDS = ("wins", "mated", "defends")
DEEPEST = 9
"""Turns of the attacker; what a claim is given room for, not what a search can decide."""
EXPECTED = 'a claim like "wins-2", "mated-1" or "defends-1"'
_CLAIM = re.compile(r"(wins|mated|defends)(?:-| in )([0-9])")


@dataclass(frozen=True)
class Claim:
    """`kind` in `turns`, counted in turns of the attacker.

    `wins`: the side to move has a turn that wins at once, or after which the other side is mated in one turn less.
    `mated`: every turn of the side to move loses at once or leaves the other side a win in so many turns.
    `defends`: some turns of the side to move do not lose so, others do.
    `unique`: one result achieves it, and no win is shorter.
    """

    kind: str
    turns: int
    unique: bool = False

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise InputError(f"unknown kind of claim {shorten(self.kind, 40)!r}", expected=EXPECTED)
        least = 0 if self.kind == "mated" else 1
        if not least <= self.turns <= DEEPEST:
            raise InputError(f"a claim {self.kind}-{self.turns}", expected=f"{least} to {DEEPEST} turns")
        if self.kind == "mated" and self.unique:
            raise InputError(
                "a unique mate: no turn of a mated side is a solution", expected="wins or defends where unique is said"
            )

    def __str__(self) -> str:
        return f"{self.kind}-{self.turns}"

    @classmethod
    def parse(cls, text: str, unique: bool = False) -> Claim:
        """A claim from text: `wins-2`, `wins in 2`, `crumblemate`. Raises InputError."""
        plain = text.strip().lower()
        if plain == "crumblemate":
            plain = "mated-1"
        found = _CLAIM.fullmatch(plain)
        if found is None:
            raise InputError(f"{shorten(text, 60)!r} is no claim", expected=EXPECTED)
        return cls(found[1], int(found[2]), unique)

    def describe(self, side: str) -> str:
        """The claim in words, about a side, like `White wins in 2`."""
        turns = f"{self.turns} turn" + ("" if self.turns == 1 else "s")
        said = {
            "wins": f"{side.capitalize()} to move wins in {turns}",
            "mated": f"{side.capitalize()} to move is mated in {turns}",
            "defends": f"{side.capitalize()} to move has a defence against losing in {turns}",
        }
        alone = ", with one key" if self.kind == "wins" else ", by one turn only"
        return said[self.kind] + (alone if self.unique else "")
