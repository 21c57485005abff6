"""How large a drawing and its labels are: on a screen, or on paper, where labels have one size whatever the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

UNIT = 48
"""A unit of a board in the units of a drawing."""
MARGIN = 28
LABEL = 12
LETTER = 0.58
"""The width of a letter or a digit, as a share of its height."""


@dataclass(frozen=True)
class Paper:
    """Room for a drawing on paper: width and height, the size of labels, and the largest unit, all in points."""

    width: float
    height: float
    label: float
    unit: float


@dataclass(frozen=True)
class Margins:
    """What is left free around a board, in sizes of a label."""

    west: float
    south: float
    east: float
    north: float

    @classmethod
    def beside(cls, longest: int) -> Margins:
        """For labels below the board and, of at most `longest` letters, to the west of it."""
        return cls(0.8 + LETTER * longest, 1.65, 0.6, 0.5)


@dataclass(frozen=True)
class Frame:
    """The size of a drawing, and of what is around its board, in the units of the drawing.

    The board lies at MARGIN, MARGIN. `scale` is what a unit of the drawing measures on paper, in points; None on a
    screen.
    """

    left: float
    top: float
    width: float
    height: float
    label: float = LABEL
    scale: float | None = None

    @property
    def ratio(self) -> float:
        """How much larger labels are, and what stands between them and the board, than on a screen."""
        return self.label / LABEL


def frame(width: float, height: float, margins: Margins, paper: Paper | None) -> Frame:
    """What goes around a board of that width and height: with a `paper`, the drawing is as large as there is room."""
    if paper is None:
        return Frame(0, 0, round(width) + 2 * MARGIN, round(height) + 2 * MARGIN)
    across, down = margins.west + margins.east, margins.south + margins.north
    scale = min(
        (paper.width - across * paper.label) / width, (paper.height - down * paper.label) / height, paper.unit / UNIT
    )
    label = paper.label / scale
    left, top = MARGIN - margins.west * label, MARGIN - margins.north * label
    return Frame(left, top, width + across * label, height + down * label, label, scale)


def spaced(labels: Iterable[tuple[float, str]], size: float, upwards: bool = False) -> Iterator[tuple[float, str]]:
    """The labels, by place, that do not run into the one before: side by side, or one above the other."""
    end = float("-inf")
    for place, text in labels:
        reach = size * (0.45 if upwards else (LETTER * len(text) + 0.3) / 2)
        if place - reach >= end:
            yield place, text
            end = place + reach
