"""The names of pieces for people who look at the board: "the left half in column 3, row 2"."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from shatterproof.crumble.pieces import GRAIN, Piece
from shatterproof.crumble.position import Position

MEASURED = re.compile(r"((?:no )?piece |Black |White |own )?\b([0-9/]+)x([0-9/]+) at \(([0-9/]+), ([0-9/]+)\)")
"""A piece as the reference writes it, with a word before it that takes the place of an article."""
FINEST = 4
"""The finest pieces that have names, as parts of a unit. Names of finer pieces would be longer than their measures."""
_ACROSS, _UP = ("left", "right"), ("lower", "upper")


def in_words(position: Position, text: str, measured: bool = False) -> str:
    """A text of the reference with pieces named. If `measured`, the measures follow each name."""
    columns, rows = position.arrangement.columns, position.arrangement.rows

    def said(found: re.Match[str]) -> str:
        before, *measures = found.groups(default="")
        width, height, x, y = map(_length, measures)
        name = name_of_piece(Piece(x, y, width, height), columns, rows)
        before = before.replace("piece ", "")
        behind = f", {found[0].removeprefix(before)}" if measured else ""
        return f"{before or 'the '}{name}{behind}" if name else found[0]

    words = MEASURED.sub(said, text)
    return words[0].upper() + words[1:] if words.startswith("the ") else words


@lru_cache(maxsize=1024)
def _length(number: str) -> int:
    return int(Fraction(number) * GRAIN)


@lru_cache(maxsize=4096)
def name_of_piece(piece: Piece, columns: int, rows: int) -> str:
    """The name of a piece on a board of this many columns and rows; "" if it is too fine for a name."""
    if min(piece.width, piece.height) * FINEST < GRAIN:
        return ""
    return f"{_part_of_unit(piece) or _kind(piece)} {_place(piece, columns, rows)}"


def _place(piece: Piece, columns: int, rows: int) -> str:
    """The place on the board of the units that a piece covers in part."""
    # Counted from 0.
    across = range(piece.x // GRAIN, -(-piece.east // GRAIN))
    up = range(piece.y // GRAIN, -(-piece.north // GRAIN))
    if len(across) == len(up) == 1 and across[0] in (0, columns - 1) and up[0] in (0, rows - 1):
        return f"in the {_UP[up[0] > 0]} {_ACROSS[across[0] > 0]} corner"
    return f"in {_counted('column', across)}, {_counted('row', up)}"


def _counted(what: str, units: range) -> str:
    """Units counted from 1: `column 3`, `columns 3 and 4`, `columns 3 to 5`."""
    if len(units) == 1:
        return f"{what} {units[0] + 1}"
    return f"{what}s {units[0] + 1} {'and' if len(units) == 2 else 'to'} {units[-1] + 1}"


def _part_of_unit(piece: Piece) -> str:
    """The part of a unit that a piece is: `left half`, `upper left quarter`; "" if it is no such part."""
    x, y = piece.x % GRAIN, piece.y % GRAIN
    if GRAIN % piece.width or GRAIN % piece.height or x % piece.width or y % piece.height:
        return ""
    return _within(Piece(x, y, piece.width, piece.height), GRAIN)


def _within(piece: Piece, whole: int) -> str:
    """The part that a piece is of a square that begins at 0, 0 and has sides of `whole`."""
    half = whole // 2
    across, up = _ACROSS[piece.x >= half], _UP[piece.y >= half]
    if (piece.width, piece.height) == (whole, whole):
        return "square"
    if (piece.width, piece.height) == (half, whole):
        return f"{across} half"
    if (piece.width, piece.height) == (whole, half):
        return f"{up} half"
    quarter = f"{up} {across} quarter"
    inside = _within(Piece(piece.x % half, piece.y % half, piece.width, piece.height), half)
    return quarter if inside == "square" else f"{inside} of the {quarter}"


def _kind(piece: Piece) -> str:
    """The shape of a piece that is not part of one unit. Its size is added unless it is one unit."""
    longer = max(piece.width, piece.height)
    shape = "square" if piece.width == piece.height else "upright half" if piece.height == longer else "level half"
    return shape if longer == GRAIN else f"{'big' if longer > GRAIN else 'small'} {shape}"
