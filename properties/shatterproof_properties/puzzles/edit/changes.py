"""Changes of a puzzle's position by one piece, in Scrunch a stone; a module for each game."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from shatterproof.errors import InputError
from shatterproof_properties.puzzles.checker.certificate import Json, to_json
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.edit.change import Change, Pieces
from shatterproof_properties.puzzles.edit.crumble import CrumblePieces
from shatterproof_properties.puzzles.edit.scrunch import Stones
from shatterproof_properties.puzzles.edit.splinter import SplinterPieces

PIECES: Mapping[str, type[Pieces]] = {"crumble": CrumblePieces, "scrunch": Stones, "splinter": SplinterPieces}


class PieceChanges:
    """The changes of a puzzle's position that can be named. `diagram` is the text whose letters name Crumble's pieces.

    Methods raise InputError for a piece that there is none of, and for a change that the game does not have.
    """

    def __init__(self, puzzle: Puzzle, diagram: str = "") -> None:
        self.puzzle = puzzle
        self.position = puzzle.reference_position()
        self._diagram = diagram
        self._pieces = PIECES[puzzle.game](self.position, diagram)

    def without(self, name: str) -> list[Change]:
        """The ways to do without a piece: it is taken away; in Crumble it becomes one with another, each in turn."""
        piece = self._pieces.found(name)
        return [change for change in self._pieces.changes(piece) if change.is_fewer]

    def recoloured(self, name: str) -> Change:
        """A piece in the other colour."""
        return self._pieces.recoloured(self._pieces.found(name))

    def added(self, text: str, freed: Collection[str] = ()) -> Change:
        """A piece more, written as its letter in diagrams and its place: `xc3`; `freed` places are empty by then."""
        change, name = self._pieces.added(text), text[1:]
        if name not in freed and self._pieces.place(name) in self._pieces.every():
            raise InputError(f"{name} is taken", text, f"--without {name} --with {text}")
        return change

    def merged(self, name: str, other: str) -> Change:
        """Two pieces made one, in the colour of the first."""
        if not isinstance(self._pieces, CrumblePieces):
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
