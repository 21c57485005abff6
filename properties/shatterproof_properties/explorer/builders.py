"""Turn builders: a turn is built part by part, and each game offers the parts that can come next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, Self

from shatterproof.drawing import Point
from shatterproof.game import IllegalTurn, MalformedTurn

Shape = dict[str, Any]


@dataclass(frozen=True)
class Choice:
    """A part that can come next, or one that cannot, with the reason.

    `at` are the names to click on, and `shape` its place in the drawing. `warning` is the question asked first if the
    part ends something for good.
    """

    part: str
    label: str
    at: tuple[str, ...] = ()
    shape: Shape | None = None
    refused: IllegalTurn | None = None
    warning: str = ""


class TurnBuilder(Protocol):
    """A turn, as far as the player has chosen it."""

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts chosen so far, in order, in the form of `choices`."""

    @property
    def expects(self) -> str | None:
        """The word for the part that a click on a piece, cell or square would choose."""

    @property
    def prompt(self) -> str:
        """A sentence that says what to choose."""

    @property
    def turn(self) -> Any | None:
        """The turn, if it may end here."""

    @property
    def so_far(self) -> Any | None:
        """The chosen parts as a turn that may lack its end, to be explained; None if it does nothing yet."""

    @property
    def standing(self) -> Any:
        """The position with these parts played, to be drawn."""

    @property
    def marked(self) -> list[str]:
        """The names of things that are chosen and not yet used."""

    def added(self, part: str) -> Self:
        """The turn with one more part. Raises IllegalTurn if the rules forbid it, MalformedTurn if it is not a part."""

    def choices(self) -> list[Choice]:
        """The parts that can come next, and nearby parts that cannot."""


def shape(kind: str, one: Point, two: Point) -> Shape:
    """A line, an arrow or a box between two points of a drawing."""
    return {"kind": kind, "points": [[round(number, 2) for number in point] for point in (one, two)]}


def refusal_of(make: Callable[[], object]) -> IllegalTurn | None:
    """The reason why something is illegal; None if it is legal."""
    try:
        make()
    except IllegalTurn as refusal:
        return refusal
    return None


def no_part(part: str, expected: str) -> MalformedTurn:
    """The error for a text that is not a part here."""
    return MalformedTurn(f"{part[:60]!r} is no part that can come here", expected=expected)
