"""Joins: several of the mover's pieces become one."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import NamedTuple

from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.pieces import Piece, describe, has_legal_shape, overlap, place
from shatterproof.game import IllegalTurn


class Join(NamedTuple):
    """A join: the piece that comes out, and the pieces that go into it, sorted by place."""

    outline: Piece
    pieces: tuple[Piece, ...]


def join_into(arrangement: Arrangement, own: Set[Piece], outline: Piece) -> Join:
    """The join of everything inside `outline`.

    Raises IllegalTurn for an outline that is no legal piece, leaves the board or cuts through a piece
    (crumble.join.outline), for pieces that are not the mover's (crumble.join.own), and for a single piece
    (crumble.join.several).
    """
    if not has_legal_shape(outline.width, outline.height):
        raise IllegalTurn("crumble.join.outline", f"{describe(outline)} is neither a square nor half of one")
    covered = [piece for piece in arrangement.pieces if overlap(piece, outline)]
    if sum(overlap(piece, outline) for piece in covered) < outline.area:
        raise IllegalTurn("crumble.join.outline", f"{describe(outline)} leaves the board")
    for piece in covered:
        if overlap(piece, outline) < piece.area:
            raise IllegalTurn("crumble.join.outline", f"piece {describe(piece)} sticks out of {describe(outline)}")
        if piece not in own:
            raise IllegalTurn("crumble.join.own", f"piece {describe(piece)} is not the mover's to join")
    if len(covered) < 2:
        raise IllegalTurn("crumble.join.several", f"{describe(outline)} is one piece already")
    return Join(outline, tuple(covered))


def joins(arrangement: Arrangement, own: Set[Piece]) -> Iterator[Join]:
    """Every legal join by the owner of the pieces `own`: by south-west piece, then width, then height."""
    easts = sorted({piece.east for piece in own})
    norths = {piece.north for piece in own}
    for corner in sorted(own, key=place):
        for width in (east - corner.x for east in easts if east >= corner.east):
            for height in (width // 2, width, 2 * width):
                if height >= corner.height and corner.y + height in norths:
                    try:
                        yield join_into(arrangement, own, Piece(corner.x, corner.y, width, height))
                    except IllegalTurn:
                        continue


def make_join(arrangement: Arrangement, join: Join) -> Arrangement:
    """The arrangement after a join."""
    return arrangement.replace(join.pieces, [join.outline])
