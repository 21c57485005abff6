"""The eight symmetries of the board and the exchange of colours. Play must be the same under all of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from shatterproof import splinter
from shatterproof.game import AnyGame
from shatterproof.splinter.position import Position, Turn
from shatterproof.splinter.squares import Square
from shatterproof_properties.invariants import every_game, tie
from shatterproof_properties.invariants.splinter.brute_force import COMPASS, groups_of
from shatterproof_properties.invariants.splinter.slides import slide_made


@dataclass(frozen=True)
class SplinterSymmetry(every_game.RectangleSymmetry):
    """The image of squares, of a position's memory, and of turns under one symmetry."""

    game: ClassVar[AnyGame] = splinter

    def square(self, square: tuple[int, int], columns: int, rows: int) -> Square:
        """The image of a square on a board of `columns` by `rows`."""
        column, row = square
        column = columns - 1 - column if self.east_west else column
        row = rows - 1 - row if self.north_south else row
        return Square(row, column) if self.diagonal else Square(column, row)

    def direction(self, way: str) -> str:
        right, up = COMPASS[way]
        right, up = -right if self.east_west else right, -up if self.north_south else up
        return next(name for name, step in COMPASS.items() if step == ((up, right) if self.diagonal else (right, up)))

    def position(self, position: Position) -> Position:
        """The image of the position and of its memory."""
        old = position.columns, position.rows
        columns, rows = self.board(*old)
        standing = frozenset(
            (self.square(square, *old), piece._replace(colour=self.side(piece.colour)))
            for square, piece in position.standing
        )
        return replace(
            position,
            columns=columns,
            rows=rows,
            standing=standing,
            to_move=self.side(position.to_move),
            memory=frozenset((self.square(now, *old), self.square(before, *old)) for now, before in position.memory),
        )

    def turn(self, position: Position, turn: Turn) -> Turn:
        """The image of the turn. It names a group by the smallest square of the group's image."""
        if turn.square is None:
            return turn
        choice, board = None, (position.columns, position.rows)
        if turn.choice is not None:
            groups = groups_of(slide_made(position, turn).standing)
            named = next(group for group in groups if turn.choice in group)
            choice = min(self.square(place, *board) for place in named)
        return Turn(self.square(turn.square, *board), self.direction(turn.direction), choice)


SYMMETRIES = SplinterSymmetry.all()

tie(
    __name__,
    every_game.Symmetries(splinter, SYMMETRIES, SYMMETRIES[1:], same_by=lambda turn, after: (turn, after)),
    {
        every_game.playing_commutes_with_symmetries: (
            "splinter.board.rectangle",
            "splinter.turn.order",
            "splinter.slide.one-step",
            "splinter.slide.push",
            "splinter.slide.off",
            "splinter.slide.return",
            "splinter.group.tie",
            "splinter.win.own-turn",
        ),
        every_game.turns_commute_with_symmetries: (
            "splinter.board.rectangle",
            "splinter.turn.parts",
            "splinter.slide.return",
            "splinter.step-off",
        ),
        every_game.outcomes_commute_with_symmetries: (
            "splinter.win.type-out",
            "splinter.win.both-out",
            "splinter.win.even",
            "splinter.board.rectangle",
        ),
    },
)
