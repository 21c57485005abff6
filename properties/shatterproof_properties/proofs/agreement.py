"""The values that z3 and other engines answer in, and the error that is raised if they differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from shatterproof.errors import InputError

Json = dict[str, Any]

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
