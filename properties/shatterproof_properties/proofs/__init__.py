"""The rules a second time, as declarations in z3, and z3's part in puzzles. `tests/proofs` proves laws from them.

Turns and positions enter as text and JSON values. Out comes whether a turn wins, or a Disagreement if z3 and another
engine differ. Formulas are text (`terms`), and only `solver` calls z3. In each game `statement` says where things may
stand and what the rules say of one position and one turn. `verdicts` compares turns as text with the statement. Long
parts of a statement have files of their own: `crumble/board`, `scrunch/turn`, `splinter/turn`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from shatterproof.errors import InputError
from shatterproof_properties.common.per_game import PerGame

Json = dict[str, Any]


class Statement(Protocol):
    """The functions that a game's module offers for verdicts on puzzles. A game without one has no second proof."""

    def confirm_win(self, position: Json, turn: str, after: Json, ended: Json | None) -> bool:
        """Whether the statement covers a win in one; if so, it is proved a second time.

        According to the caller the turn leads to the position `after` with the outcome `ended`. The outcome is None if
        every reply loses at once. Raises Disagreement if z3 proves otherwise.
        """


STATEMENTS = PerGame[Statement](__name__)

Result = tuple[Json, Json | None]
"""The position that a turn leads to, and the outcome there or None, in the values of the protocol."""

ListedTurn = tuple[str, Json, Json | None]
"""A turn as text, the position that it leads to, and the outcome there or None."""


class Readings(frozenset[tuple[str, str]]):
    """The values of readings, by name without the game."""

    def __getitem__(self, name: str) -> str:
        return dict(self)[name]


class Disagreement(RuntimeError):
    """z3 and another engine answer one question differently.

    This is an internal error and never a verdict (exit code 3).
    """

    def __init__(self, question: str, one: str, other: str) -> None:
        super().__init__(question, one, other)
        self.question = question
        self.one = one
        self.other = other

    def __str__(self) -> str:
        return f"{self.question}: {self.one}, but {self.other}"


def readings_of(position: Json, stated: Mapping[str, Sequence[str]]) -> Readings:
    """The value of every stated reading. `stated` has their names and values, the default first.

    Raises InputError for a reading or a value that is not stated.
    """
    found = {name: values[0] for name, values in stated.items()}
    for reading, value in (position.get("readings") or {}).items():
        name = reading.removeprefix(position["game"] + ".")
        if value not in stated.get(name, ()):
            raise InputError(f"{reading}={value} is not stated in z3", "/readings", "readings that are stated")
        found[name] = value
    return Readings(found.items())


def compare(position: Json, turn: str, stated: Result | None, said: Result | None) -> None:
    """Raises Disagreement unless the statement and another engine say the same of a turn.

    None means an illegal turn.
    """
    if stated != said:
        z3, other = (f"leads to {found[0]}, outcome {found[1]}" if found else "is illegal" for found in (stated, said))
        raise Disagreement(f"{turn} in {position}", f"for z3 it {z3}", f"for the other engine it {other}")
