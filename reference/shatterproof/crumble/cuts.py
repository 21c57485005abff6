"""Cuts: one straight line that halves any number of the mover's pieces."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import NamedTuple

from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.pieces import Piece, describe, has_legal_shape, place
from shatterproof.game import IllegalTurn

HALF_NAMES = {"H": ("S", "N"), "V": ("W", "E")}
"""The two halves that a horizontal or vertical cut makes, in the order in which `halves` gives them."""


class Cut(NamedTuple):
    """A cut along one line: `axis` is H or V, `pieces` are those it halves, from the west or south onwards."""

    axis: str
    pieces: tuple[Piece, ...]


def cut_line(piece: Piece, axis: str) -> int:
    """Where the line that halves `piece` lies, in half grains so that it is always whole."""
    return 2 * piece.y + piece.height if axis == "H" else 2 * piece.x + piece.width


def halves(piece: Piece, axis: str) -> tuple[Piece, Piece] | None:
    """crumble.cut.halves: the two legal pieces that a cut through the middle makes, or None if they would not be legal.

    South before north, west before east. Raises IllegalTurn (crumble.board.limits) for a piece too fine to halve.
    """
    x, y, width, height = piece
    across, along = (height, width) if axis == "H" else (width, height)
    if not has_legal_shape(across, 2 * along):
        return None
    if across % 2:
        raise IllegalTurn("crumble.board.limits", f"piece {describe(piece)} is too fine to halve")
    half = across // 2
    if axis == "H":
        return Piece(x, y, width, half), Piece(x, y + half, width, half)
    return Piece(x, y, half, height), Piece(x + half, y, half, height)


def pieces_on_line(arrangement: Arrangement, axis: str, line: int) -> list[Piece]:
    """The pieces whose interior the whole line enters, in order; between them it runs along edges.

    `line` is in half grains. This is where crumble.cut.along-edges lives: edges, whose ever, are no obstacle.
    """
    if axis == "H":
        entered = [piece for piece in arrangement.pieces if 2 * piece.y < line < 2 * piece.north]
        return sorted(entered, key=lambda piece: piece.x)
    return [piece for piece in arrangement.pieces if 2 * piece.x < line < 2 * piece.east]


def check_piece_to_cut(piece: Piece, axis: str, line: int, own: Set[Piece], first: bool) -> None:
    """Raises IllegalTurn unless the line may halve `piece`: the mover's own, in the middle, into legal shapes."""
    if piece not in own:
        if first:
            raise IllegalTurn("crumble.cut.own", f"piece {describe(piece)} is not the mover's to cut")
        raise IllegalTurn("crumble.cut.blocked", f"the line enters the opponent's piece {describe(piece)}")
    if cut_line(piece, axis) != line or halves(piece, axis) is None:
        raise IllegalTurn("crumble.cut.halves", f"the line does not halve {describe(piece)} into two legal pieces")


def cut_from(arrangement: Arrangement, own: Set[Piece], first: Piece, axis: str, count: int) -> Cut:
    """The cut that starts in `first` and halves `count` pieces on its line (crumble.cut.straight, crumble.cut.many).

    Raises IllegalTurn with the clause that the first offending piece breaks.
    """
    line = cut_line(first, axis)
    entered = pieces_on_line(arrangement, axis, line)
    chosen = entered[entered.index(first) :][:count]
    for piece in chosen:
        check_piece_to_cut(piece, axis, line, own, first=piece == first)
    if len(chosen) < count:
        entering = f"the line enters {len(chosen)} from {describe(first)} on"
        raise IllegalTurn("crumble.notation.multi-cut", f"{count} pieces are to be cut, but {entering}")
    return Cut(axis, tuple(chosen))


def cuts(arrangement: Arrangement, own: Set[Piece]) -> Iterator[Cut]:
    """Every legal cut by the owner of the pieces `own`: by axis, then first piece, then number of pieces."""
    for axis in "HV":
        for first in sorted(own, key=place):
            for count in range(1, len(own) + 1):
                try:
                    yield cut_from(arrangement, own, first, axis, count)
                except IllegalTurn:
                    break


def new_halves(cut: Cut) -> list[tuple[Piece, Piece]]:
    """The two halves of each piece that the cut halves, in the order of the pieces."""
    found = [halves(piece, cut.axis) for piece in cut.pieces]
    return [pair for pair in found if pair is not None]


def make_cut(arrangement: Arrangement, cut: Cut) -> Arrangement:
    """The arrangement after a cut."""
    return arrangement.replace(cut.pieces, [half for pair in new_halves(cut) for half in pair])
