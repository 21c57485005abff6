"""Positions as solvers see them: diagrams with what turns name at their edges, and where pieces are."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from string import ascii_lowercase
from typing import Any

from shatterproof.crumble.notation import edge_intersections, locations
from shatterproof.crumble.pieces import GRAIN
from shatterproof.game import AnyGame
from shatterproof.scrunch import cells
from shatterproof.splinter import squares
from shatterproof_properties.protocol.wording import Drawn

LEGENDS = {
    "crumble": "Capital letters are Black's pieces; the numbers at the edges count intersections.",
    "scrunch": "x is a stone of Dark, o one of Light; the cells of a row are counted from the left.",
    "splinter": "Capital letters are Blue's: S is a square piece, X a cross, O a circle.",
}
"""How diagrams are to be read."""


def board_to_text(drawn: Drawn, without: tuple[str, ...] = ("readings", "memory")) -> str:
    """A diagram with the names of its rows and columns; of Crumble with the intersections along two edges, counted.

    Lines that begin with a word of `without` are left out.
    """
    header, *lines = [line[4:] for line in drawn.indented(without)]
    is_row = [not line.startswith(("#", "readings ", "memory ")) for line in lines]
    count = is_row.index(False) if False in is_row else len(lines)
    return "\n".join([header, *_NAMED[drawn.game.NAME](drawn.position, lines[:count]), *lines[count:]])


def places(game: AnyGame, position: Any, about: Iterable[Any]) -> str:
    """Where pieces, cells or squares are, as turns name them."""
    if game.NAME == "crumble":
        at = locations(position.arrangement)
        return ", ".join(f"the piece at {','.join(map(str, at[piece]))}" for piece in about)
    describe = cells.describe if game.NAME == "scrunch" else squares.describe
    return ", ".join(map(describe, about))


def _scrunch(position: Any, rows: list[str]) -> list[str]:
    """scrunch.notation.cell: the first and the last cell of each row, named."""
    named = [(letter, row, len(row.split())) for letter, row in zip(ascii_lowercase, reversed(rows), strict=False)]
    width = max(map(len, rows))
    return [f"{letter}1  {row:<{width}}  {letter}{cells}" for letter, row, cells in reversed(named)]


def _splinter(position: Any, rows: list[str]) -> list[str]:
    """splinter.notation.square: the names of rows and columns."""
    named = [f"{len(rows) - at:>2}  {row}" for at, row in enumerate(rows)]
    return [*named, f"    {ascii_lowercase[: position.columns]}"]


def _crumble(position: Any, rows: list[str]) -> list[str]:
    """crumble.notation.location: numbers where lines between letters meet the south edge and the west edge.

    A number stands at the first letter east, or north, of its line; those for which there is no room are left out.
    """
    arrangement = position.arrangement
    per_unit = len(rows) // arrangement.rows
    if len(rows) != per_unit * arrangement.rows or any(len(row) != per_unit * arrangement.columns for row in rows):
        return rows
    east, north = (_at_letters(stops, per_unit) for stops in edge_intersections(arrangement))
    told = [f"{north.get(len(rows) - 1 - at, ''):>2}  {row}" for at, row in enumerate(rows)]
    along = ""
    for column, number in east.items():
        if column < len(rows[0]) and (len(along) < column or not along):
            along = along.ljust(column) + str(number)
    return [*told, f"    {along}"]


def _at_letters(stops: Iterable[int], per_unit: int) -> dict[int, int]:
    """The numbers of intersections, which are in grains, by how many letters come before them."""
    return {at * per_unit // GRAIN: number for number, at in enumerate(stops) if not at * per_unit % GRAIN}


_NAMED: dict[str, Callable[[Any, list[str]], list[str]]] = {
    "crumble": _crumble,
    "scrunch": _scrunch,
    "splinter": _splinter,
}
