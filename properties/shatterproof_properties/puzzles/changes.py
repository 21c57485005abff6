"""Changes of a puzzle's position by one piece: taken away, added, recoloured, or made one with another.

In Scrunch a piece is a stone. Crumble's pieces cover the board, so that none is taken away: it is recoloured, or made
one with another.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from shatterproof.crumble.diagram import lettered, to_diagram
from shatterproof.crumble.notation import locations
from shatterproof.crumble.pieces import Piece, has_legal_shape
from shatterproof.errors import InputError, shorten
from shatterproof.scrunch import cells
from shatterproof.splinter import squares
from shatterproof_properties.puzzles.certificate import Json, to_json
from shatterproof_properties.puzzles.puzzle import Puzzle

_PLACE = re.compile("[a-z][1-9][0-9]?")
STONES = {"x": cells.DARK, "o": cells.LIGHT}


class Change(NamedTuple):
    """A change: the names of the pieces, or of the place, in words, and how it changes a position of the reference.

    `is_fewer` says that there is a piece less afterwards.
    """

    pieces: tuple[str, ...]
    words: str
    is_fewer: bool
    make: Callable[[Any], Any]

    @property
    def piece(self) -> str:
        """The piece, or both pieces, by name."""
        return " with ".join(self.pieces)


class Changes:
    """The changes of a puzzle's position that can be named. `diagram` is the text whose letters name Crumble's pieces.

    Methods raise InputError for a piece that there is none of, and for a change that the game does not have.
    """

    def __init__(self, puzzle: Puzzle, diagram: str = "") -> None:
        self.puzzle = puzzle
        self.position = puzzle.reference_position()
        self._diagram = diagram
        self._pieces = _PIECES[puzzle.game](self.position, diagram)

    def without(self, name: str) -> list[Change]:
        """The ways to do without a piece: it is taken away; in Crumble it becomes one with another, each in turn."""
        piece = self._pieces.found(name)
        return [change for change in self._pieces.changes(piece) if change.is_fewer]

    def recoloured(self, name: str) -> Change:
        """A piece in the other colour."""
        return self._pieces.recoloured(self._pieces.found(name))

    def added(self, text: str) -> Change:
        """A piece more, written as its letter in diagrams and its place: `xc3`."""
        return self._pieces.added(text)

    def merged(self, name: str, other: str) -> Change:
        """Two pieces made one, in the colour of the first."""
        if not isinstance(self._pieces, _Crumble):
            raise InputError(f"in {self.puzzle.game} no pieces become one", expected="without, with or recolour")
        return self._pieces.merged(self._pieces.found(name), self._pieces.found(other))

    def of(self, name: str) -> list[Change]:
        """All changes of a piece; of an empty place what can be put there."""
        return list(self._pieces.changes(self._pieces.place(name)))

    def every(self) -> list[Change]:
        """All changes of all pieces, each once, without additions to empty places."""
        found: dict[object, Change] = {}
        for piece in self._pieces.every():
            for change in self._pieces.changes(piece):
                found.setdefault(change.make(self.position), change)
        return list(found.values())

    def fewer(self) -> list[Change]:
        """All changes after which there is a piece less; two pieces of Crumble become one in the colour of either."""
        return [change for change in self.every() if change.is_fewer]

    def drawn(self, *changes: Change) -> str:
        """The diagram after some changes, with the letters of the diagram before them; "" where there can be none."""
        rules, its = self.puzzle.rules, replace(self.puzzle, position=self.made(*changes))
        try:
            return rules.to_diagram(its.reference_position(), self._diagram or rules.to_diagram(self.position))
        except InputError:
            return ""

    def made(self, *changes: Change) -> Json:
        """The position after some changes, remembering nothing, as a puzzle has it.

        Raises InputError, or IllegalPosition with the clause, where the rules do not allow it or the game is over.
        """
        rules, changed = self.puzzle.rules, self.position
        if hasattr(changed, "memory"):
            changed = replace(changed, memory=type(changed).memory)
        for change in changes:
            changed = change.make(changed)
        allowed = rules.from_json(to_json(rules, changed), changed.readings)
        if rules.outcome(allowed) is not None:
            raise InputError("the game is over there", expected="a position in which it goes on")
        return to_json(rules, allowed)


class _Pieces(ABC):
    """The pieces of a position by their names, and what can be done to each."""

    def __init__(self, position: Any, diagram: str) -> None:
        self.position = position

    @abstractmethod
    def every(self) -> list[Any]:
        """All pieces, in order."""

    @abstractmethod
    def place(self, name: str) -> Any:
        """The piece of that name, or the place where one could be. Raises InputError."""

    @abstractmethod
    def found(self, name: str) -> Any:
        """The piece of that name. Raises InputError."""

    @abstractmethod
    def changes(self, piece: Any) -> Iterator[Change]:
        """All changes of a piece, or of an empty place."""

    @abstractmethod
    def recoloured(self, piece: Any) -> Change:
        """The piece in the other colour."""

    @abstractmethod
    def added(self, text: str) -> Change:
        """What a letter and a place say put on the board. Raises InputError."""


class _Crumble(_Pieces):
    """Crumble's pieces, by the letters of a diagram and by their locations."""

    def __init__(self, position: Any, diagram: str) -> None:
        super().__init__(position, diagram)
        self._locations = {piece: ",".join(map(str, at)) for piece, at in locations(position.arrangement).items()}
        self._letters = _letters(position, diagram)

    def every(self) -> list[Piece]:
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

    def changes(self, piece: Piece) -> Iterator[Change]:
        yield self.recoloured(piece)
        for other in sorted(self.position.arrangement.neighbours[piece]):
            if _outline(piece, other):
                yield self.merged(piece, other)

    def recoloured(self, piece: Piece) -> Change:
        def make(position: Any) -> Any:
            return replace(position, black=position.black ^ {piece})

        return Change((self._name(piece),), f"{self._name(piece)} in the other colour", False, make)

    def merged(self, piece: Piece, other: Piece) -> Change:
        """Two pieces made one, in the colour of the first. Raises InputError."""
        one, two, outline = self._name(piece), self._name(other), _outline(piece, other)
        if outline is None:
            raise InputError(f"{one} and {two} make no piece", expected="two that make a square, or half of one")

        def make(position: Any) -> Any:
            black = position.black - {piece, other} | ({outline} if piece in position.black else set())
            arrangement = position.arrangement.replace([piece, other], [outline])
            return replace(position, arrangement=arrangement, black=black)

        return Change((one, two), f"{one} made one with {two}", True, make)

    def added(self, text: str) -> Change:
        raise InputError(
            "Crumble's pieces cover the board: none is added", expected="a colour changed, or two made one"
        )

    def _name(self, piece: Piece) -> str:
        letter, at = self._letters.get(piece, ""), self._locations[piece]
        is_one = list(self._letters.values()).count(letter) == 1
        return f"{letter} at {at}" if letter and is_one else f"the piece at {at}"


