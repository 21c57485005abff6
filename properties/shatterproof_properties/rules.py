"""Clauses and readings for the screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from shatterproof.game import GAMES, find_game
from shatterproof.spec import clauses, find_clause
from shatterproof_properties.invariants import registry


def listed_clauses() -> Iterator[tuple[str, str]]:
    """Every clause of every game, with what it is about."""
    for game in GAMES:
        for clause in clauses(game):
            yield clause.id, clause.title


def listed_readings() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every reading of every game, with its values, default first."""
    for game in GAMES:
        yield from find_game(game).Readings.choices().items()


def clause_to_text(name: str) -> str:
    """A clause as it stands in the spec, and what guards it. Raises InputError for an unknown one."""
    clause = find_clause(name)
    guards = registry().get(clause.id, [])
    return (
        f"{clause.text.strip()}\n\nGuarded by: {', '.join(guards)}.\nIn full: spec/{clause.file}, line {clause.line}.\n"
    )


def clause_to_json(name: str) -> dict[str, Any]:
    """A clause for programs. Raises InputError for an unknown one."""
    clause = find_clause(name)
    return {
        "clause": clause.id,
        "title": clause.title,
        "text": clause.text,
        "formally": clause.formally,
        "source": clause.source,
        "reference": list(clause.references),
        "values": list(clause.values),
        "examples": [example.text for example in clause.examples],
        "properties": registry().get(clause.id, []),
    }
