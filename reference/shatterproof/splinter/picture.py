"""Positions as pictures."""

from __future__ import annotations

from collections.abc import Iterable

from shatterproof.drawing import Symbol, draw_squares, state
from shatterproof.splinter.position import Position, Turn, outcome
from shatterproof.splinter.squares import Square, describe, is_on_board, step


def to_svg(position: Position, marked: Iterable[tuple[int, ...]] = (), last: Turn | None = None) -> str:
    """A position as an SVG document, with the squares `marked` outlined.

    `last` is the turn that led to it: the square that it left and the one it reached are outlined too, more softly, and
    the slide is drawn.
    """
    chosen = {Square(column, row) for column, row in marked}
    slide = [last.square, step(last.square, last.direction)] if last and last.square else []
    touched = {square for square in slide if is_on_board(position.columns, position.rows, square)}
    squares = sorted({*position.pieces, *chosen, *touched})
    symbols = [
        Symbol(
            *square,
            shape=position.pieces[square].kind if square in position.pieces else "",
            fill=position.pieces[square].colour if square in position.pieces else "",
            marked=square in chosen,
            new=square in slide,
            hint=_hint(position, square),
        )
        for square in squares
    ]
    caption = f"Splinter {position.board}, {state(position.to_move, outcome(position))}"
    return draw_squares(position.columns, position.rows, symbols, caption, slide)


def _hint(position: Position, square: Square) -> str:
    piece = position.pieces.get(square)
    return f"{describe(square)} {piece.colour} {piece.kind}" if piece else describe(square)
