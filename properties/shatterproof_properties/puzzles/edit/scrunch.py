"""Changes of Scrunch's stones: removed, added, or recoloured."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

from shatterproof.scrunch import cells
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.edit.piece_changes import PieceChange, PieceChanges


class Stones(PieceChanges):
    PIECE, PLACE = "stone", "cell"
    LETTERS: ClassVar = {"x": cells.DARK, "o": cells.LIGHT}

    def __init__(self, puzzle: Puzzle, diagram: str = "") -> None:
        super().__init__(puzzle, diagram)
        self.names = {cell: cells.describe(cell) for cell in cells.board(self.position.side)}
        self.standing = dict.fromkeys(self.position.dark, cells.DARK) | dict.fromkeys(self.position.light, cells.LIGHT)

    def changes(self, piece: cells.Cell) -> Iterator[PieceChange]:
        first, *additions = super().changes(piece)
        yield from (first, *([self.recolouring(piece)] if piece in self.standing else additions))

    @staticmethod
    def recoloured_piece(piece: str) -> str:
        return cells.LIGHT if piece == cells.DARK else cells.DARK

    @staticmethod
    def put(place: cells.Cell, piece: str | None, position: Any) -> Any:
        dark, light = position.dark - {place}, position.light - {place}
        return replace(
            position,
            dark=dark | {place} if piece == cells.DARK else dark,
            light=light | {place} if piece == cells.LIGHT else light,
        )


changes_of = Stones
