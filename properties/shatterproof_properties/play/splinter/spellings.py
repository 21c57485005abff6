"""Other texts of the same turn."""

from __future__ import annotations

from collections.abc import Iterator

from shatterproof.splinter.notation import format_turn
from shatterproof.splinter.position import Position, Turn, pieces_pushed, slide_of, tied_groups
from shatterproof.splinter.squares import describe

AT_LIMITS: tuple[tuple[str, str | None], ...] = (
    ("z99N", "splinter.notation.square"),
    ("a100N", None),
    ("aa1N", None),
    ("a1N\n", None),
    ("junk\na1N", None),
    ("a4S\0", None),
    ("c3W\0", None),
)
"""Squares as the grammar has them at most, and what is one too many; turns with a newline, or with a zero, at which
texts of C end: of the openings on the smallest board and on the standard one."""


def spellings(position: Position, turn: Turn) -> Iterator[tuple[str, str]]:
    """The group chosen in a tie, named by its other squares; with the clause of the notation that each leans on."""
    text = format_turn(position, turn)
    if turn.square is None or turn.choice is None:
        return
    tied = tied_groups(position, pieces_pushed(position, slide_of(position, turn.square, turn.direction)))
    group = next(group for group in tied if turn.choice in group)
    for square in sorted(group):
        if square != turn.choice:
            yield text.removesuffix(describe(turn.choice)) + describe(square), "splinter.notation.tie"
