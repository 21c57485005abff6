"""Positions as solvers see them: diagrams with what turns name at their edges, and where pieces are."""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_lowercase
from typing import Any

from shatterproof.crumble.notation import edge_intersections, locations
from shatterproof.crumble.pieces import GRAIN
from shatterproof.game import AnyGame
from shatterproof.scrunch import cells
from shatterproof.splinter import squares
from shatterproof_properties.protocol.wording import Drawn

DRAWN = {"scrunch": " .xo", "splinter": ".sxoSXO"}
"""What rows of diagrams are made of."""


def board_to_text(drawn: Drawn) -> str:
    """A diagram with the names of its rows and columns; of Crumble with the intersections along two edges, counted."""
    lines = [line[4:] for line in drawn.indented(("readings", "memory"))]
    name = drawn.game.NAME
    return "\n".join(_counted(drawn.position, lines) if name == "crumble" else _named(name, lines))


def places(game: AnyGame, position: Any, about: Iterable[Any]) -> str:
    """Where pieces, cells or squares are, as turns name them."""
    if game.NAME == "crumble":
        at = locations(position.arrangement)
        return ", ".join(f"the piece at {','.join(map(str, at[piece]))}" for piece in about)
    describe = cells.describe if game.NAME == "scrunch" else squares.describe
    return ", ".join(map(describe, about))


def _named(game: str, lines: list[str]) -> list[str]:
    """The lines of a diagram, with the names of its rows, and of columns below."""
    rows = [at for at, line in enumerate(lines) if at and line and set(line) <= set(DRAWN.get(game, ""))]
    if not rows:
        return lines
    names = ascii_lowercase if game == "scrunch" else [str(number + 1) for number in range(len(rows))]
    told = [f"{name:>2}  {lines[at]}" for name, at in zip(names, reversed(rows), strict=False)]
    columns = [f"    {ascii_lowercase[: len(lines[rows[0]])]}"] if game == "splinter" else []
    return [*lines[: rows[0]], *reversed(told), *columns, *lines[rows[-1] + 1 :]]


def _counted(position: Any, lines: list[str]) -> list[str]:
    """crumble.notation.location: numbers where grid lines of whole units meet the south edge and the west edge.

    A number stands at the first letter east, or north, of its line; those for which there is no room are left out.
    """
    arrangement = position.arrangement
    rows = [line for line in lines[1:] if not line.startswith("#")]
    per_unit = len(rows) // arrangement.rows
    if len(rows) != per_unit * arrangement.rows or any(len(row) != per_unit * arrangement.columns for row in rows):
        return lines
    east, north = (_whole_units(stops) for stops in edge_intersections(arrangement))
    up = {len(rows) - 1 - unit * per_unit: number for unit, number in north.items() if unit < arrangement.rows}
    along = ""
    for unit, number in east.items():
        if unit < arrangement.columns and (len(along) < unit * per_unit or not along):
            along = along.ljust(unit * per_unit) + str(number)
    told = [f"{up.get(at, ''):>2}  {row}" for at, row in enumerate(rows)]
    return [lines[0], *told, f"    {along}", *lines[1 + len(rows) :]]


def _whole_units(stops: Iterable[int]) -> dict[int, int]:
    """The numbers of intersections, which are in grains, by the units at which they are."""
    return {at // GRAIN: number for number, at in enumerate(stops) if not at % GRAIN}
