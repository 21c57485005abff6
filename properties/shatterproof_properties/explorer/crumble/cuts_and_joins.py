"""The cuts and joins of Crumble that a chosen piece takes part in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from shatterproof.crumble.cuts import Cut, cut_from, cut_line, pieces_on_line
from shatterproof.crumble.joins import Join, join_into
from shatterproof.crumble.picture import corner_name
from shatterproof.crumble.pieces import Piece, has_legal_shape
from shatterproof.crumble.position import Position
from shatterproof.game import IllegalTurn


def cuts_through(position: Position, piece: Piece, axis: str) -> Iterator[Cut]:
    """The cuts that halve a piece last, having begun before it on the same line; and the longest cut on the line."""
    arrangement, own, middle = position.arrangement, position.own, cut_line(piece, axis)
    line = pieces_on_line(arrangement, axis, middle)
    at = line.index(piece)
    longest = None
    with suppress(IllegalTurn):
        for first in range(at - 1, -1, -1):
            # What begins in a piece that this line does not halve is a cut along another line.
            if cut_line(line[first], axis) != middle:
                break
            longest = cut_from(arrangement, own, line[first], axis, at - first + 1)
            yield longest
    if longest is None:
        return
    reached = longest
    with suppress(IllegalTurn):
        for count in range(len(longest.pieces) + 1, len(line) + 1):
            reached = cut_from(arrangement, own, longest.pieces[0], axis, count)
    if reached != longest:
        yield reached


def joins_with(position: Position, piece: Piece) -> list[Join]:
    """The legal joins that a piece takes part in, smaller ones first."""
    own, opposing = position.own, [other for other in position.arrangement.pieces if other not in position.own]
    south_west = [other for other in own if other.x <= piece.x and other.y <= piece.y]
    north_east = [other for other in own if other.east >= piece.east and other.north >= piece.north]
    outlines = {
        Piece(one.x, one.y, other.east - one.x, other.north - one.y)
        for one in south_west
        for other in north_east
        if has_legal_shape(other.east - one.x, other.north - one.y)
    }
    found = []
    for outline in sorted(outlines, key=lambda outline: (outline.area, outline)):
        # Most outlines hold pieces of the opponent's, which is quickly seen.
        if not any(meet(outline, other) for other in opposing):
            with suppress(IllegalTurn):
                found.append(join_into(position.arrangement, own, outline))
    return found


def meet(one: Piece, other: Piece) -> bool:
    """Whether two rectangles overlap."""
    return one.x < other.east and other.x < one.east and one.y < other.north and other.y < one.north


def around(one: Piece, other: Piece) -> Piece:
    """The smallest rectangle that holds two pieces."""
    x, y = min(one.x, other.x), min(one.y, other.y)
    return Piece(x, y, max(one.east, other.east) - x, max(one.north, other.north) - y)


def cut_part(cut: Cut, piece: Piece) -> str:
    """The part of a turn that is a cut of the chosen piece, and of others."""
    first = "" if cut.pieces[0] == piece else f" {corner_name(cut.pieces[0])}"
    return f"cut {cut.axis} {len(cut.pieces)}{first}"


def join_part(join: Join) -> str:
    """The part of a turn that is a join, by the pieces in its south-west and its north-east corner."""
    outline = join.outline
    south_west = next(piece for piece in join.pieces if (piece.x, piece.y) == (outline.x, outline.y))
    north_east = next(piece for piece in join.pieces if (piece.east, piece.north) == (outline.east, outline.north))
    return f"join {corner_name(south_west)} {corner_name(north_east)}"
