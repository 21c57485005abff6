"""Turns on the board: builders build a turn part by part, and acts say what a turn does.

Each game offers the parts that can come next. Pages move pieces by acts, and sentences say what is lost.
"""

from __future__ import annotations

import html
import re
from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from shatterproof.drawing import Point
from shatterproof.game import IllegalTurn, MalformedTurn
from shatterproof_properties.protocol.explaining import listed

NUMBERS = ("no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_PLACE = re.compile(r'data-at="([^"]*)"(?: data-fill="([^"]*)")?(?: data-shape="([^"]*)")?')
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


class TurnBuilder(ABC):
    """A turn, as far as the player has chosen it: `parts` are those chosen so far, in order."""

    parts: tuple[str, ...]
    prompts: ClassVar[Mapping[str, str]] = {}
    """What to choose, in a sentence, by the word for a part."""

    @property
    @abstractmethod
    def expects(self) -> str | None:
        """The word for the part that a click on a piece, cell or square would choose."""

    @property
    def prompt(self) -> str:
        """A sentence that says what to choose."""
        return self.prompts.get(self.expects or "", "The turn is over.")

    @property
    @abstractmethod
    def turn(self) -> Any | None:
        """The turn, if it may end here."""

    @property
    def so_far(self) -> Any | None:
        """The chosen parts as a turn that may lack its end, to be explained; None if it does nothing yet."""
        return self.turn

    @property
    @abstractmethod
    def standing(self) -> Any:
        """The position with these parts played, to be drawn."""

    @property
    @abstractmethod
    def marked(self) -> list[str]:
        """The names of things that are chosen and not yet used."""

    @abstractmethod
    def added(self, part: str) -> TurnBuilder:
        """The turn with one more part. Raises IllegalTurn if the rules forbid it, MalformedTurn if it is not a part."""

    @abstractmethod
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


@dataclass(frozen=True)
class Act:
    """An event on the board: places named `at` become places named `into`.

    `did` is its kind: placed, moved, cut, joined, swapped, captured, fell or removed. `fill` and `shape` are those of
    the things afterwards, "" if unchanged. `by` is the distance moved, in the drawing. If something is lost, `side` is
    its owner, `thing` its kind, and `what` says the loss in words.
    """

    did: str
    at: tuple[str, ...] = ()
    into: tuple[str, ...] = ()
    fill: str = ""
    shape: str = ""
    by: Point | None = None
    side: str = ""
    thing: str = ""
    what: str = ""

    def to_json(self) -> dict[str, Any]:
        """The fields that a page needs to move it."""
        return {name: getattr(self, name) for name in ("did", "at", "into", "fill", "shape", "by")}


Phase = tuple[Act, ...]
"""Acts that happen at the same time."""


def difference(before: str, after: str) -> list[Phase]:
    """The differences between two drawings of a board, place by place.

    They serve as motion if nothing else is known of a turn.
    """
    earlier, later = standing_in(before), standing_in(after)
    acts = list[Act]()
    for name in dict.fromkeys([*earlier, *later]):
        was, now = earlier.get(name, ("", "")), later.get(name, ("", ""))
        if was == now:
            continue
        did = "placed" if was == ("", "") else "removed" if now == ("", "") else "swapped"
        at, into = (() if did == "placed" else (name,)), (() if did == "removed" else (name,))
        acts.append(Act(did, at, into, *now))
    return [tuple(acts)] if acts else []


def standing_in(drawing: str) -> dict[str, tuple[str, str]]:
    """The things in a drawing by the names of their places: fill and shape, both "" if a place is empty."""
    return {html.unescape(at): (fill, shape) for at, fill, shape in _PLACE.findall(drawing)}


def lost(phases: Iterable[Phase]) -> list[Act]:
    """The acts in which something changed sides or left the board, each place once."""
    return list({act.at: act for phase in phases for act in phase if act.side}.values())


def losses_in_words(phases: Iterable[Phase], sides: tuple[str, str]) -> str:
    """Sentences about captures and losses: `Black captures two pieces.`"""
    by_side = defaultdict[str, Counter[str]](Counter)
    for act in lost(phases):
        does = f"{sides[1 - sides.index(act.side)]} captures" if act.did == "captured" else f"{act.side} loses"
        by_side[does.capitalize()][act.thing] += 1
    return " ".join(f"{does} {listed(_counted(*each) for each in things.items())}." for does, things in by_side.items())


def _counted(thing: str, number: int) -> str:
    """A number of things: `a cross`, `two crosses`, `three pieces`."""
    many = thing + ("es" if thing.endswith("s") else "s")
    return f"{NUMBERS[number] if number < len(NUMBERS) else number} {thing if number == 1 else many}"
