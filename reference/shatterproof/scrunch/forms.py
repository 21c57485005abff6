"""Positions as JSON."""

from __future__ import annotations

import re
from typing import Any, Literal, NotRequired, TypedDict

from shatterproof.errors import InputError
from shatterproof.fields import check_fields, check_head, listed, placed, readings_from_json, show
from shatterproof.game import IllegalPosition
from shatterproof.scrunch.cells import DARK, LIGHT, Cell, board, board_size, cell_named, describe
from shatterproof.scrunch.position import Position, check_cells, set_up
from shatterproof.scrunch.readings import Readings

FIELDS = {"board", "creating", "dark", "game", "light", "readings", "to_move"}
NEEDED = ("board", "creating", "dark", "game", "light", "to_move")

_CELL = re.compile(r"[a-s](?:[1-9]|1[0-9])")


class PositionData(TypedDict):
    """A position of Scrunch as JSON values: the cells of each side, and the sides still in creation."""

    board: str
    creating: list[str]
    dark: list[str]
    game: Literal["scrunch"]
    light: list[str]
    readings: NotRequired[dict[str, str]]
    to_move: str


def to_json(position: Position) -> dict[str, Any]:
    """A position as canonical JSON values: cells by name, sorted by row and place in the row.

    Readings are named where they are not the default.
    """
    data: dict[str, Any] = {
        "board": position.board,
        "creating": [colour for colour in (DARK, LIGHT) if colour in position.creating],
        "dark": [describe(cell) for cell in sorted(position.dark)],
        "game": "scrunch",
        "light": [describe(cell) for cell in sorted(position.light)],
        "to_move": position.to_move,
    }
    if departures := position.readings.departures():
        data["readings"] = departures
    return data


def from_json(data: Any, readings: Readings | None = None, strict: bool = True) -> Position:
    """A position from JSON values. `readings` are those in force; None: those that the position names, or the defaults.

    Raises InputError with the JSON pointer of what is wrong; IllegalPosition where a rule is broken. Unless `strict`,
    a position that no play could reach is taken all the same, to be shown.
    """
    check_fields(data, "", FIELDS, NEEDED)
    check_head(data, "scrunch", (DARK, LIGHT), "7")
    chosen = readings_from_json(data.get("readings"), readings, Readings)
    with placed("/board"):
        (side,) = board_size(data["board"])
    creating = _creating(data["creating"])
    dark, light = (_cells(side, data[colour], f"/{colour}") for colour in (DARK, LIGHT))
    if not strict:
        position = Position(side, frozenset(dark), frozenset(light), data["to_move"], frozenset(creating), chosen)
        check_cells(position)
        return position
    with placed("/dark, /light"):
        return set_up(data["board"], dark, light, data["to_move"], creating, chosen)


def _creating(data: Any) -> list[str]:
    sides = listed(data, "/creating")
    if sides != [colour for colour in (DARK, LIGHT) if colour in sides]:
        raise InputError(f"creating is {show(data)}", "/creating", 'some of "dark" and "light", in this order')
    return sides


def _cells(side: int, data: Any, where: str) -> list[Cell]:
    found: list[Cell] = []
    for index, name in enumerate(listed(data, where)):
        if not isinstance(name, str) or not _CELL.fullmatch(name):
            raise InputError(f"{show(name)} is no cell", f"{where}/{index}", 'a row and a place in it, like "d4"')
        cell = cell_named(name)
        if cell not in board(side):
            what = f"board {side} has no cell {name}"
            raise IllegalPosition("scrunch.notation.cell", what, f"{where}/{index}", "a cell of the board")
        found.append(cell)
    if len(set(found)) < len(found):
        raise IllegalPosition("scrunch.board.one-stone", "a cell is named twice", where, "every cell once")
    return found
