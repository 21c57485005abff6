"""Changes of Splinter's pieces: removed, added, replaced, or recoloured."""

from __future__ import annotations

from dataclasses import replace
from itertools import product, starmap
from typing import Any, ClassVar

from shatterproof.splinter import squares
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.edit.piece_changes import PieceChanges


class SplinterPieces(PieceChanges):
    PIECE, PLACE = "piece", "square"
    LETTERS: ClassVar = {
        letter: squares.piece_lettered(letter) for letter in (*squares.LETTERS, *map(str.lower, squares.LETTERS))
    }

    def __init__(self, puzzle: Puzzle, diagram: str = "") -> None:
        super().__init__(puzzle, diagram)
        every = starmap(squares.Square, product(range(self.position.columns), range(self.position.rows)))
        self.names = {square: squares.describe(square) for square in every}
        self.standing = dict(self.position.pieces)

    @staticmethod
    def recoloured_piece(piece: squares.Piece) -> squares.Piece:
        return squares.Piece(squares.opponent(piece.colour), piece.kind)

    @staticmethod
    def put(place: squares.Square, piece: squares.Piece | None, position: Any) -> Any:
        left = {at: there for at, there in position.pieces.items() if at != place}
        return replace(position, standing=frozenset((left if piece is None else left | {place: piece}).items()))


changes_of = SplinterPieces
