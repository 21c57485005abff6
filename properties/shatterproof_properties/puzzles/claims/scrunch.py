"""Scrunch in the words of puzzles: diagrams with names at their edges, turns, and why nobody has won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from string import ascii_lowercase
from typing import Any

from shatterproof.scrunch import cells
from shatterproof.scrunch.creation import isolated_cells
from shatterproof.scrunch.wriggling import can_grow
from shatterproof_properties.protocol.explaining import counted, listed

BETWEEN_TURNS = ", "
NICKNAMES: Mapping[str, str] = {}
IMPOSSIBLE: Mapping[str, str] = {}
LEGEND = "x is a stone of Dark, o one of Light; the cells of a row are counted from the left."
NOTATION = (
    "d4 is cell 4 of row d, counted from below and from the left. Alone it is an egg; d4 e5-e6 places a stone on d4 "
    "and moves another from e5 to e6; x d4 f2 removes the snakes of d4 and f2."
)


def labelled(position: Any, rows: list[str]) -> list[str]:
    """scrunch.notation.cell: the first and the last cell of each row, named."""
    named = [(letter, row, len(row.split())) for letter, row in zip(ascii_lowercase, reversed(rows), strict=False)]
    width = max(map(len, rows))
    return [f"{letter}1  {row:<{width}}  {letter}{cells}" for letter, row, cells in reversed(named)]


def described(position: Any, turn: Any) -> tuple[str, tuple[Any, ...]]:
    """The kind of a turn, a removal, a growth or a stone alone, and its cells."""
    if turn.removed:
        return "a removal", tuple(turn.removed)
    return "a growth" if turn.moved else "a stone alone", (turn.placed,) if turn.placed else ()


def places(position: Any, about: Iterable[Any]) -> str:
    """The cells by their names."""
    return ", ".join(map(cells.describe, about))


def not_won(position: Any, attacker: str, defender: str) -> str:
    """scrunch.creation.egg, scrunch.death.dead, scrunch.end.last-snake: what the defender can still do, or has."""
    standing, side = replace(position, to_move=defender).mover, defender.capitalize()
    eggs = isolated_cells(standing) if standing.creating else []
    if eggs:
        return f"{side} still has {counted(len(eggs), 'cell')} for an egg, {cells.describe(eggs[0])} for one."
    growing = [cells.describe(min(snake)) for snake in standing.smallest if can_grow(standing, snake)]
    if growing:
        snakes = "smallest snake" if len(growing) == 1 else "smallest snakes"
        return f"{side}'s {snakes} at {listed(growing)} can still grow."
    return f"{side} cannot grow, but still has {counted(len(standing.snakes), 'snake')}."
