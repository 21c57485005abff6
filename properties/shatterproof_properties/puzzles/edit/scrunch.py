"""Changes of Scrunch's stones: removed, added, or recoloured."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from shatterproof.errors import InputError, shorten
from shatterproof.scrunch import cells
from shatterproof_properties.puzzles.edit.piece_changes import PLACE, PieceChange, PieceChanges

STONES = {"x": cells.DARK, "o": cells.LIGHT}


class Stones(PieceChanges):
    """Stones, by the names of their cells."""

    OCCUPIED = "a cell with a stone"

    def pieces(self) -> list[cells.Cell]:
        return sorted(self.position.dark | self.position.light)

    def empty(self) -> list[cells.Cell]:
        return sorted(cells.board(self.position.side).keys() - self.position.dark - self.position.light)

    def place(self, name: str) -> cells.Cell:
        if not PLACE.fullmatch(name) or name[0] not in cells.ROW_LETTERS:
            raise InputError(f"{shorten(name, 20)!r} is no cell", expected="a name like c3")
        cell = cells.cell_named(name)
        if cell not in cells.board(self.position.side):
            raise InputError(f"the board has no cell {name}", expected="a cell of it")
        return cell

    def changes(self, piece: cells.Cell) -> Iterator[PieceChange]:
        name = cells.describe(piece)
        if piece in self.position.dark | self.position.light:
            yield PieceChange((name,), f"without {name}", True, partial(_with_stone, piece, ""))
            yield self.recolouring(piece)
        else:
            yield from (self.addition(f"{letter}{name}") for letter in STONES)

    def recolouring(self, piece: cells.Cell) -> PieceChange:
        colour = cells.LIGHT if piece in self.position.dark else cells.DARK
        name = cells.describe(piece)
        return PieceChange((name,), f"{name} in the other colour", False, partial(_with_stone, piece, colour))

    def addition(self, text: str) -> PieceChange:
        colour = STONES.get(text[:1])
        if colour is None:
            raise InputError(f"{shorten(text, 20)!r} names no stone", expected="x or o and a cell, like xc3")
        name = text[1:]
        return PieceChange((name,), f"with {text}", False, partial(_with_stone, self.place(name), colour))


def _with_stone(cell: cells.Cell, colour: str, position: Any) -> Any:
    dark, light = position.dark - {cell}, position.light - {cell}
    return replace(
        position,
        dark=dark | {cell} if colour == cells.DARK else dark,
        light=light | {cell} if colour == cells.LIGHT else light,
    )


changes_of = Stones
