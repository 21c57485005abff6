"""Turns built a part at a time: what each game offers for it, and what can come next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, Self

from shatterproof.drawing import Point
from shatterproof.game import IllegalTurn, MalformedTurn

Shape = dict[str, Any]


@dataclass(frozen=True)
class Choice:
    """A part that can come next, or that cannot, and why.

    `at` are the names of what to click on for it, `shape` where it lies in the drawing. `warning` is asked first: what
    ends for good with it.
    """

    part: str
    label: str
    at: tuple[str, ...] = ()
    shape: Shape | None = None
    refused: IllegalTurn | None = None
    warning: str = ""


class TurnBuilder(Protocol):
    """A turn as far as it is chosen."""

    @property
    def parts(self) -> tuple[str, ...]:
        """What has been chosen, in order, as `choices` has it."""

    @property
    def expects(self) -> str | None:
        """The word of the part that a click on a piece, cell or square tries."""

    @property
    def prompt(self) -> str:
        """What is to be chosen, in a sentence."""

    @property
    def turn(self) -> Any | None:
        """The turn, where it may end here."""

    @property
    def so_far(self) -> Any | None:
        """What has been chosen, as a turn that may lack its end, to be explained; None where it does nothing yet."""

    @property
    def standing(self) -> Any:
        """The position as it stands with these parts, to be drawn."""

    @property
    def marked(self) -> list[str]:
        """The names of what has been chosen and waits to be used."""

    def added(self, part: str) -> Self:
        """With one part more. Raises IllegalTurn where the rules exclude it, MalformedTurn where it is no part."""

    def choices(self) -> list[Choice]:
        """The parts that can come next, and those nearby that cannot."""


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
