"""The eight symmetries of the board and the exchange of colours, with which everything must commute."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from shatterproof import crumble
from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.cuts import Cut
from shatterproof.crumble.draws import Deed, Memory
from shatterproof.crumble.joins import Join
from shatterproof.crumble.pieces import GRAIN, Piece, opponent, place
from shatterproof.crumble.position import Position, Turn
from shatterproof.crumble.swaps import Walk
from shatterproof_properties.invariants import check, every_game, guards


@dataclass(frozen=True)
class Symmetry(every_game.Seen):
    """A mirroring of the board in its upright middle, its level middle and its diagonal, in this order; perhaps also an
    exchange of colours."""

    east_west: bool = False
    north_south: bool = False
    diagonal: bool = False
    colours: bool = False

    def piece(self, piece: Piece, columns: int, rows: int) -> Piece:
        """Where a piece of a board of `columns` by `rows` units goes."""
        x, y, width, height = piece
        x = columns * GRAIN - x - width if self.east_west else x
        y = rows * GRAIN - y - height if self.north_south else y
        return Piece(y, x, height, width) if self.diagonal else Piece(x, y, width, height)

    def directions(self) -> dict[int, str]:
        """Where E, N, S and W go, as a table for `str.translate`."""
        east_west = "WE" if self.east_west else "EW"
        north_south = "SN" if self.north_south else "NS"
        mirrored = dict(zip("EWNS", east_west + north_south, strict=True))
        flipped = dict(zip("EWNS", "NSEW", strict=True))
        return str.maketrans({way: flipped[to] if self.diagonal else to for way, to in mirrored.items()})

    def side(self, colour: str) -> str:
        return opponent(colour) if self.colours else colour

    def position(self, position: Position) -> Position:
        """The position seen so, its memory included."""
        old = position.arrangement
        columns, rows = (old.rows, old.columns) if self.diagonal else (old.columns, old.rows)
        moved = {piece: self.piece(piece, old.columns, old.rows) for piece in old.pieces}
        arrangement = Arrangement(columns, rows, tuple(sorted(moved.values(), key=place)))
        black = {moved[piece] for piece in old.pieces if (piece in position.black) != self.colours}
        memory = position.memory and Memory(
            tuple(deed and self._deed(deed, old) for deed in position.memory.recent), position.memory.renewals
        )
        return replace(
            position,
            arrangement=arrangement,
            black=frozenset(black),
            to_move=self.side(position.to_move),
            memory=memory,
        )

    def _deed(self, deed: Deed, board: Arrangement) -> Deed:
        target = deed.target and self.piece(deed.target, board.columns, board.rows)
        worked = [self.piece(piece, board.columns, board.rows) for piece in deed.worked]
        return Deed(target, tuple(sorted(worked, key=place)))

    def turn(self, turn: Turn, board: Arrangement) -> Turn:
        """The turn seen so."""
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


BOTH = (False, True)
SYMMETRIES = tuple(
    Symmetry(east_west, north_south, diagonal, colours)
    for colours in BOTH
    for diagonal in BOTH
    for north_south in BOTH
    for east_west in BOTH
)


def _canonical(position: Position) -> Position:
    """The position with the pieces that each remembered turn worked sorted by place."""
    return Symmetry().position(position)


@guards(
    "crumble.turn.order",
    "crumble.win.either",
    "crumble.capture.either",
    "crumble.cut.straight",
    "crumble.swap.complete-side",
    "crumble.draw.repetition",
    "crumble.board.rectangle",
)
def playing_commutes_with_symmetries(position: Position, turn: Turn) -> None:
    """The board turned, mirrored or with colours exchanged: the same turn gives the same result, seen so."""
    after = crumble.play(position, turn)
    for symmetry in SYMMETRIES:
        seen = crumble.play(symmetry.position(position), symmetry.turn(turn, position.arrangement))
        check(_canonical(seen) == symmetry.position(after), f"{symmetry} changes what {turn} does")
        expected = symmetry.outcome(crumble.outcome(after))
        check(crumble.outcome(seen) == expected, f"{symmetry} changes the outcome of {turn}")


@guards("crumble.turn.parts", "crumble.cut.many", "crumble.join.outline", "crumble.walk.steps", "crumble.win.either")
def turns_commute_with_symmetries(position: Position) -> None:
    """As sets of results: which turn represents a result may depend on how one looks at the board."""
    results = [after for _, after in crumble.results(position)]
    for symmetry in SYMMETRIES[1:]:
        found = {_canonical(after) for _, after in crumble.results(symmetry.position(position))}
        check(found == {symmetry.position(after) for after in results}, f"{symmetry} changes the legal turns")


@guards("crumble.win.four-sides", "crumble.win.either", "crumble.draw.repetition")
def outcomes_commute_with_symmetries(position: Position) -> None:
    every_game.outcomes_commute(crumble, position, SYMMETRIES)


def compose(*symmetries: Symmetry) -> Callable[[Position], Position]:
    """One symmetry after another."""

    def seen(position: Position) -> Position:
        for symmetry in symmetries:
            position = symmetry.position(position)
        return position

    return seen
