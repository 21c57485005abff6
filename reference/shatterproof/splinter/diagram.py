"""Positions as diagrams: rows of letters and dots that people type and read."""

from __future__ import annotations

import re

from shatterproof.diagrams import Form, in_memory_line, last_lines, memory_said, readings_said, split_diagram
from shatterproof.errors import InputError
from shatterproof.fields import placed
from shatterproof.splinter.forms import memory_from_json, memory_to_json
from shatterproof.splinter.position import Position, set_up, with_memory
from shatterproof.splinter.readings import Readings
from shatterproof.splinter.squares import BLUE, LETTERS, Piece, Square, board_size, piece_lettered

_HEADER = re.compile(
    r"(?:splinter,? *)?(?:(?P<board>[0-9]{1,3}x[0-9]{1,3}))?(?:,? *(?P<side>blue|white) to move)?", re.IGNORECASE
)
_HOLDS = "squares: a dot, or S, X and O for Blue and s, x and o for White"
FORM = Form(_HEADER, "10x9, Blue to move", re.compile(r"[sxoSXO.](?:[ \t]*[sxoSXO.])*"), _HOLDS)


def to_diagram(position: Position, earlier: str = "") -> str:
    """A position as rows of squares, top row first, under a header line; capital letters are Blue's pieces.

    Memory and departing readings follow in lines of their own. An `earlier` diagram changes nothing.
    """
    lines = [f"Splinter {position.board}, {position.to_move.capitalize()} to move"]
    for row in reversed(range(position.rows)):
        lines.append("".join(_letter(position, Square(column, row)) for column in range(position.columns)))
    return "\n".join(lines + last_lines(position.readings, memory_to_json(position.memory))) + "\n"


def _letter(position: Position, square: Square) -> str:
    piece = position.pieces.get(square)
    if piece is None:
        return "."
    letter = next(letter for letter, kind in LETTERS.items() if kind == piece.kind)
    return letter if piece.colour == BLUE else letter.lower()


def from_diagram(text: str, readings: Readings | None = None) -> Position:
    """A position from a diagram; the rows tell the board. Lines that start with `#` are comments.

    Raises InputError with the line that is wrong; IllegalPosition where a rule is broken.
    """
    lines = split_diagram(text, FORM)
    rows = [(number, re.sub(r"\s", "", row)) for number, row in lines.rows]
    with placed(f"line {lines.first}"):
        columns, height = board_size(lines.header["board"] or f"{len(rows[0][1])}x{len(rows)}")
        if len(rows) != height:
            raise InputError(f"the diagram has {len(rows)} rows", expected=f"{height} on this board")
    pieces: dict[Square, Piece] = {}
    for row, (number, letters) in zip(reversed(range(height)), rows, strict=True):
        if len(letters) != columns:
            raise InputError(f"the row has {len(letters)} squares", f"line {number}", f"{columns} in every row")
        for column, letter in enumerate(letters):
            if letter != ".":
                pieces[Square(column, row)] = piece_lettered(letter)
    chosen = readings_said(lines, readings, Readings)
    with placed(f"line {lines.first}"):
        position = set_up(f"{columns}x{height}", pieces, lines.header["side"] or BLUE, readings=chosen)
    with in_memory_line(lines):
        return with_memory(position, memory_from_json(memory_said(lines, []), ""))
