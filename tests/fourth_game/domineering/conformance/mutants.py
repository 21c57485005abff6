"""Engines of Domineering with one mistake each: a check that misses one says nothing of other engines."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from domineering import reference
from domineering.reference import Position, Square, opponent
from shatterproof.game import Outcome
from shatterproof_properties.second.reference_engine import mutant


def _level(side: str, square: Square) -> tuple[Square, Square]:
    return reference.domino(opponent(side), square)


def _named_square_is_empty(position: Position, square: Square) -> None:
    if square in position.covered:
        reference.check_empty(position, square)


def _covers_named_square(position: Position, square: Square) -> Position:
    return replace(position, covered=position.covered | {square}, to_move=opponent(position.to_move))


def _goes_on(position: Position) -> Outcome | None:
    other = replace(position, to_move=opponent(position.to_move))
    return reference.outcome(position) if reference.outcome(other) else None


CHANGES: tuple[tuple[str, str, Any], ...] = (
    ("Vertical's dominoes lie level.", "domineering.turn.place", {"domino": _level}),
    ("Only the named square has to be empty.", "domineering.place.empty", {"check_empty": _named_square_is_empty}),
    ("Only the named square is covered.", "domineering.turn.place", {"placed": _covers_named_square}),
    ("A player who has no room wins.", "domineering.win.stuck", {"winner": lambda position, stuck: stuck}),
    ("The game goes on while either side has room.", "domineering.win.stuck", {"outcome": _goes_on}),
)
SELF_CHECK = tuple(
    (f"mistake-{number}", mutant(reference, mistake, **changes), (clause, "domineering"))
    for number, (mistake, clause, changes) in enumerate(CHANGES, start=1)
)