class _Scrunch(_Pieces):
    """Stones, by the names of their cells."""

    def every(self) -> list[cells.Cell]:
        return sorted(self.position.dark | self.position.light)

    def found(self, name: str) -> cells.Cell:
        cell = self.place(name)
        if cell not in self.position.dark | self.position.light:
            raise InputError(f"{name} is empty", expected="a cell with a stone")
        return cell

    def place(self, name: str) -> cells.Cell:
        if not _PLACE.fullmatch(name) or name[0] not in cells.ROW_LETTERS:
            raise InputError(f"{shorten(name, 20)!r} is no cell", expected="a name like c3")
        cell = cells.cell_named(name)
        if cell not in cells.board(self.position.side):
            raise InputError(f"the board has no cell {name}", expected="a cell of it")
        return cell

    def changes(self, piece: cells.Cell) -> Iterator[Change]:
        name = cells.describe(piece)
        if piece in self.position.dark | self.position.light:
            yield Change((name,), f"without {name}", True, partial(_with_stone, piece, ""))
            yield self.recoloured(piece)
        else:
            yield from (self.added(f"{letter}{name}") for letter in STONES)

    def recoloured(self, piece: cells.Cell) -> Change:
        colour = cells.LIGHT if piece in self.position.dark else cells.DARK
        name = cells.describe(piece)
        return Change((name,), f"{name} in the other colour", False, partial(_with_stone, piece, colour))

    def added(self, text: str) -> Change:
        colour = STONES.get(text[:1])
        if colour is None:
            raise InputError(f"{shorten(text, 20)!r} names no stone", expected="x or o and a cell, like xc3")
        name = text[1:]
        return Change((name,), f"with {text}", False, partial(_with_stone, self.place(name), colour))


