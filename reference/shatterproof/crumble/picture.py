"""Positions as pictures."""

from __future__ import annotations

from collections.abc import Iterable

from shatterproof.crumble.pieces import GRAIN, Piece, describe, in_units
from shatterproof.crumble.position import Position, Turn, new_pieces, outcome
from shatterproof.drawing import Tile, draw_board, state


def to_svg(
    position: Position, marked: Iterable[tuple[int, ...]] = (), last: Turn | None = None, named: bool = False
) -> str:
    """A position as an SVG document, with the pieces `marked` outlined.

    `last` is the turn that led to it: the pieces it made are outlined too, more softly, and its walk is drawn. Where
    `named`, the elements of pieces carry names, and there is no caption.
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
    return draw_board(position.arrangement.columns, position.arrangement.rows, tiles, below, _trail(position, last))


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
