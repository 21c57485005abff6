"""Changes of Crumble's pieces: recoloured, or joined into one. They cover the board, so none is taken away."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from shatterproof.crumble.diagram import lettered, to_diagram
from shatterproof.crumble.notation import locations
from shatterproof.crumble.pieces import Piece, has_legal_shape
from shatterproof.errors import InputError, shorten
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.edit.piece_changes import PieceChange, PieceChanges


class CrumblePieces(PieceChanges):
    """Crumble's pieces, by the letters of the typed diagram, else of the printed one, and by their locations."""

    def __init__(self, puzzle: Puzzle, diagram: str = "") -> None:
        super().__init__(puzzle, diagram)
        named = locations(self.position.arrangement).items()
        self._locations = {piece: ",".join(map(str, at)) for piece, at in named}
        self._letters: dict[Piece, str] = {}
        # No diagram can show some positions.
        with suppress(InputError):
            self._letters = lettered(diagram or to_diagram(self.position))

    def pieces(self) -> list[Piece]:
        return sorted(self.position.arrangement.pieces, key=lambda piece: (piece.y, piece.x))

    def found(self, name: str) -> Piece:
        found = [piece for piece in self._locations if name in (self._letters.get(piece), self._locations[piece])]
        if len(found) > 1:
            where = " or ".join(self._locations[piece] for piece in found[:6])
            raise InputError(f"there are {len(found)} pieces {name!r}", expected=f"a location: {where}")
        if not found:
            wish = "a letter of the diagram, or the location of a piece as turns have it, like 1,2"
            raise InputError(f"there is no piece {shorten(name, 20)!r}", expected=wish)
        return found[0]

    def place(self, name: str) -> Piece:
        return self.found(name)

    def changes(self, piece: Piece) -> Iterator[PieceChange]:
        yield self.recolouring(piece)
        for other in sorted(self.position.arrangement.neighbours[piece]):
            if _outline(piece, other):
                yield self._made_one(piece, other)

    def recolouring(self, piece: Piece) -> PieceChange:
        def make(position: Any) -> Any:
            return replace(position, black=position.black ^ {piece})

        return PieceChange((self._name(piece),), f"{self._name(piece)} in the other colour", False, make)

    def merged(self, name: str, other: str) -> PieceChange:
        return self._made_one(self.found(name), self.found(other))

    def _made_one(self, piece: Piece, other: Piece) -> PieceChange:
        """Two pieces joined into one, in the colour of the first. Raises InputError."""
        one, two, outline = self._name(piece), self._name(other), _outline(piece, other)
        if outline is None:
            raise InputError(f"{one} and {two} make no piece", expected="two that make a square, or half of one")

        def make(position: Any) -> Any:
            if not {piece, other} <= set(position.arrangement.pieces):
                raise InputError(f"{one} or {two} is gone already", expected="changes of different pieces")
            black = position.black - {piece, other} | ({outline} if piece in position.black else set())
            arrangement = position.arrangement.replace([piece, other], [outline])
            return replace(position, arrangement=arrangement, black=black)

        return PieceChange((one, two), f"{one} made one with {two}", True, make)

    def addition(self, text: str) -> PieceChange:
        raise InputError(
            "Crumble's pieces cover the board: none is added", expected="a colour changed, or two made one"
        )

    def _name(self, piece: Piece) -> str:
        letter, at = self._letters.get(piece, ""), self._locations[piece]
        is_one = list(self._letters.values()).count(letter) == 1
        return f"{letter} at {at}" if letter and is_one else f"the piece at {at}"


def _outline(piece: Piece, other: Piece) -> Piece | None:
    """The piece that two pieces make, if they make one."""
    x, y = min(piece.x, other.x), min(piece.y, other.y)
    outline = Piece(x, y, max(piece.east, other.east) - x, max(piece.north, other.north) - y)
    fits = outline.area == piece.area + other.area and has_legal_shape(outline.width, outline.height)
    return outline if fits else None


changes_of = CrumblePieces