class _Splinter(_Pieces):
    """Pieces, by the names of their squares."""

    def every(self) -> list[squares.Square]:
        return sorted(self.position.pieces)

    def found(self, name: str) -> squares.Square:
        square = self.place(name)
        if square not in self.position.pieces:
            raise InputError(f"{name} is empty", expected="a square with a piece")
        return square

    def place(self, name: str) -> squares.Square:
        if not _PLACE.fullmatch(name):
            raise InputError(f"{shorten(name, 20)!r} is no square", expected="a name like c3")
        square = squares.square_named(name)
        if not squares.is_on_board(self.position.columns, self.position.rows, square):
            raise InputError(f"the board has no square {name}", expected="a square of it")
        return square

    def changes(self, piece: squares.Square) -> Iterator[Change]:
        name, there = squares.describe(piece), self.position.pieces.get(piece)
        if there is not None:
            yield Change((name,), f"without {name}", True, partial(_with_piece, piece, None))
        for letter in (*squares.LETTERS, *map(str.lower, squares.LETTERS)):
            if squares.piece_lettered(letter) != there:
                yield self.added(f"{letter}{name}")

    def recoloured(self, piece: squares.Square) -> Change:
        there, name = self.position.pieces[piece], squares.describe(piece)
        other = squares.Piece(squares.opponent(there.colour), there.kind)
        return Change((name,), f"{name} in the other colour", False, partial(_with_piece, piece, other))

    def added(self, text: str) -> Change:
        if text[:1].upper() not in squares.LETTERS:
            wish = f"a letter of {', '.join(squares.LETTERS)}, small for White, and a square, like Xc3"
            raise InputError(f"{shorten(text, 20)!r} names no piece", expected=wish)
        name = text[1:]
        return Change(
            (name,), f"with {text}", False, partial(_with_piece, self.place(name), squares.piece_lettered(text[0]))
        )


def _letters(position: Any, diagram: str) -> dict[Piece, str]:
    """The letters of the pieces in a diagram that was typed, else in the one that is printed, if there can be one."""
    try:
        return lettered(diagram or to_diagram(position))
    except InputError:
        return {}


def _outline(piece: Piece, other: Piece) -> Piece | None:
    """The piece that two pieces make, if they do."""
    x, y = min(piece.x, other.x), min(piece.y, other.y)
    outline = Piece(x, y, max(piece.east, other.east) - x, max(piece.north, other.north) - y)
    fits = outline.area == piece.area + other.area and has_legal_shape(outline.width, outline.height)
    return outline if fits else None


def _with_stone(cell: cells.Cell, colour: str, position: Any) -> Any:
    """A position with a stone of a colour on a cell, or none."""
    dark, light = position.dark - {cell}, position.light - {cell}
    return replace(
        position,
        dark=dark | {cell} if colour == cells.DARK else dark,
        light=light | {cell} if colour == cells.LIGHT else light,
    )


def _with_piece(square: squares.Square, piece: squares.Piece | None, position: Any) -> Any:
    """A position with a piece on a square, or none."""
    left = {at: there for at, there in position.pieces.items() if at != square}
    return replace(position, standing=frozenset((left if piece is None else left | {square: piece}).items()))


_PIECES: Mapping[str, type[_Pieces]] = {"crumble": _Crumble, "scrunch": _Scrunch, "splinter": _Splinter}
