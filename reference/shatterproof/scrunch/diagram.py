"""Positions as diagrams: rows of x, o and dots that people type and read."""

from __future__ import annotations

import re
from collections.abc import Mapping

from shatterproof.diagrams import Form, Lines, last_lines, readings_said, split_diagram
from shatterproof.errors import InputError
from shatterproof.fields import placed
from shatterproof.scrunch.cells import DARK, LIGHT, Cell, board_size, row_length
from shatterproof.scrunch.position import Position, set_up
from shatterproof.scrunch.readings import Readings

LETTERS: Mapping[str, str] = {"x": DARK, "o": LIGHT}

_HEADER = re.compile(
    r"(?:scrunch,? *)?(?:(?P<board>[0-9]{1,3}))?(?:,? *(?P<side>dark|light) to move)?"
    r"(?:,? *creating:?(?P<creating>(?:,? *(?:dark|light|and|nobody))+))?",
    re.IGNORECASE,
)
FORM = Form(_HEADER, "7, Dark to move, creating Light", re.compile(r"[xo.](?:[ \t]*[xo.])*"), "cells x, o and .")


def to_diagram(position: Position, earlier: str = "") -> str:
    """A position as rows of cells, top row first, under a header line; `x` is Dark, `o` is Light.

    Readings that depart from the defaults follow in a line of their own. An `earlier` diagram changes nothing.
    """
    creating = [colour.capitalize() for colour in (DARK, LIGHT) if colour in position.creating]
    phases = f", creating {' and '.join(creating)}" if creating else ""
    lines = [f"Scrunch {position.board}, {position.to_move.capitalize()} to move{phases}"]
    for row in reversed(range(2 * position.side - 1)):
        length = row_length(position.side, row)
        letters = [_letter(position, Cell(row, column)) for column in range(length)]
        lines.append(" " * (2 * position.side - 1 - length) + " ".join(letters))
    return "\n".join(lines + last_lines(position.readings, None)) + "\n"


def _letter(position: Position, cell: Cell) -> str:
    return next((letter for letter, colour in LETTERS.items() if cell in position.stones(colour)), ".")


def from_diagram(text: str, readings: Readings | None = None) -> Position:
    """A position from a diagram; spaces in rows do not matter, the rows tell the board. Lines with `#` are comments.

    A side is in creation if the header says so; on an empty board both are. Raises InputError with the line that is
    wrong; IllegalPosition where a rule is broken.
    """
    lines = split_diagram(text, FORM)
    if "memory" in lines.extras:
        raise InputError("positions of Scrunch remember nothing", f"line {lines.extras['memory'][0]}", "no memory")
    rows = [(number, re.sub(r"\s", "", row)) for number, row in lines.rows]
    header = lines.header
    side = _side(lines, header["board"])
    stones: dict[str, set[Cell]] = {DARK: set(), LIGHT: set()}
    for row, (number, letters) in zip(reversed(range(2 * side - 1)), rows, strict=True):
        if len(letters) != row_length(side, row):
            wish = f"{row_length(side, row)} in this row of board {side}"
            raise InputError(f"the row has {len(letters)} cells", f"line {number}", wish)
        for column, letter in enumerate(letters):
            if letter in LETTERS:
                stones[LETTERS[letter]].add(Cell(row, column))
    said = header["creating"] if header["creating"] or any(stones.values()) else "dark and light"
    creating = [colour for colour in (DARK, LIGHT) if colour in said]
    chosen = readings_said(lines, readings, Readings)
    with placed(f"line {lines.first}"):
        return set_up(str(side), stones[DARK], stones[LIGHT], header["side"] or DARK, creating, chosen)


def _side(lines: Lines, board: str) -> int:
    """The cells along a side, from the number of rows, which must fit the header."""
    with placed(f"line {lines.first}"):
        side = board_size(board)[0] if board else (len(lines.rows) + 1) // 2
        if len(lines.rows) != 2 * side - 1:
            raise InputError(f"the diagram has {len(lines.rows)} rows", expected=f"{2 * side - 1} on board {side}")
        board_size(str(side))
    return side
