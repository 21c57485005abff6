"""Clauses and readings: all of them, one by its name, and which of them bear on each other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from fnmatch import fnmatchcase
from typing import Any

from shatterproof.errors import InputError, shorten
from shatterproof.game import GAMES, find_game
from shatterproof.spec import Clause, clauses
from shatterproof_properties.common.prose import first_sentence


def listed_clauses(only: str | None = None) -> Iterator[tuple[str, str]]:
    """Every clause of a game, or of every game, with the first sentence of what it says."""
    for game in [only] if only else GAMES:
        for clause in clauses(game):
            yield clause.id, first_sentence(clause.title)


def clauses_like(pattern: str, only: str | None = None) -> frozenset[str]:
    """The ids that match a pattern, with * for any text. With a `game` only its own; its name may be left out.

    Raises InputError if there are none; `expected` has the nearest.
    """
    known = [clause for clause, _ in listed_clauses(only)]
    found, below = (
        frozenset(clause for clause in known if fnmatchcase(clause, each) or fnmatchcase(clause, f"{only}.{each}"))
        for each in (pattern, f"{pattern}.*")
    )
    if found:
        return found
    near = [f"{pattern}.*"] if below else get_close_matches(pattern[:100], known, 3, 0.5)
    what = f"no clause{f' of {only}' if only else ''} is like {shorten(pattern, 60)!r}"
    raise InputError(what, "--clauses", " or ".join(near) or "one of those that shatterproof rule lists")


def listed_readings() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every reading of every game, with its values, default first."""
    for game in GAMES:
        yield from find_game(game).Readings.choices().items()


def reading_named(name: str) -> str:
    """The id of a reading; the game's name may be left out. Raises InputError for an unknown one."""
    known = [reading for reading, _ in listed_readings()]
    full = [reading for reading in known if name in (reading, reading.partition(".")[2])]
    if not full:
        raise InputError(f"unknown reading {shorten(name, 60)!r}", expected=f"one of {', '.join(known)}")
    return full[0]


def readings_on(clause: Clause) -> dict[str, tuple[str, ...]]:
    """The readings that bear on a clause, each with its values, default first: those that its text links to."""
    return {each.id: each.values for each in _linked(clause) if each.values}


def clauses_under(reading: Clause) -> list[str]:
    """The ids of the rules on which a reading bears: those that link to it, in the order of the page."""
    rules = clauses(reading.id.partition(".")[0])
    return [rule.id for rule in rules if not rule.values and reading in _linked(rule)]


def _linked(clause: Clause) -> list[Clause]:
    """The other clauses that the text of a clause links to, in the order of the page."""
    anchors = set(re.findall(r"\]\(#([^)]*)\)", clause.text))
    others = (each for each in clauses(clause.id.partition(".")[0]) if each != clause)
    return [each for each in others if each.id.replace(".", "") in anchors]


def departures(readings: Any) -> Iterator[tuple[tuple[str, str], Any]]:
    """Every `(reading, value)` that some readings do not have, and those readings with it."""
    chosen = readings.to_mapping()
    for reading, values in readings.choices().items():
        for value in values:
            if value != chosen[reading]:
                yield (reading, value), type(readings).from_mapping({**chosen, reading: value})
