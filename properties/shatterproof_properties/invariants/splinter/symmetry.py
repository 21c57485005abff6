"""The eight symmetries of the board and the exchange of colours, with which everything must commute."""

from __future__ import annotations

from dataclasses import dataclass, replace

from shatterproof import splinter
from shatterproof.splinter.position import Position, Turn
from shatterproof.splinter.squares import Square
from shatterproof_properties.invariants import check, every_game, guards
from shatterproof_properties.invariants.splinter.definitions import COMPASS, groups_of, other_side
from shatterproof_properties.invariants.splinter.slides import slide_made


@dataclass(frozen=True)
class Symmetry(every_game.Seen):
    """A mirroring of the board in its upright middle, its level middle and its diagonal, in this order; perhaps also an
    exchange of colours."""

    east_west: bool = False
    north_south: bool = False
    diagonal: bool = False
    colours: bool = False

    def square(self, square: tuple[int, int], board: Position) -> Square:
        """Where a square of the board of a position goes."""
        column, row = square
        column = board.columns - 1 - column if self.east_west else column
        row = board.rows - 1 - row if self.north_south else row
        return Square(row, column) if self.diagonal else Square(column, row)

    def direction(self, way: str) -> str:
        right, up = COMPASS[way]
        right, up = -right if self.east_west else right, -up if self.north_south else up
        return next(name for name, step in COMPASS.items() if step == ((up, right) if self.diagonal else (right, up)))

    def side(self, colour: str) -> str:
        return other_side(colour) if self.colours else colour

    def position(self, position: Position) -> Position:
        """The position seen so, its memory included; a board that is not square may turn into another."""
        columns, rows = position.columns, position.rows
        standing = frozenset(
            (self.square(square, position), piece._replace(colour=self.side(piece.colour)))
            for square, piece in position.standing
        )
        return replace(
            position,
            columns=rows if self.diagonal else columns,
            rows=columns if self.diagonal else rows,
            standing=standing,
            to_move=self.side(position.to_move),
            memory=frozenset(
                (self.square(now, position), self.square(before, position)) for now, before in position.memory
            ),
        )

    def turn(self, position: Position, turn: Turn) -> Turn:
        """The turn seen so; a group is named by the square that is then its smallest."""
        choice = None
        if turn.choice is not None:
            groups = groups_of(slide_made(position, turn).standing)
            named = next(group for group in groups if turn.choice in group)
            choice = min(self.square(place, position) for place in named)
        return Turn(self.square(turn.square, position), self.direction(turn.direction), choice)


BOTH = (False, True)
SYMMETRIES = tuple(
    Symmetry(east_west, north_south, diagonal, colours)
    for colours in BOTH
    for diagonal in BOTH
    for north_south in BOTH
    for east_west in BOTH
)


@guards(
    "splinter.board.rectangle",
    "splinter.turn.order",
    "splinter.slide.one-step",
    "splinter.slide.push",
    "splinter.slide.off",
    "splinter.slide.return",
    "splinter.group.tie",
    "splinter.win.own-turn",
)
def playing_commutes_with_symmetries(position: Position, turn: Turn) -> None:
    """The board turned, mirrored or with colours exchanged: the same turn gives the same result, seen so."""
    after = splinter.play(position, turn)
    for symmetry in SYMMETRIES:
        seen = splinter.play(symmetry.position(position), symmetry.turn(position, turn))
        check(seen == symmetry.position(after), f"{symmetry} changes what {turn} does")
        expected = symmetry.outcome(splinter.outcome(after))
        check(splinter.outcome(seen) == expected, f"{symmetry} changes the outcome of {turn}")


@guards("splinter.board.rectangle", "splinter.turn.parts", "splinter.slide.return", "splinter.step-off")
def turns_commute_with_symmetries(position: Position) -> None:
    """As sets of turns and of results: which turn represents a result may depend on how one looks at the board."""
    known = list(splinter.actions(position))
    for symmetry in SYMMETRIES[1:]:
        found = set(splinter.actions(symmetry.position(position)))
        expected = {(symmetry.turn(position, turn), symmetry.position(after)) for turn, after in known}
        check(found == expected, f"{symmetry} changes the legal turns")


@guards("splinter.win.type-out", "splinter.win.both-out", "splinter.win.even", "splinter.board.rectangle")
def outcomes_commute_with_symmetries(position: Position) -> None:
    every_game.outcomes_commute(splinter, position, SYMMETRIES)
