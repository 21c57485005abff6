"""z3 and other engines: the values in which they answer, and what is raised when they do not agree."""

from __future__ import annotations

from typing import Any

from shatterproof.errors import InputError

Json = dict[str, Any]

Result = tuple[Json, Json | None]
"""The position that a turn leads to, and the outcome there or None, in the values of the protocol."""

ListedTurn = tuple[str, Json, Json | None]
"""A turn as text, the position that it leads to, and the outcome there or None."""


class Disagreement(RuntimeError):
    """z3 and another engine answer one question differently: an error of the harness, never a verdict (exit code 3)."""

    def __init__(self, question: str, one: str, other: str) -> None:
        super().__init__(question, one, other)
        self.question = question
        self.one = one
        self.other = other

    def __str__(self) -> str:
        return f"{self.question}: {self.one}, but {self.other}"


def check_readings(position: Json) -> None:
    """Raises InputError for a position under other readings than the defaults, which are all that is stated."""
    if position.get("readings"):
        raise InputError("the position has readings of its own", "/readings", "the default readings")


def compare(position: Json, turn: str, stated: Result | None, said: Result | None) -> None:
    """Raises Disagreement unless the statement and another engine say the same of a turn; None: it is not legal."""
    if stated != said:
        z3, other = (f"leads to {found[0]}, outcome {found[1]}" if found else "is illegal" for found in (stated, said))
        raise Disagreement(f"{turn} in {position}", f"for z3 it {z3}", f"for the other engine it {other}")
