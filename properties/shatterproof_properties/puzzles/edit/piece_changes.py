"""Changes of a position by one piece: the pieces of each game, and the changes that can be named."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Protocol

from shatterproof.errors import InputError, shorten
from shatterproof_properties.common.per_game import PerGame
from shatterproof_properties.puzzles.checker.certificate import Json, to_json
from shatterproof_properties.puzzles.claims.puzzle import Puzzle


class PieceChange(NamedTuple):
    """A change: the names of its pieces or of its place, in words, and a function on positions of the reference.

    `is_fewer` says that there is one piece less afterwards.
    """

    pieces: tuple[str, ...]
    words: str
    is_fewer: bool
    make: Callable[[Any], Any]

    @property
    def piece(self) -> str:
        """The piece, or both pieces, by name."""
        return " with ".join(self.pieces)


class PieceChanges:
    """The changes of a puzzle's position that can be named. `diagram` is the text whose letters may name pieces.

    Pieces stand on places with names like c3: a game's subclass says which, or overrides what is named here. This class
    itself is for a game that names none. Methods raise InputError for a piece that does not exist, and for a change
    that the game does not have.
    """

    PIECE = PLACE = ""
    """The words for a piece and for its place."""
    LETTERS: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    """Every piece that there can be, by its letter in diagrams."""
    recoloured_piece: Callable[[Any], Any]
    """A piece in the other colour."""
    put: Callable[[Any, Any, Any], Any]
    """The position with a piece on a place, or with none on it; takes the place, the piece and a position."""

    def __init__(self, puzzle: Puzzle, diagram: str = "") -> None:
        self.puzzle = puzzle
        self.position = puzzle.reference_position()
        self._diagram = diagram
        # The places of the board with their names, and those that have a piece with the piece.
        self.names: dict[Any, str] = {}
        self.standing: dict[Any, Any] = {}

    def pieces(self) -> list[Any]:
        return sorted(self.standing)

    def empty(self) -> list[Any]:
        """The places on which a piece could be put."""
        return sorted(self.names.keys() - self.standing.keys())

    def place(self, name: str) -> Any:
        """The piece of that name, or the empty place. Raises InputError."""
        if not self.names:
            raise InputError(f"pieces of {self.puzzle.game} have no names", expected="another game")
        for place, named in self.names.items():
            if named == name:
                return place
        raise InputError(f"the board has no {self.PLACE} {shorten(name, 20)!r}", expected="a name like c3")

    def found(self, name: str) -> Any:
        """The piece of that name. Raises InputError."""
        place = self.place(name)
        if place not in self.standing:
            raise InputError(f"{name} is empty", expected=f"a {self.PLACE} with a {self.PIECE}")
        return place

    def changes(self, piece: Any) -> Iterator[PieceChange]:
        """All changes of a piece, or of an empty place."""
        name, there = self.names[piece], self.standing.get(piece)
        if there is not None:
            yield PieceChange((name,), f"without {name}", True, partial(self.put, piece, None))
        yield from (self.addition(f"{letter}{name}") for letter, each in self.LETTERS.items() if each != there)

    def recolouring(self, piece: Any) -> PieceChange:
        name, other = self.names[piece], self.recoloured_piece(self.standing[piece])
        return PieceChange((name,), f"{name} in the other colour", False, partial(self.put, piece, other))

    def addition(self, text: str) -> PieceChange:
        """Puts the piece of a text on the board: its letter and its place. Raises InputError."""
        place = self.place(text[1:])
        if text[0] not in self.LETTERS:
            wish = f"{', '.join(self.LETTERS)} and a {self.PLACE}, like {next(iter(self.LETTERS))}c3"
            raise InputError(f"{shorten(text, 20)!r} names no {self.PIECE}", expected=wish)
        return PieceChange((text[1:],), f"with {text}", False, partial(self.put, place, self.LETTERS[text[0]]))

    def merged(self, name: str, other: str) -> PieceChange:
        """Joins two pieces, given by their names, into one in the colour of the first. Raises InputError."""
        raise InputError(f"in {self.puzzle.game} no pieces become one", expected="without, with or recolour")

    def without(self, name: str) -> list[PieceChange]:
        """The ways to do without a piece: it is removed, or joined to another, each in turn."""
        return [change for change in self.changes(self.found(name)) if change.is_fewer]

    def recoloured(self, name: str) -> PieceChange:
        return self.recolouring(self.found(name))

    def added(self, text: str, freed: Collection[str] = ()) -> PieceChange:
        """A piece more, written as its letter in diagrams and its place: `xc3`. `freed` places are empty by then."""
        change, name = self.addition(text), text[1:]
        if name not in freed and self.place(name) in self.pieces():
            raise InputError(f"{name} is taken", text, f"--without {name} --with {text}")
        return change

    def of(self, place: Any) -> list[PieceChange]:
        """All changes of a piece, by its name or in the form of the game; for an empty place, all additions."""
        return list(self.changes(self.place(place) if isinstance(place, str) else place))

    def every(self) -> list[PieceChange]:
        """All changes of all pieces, each once, without additions to empty places."""
        found: dict[object, PieceChange] = {}
        for piece in self.pieces():
            for change in self.changes(piece):
                found.setdefault(change.make(self.position), change)
        return list(found.values())

    def possible(self) -> list[PieceChange]:
        """All changes of all pieces, and all additions to empty places."""
        return [*self.every(), *(change for place in self.empty() for change in self.changes(place))]

    def fewer(self) -> list[PieceChange]:
        """All changes after which there is one piece less. Two joined pieces get the colour of either."""
        return [change for change in self.every() if change.is_fewer]

    def drawn(self, *changes: PieceChange) -> str:
        """The diagram after some changes, with the letters of the diagram before them; "" if there can be none."""
        rules, its = self.puzzle.rules, replace(self.puzzle, position=self.made(*changes))
        try:
            return rules.to_diagram(its.reference_position(), self._diagram or rules.to_diagram(self.position))
        except InputError:
            return ""

    def made(self, *changes: PieceChange) -> Json:
        """The position after some changes, without a memory, in the form of a puzzle.

        Raises InputError, or IllegalPosition with the clause, if the rules do not allow it or the game is over.
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


class EditedGame(Protocol):
    def changes_of(self, puzzle: Puzzle, diagram: str) -> PieceChanges:
        """The changes of a puzzle's pieces; `diagram` is the text that was typed, or ""."""


EDITED_GAMES = PerGame[EditedGame](__package__)
