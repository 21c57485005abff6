"""What pieces, cells and squares are called in questions, answers and drawings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from shatterproof.crumble.picture import corner_name
from shatterproof.crumble.pieces import Piece
from shatterproof.game import AnyGame
from shatterproof.scrunch import cells
from shatterproof.splinter import squares

_PIECE = re.compile(r"at \(([0-9/]+), ([0-9/]+)\)")
_PLACE = re.compile(r"\b[a-z][1-9][0-9]?\b")


def name_of(game: AnyGame, thing: Sequence[int]) -> str:
    """The name of a piece, cell or square, given as a tuple of the reference."""
    if game.NAME == "crumble":
        return corner_name(Piece(*thing))
    if game.NAME == "scrunch":
        return cells.describe(cells.Cell(*thing))
    return squares.describe(squares.Square(*thing))


def names_of(game: AnyGame, things: Iterable[Sequence[int]]) -> list[str]:
    """The names of several, each once, in their order."""
    return list(dict.fromkeys(name_of(game, thing) for thing in things))


def names_in(game: AnyGame, text: str) -> list[str]:
    """The names of what a message of the reference speaks of, in its order."""
    if game.NAME == "crumble":
        return list(dict.fromkeys(f"{x},{y}" for x, y in _PIECE.findall(text)))
    return list(dict.fromkeys(_PLACE.findall(text)))


def thing_named(game: AnyGame, position: Any, name: str) -> Any | None:
    """The piece, cell or square of that name in a position, or None where there is none."""
    if game.NAME == "crumble":
        return next((piece for piece in position.arrangement.pieces if corner_name(piece) == name), None)
    if not _PLACE.fullmatch(name):
        return None
    if game.NAME == "scrunch":
        if name[0] not in cells.ROW_LETTERS:
            return None
        cell = cells.cell_named(name)
        return cell if cell in cells.board(position.side) else None
    square = squares.square_named(name)
    return square if squares.is_on_board(position.columns, position.rows, square) else None
