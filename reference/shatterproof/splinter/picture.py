"""Positions as pictures."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from shatterproof.drawing import Symbol, draw_squares, state
from shatterproof.paper import Paper
from shatterproof.splinter.position import Position, Turn, outcome
from shatterproof.splinter.squares import Square, describe, is_on_board, step


def to_svg(
    position: Position,
    marked: Iterable[tuple[int, ...]] = (),
    last: Turn | None = None,
    named: bool = False,
    paper: Paper | None = None,
) -> str:
    """A position as an SVG document, with the squares `marked` outlined.

    `last` is the turn that led to it: the square that it left and the one it reached are outlined too, more softly, and
    the slide is drawn. Where `named`, there is an element for every square, which carries its name, and no caption.
    `paper` is the room for it, if it is to be printed.
    """
    chosen = {Square(column, row) for column, row in marked}
    slide = [last.square, step(last.square, last.direction)] if last and last.square else []
    touched = {square for square in slide if is_on_board(position.columns, position.rows, square)}
    everywhere = [Square(*at) for at in product(range(position.columns), range(position.rows))] if named else []
    squares = sorted({*position.pieces, *chosen, *touched, *everywhere})
    symbols = [
        Symbol(
            *square,
            shape=position.pieces[square].kind if square in position.pieces else "",
            fill=position.pieces[square].colour if square in position.pieces else "",
            marked=square in chosen,
            new=square in slide,
            hint=_hint(position, square),
            name=describe(square) if named else "",
        )
        for square in squares
    ]
    below = "" if named else caption(position)
    return draw_squares(position.columns, position.rows, symbols, below, slide, paper)


def caption(position: Position) -> str:
    """A position in a few words."""
    return f"Splinter {position.board}, {state(position.to_move, outcome(position))}"


def _hint(position: Position, square: Square) -> str:
    piece = position.pieces.get(square)
    return f"{describe(square)} {piece.colour} {piece.kind}" if piece else describe(square)
