"""The twelve symmetries of the board and the exchange of colours, with which everything must commute."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from shatterproof import scrunch
from shatterproof.errors import InputError
from shatterproof.game import IllegalTurn
from shatterproof.scrunch.cells import Cell, Stones, board, cell_named, describe, opponent
from shatterproof.scrunch.position import Position, Turn
from shatterproof_properties.invariants import check, every_game, guards
from shatterproof_properties.invariants.scrunch.definitions import Place, cell_at, place_of


@dataclass(frozen=True)
class Symmetry(every_game.Seen):
    """The board mirrored, perhaps, then turned by so many sixths; perhaps also with colours exchanged."""

    mirrored: bool = False
    sixths: int = 0
    colours: bool = False

    def place(self, place: Place) -> Place:
        """Where a place goes: the mirror exchanges the row with the slanted line through the middle."""
        up, along = place[::-1] if self.mirrored else place
        for _ in range(self.sixths):
            up, along = up + along, -up
        return up, along

    def cell(self, side: int, cell: Cell) -> Cell:
        return cell_at(side, self.place(place_of(side, cell)))

    def side(self, colour: str) -> str:
        return opponent(colour) if self.colours else colour

    def position(self, position: Position) -> Position:
        """The position seen so."""

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

    def turn(self, turn: Turn, side: int) -> Turn:
        """The turn seen so; a snake removed may then be named by another than its smallest cell."""
        return Turn(
            tuple(self.cell(side, cell) for cell in turn.removed),
            self.cell(side, turn.placed) if turn.placed else None,
            (self.cell(side, turn.moved[0]), self.cell(side, turn.moved[1])) if turn.moved else None,
        )

    def text(self, text: str, side: int) -> str | None:
        """The text of a turn seen so; None if it names a cell off the board."""
        names = re.findall(r"[a-s][1-9][0-9]?", text)
        if not all(cell_named(name) in board(side) for name in names):
            return None
        return re.sub(r"[a-s][1-9][0-9]?", lambda name: describe(self.cell(side, cell_named(name[0]))), text)


SYMMETRIES = tuple(
    Symmetry(mirrored, sixths, colours)
    for colours in (False, True)
    for mirrored in (False, True)
    for sixths in range(6)
)
GENERATORS = (Symmetry(mirrored=True), Symmetry(sixths=1), Symmetry(colours=True))
"""Three that, one after another, make all the others."""


@guards(
    "scrunch.board.hexagon",
    "scrunch.turn.order",
    "scrunch.growth.step",
    "scrunch.growth.cure",
    "scrunch.death.which",
    "scrunch.creation.end",
    "scrunch.end.last-snake",
)
def playing_commutes_with_symmetries(position: Position, turn: Turn) -> None:
    """The board turned, mirrored or with colours exchanged: the same turn gives the same result, seen so."""
    after = scrunch.play(position, turn)
    for symmetry in SYMMETRIES:
        seen = scrunch.play(symmetry.position(position), symmetry.turn(turn, position.side))
        check(seen == symmetry.position(after), f"{symmetry} changes what {turn} does")
        expected = symmetry.outcome(scrunch.outcome(after))
        check(scrunch.outcome(seen) == expected, f"{symmetry} changes the outcome of {turn}")


@guards("scrunch.turn.parts", "scrunch.growth.place", "scrunch.death.until", "scrunch.creation.egg")
def turns_commute_with_symmetries(position: Position) -> None:
    """As sets of results, and in number: which turn represents a result may depend on how one looks at the board."""
    results = {after for _, after in scrunch.results(position)}
    actions = sum(1 for _ in scrunch.actions(position))
    for symmetry in GENERATORS:
        seen = symmetry.position(position)
        found = {after for _, after in scrunch.results(seen)}
        check(found == {symmetry.position(after) for after in results}, f"{symmetry} changes the legal turns")
        check(sum(1 for _ in scrunch.actions(seen)) == actions, f"{symmetry} changes the number of actions")


@guards("scrunch.end.last-snake", "scrunch.shut-out")
def outcomes_commute_with_symmetries(position: Position) -> None:
    every_game.outcomes_commute(scrunch, position, SYMMETRIES)


def _refused(position: Position, text: str) -> str:
    try:
        scrunch.parse_turn(position, text)
    except IllegalTurn as refused:
        return refused.clause
    except InputError:
        return "malformed"
    return "legal"


@guards(
    "scrunch.turn.finished",
    "scrunch.growth.place",
    "scrunch.growth.smallest",
    "scrunch.growth.move",
    "scrunch.growth.step",
    "scrunch.growth.cure",
    "scrunch.growth.count",
    "scrunch.death.when",
    "scrunch.death.which",
    "scrunch.death.until",
    "scrunch.death.creator",
    "scrunch.turn.no-pass",
)
def refusals_commute_with_symmetries(position: Position, text: str) -> None:
    """What is refused is refused for the same reason, however one looks at it."""
    expected = _refused(position, text)
    for symmetry in SYMMETRIES:
        said = symmetry.text(text, position.side)
        if said is not None:
            found = _refused(symmetry.position(position), said)
            check(found == expected, f"{symmetry}: {text} breaks {expected}, {said} breaks {found}")
