"""Splinter in the words of puzzles: diagrams with names at their edges, turns, and why nobody has won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from string import ascii_lowercase
from typing import Any

from shatterproof.splinter import squares
from shatterproof.splinter.squares import KINDS
from shatterproof_properties.protocol.explaining import counted, listed
from shatterproof_properties.protocol.features.splinter import KIND_WORDS

BETWEEN_TURNS = ", "
NICKNAMES: Mapping[str, str] = {}
IMPOSSIBLE: Mapping[str, str] = {}
LEGEND = "Capital letters are Blue's: S is a square piece, X a cross, O a circle."
NOTATION = (
    "d4NE slides the piece on d4, and all that it pushes, one square to the north-east; =c3 names the group that stays "
    "in a tie."
)


def labelled(position: Any, rows: list[str]) -> list[str]:
    """splinter.notation.square: the names of rows and columns."""
    named = [f"{len(rows) - at:>2}  {row}" for at, row in enumerate(rows)]
    return [*named, f"    {ascii_lowercase[: position.columns]}"]


def described(position: Any, turn: Any) -> tuple[str, tuple[Any, ...]]:
    """The kind of a turn, a pass or the slide of a kind of piece, and its square."""
    if turn.square is None:
        return "a pass", ()
    return f"the slide of a {position.pieces[turn.square].kind} piece", (turn.square,)


def places(position: Any, about: Iterable[Any]) -> str:
    """The squares by their names."""
    return ", ".join(map(squares.describe, about))


def not_won(position: Any, attacker: str, defender: str) -> str:
    """splinter.win.type-out: the pieces that the defender still has, of every kind."""
    found = Counter(piece.kind for piece in position.pieces.values() if piece.colour == defender)
    many = {"cross": "crosses"}
    each = [counted(found[kind], KIND_WORDS[kind], many.get(kind, "")) for kind in KINDS]
    return f"{defender.capitalize()} still has {listed(each)}."
