"""Engines of Domineering with one mistake each: a check that misses one says nothing of other engines."""

from __future__ import annotations

from dataclasses import replace

from domineering import reference
from domineering.reference import Position, Square, opponent
from shatterproof.game import Outcome
from shatterproof_properties.second.reference_engine import mutants


def sides_exchanged(side: str, square: Square) -> tuple[Square, Square]:
    """Vertical's dominoes lie level."""
    return reference.domino(opponent(side), square)


def second_square_unseen(position: Position, square: Square) -> None:
    """Only the named square has to be empty."""
    if square in position.covered:
        reference.check_empty(position, square)


def one_square_covered(position: Position, square: Square) -> Position:
    """Only the named square is covered."""
    return replace(position, covered=position.covered | {square}, to_move=opponent(position.to_move))


def stuck_wins(position: Position, stuck: str) -> str:
    """A player who has no room wins."""
    return stuck


def goes_on(position: Position) -> Outcome | None:
    """The game goes on while either side has room."""
    other = replace(position, to_move=opponent(position.to_move))
    return reference.outcome(position) if reference.outcome(other) else None


MUTANTS = mutants(
    reference,
    ("domino", sides_exchanged, "domineering.turn.place"),
    ("check_empty", second_square_unseen, "domineering.place.empty"),
    ("placed", one_square_covered, "domineering.turn.place"),
    ("winner", stuck_wins, "domineering.win.stuck"),
    ("outcome", goes_on, "domineering.win.stuck"),
)
