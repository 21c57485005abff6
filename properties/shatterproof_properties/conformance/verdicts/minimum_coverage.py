"""How much a run must have seen before it speaks of agreement."""

from __future__ import annotations

from shatterproof_properties.conformance.compare.coverage import Coverage
from shatterproof_properties.engines.session import Session

LEAST_RESULTS = 50
"""Results compared, refusals among them."""
LEAST_LEGAL = 25
"""Of these, results of legal turns: who refuses everything agrees on many refusals."""
LEAST_CLAUSES = 5
"""Clauses that turns exercised or broke, those of the vectors aside: every run begins with them."""
LEAST_POSITIONS = 5
"""Different positions in which something was compared."""


def not_announced(session: Session) -> tuple[str, ...]:
    """What an engine has not announced by which a run would see more of it."""
    announced = session.announced
    lacks = {
        "turns": not announced.lists_from,
        "positions": not announced.from_position,
        "more boards": len(session.about.boards) == 1,
    }
    return tuple(what for what, is_lacking in lacks.items() if is_lacking)


def lacking(coverage: Coverage, clauses: int = LEAST_CLAUSES) -> list[str]:
    """What a coverage has too little of for a verdict of agreement, in words; nothing where it is enough.

    `clauses` are how many the game has: nobody can meet more.
    """
    seen = (
        (coverage.results, LEAST_RESULTS, "results"),
        (coverage.results - coverage.refusals, LEAST_LEGAL, "results of legal turns"),
        (len(coverage.different), LEAST_POSITIONS, "different positions"),
        (sum(1 for met in coverage.clauses.values() if met), min(LEAST_CLAUSES, clauses), "clauses"),
    )
    return [f"{number:,} {what} of at least {least:,}" for number, least, what in seen if number < least]
