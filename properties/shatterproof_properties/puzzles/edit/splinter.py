"""Changes of Splinter's pieces: removed, added, replaced, or recoloured."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product, starmap
from typing import Any

from shatterproof.errors import InputError, shorten
from shatterproof.splinter import squares
from shatterproof_properties.puzzles.edit.piece_changes import PLACE, PieceChange, PieceChanges


class SplinterPieces(PieceChanges):
    """Pieces, by the names of their squares."""

    OCCUPIED = "a square with a piece"

    def pieces(self) -> list[squares.Square]:
        return sorted(self.position.pieces)

    def empty(self) -> list[squares.Square]:
        every = starmap(squares.Square, product(range(self.position.columns), range(self.position.rows)))
        return [square for square in every if square not in self.position.pieces]

    def place(self, name: str) -> squares.Square:
        if not PLACE.fullmatch(name):
            raise InputError(f"{shorten(name, 20)!r} is no square", expected="a name like c3")
        square = squares.square_named(name)
        if not squares.is_on_board(self.position.columns, self.position.rows, square):
            raise InputError(f"the board has no square {name}", expected="a square of it")
        return square

    def changes(self, piece: squares.Square) -> Iterator[PieceChange]:
        name, there = squares.describe(piece), self.position.pieces.get(piece)
        if there is not None:
            yield PieceChange((name,), f"without {name}", True, partial(_with_piece, piece, None))
        for letter in (*squares.LETTERS, *map(str.lower, squares.LETTERS)):
            if squares.piece_lettered(letter) != there:
                yield self.addition(f"{letter}{name}")

    def recolouring(self, piece: squares.Square) -> PieceChange:
        there, name = self.position.pieces[piece], squares.describe(piece)
        other = squares.Piece(squares.opponent(there.colour), there.kind)
        return PieceChange((name,), f"{name} in the other colour", False, partial(_with_piece, piece, other))

    def addition(self, text: str) -> PieceChange:
        if text[:1].upper() not in squares.LETTERS:
            wish = f"a letter of {', '.join(squares.LETTERS)}, small for White, and a square, like Xc3"
            raise InputError(f"{shorten(text, 20)!r} names no piece", expected=wish)
        name = text[1:]
        return PieceChange(
            (name,), f"with {text}", False, partial(_with_piece, self.place(name), squares.piece_lettered(text[0]))
        )


def _with_piece(square: squares.Square, piece: squares.Piece | None, position: Any) -> Any:
    left = {at: there for at, there in position.pieces.items() if at != square}
    return replace(position, standing=frozenset((left if piece is None else left | {square: piece}).items()))


changes_of = SplinterPieces
