"""How the pages of a sheet are filled: sizes of paper, how many puzzles on a page, how large their diagrams can be."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from shatterproof.paper import Paper

MOST_ON_A_PAGE = 6
COLUMNS = 2
LABEL = 8.0
"""The size of coordinates, in points."""
COLUMN = 246.0
"""The width of a diagram at most, in points."""
LARGEST_UNIT = 40.0
LEAST_DIAGRAM = 90.0
HEADING, GAPS, FOOT = 42.0, 30.0, 8.0
"""Points that the heading of a page takes, what is between the rows, and what is above the sources."""


class PaperSize(NamedTuple):
    """A size of paper: its name and its height in CSS, and the height of what is printed on it, in points."""

    css: str
    height: str
    points: float


class TextLines(NamedTuple):
    """Text as it is set: the points of a line, and the characters of a narrow column that one holds at least."""

    points: float
    letters: int

    def height(self, text: str, least: int = 0, columns: float = 1) -> float:
        """What a text takes, in points, in so many columns."""
        return self.points * max(least, ceil(len(text) / (self.letters * columns)))


PAPERS = {"a4": PaperSize("A4", "297mm", 765), "letter": PaperSize("letter", "11in", 715)}
TITLE, QUESTION, SMALL_PRINT = TextLines(15, 32), TextLines(13.7, 46), TextLines(12.4, 42)


def page_sizes(count: int) -> list[int]:
    """How many puzzles stand on each page: as few pages as can be, and all of them about equally full."""
    pages = ceil(count / MOST_ON_A_PAGE)
    each, more = divmod(count, pages)
    return [each + 1] * more + [each] * (pages - more)


def rows_of(sizes: Sequence[int]) -> int:
    """How many rows a page has, the same on all pages."""
    return ceil(max(sizes) / COLUMNS)


def text_height(title: str, credit: str, question: str, readings: str) -> float:
    """What is written above and below a diagram, in points."""
    small = SMALL_PRINT.height(credit) + SMALL_PRINT.height(readings)
    return TITLE.height(title, least=1) + QUESTION.height(question, least=2) + small


def room(paper: PaperSize, rows: int, sources: Sequence[str], texts: Sequence[float]) -> Paper:
    """The room for each diagram of a sheet: what the fullest page leaves; `texts` are heights of what is written."""
    foot = max(SMALL_PRINT.height(source, columns=2.05) for source in sources) + FOOT
    height = (paper.points - HEADING - GAPS - foot) / rows - max(texts)
    return Paper(COLUMN, max(LEAST_DIAGRAM, min(height, COLUMN)), LABEL, LARGEST_UNIT)
