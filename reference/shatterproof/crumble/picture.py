"""Positions as pictures."""

from __future__ import annotations

from collections.abc import Iterable

from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.notation import edge_intersections
from shatterproof.crumble.pieces import GRAIN, Piece, describe, in_units
from shatterproof.crumble.position import Position, Turn, new_pieces, outcome
from shatterproof.drawing import Counted, Tile, draw_board, state
from shatterproof.paper import Paper


def to_svg(
    position: Position,
    marked: Iterable[tuple[int, ...]] = (),
    last: Turn | None = None,
    named: bool = False,
    paper: Paper | None = None,
) -> str:
    """A position as an SVG document, with the pieces `marked` outlined.

    `last` is the turn that led to it: the pieces it made are outlined too, more softly, and its walk is drawn. Where
    `named`, the elements of pieces carry names, and there is no caption. On `paper` the numbers at the edges count
    intersections, as locations do (crumble.notation.location).
    """
    chosen = set(marked)
    made = set(new_pieces(last.work)) if last else set()
    tiles = [
        Tile(
            piece.x / GRAIN,
            piece.y / GRAIN,
            piece.width / GRAIN,
            piece.height / GRAIN,
            fill="dark" if piece in position.black else "light",
            marked=piece in chosen,
            new=piece in made,
            hint=f"{'Black' if piece in position.black else 'White'} {describe(piece)}",
            name=corner_name(piece) if named else "",
        )
        for piece in position.arrangement.pieces
    ]
    below = "" if named else caption(position)
    arrangement = position.arrangement
    counted = _counted(arrangement) if paper else None
    return draw_board(
        arrangement.columns, arrangement.rows, tiles, below, _trail(position, last), counted=counted, paper=paper
    )


def _counted(arrangement: Arrangement) -> Counted:
    """The intersections on the two edges from which locations set out."""
    east, north = edge_intersections(arrangement)
    return Counted(tuple(x / GRAIN for x in east), tuple(y / GRAIN for y in north))


def caption(position: Position) -> str:
    """A position in a few words."""
    return f"Crumble {position.board}, {state(position.to_move, outcome(position))}"


def corner_name(piece: Piece) -> str:
    """What a piece is called in a drawing: its lower left corner in units, `3/2,1`."""
    return f"{in_units(piece.x)},{in_units(piece.y)}"


def _trail(position: Position, turn: Turn | None) -> list[tuple[float, float]]:
    """The middles of the pieces that a walk visits, in units."""
    if turn is None or turn.walk is None:
        return []
    visited: list[Piece] = [turn.walk.start]
    for direction in turn.walk.path:
        following = position.arrangement.across(visited[-1], direction)
        if following is None:
            break
        visited.append(following)
    return [((piece.x + piece.width / 2) / GRAIN, (piece.y + piece.height / 2) / GRAIN) for piece in visited]
