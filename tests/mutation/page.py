"""The page `scores.md`: the results of trials by module and by clause, and the survivors."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import jinja2

from mutation.totals import Score, Totals

PAGE = Path(__file__).with_name("scores.md")
TEMPLATE = PAGE.with_suffix(".md.jinja")


Parts = Mapping[str, tuple[Totals, int]]
"""Code with a score of its own: its results, and its number of mutants."""


def write_page(totals: Totals, population: int, explained: int, parts: Parts) -> None:
    """Writes the page about results of `population` mutants. Of those not tried yet, so many are `explained`."""
    PAGE.write_text(page_of(totals, population, explained, parts), encoding="utf-8")


def page_of(totals: Totals, population: int, explained: int, parts: Parts) -> str:
    """The text of the page."""
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined, keep_trailing_newline=True, autoescape=False)
    return environment.from_string(TEMPLATE.read_text(encoding="utf-8")).render(
        version=version("shatterproof"),
        day=datetime.now(UTC).date().isoformat(),
        score=totals.score(),
        population=population,
        explained=explained,
        killers=totals.killers().most_common(),
        games=lowest_first(totals.by_game()),
        modules=lowest_first(totals.by_module()),
        clauses=lowest_first(totals.by_clause()),
        parts=[(name, each.score(), size) for name, (each, size) in parts.items()],
        unexplained=[*totals.unexplained(), *(one for each, _ in parts.values() for one in each.unexplained())],
    )


def lowest_first(scores: Mapping[str, Score]) -> list[tuple[str, Score]]:
    """Scores with their names, the lowest first."""
    return sorted(scores.items(), key=lambda item: (item[1].share, item[0]))
