"""The twelve symmetries of the board and the exchange of colours. Play must be the same under all of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from shatterproof import scrunch
from shatterproof.game import AnyGame
from shatterproof.scrunch.cells import Cell, Stones
from shatterproof.scrunch.position import Position, Turn
from shatterproof_properties.invariants import every_game, tie
from shatterproof_properties.invariants.scrunch.brute_force import Place, cell_at, place_of


@dataclass(frozen=True)
class ScrunchSymmetry(every_game.GameSymmetry):
    """A symmetry: the board is perhaps mirrored, then turned by some sixths; colours are perhaps exchanged."""

    game: ClassVar[AnyGame] = scrunch
    mirrored: bool = False
    sixths: int = 0

    def place(self, place: Place) -> Place:
        """The image of a place. The mirror exchanges the row with the slanted line through the middle."""
        up, along = place[::-1] if self.mirrored else place
        for _ in range(self.sixths):
            up, along = up + along, -up
        return up, along

    def cell(self, side: int, cell: Cell) -> Cell:
        return cell_at(side, self.place(place_of(side, cell)))

    def position(self, position: Position) -> Position:
        """The image of the position."""

        def moved(cells: Iterable[Cell]) -> Stones:
            return frozenset(self.cell(position.side, cell) for cell in cells)

        dark, light = moved(position.dark), moved(position.light)
        return replace(
            position,
            dark=light if self.colours else dark,
            light=dark if self.colours else light,
            to_move=self.side(position.to_move),
            creating=frozenset(map(self.side, position.creating)),
        )

    def turn(self, position: Position, turn: Turn) -> Turn:
        """The image of the turn. It may name a removed snake by another cell than its smallest."""
        side = position.side
        return Turn(
            tuple(self.cell(side, cell) for cell in turn.removed),
            self.cell(side, turn.placed) if turn.placed else None,
            (self.cell(side, turn.moved[0]), self.cell(side, turn.moved[1])) if turn.moved else None,
        )


SYMMETRIES = tuple(
    ScrunchSymmetry(colours, mirrored, sixths)
    for colours in (False, True)
    for mirrored in (False, True)
    for sixths in range(6)
)
GENERATORS = (ScrunchSymmetry(mirrored=True), ScrunchSymmetry(sixths=1), ScrunchSymmetry(colours=True))
"""Three symmetries that make all others when applied one after another."""

tie(
    __name__,
    every_game.Symmetries(scrunch, SYMMETRIES, GENERATORS),
    {
        every_game.playing_commutes_with_symmetries: (
            "scrunch.board.hexagon",
            "scrunch.turn.order",
            "scrunch.growth.step",
            "scrunch.growth.cure",
            "scrunch.death.which",
            "scrunch.creation.end",
            "scrunch.end.last-snake",
        ),
        every_game.turns_commute_with_symmetries: (
            "scrunch.turn.parts",
            "scrunch.growth.place",
            "scrunch.death.until",
            "scrunch.creation.egg",
        ),
        every_game.outcomes_commute_with_symmetries: ("scrunch.end.last-snake", "scrunch.shut-out"),
    },
)
