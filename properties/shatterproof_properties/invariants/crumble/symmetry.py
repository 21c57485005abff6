"""The eight symmetries of the board and the exchange of colours. Play must be the same under all of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from shatterproof import crumble
from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.cuts import Cut
from shatterproof.crumble.draws import Deed, Memory
from shatterproof.crumble.joins import Join
from shatterproof.crumble.pieces import GRAIN, Piece, place
from shatterproof.crumble.position import Position, Turn
from shatterproof.crumble.swaps import Walk
from shatterproof.game import AnyGame
from shatterproof_properties.invariants import every_game, tie


@dataclass(frozen=True)
class CrumbleSymmetry(every_game.RectangleSymmetry):
    """The image of pieces, of a position's memory, and of turns under one symmetry."""

    game: ClassVar[AnyGame] = crumble

    def piece(self, piece: Piece, columns: int, rows: int) -> Piece:
        """The image of a piece on a board of `columns` by `rows` units."""
        x, y, width, height = piece
        x = columns * GRAIN - x - width if self.east_west else x
        y = rows * GRAIN - y - height if self.north_south else y
        return Piece(y, x, height, width) if self.diagonal else Piece(x, y, width, height)

    def directions(self) -> dict[int, str]:
        """The images of E, N, S and W, as a table for `str.translate`."""
        east_west = "WE" if self.east_west else "EW"
        north_south = "SN" if self.north_south else "NS"
        mirrored = dict(zip("EWNS", east_west + north_south, strict=True))
        flipped = dict(zip("EWNS", "NSEW", strict=True))
        return str.maketrans({way: flipped[to] if self.diagonal else to for way, to in mirrored.items()})

    def position(self, position: Position) -> Position:
        """The image of the position and of its memory.

        The pieces worked by each remembered turn are sorted by place.
        """
        old = position.arrangement
        moved = {piece: self.piece(piece, old.columns, old.rows) for piece in old.pieces}
        arrangement = Arrangement(*self.board(old.columns, old.rows), tuple(sorted(moved.values(), key=place)))
        black = {moved[piece] for piece in old.pieces if (piece in position.black) != self.colours}

        def image(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
            return tuple(sorted((self.piece(piece, old.columns, old.rows) for piece in pieces), key=place))

        memory = position.memory and Memory(
            tuple(deed and Deed(image(deed.targets), image(deed.worked)) for deed in position.memory.recent),
            position.memory.renewals,
        )
        return replace(
            position,
            arrangement=arrangement,
            black=frozenset(black),
            to_move=self.side(position.to_move),
            memory=memory,
        )

    def turn(self, position: Position, turn: Turn) -> Turn:
        """The image of the turn."""
        board = position.arrangement
        pieces = [self.piece(piece, board.columns, board.rows) for piece in turn.work.pieces]
        work: Cut | Join
        if isinstance(turn.work, Cut):
            axis = {"H": "V", "V": "H"}[turn.work.axis] if self.diagonal else turn.work.axis
            work = Cut(axis, tuple(sorted(pieces, key=lambda piece: piece.x if axis == "H" else piece.y)))
        else:
            work = Join(self.piece(turn.work.outline, board.columns, board.rows), tuple(sorted(pieces, key=place)))
        walk = turn.walk and Walk(
            self.piece(turn.walk.start, board.columns, board.rows), turn.walk.path.translate(self.directions())
        )
        return Turn(work, walk)


SYMMETRIES = CrumbleSymmetry.all()


def _result_in_order(turn: Turn, after: Position) -> Position:
    """The result, with the pieces worked by each remembered turn sorted by place."""
    return SYMMETRIES[0].position(after)


tie(
    __name__,
    every_game.Symmetries(crumble, SYMMETRIES, SYMMETRIES[1:], same_by=_result_in_order),
    {
        every_game.playing_commutes_with_symmetries: (
            "crumble.turn.order",
            "crumble.win.either",
            "crumble.capture.either",
            "crumble.cut.straight",
            "crumble.swap.complete-side",
            "crumble.draw.repetition",
            "crumble.board.rectangle",
        ),
        every_game.turns_commute_with_symmetries: (
            "crumble.turn.parts",
            "crumble.cut.many",
            "crumble.join.outline",
            "crumble.walk.steps",
            "crumble.win.either",
        ),
        every_game.outcomes_commute_with_symmetries: (
            "crumble.win.four-sides",
            "crumble.win.either",
            "crumble.draw.repetition",
        ),
    },
)
