"""The layout of a sheet: sizes of paper, how many puzzles are on a page, and how large their diagrams can be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from math import ceil
from typing import NamedTuple

from shatterproof.paper import Paper

MOST_ON_A_PAGE = 6
FEWER = (MOST_ON_A_PAGE, 4, 2, 1)
"""The numbers of puzzles on a page to try, until there is room for their diagrams."""
ONE_COLUMN = 3
"""Up to this many puzzles stand one below another, with larger diagrams."""
LABEL = 8.0
"""The size of coordinates, in points."""
WIDTHS = {1: 360.0, 2: 246.0}
"""The greatest width of a diagram in points, by the number of columns."""
LARGEST_UNITS = {1: 72.0, 2: 56.0}
LEAST_DIAGRAM = 90.0
HEADING, GAP, FOOT = 42.0, 14.0, 8.0
"""The points for the heading of a page, for the gap in a row, and above the sources."""
MOST_FOOT = 3
"""The most lines of sources at the foot of a page. If one needs more, sources stand with the solutions."""
BOTH = 2.05
"""The width of a page, in narrow columns."""


class PaperSize(NamedTuple):
    """A size of paper: its name and its height in CSS, and the height of its printed area, in points."""

    css: str
    height: str
    points: float


class TextLines(NamedTuple):
    """A kind of text: the points of a line, and the least number of characters in a line of a narrow column."""

    points: float
    letters: int

    def height(self, text: str, least: int = 0, columns: float = 1) -> float:
        """The height of a text, in points, in n columns."""
        return self.points * max(least, ceil(len(text) / (self.letters * columns)))


PAPERS = {"a4": PaperSize("A4", "297mm", 765), "letter": PaperSize("letter", "11in", 715)}
TITLE, QUESTION, SMALL_PRINT = TextLines(15, 32), TextLines(13.7, 46), TextLines(12.4, 42)


class Layout(NamedTuple):
    """The layout of a sheet: the puzzles on each page, whether sources stand at the foot, and the room for diagrams."""

    sizes: list[int]
    columns: int
    has_sources: bool
    room: Paper


def layout(paper: PaperSize, texts: Sequence[Callable[[float], float]], sources: Callable[[slice], str]) -> Layout:
    """The layout of a sheet of puzzles.

    `texts` give the height in points of the text about each, by its width in narrow columns. `sources` gives the text
    at the foot of a page with some of them.
    """
    for most in FEWER:
        sizes = page_sizes(len(texts), most)
        columns = 1 if max(sizes) <= ONE_COLUMN else 2
        foot = max(SMALL_PRINT.height(sources(page), columns=BOTH) for page in slices(sizes))
        has_sources = foot <= MOST_FOOT * SMALL_PRINT.points
        free = paper.points - HEADING - FOOT - has_sources * foot
        height = free / ceil(max(sizes) / columns) - GAP - max(text(BOTH if columns == 1 else 1) for text in texts)
        if height >= LEAST_DIAGRAM:
            break
    width = WIDTHS[columns]
    room = Paper(width, min(max(height, LEAST_DIAGRAM), width), LABEL, LARGEST_UNITS[columns])
    return Layout(sizes, columns, has_sources, room)


def page_sizes(count: int, most: int = MOST_ON_A_PAGE) -> list[int]:
    """The number of puzzles on each page: as few pages as possible, all about equally full."""
    pages = ceil(count / most)
    each, more = divmod(count, pages)
    return [each + 1] * more + [each] * (pages - more)


def slices(sizes: Sequence[int]) -> Iterator[slice]:
    """One part after another of a sequence, of these sizes."""
    return (slice(end - size, end) for size, end in zip(sizes, accumulate(sizes), strict=True))
