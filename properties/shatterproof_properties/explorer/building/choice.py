"""One thing that can come next in a turn, and where it lies in the drawing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from shatterproof.drawing import Point
from shatterproof.game import IllegalTurn, MalformedTurn

Shape = dict[str, Any]


@dataclass(frozen=True)
class Choice:
    """A part that can come next, or that cannot, and why.

    `at` are the names of what to click on for it, `shape` where it lies in the drawing.
    """

    part: str
    label: str
    at: tuple[str, ...] = ()
    shape: Shape | None = None
    refused: IllegalTurn | None = None


def shape(kind: str, one: Point, two: Point) -> Shape:
    """A line, an arrow or a box between two points of a drawing."""
    return {"kind": kind, "points": [[round(number, 2) for number in point] for point in (one, two)]}


def refusal_of(make: Callable[[], object]) -> IllegalTurn | None:
    """Why something cannot be done, or None where it can."""
    try:
        make()
    except IllegalTurn as refusal:
        return refusal
    return None


def no_part(part: str, expected: str) -> MalformedTurn:
    """The error for a part that is none here."""
    return MalformedTurn(f"{part[:60]!r} is no part that can come here", expected=expected)
