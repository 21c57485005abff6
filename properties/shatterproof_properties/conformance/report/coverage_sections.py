"""The coverage of a run in the order of the spec: every clause, in its section, met or not."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator, Mapping
from functools import cache
from math import log
from typing import NamedTuple

from shatterproof.spec import Clause, clauses, page
from shatterproof_properties.common.prose import plain

BEYOND = "Beyond the clauses"
BEYOND_TITLES = {"malformed": "Texts that the grammar of turns excludes."}


class Row(NamedTuple):
    """A clause, its rule in a sentence, how often it was met, and the length of its bar: 0 to 100, logarithmic.

    `reading` is the value in force if the clause is a reading, "" for a rule.
    """

    clause: str
    title: str
    met: int
    bar: int
    reading: str = ""


class Section(NamedTuple):
    """A section of the spec with its clauses, none left out."""

    name: str
    rows: tuple[Row, ...]

    @property
    def met(self) -> int:
        return sum(1 for row in self.rows if row.met)


def sections(
    game: str, met: Mapping[str, int], readings: Mapping[str, str], only: frozenset[str] = frozenset()
) -> list[Section]:
    """Every clause of a game, or those `only`, by section, in the order of the spec; then everything else counted."""
    most = max(met.values(), default=0)

    def row(clause: str, title: str) -> Row:
        times = met.get(clause, 0)
        bar = round(100 * log(1 + times) / log(1 + most)) if times else 0
        return Row(clause, title, times, bar, readings.get(clause, ""))

    found = []
    for name, group in chapters(game):
        shown = (clause for clause in group if not only or clause.id in only)
        rows = tuple(row(clause.id, _first_sentence(plain(clause.title))) for clause in shown)
        found += [Section(name, rows)] if rows else []
    known = {clause.id for clause in clauses(game)}
    rest = tuple(row(name, BEYOND_TITLES.get(name, "")) for name in sorted(met.keys() - known))
    return [*found, *([Section(BEYOND, rest)] if rest else [])]


@cache
def chapters(game: str) -> tuple[tuple[str, tuple[Clause, ...]], ...]:
    """The sections of a game's page that have clauses, each with its clauses, in order."""
    headings = list(_headings(page(game)))
    lines = [line for line, _ in headings]
    found: dict[str, list[Clause]] = {}
    for clause in clauses(game):
        found.setdefault(headings[bisect(lines, clause.line) - 1][1], []).append(clause)
    return tuple((name, tuple(group)) for name, group in found.items())


def _headings(text: str) -> Iterator[tuple[int, str]]:
    """The headings of the page and of its sections, by their lines, counted from 1."""
    fenced = False
    for number, line in enumerate(text.splitlines(), start=1):
        fenced ^= line.startswith("```")
        if not fenced and (heading := re.fullmatch(r"##? (.+)", line)):
            yield number, heading[1]


def _first_sentence(text: str) -> str:
    return re.split(r"(?<=[.!?]) (?=[A-Z(])", text, maxsplit=1)[0]
